import type { Language } from "../../domain/language.ts";
import type { Atom } from "./atoms.ts";
import { assign, isBoth, type Pending } from "./roles.ts";
import type { Phrase } from "./phrase.ts";

const fillers: Readonly<Record<Language, RegExp>> = {
  zh: /^(?:\s|[:()（）]|的|在|于|那天|当天|大概|大约|差不多|左右|准时|正|时候|就|都|(?:开始|起)[,，]?|为止|这|是|，(?=开始|到))*$/,
  en: /^(?:\s|,(?=\s*(?:at|on|the\s+\d|\d))|\bat\b|\bon\b|\bin\b|\bthe\b|\baround\b|\babout\b|\bof\b|@|\bsharp\b|\bexactly\b|\bnext\b|\bstarting\b|\bfrom\b|\bfor\b)*$/,
};

interface Building {
  readonly phrases: Phrase[];
  current: Phrase | undefined;
  /** Joins wait for what they join to. */
  pending: Pending;
  pendingEnd: number;
}

/** Puts neighbouring atoms together. A second clock, day or rule begins a new phrase. */
export function phrasesOf(atoms: readonly Atom[], text: string, language: Language): Phrase[] {
  const building: Building = { phrases: [], current: undefined, pending: undefined, pendingEnd: 0 };
  for (const atom of atoms) {
    const day = building.current?.day;
    const isBeside = (end: number): boolean =>
      fillers[language].test(text.slice(end, atom.at)) ||
      // "Monday, the 18th of May".
      (day !== undefined && isBoth(day, atom) && /^\s*,\s*$/.test(text.slice(end, atom.at)));
    if (building.current !== undefined && !isBeside(building.current.end))
      building.current = undefined;
    if (!isBeside(building.pendingEnd)) building.pending = undefined;
    place(atom, building, language);
  }
  return building.phrases;
}

function place(atom: Atom, building: Building, language: Language): void {
  if (isJoin(atom)) return join(atom, building);
  if (atom.kind === "deadline" && language === "en") {
    building.pending = "deadline";
    building.pendingEnd = atom.end;
    building.current = undefined;
    return;
  }
  const { pending, current } = building;
  const isOpen = pending === "to" || pending === "until" || pending === "from";
  const phrase =
    current !== undefined && (isOpen || !isTaken(current, atom))
      ? current
      : begin(atom, building, language);
  assign(phrase, atom, pending);
  phrase.end = Math.max(phrase.end, atom.end);
  // "到下午4点": the period comes first and the join still holds for the clock.
  if (atom.kind !== "period" || pending === undefined || pending === "and")
    building.pending = undefined;
  building.pendingEnd = atom.end;
}

const joins = ["to", "until", "from", "and", "not"] as const;
type Join = Atom & { readonly kind: (typeof joins)[number] };
const isJoin = (atom: Atom): atom is Join => joins.some((join) => join === atom.kind);

/** Waits for what it joins to; "and" needs something before it. */
function join({ kind, end }: Join, building: Building): void {
  building.pending = kind === "and" && building.current === undefined ? undefined : kind;
  building.pendingEnd = end;
  if (building.current !== undefined && kind !== "not")
    building.current.end = Math.max(building.current.end, end);
  if (kind === "not" || kind === "and") building.current = undefined;
}

function begin(atom: Atom, building: Building, language: Language): Phrase {
  const phrase: Phrase = { at: atom.at, end: atom.end };
  // "早上8点中午12点晚上6点": a part of the day begins the next time at once.
  const previous = building.phrases.at(-1);
  const atOnce =
    atom.kind === "period" &&
    previous?.clock !== undefined &&
    previous.end === atom.at &&
    language === "zh";
  if (building.pending === "and" || atOnce) phrase.joined = true;
  if (building.pending === "not") phrase.negated = true;
  if (building.pending === "deadline") phrase.deadline = true;
  if (building.pending === "to") phrase.aim = true;
  building.phrases.push(phrase);
  building.current = phrase;
  return phrase;
}

/** Roles that a phrase has once: when each is given away. */
const taken: Partial<Record<Atom["kind"], (phrase: Phrase, atom: Atom) => boolean>> = {
  clock: ({ clock, after }) => clock !== undefined || after !== undefined,
  day: ({ day, after }, atom) => after !== undefined || (day !== undefined && !isBoth(day, atom)),
  period: ({ period, clock }) => period !== undefined || clock?.period !== undefined,
  rule: ({ rule }) => rule !== undefined,
  after: ({ after, clock }) => after !== undefined || clock !== undefined,
  duration: ({ duration, after }) => duration !== undefined || after !== undefined,
};

const isTaken = (phrase: Phrase, atom: Atom): boolean => taken[atom.kind]?.(phrase, atom) ?? false;
