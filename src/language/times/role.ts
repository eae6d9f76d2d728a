import { defineRule, type Examples, type Rule } from "../rule.ts";
import type { Atom, ClockTime, DaySpec, Period } from "./atoms.ts";
import type { Phrase } from "./phrase.ts";

/** A join that waits for what it joins to. */
export type Pending = "to" | "until" | "from" | "and" | "not" | "deadline" | undefined;

/** An atom that comes to a phrase, and the join between them. */
export interface Placing<Each extends Atom = Atom> {
  readonly phrase: Phrase;
  readonly atom: Each;
  readonly pending: Pending;
}

type Kind = Atom["kind"];
export type AtomOf<K extends Kind> = Extract<Atom, { readonly kind: K }>;

interface RoleDefinition<K extends Kind> {
  readonly name: string;
  readonly kinds: readonly K[];
  readonly after?: readonly string[];
  readonly examples: Examples;
  readonly when?: (placing: Placing<AtomOf<K>>) => boolean;
  readonly then: (placing: Placing<AtomOf<K>>) => Phrase;
}

/** Which role an atom of these kinds takes. */
export const role = <K extends Kind>({
  kinds,
  when,
  then,
  ...named
}: RoleDefinition<K>): Rule<Placing, Phrase> => {
  const isOfKind = (placing: Placing): placing is Placing<AtomOf<K>> =>
    kinds.some((kind) => kind === placing.atom.kind);
  return defineRule({
    ...named,
    stage: "combine",
    when: (placing: Placing) =>
      isOfKind(placing) && (when === undefined || when(placing)) ? placing : undefined,
    then: (_: Placing, placing: Placing<AtomOf<K>>) => then(placing),
  });
};

export const isEnd = (pending: Pending): boolean => pending === "to" || pending === "until";

/** The hour with the part of the day that stood before it. */
export const clockIn = ({ period }: Phrase, clock: ClockTime): ClockTime => ({
  hour: clock.hour,
  minute: clock.minute,
  second: clock.second,
  exact: clock.exact,
  period: clock.period ?? period,
  ...(clock.anyHour === undefined ? {} : { anyHour: clock.anyHour }),
  ...(clock.asNow === undefined ? {} : { asNow: clock.asNow }),
});

export const withoutPeriod = (phrase: Phrase): Phrase => {
  const { period: _, ...rest } = phrase;
  return rest;
};

/** "Friday the 19th", "6月19号周五": one day said twice. */
export const isBoth = (day: DaySpec, atom: Atom): boolean =>
  atom.kind === "day" &&
  [day.is, atom.day.is].toSorted().join() === "date,weekday" &&
  atom.past !== true;

export function both(one: DaySpec, two: DaySpec): DaySpec {
  const [date, weekday] = one.is === "date" ? [one, two] : [two, one];
  return date.is === "date" && weekday.is === "weekday"
    ? { ...date, weekday: weekday.weekday }
    : two;
}

/** Parts of the day that cannot both be meant; "晚上凌晨两点" can. */
export const isExclusive = (one: Period, other: Period): boolean =>
  one !== other &&
  [one, other].some((period) => period === "morning") &&
  [one, other].some(
    (period) => period === "afternoon" || period === "evening" || period === "night",
  );
