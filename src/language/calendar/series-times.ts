import { instantOf, wallTimeAt } from "./instants.ts";
import { nextOccurrence } from "./occurrences.ts";
import type { Reading } from "../reading.ts";
import type { KnownReminder } from "../request.ts";
import { civil, dayOf, type Wall, wallAt, wallOf, wallText } from "./wall.ts";
import { refuse, type Refused } from "../dialogue/refused.ts";
import type { Phrase } from "../times/phrase.ts";

/**
 * The first time of a series strictly after that one, both by the request's clock. Its days go by
 * the clock that it was meant by.
 */
export function timeAfter(
  series: Pick<KnownReminder, "start" | "rrule" | "zone">,
  zone: string,
  after: Wall,
): string | undefined {
  const { start, rrule, zone: own = zone } = series;
  if (start === null || typeof rrule !== "string") return undefined;
  const first = own === zone ? start : wallTimeAt(instantOf(start, zone), own);
  const next = nextOccurrence({ start: first, zone: own, rrule }, instantOf(wallText(after), zone));
  return next === undefined ? undefined : wallTimeAt(next.instant, zone);
}

/**
 * "这周的例会", "next week's standup": of a series that comes once in that week, that one.
 * `undefined`: no week is named, or more is.
 */
export function timeInWeek(
  { now, zone }: Reading,
  series: KnownReminder,
  phrases: readonly Phrase[],
): { readonly occurrence: string } | Refused | undefined {
  const [named, another] = phrases.filter(
    ({ stretch, day }) => stretch === true && day === undefined,
  );
  if (named?.within?.unit !== "week" || another !== undefined || typeof series.rrule !== "string")
    return undefined;
  const today = dayOf(now);
  const monday = today - (civil(today).weekday - 1) + 7 * named.within.ahead;
  const isThen = (time: string | undefined): time is string =>
    time !== undefined && dayOf(wallOf(time)) < monday + 7;
  const first = timeAfter(series, zone, Math.max(wallAt(monday, 0) - 1000, now));
  if (!isThen(first)) return refuse("target_not_found");
  return isThen(timeAfter(series, zone, wallOf(first)))
    ? refuse("ambiguous_day")
    : { occurrence: first };
}

/** A series that moves to an hour that is over today goes on with its next day. */
export function onward(
  start: Wall,
  { rrule, zone, now }: { rrule: string; zone: string; now: Wall },
): Wall {
  if (start > now) return start;
  const next = nextOccurrence(
    { start: wallText(start), zone, rrule },
    instantOf(wallText(now), zone),
  );
  return next === undefined ? start : wallOf(next.wall);
}
