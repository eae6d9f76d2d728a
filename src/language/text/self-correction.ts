import type { Language } from "../../domain/language.ts";
import type { Atom } from "../times/atoms.ts";
import { enAtoms } from "../lexicon/en/atoms.ts";
import { enNumber } from "./numerals.ts";
import { type Prepared, prepare } from "./prepare.ts";
import type { Span } from "./titles.ts";
import { triggersOf } from "../lexicon/triggers.ts";
import { zhAtoms } from "../lexicon/zh/atoms.ts";

/** Words of self-correction within a sentence, and the words around them. */
const slips: Readonly<
  Record<Language, { readonly core: RegExp; readonly before: RegExp; readonly behind: RegExp }>
> = {
  zh: {
    core: /不对|[说讲记搞弄]?错了|[哦啊呃哎噢]不(?!对)|我是说|更正/g,
    before: /(?:[啊呃嗯哦哎唉诶呀了是\s,，.。…]|那个|不是|应该)+$/,
    behind: /^(?:[啊呃嗯哦哎唉诶呀了是\s,，.。…]|那个|不对|[说讲记搞弄]错|应该)+/,
  },
  en: {
    core: /\b(?:no|nope|wait|sorry|i mean|i meant|actually|make that|make it|or rather|scratch that|correction)\b/g,
    before: /(?:[\s,.…-]|\b(?:oh|och|ah|um|uh|er|oops|ach)\b)+$/,
    behind:
      /^(?:[\s,.…-]|\b(?:no|wait|sorry|actually|i mean|i meant|make that|make it|it's|um|uh|er|oh)\b)+/,
  },
};

/**
 * So many signs on each side of a word of correction may belong to it. More would be another
 * sentence.
 */
const reach = 24;

/** Longer input is pasted text, not self-correction. */
const longest = 1000;

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

/**
 * "明天下午三点不对不对是四点提醒我": what was said in error goes, with the words that take it
 * back.
 */
export function applyCorrections(raw: string): string {
  if (raw.length > longest) return raw;
  return withoutSlips(
    expandPhoneSpelling(raw.replace(unchanged, "")).replaceAll(
      /(\S{2,12}?)[嗯啊呃额哦]{1,4}\1/g,
      "$1",
    ),
  );
}

/** "…，时间不变", "…, keep the rest of them": what the person did not ask to change. */
const unchanged =
  /[,，]\s*(?:(?:时间|日期|别的|其他的?|其它的?|[后明]天|下周)(?:都|就|还是|先)?(?:别动|不动|不变|不用[改动变]|照旧|不改|照常)|(?:just )?(?:keep|leave) the (?:time|rest)(?: of them)?(?: as (?:it|they) (?:is|are)| alone)?)\s*[。.!！]?\s*$/i;

/** As one types on a phone: "remindme", "a reminder 4 2moro at 5pm 2 call nan". */
const expandPhoneSpelling = (raw: string): string =>
  raw
    .replaceAll(/\b(remind|wake|ping)(me)\b/gi, "$1 $2")
    .replaceAll(
      /(?<=\b(?:reminder|alarm)\s)4(?=\s+(?:2|tom|to|tm|mon|tue|wed|thu|fri|sat|sun|\d{1,2}\s*(?:[ap]m|:)))/gi,
      "for",
    )
    .replaceAll(
      /(?<=(?:\b(?:remind me|2moro|2morrow|tmrw|tomorrow|today|tonight)|\d\s?[ap]m)\s)2(?=\s(?!(?:times?|more|hours?|hrs?|mins?|minutes?|days?|weeks?|people|[ap]m)\b)[a-z]{2})/gi,
      "to",
    );

function withoutSlips(raw: string): string {
  const prepared = prepare(raw);
  const found = slipsIn(prepared);
  if (found.length === 0) return raw;
  const atoms = (prepared.language === "zh" ? zhAtoms : enAtoms)(prepared.text);
  const cuts = found.flatMap((slip) => cutsAt(slip, atoms, prepared));
  return cuts
    .toSorted((a, b) => b.at - a.at)
    .reduce((rest, { at, end }) => rest.slice(0, at) + rest.slice(end), raw);
}

/** Each with what stands around it. What follows one belongs to it: "不对不对" is said once. */
function slipsIn({ text, language }: Prepared): Span[] {
  const { core, before, behind } = slips[language];
  return Array.from(text.matchAll(core)).reduce<Span[]>((found, { index, 0: word }) => {
    const last = found.at(-1)?.end ?? 0;
    if (index < last) return found;
    const from = Math.max(last, index - reach);
    const at = from + (before.exec(text.slice(from, index))?.index ?? index - from);
    const end = index + word.length;
    return [
      ...found,
      { at, end: end + (behind.exec(text.slice(end, end + reach))?.[0].length ?? 0) },
    ];
  }, []);
}

function cutsAt({ at: from, end: to }: Span, atoms: readonly Atom[], prepared: Prepared): Span[] {
  const { text } = prepared;
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
  if (
    wrong.length === 0 ||
    wrong.some(({ kind }) => kind === "not") ||
    /(?:\bnot\s+(?:at\s+|on\s+)?|不是)$/.test(before)
  )
    return true;
  return before.trim() === "" && triggersOf(prepared).length === 0;
};

/** "at ten no wait eleven": a number alone is an hour where one was just said. */
function bareHour(
  wrong: Atom | undefined,
  { from, to }: { from: number; to: number },
  text: string,
): Span[] {
  if (wrong?.kind !== "clock" || !new RegExp(String.raw`^${enNumber}\b`).test(text.slice(to)))
    return [];
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
