import type { Atom, ClockTime, DaySpec, Period, RuleSpec, Within } from "./atoms.ts";
import type { Language } from "./request.ts";
import { assign, isBoth, type Pending } from "./roles.ts";

/** One time as it is spoken: the atoms that stand together, each in its role. */
export interface Phrase {
  at: number;
  end: number;
  day?: DaySpec;
  period?: Period;
  clock?: ClockTime;
  /** A range: "3点到4点半". */
  endClock?: ClockTime;
  rule?: RuleSpec;
  /** The days on which an interval within a day runs: "每天9点到18点每小时". */
  days?: RuleSpec;
  after?: number;
  duration?: number;
  /** `null`: in advance, and nobody knows how much. */
  lead?: number | null;
  shift?: number;
  count?: { readonly count: number; readonly unit?: "DAILY" | "WEEKLY" | "MONTHLY" };
  untilDay?: DaySpec;
  untilClock?: ClockTime;
  fromDay?: DaySpec;
  deadline?: true;
  negated?: true;
  past?: true;
  vague?: true;
  /** Days of which nobody knows which. */
  stretch?: true;
  /** The week, month or year that the day lies in, where it was named. */
  within?: Within;
  weekend?: true;
  /** "吃一周": a length in days, which ends a series. */
  span?: true;
  /** Taken over by another phrase; only its place counts. */
  spent?: true;
  /** Weekdays that a rule leaves out. */
  except?: readonly string[];
  /** `except`: until a rule has taken it up, days that are left out are days that nobody has read. */
  unread?: "word" | "date-order" | "except";
  /** "明天起": a series begins there. */
  opening?: true;
  /** Stands beside the phrase before it: "8点和9点". */
  joined?: true;
  /** "到…" or "to …" directly before it: the aim of a move. */
  aim?: true;
}

const fillers: Readonly<Record<Language, RegExp>> = {
  zh: /^(?:\s|[:()（）]|的|在|于|那天|当天|大概|大约|差不多|左右|准时|正|时候|就|都|开始|起|为止|这|是|，(?=开始|到))*$/,
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
    const beside = (end: number): boolean =>
      fillers[language].test(text.slice(end, atom.at)) ||
      // "Monday, the 18th of May".
      (day !== undefined && isBoth(day, atom) && /^\s*,\s*$/.test(text.slice(end, atom.at)));
    if (building.current !== undefined && !beside(building.current.end))
      building.current = undefined;
    if (!beside(building.pendingEnd)) building.pending = undefined;
    place(atom, building, language);
  }
  return building.phrases;
}

function place(atom: Atom, building: Building, language: Language): void {
  if (
    atom.kind === "to" ||
    atom.kind === "until" ||
    atom.kind === "from" ||
    atom.kind === "and" ||
    atom.kind === "not"
  ) {
    // "and" needs something before it to join.
    building.pending =
      atom.kind === "and" && building.current === undefined ? undefined : atom.kind;
    building.pendingEnd = atom.end;
    if (building.current !== undefined)
      building.current.end = Math.max(
        building.current.end,
        atom.kind === "not" ? building.current.end : atom.end,
      );
    if (atom.kind === "not" || atom.kind === "and") building.current = undefined;
    return;
  }
  if (atom.kind === "deadline" && language === "en") {
    building.pending = "deadline";
    building.pendingEnd = atom.end;
    building.current = undefined;
    return;
  }
  const { pending } = building;
  const open = building.current;
  const fits =
    open !== undefined &&
    (pending === "to" || pending === "until" || pending === "from" ? true : !taken(open, atom));
  const phrase = fits && open !== undefined ? open : begin(atom, building, language);
  assign(phrase, atom, pending);
  phrase.end = Math.max(phrase.end, atom.end);
  // "到下午4点": the period comes first and the join still holds for the clock.
  if (atom.kind !== "period" || pending === undefined || pending === "and")
    building.pending = undefined;
  building.pendingEnd = atom.end;
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

/** Roles that a phrase has once. */
const taken = (phrase: Phrase, atom: Atom): boolean => isTaken(phrase, atom, atom.kind);

const isTaken = (phrase: Phrase, atom: Atom, kind: Atom["kind"]): boolean =>
  (kind === "clock" && (phrase.clock !== undefined || phrase.after !== undefined)) ||
  (kind === "day" &&
    ((phrase.day !== undefined && !isBoth(phrase.day, atom)) || phrase.after !== undefined)) ||
  (kind === "period" && (phrase.period !== undefined || phrase.clock?.period !== undefined)) ||
  (kind === "rule" && phrase.rule !== undefined) ||
  (kind === "after" && (phrase.after !== undefined || phrase.clock !== undefined)) ||
  (kind === "duration" && (phrase.duration !== undefined || phrase.after !== undefined));
