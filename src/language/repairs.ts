import type { Atom } from "./atoms.ts";
import { enAtoms } from "./en-atoms.ts";
import { enNumber } from "./numerals.ts";
import { type Prepared, prepare } from "./prepare.ts";
import type { Language } from "./request.ts";
import { triggersOf } from "./triggers.ts";
import { zhAtoms } from "./zh-atoms.ts";

/** The words by which one corrects oneself in the same breath. */
const slips: Readonly<Record<Language, RegExp>> = {
  zh: /[\s,，.。…]*(?:[啊呃嗯哦哎唉诶呀]|那个|不对|不是|错了|说错|讲错|记错|搞错|哦不|应该|我是说|更正|了|是|[\s,，.。…])*?(?:不对|[说讲记搞弄]?错了|[哦啊呃哎噢]不(?!对)|我是说|更正)(?:[啊呃嗯哦哎唉诶呀]|那个|不对|说错了?|应该|了|是|[\s,，.。…])*/g,
  en: /[\s,.…-]*\b(?:(?:oh|och|ah|um|uh|er|oops|ach|no|nope|wait|sorry|actually|rather|i)[\s,.…-]+)*(?:no|wait|sorry|i mean|i meant|actually|make that|make it|or rather|scratch that|correction)\b(?:[\s,.…-]+(?:no|wait|sorry|i mean|i meant|make that|make it|it's|um|uh|er|oh)\b)*[\s,.…-]*/g,
};

/** Times that cannot both be meant, where one takes the other's place. */
const kin: Partial<Readonly<Record<Atom["kind"], string>>> = {
  clock: "time",
  after: "time",
  duration: "time",
  period: "period",
  day: "day",
  rule: "day",
  stretch: "day",
  weekend: "day",
};

/** "明天下午三点不对不对是四点提醒我": what was said in error goes, with the words that take it back. */
export function repaired(raw: string): string {
  const once = raw.replaceAll(/(\S{2,12}?)[嗯啊呃额哦]+\1/g, "$1");
  return withoutSlips(once);
}

function withoutSlips(raw: string): string {
  const prepared = prepare(raw);
  const { text, language } = prepared;
  const found = Array.from(text.matchAll(slips[language]));
  if (found.length === 0) return raw;
  const atoms = (language === "zh" ? zhAtoms : enAtoms)(text);
  const cuts = found.flatMap((slip) => cutsAt(slip, atoms, prepared));
  return cuts.toSorted((a, b) => b.at - a.at).reduce((rest, { at, end }) => rest.slice(0, at) + rest.slice(end), raw);
}

function cutsAt(slip: RegExpExecArray, atoms: readonly Atom[], prepared: Prepared): { at: number; end: number }[] {
  const { text } = prepared;
  const from = slip.index;
  const to = from + slip[0].length;
  const wrong = runBefore(atoms, from, text);
  const right = runAfter(atoms, to, text);
  const kinds = new Set(right.map(({ kind }) => kin[kind]));
  const replaced = wrong.filter(({ kind }) => kin[kind] !== undefined && kinds.has(kin[kind]));
  const [first] = right;
  if (isDenied(wrong, prepared)) return [];
  if (first === undefined) return bareHour(wrong.at(-1), { from, to }, text);
  if (replaced.length === 0) return [];
  // A clock of its own brings the part of the day with it, if it names one.
  return [...replaced.map(({ at, end }) => ({ at, end })), { at: from, end: first.at }];
}

/** "no not 3pm, make it 3:30pm": about what was said before. */
const isDenied = (wrong: readonly Atom[], prepared: Prepared): boolean => {
  const before = prepared.text.slice(0, wrong[0]?.at ?? 0);
  if (wrong.length === 0 || wrong.some(({ kind }) => kind === "not") || /(?:\bnot\s+(?:at\s+|on\s+)?|不是)$/.test(before)) return true;
  return before.trim() === "" && triggersOf(prepared).length === 0;
};

/** "at ten no wait eleven": a number alone is an hour where one was just said. */
function bareHour(wrong: Atom | undefined, { from, to }: { from: number; to: number }, text: string): { at: number; end: number }[] {
  if (wrong?.kind !== "clock" || !new RegExp(String.raw`^${enNumber}\b`).test(text.slice(to))) return [];
  const kept = /^(?:at|by|around)\s+/.exec(text.slice(wrong.at, wrong.end))?.[0].length ?? 0;
  return [{ at: Math.min(wrong.at + kept, from), end: to }];
}

const gap = /^(?:\s|的|在|于|\b(?:at|on|in|the|around|about|for)\b)*$/;

function runBefore(atoms: readonly Atom[], end: number, text: string): Atom[] {
  const run: Atom[] = [];
  let edge = end;
  for (const atom of atoms.filter((each) => each.end <= end).toReversed()) {
    if (!gap.test(text.slice(atom.end, edge))) break;
    run.unshift(atom);
    edge = atom.at;
  }
  return run;
}

function runAfter(atoms: readonly Atom[], start: number, text: string): Atom[] {
  const run: Atom[] = [];
  let edge = start;
  for (const atom of atoms.filter(({ at }) => at >= start)) {
    if (!gap.test(text.slice(edge, atom.at))) break;
    run.push(atom);
    edge = atom.end;
  }
  return run;
}
