import { workweek } from "../calendar/wall.ts";
import type { Period, RuleSpec } from "./atoms.ts";

/**
 * What a recurrence is said with, in any order: how often ("every other week"), on which days
 * ("Monday and Thursday"), of the month ("the first and fifteenth") or the year ("March 4").
 */
export type Piece = {
  /** It comes again by this piece alone: "every Monday", "Mondays", but not "Monday". */
  readonly repeats?: boolean;
  readonly interval?: number | undefined;
  readonly period?: Period | undefined;
  readonly count?: number;
} & (
  | { readonly is: "cadence"; readonly freq: RuleSpec["freq"]; readonly times?: number }
  | { readonly is: "weekdays"; readonly byday: readonly string[]; readonly isGroup?: boolean }
  /** The nth days of a month: of all, of its workdays, or of one weekday. Negative from its end. */
  | {
      readonly is: "nth";
      readonly places: readonly number[];
      readonly of: "day" | "workday" | (string & {});
      readonly isOfMonth: boolean;
    }
  | { readonly is: "date"; readonly month: number; readonly day: number }
);
type PieceOf<Is extends Piece["is"]> = Extract<Piece, { readonly is: Is }>;

/** The rule that the pieces make together; `undefined` where they do not go together. */
export function composeRule(pieces: readonly Piece[]): RuleSpec | undefined {
  if (!pieces.some(({ repeats }) => repeats === true)) return onceOrWeekly(pieces);
  const cadences = pieces.filter((piece) => piece.is === "cadence");
  const [days, secondDays] = pieces.filter((piece) => piece.is !== "cadence");
  const [cadence] = cadences;
  const [interval, secondInterval] = pieces.flatMap((piece) => piece.interval ?? []);
  const isOne = cadences.every(({ freq }) => freq === cadence?.freq);
  if (!isOne || secondDays !== undefined || secondInterval !== undefined) return undefined;
  const spec = days === undefined ? aloneOf(cadence) : ofDays(days, cadence);
  const [period] = pieces.flatMap((piece) => piece.period ?? []);
  const [count] = pieces.flatMap((piece) => piece.count ?? []);
  return (
    spec && {
      ...spec,
      ...(interval === undefined || interval === 1 ? {} : { interval }),
      ...(period && { period }),
      ...(count && { count }),
    }
  );
}

/** "Monday and Thursday at six": these days once, or every week? */
function onceOrWeekly([days, more]: readonly Piece[]): RuleSpec | undefined {
  if (days?.is !== "weekdays" || more !== undefined || days.isGroup === true) return undefined;
  return days.byday.length > 1
    ? {
        freq: "WEEKLY",
        byday: days.byday,
        ambiguous: true,
        ...(days.period && { period: days.period }),
      }
    : undefined;
}

/** "twice a week" alone does not say when. */
const aloneOf = (cadence: PieceOf<"cadence"> | undefined): RuleSpec | undefined =>
  cadence === undefined || (cadence.times ?? 1) > 1 ? undefined : { freq: cadence.freq };

function ofDays(
  days: Exclude<Piece, PieceOf<"cadence">>,
  cadence: PieceOf<"cadence"> | undefined,
): RuleSpec | undefined {
  if (days.is === "weekdays") return ofWeek(days, cadence);
  if (days.is === "nth") return ofMonth(days, cadence);
  return (cadence?.freq ?? "YEARLY") === "YEARLY"
    ? { freq: "YEARLY", bymonth: days.month, bymonthday: [days.day] }
    : undefined;
}

function ofWeek(
  { byday, isGroup }: PieceOf<"weekdays">,
  cadence: PieceOf<"cadence"> | undefined,
): RuleSpec | undefined {
  const { freq = "WEEKLY", times = byday.length } = cadence ?? {};
  if (times !== byday.length) return undefined;
  // "every day, Monday to Friday", and not "every day, Monday".
  const isWeekly = freq === "WEEKLY" || (freq === "DAILY" && isGroup === true);
  return isWeekly ? { freq: "WEEKLY", byday } : undefined;
}

function ofMonth(
  { places, of, isOfMonth }: PieceOf<"nth">,
  cadence: PieceOf<"cadence"> | undefined,
): RuleSpec | undefined {
  const { freq = isOfMonth ? "MONTHLY" : undefined, times = places.length } = cadence ?? {};
  if (freq !== "MONTHLY" || times !== places.length) return undefined;
  const [place] = places;
  if (of === "day") return { freq, bymonthday: places };
  if (of !== "workday")
    return places.every((each) => each <= 5)
      ? { freq, byday: places.map((each) => `${each}${of}`) }
      : undefined;
  return places.length === 1 && place !== undefined
    ? { freq, byday: workweek, bysetpos: place }
    : undefined;
}
