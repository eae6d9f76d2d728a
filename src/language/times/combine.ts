import type { Language } from "../../domain/language.ts";
import { fillers } from "../lexicon/fillers.ts";
import { decide, type Watch } from "../rule.ts";
import type { Atom } from "./atoms.ts";
import { byOwnClock, type OwnClock } from "./other-clocks.ts";
import type { Phrase } from "./phrase.ts";
import { isBoth, type Pending } from "./role.ts";
import { roles } from "./roles.ts";

interface Building {
  readonly phrases: readonly Phrase[];
  /** Whether the last phrase takes what comes next. */
  readonly isOpen: boolean;
  /** Joins wait for what they join to. */
  readonly pending: Pending;
  readonly pendingEnd: number;
}

/** What the atoms stand in. */
interface Surroundings extends Pick<Watch, "observe">, OwnClock {
  readonly text: string;
  readonly language: Language;
}

/** Puts neighbouring atoms together. A second clock, day or rule begins a new phrase. */
export function phrasesOf(atoms: readonly Atom[], around: Surroundings): readonly Phrase[] {
  let building: Building = { phrases: [], isOpen: false, pending: undefined, pendingEnd: 0 };
  for (const atom of atoms) building = place(atom, closeUpTo(atom, building, around), around);
  return building.phrases.map((phrase) => byOwnClock(phrase, around));
}

const openPhrase = ({ phrases, isOpen }: Building): Phrase | undefined =>
  isOpen ? phrases.at(-1) : undefined;

/** What stands too far away from the next atom waits no longer. */
function closeUpTo(atom: Atom, building: Building, { text, language }: Surroundings): Building {
  const current = openPhrase(building);
  const isBeside = (end: number): boolean => {
    const between = text.slice(end, atom.at);
    return (
      fillers[language].test(between) ||
      // "Monday, the 18th of May".
      (current?.day !== undefined && isBoth(current.day, atom) && between.trim() === ",")
    );
  };
  const isOpen = current !== undefined && isBeside(current.end);
  const isWaiting = building.pending !== undefined && isBeside(building.pendingEnd);
  return { ...building, isOpen, pending: isWaiting ? building.pending : undefined };
}

function place(atom: Atom, building: Building, { language, observe }: Surroundings): Building {
  if (isJoin(atom)) return join(atom, building);
  if (atom.kind === "deadline" && language === "en")
    return { ...building, isOpen: false, pending: "deadline", pendingEnd: atom.end };
  const { pending, phrases } = building;
  const current = openPhrase(building);
  const takes = current !== undefined && (isRange(pending) || !isTaken(current, atom));
  const phrase = takes ? current : begin(atom, building, language);
  const placed = decide(roles, { phrase, atom, pending }, { observe }) ?? phrase;
  return {
    phrases: [
      ...(takes ? phrases.slice(0, -1) : phrases),
      { ...placed, end: Math.max(placed.end, atom.end) },
    ],
    isOpen: true,
    // "到下午4点": the period comes first and the join still holds for the clock.
    pending: atom.kind === "period" && pending !== "and" ? pending : undefined,
    pendingEnd: atom.end,
  };
}

const isRange = (pending: Building["pending"]): boolean =>
  pending === "to" || pending === "until" || pending === "from";

const joins = ["to", "until", "from", "and", "not"] as const;
type Join = Atom & { readonly kind: (typeof joins)[number] };
const isJoin = (atom: Atom): atom is Join => joins.some((join) => join === atom.kind);

/** Waits for what it joins to; "and" needs something before it. */
function join({ kind, end }: Join, building: Building): Building {
  const current = openPhrase(building);
  const isLonger = current !== undefined && kind !== "not";
  return {
    phrases: isLonger
      ? [...building.phrases.slice(0, -1), { ...current, end: Math.max(current.end, end) }]
      : building.phrases,
    isOpen: building.isOpen && kind !== "not" && kind !== "and",
    pending: kind === "and" && current === undefined ? undefined : kind,
    pendingEnd: end,
  };
}

function begin(
  { at, end, kind }: Atom,
  { pending, phrases }: Building,
  language: Language,
): Phrase {
  // "早上8点中午12点晚上6点": a part of the day begins the next time at once.
  const previous = phrases.at(-1);
  const isAtOnce =
    kind === "period" && previous?.clock !== undefined && previous.end === at && language === "zh";
  return {
    at,
    end,
    ...(pending === "and" || isAtOnce ? { joined: true } : {}),
    ...(pending === "not" ? { negated: true } : {}),
    ...(pending === "deadline" ? { deadline: true } : {}),
    ...(pending === "to" ? { aim: true } : {}),
  };
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
