import type { ClockTime, RuleSpec } from "../times/atoms.ts";
import { isComplete } from "../calendar/rule-days.ts";
import { dateOf } from "../calendar/dates.ts";
import { momentOf } from "../calendar/moments.ts";
import type { Reading } from "../reading.ts";
import type { Reason } from "../dialogue/reasons.ts";
import { seriesOf } from "../calendar/recurrence.ts";
import {
  civil,
  type Day,
  dayMs,
  dayOf,
  minuteMs,
  timeOf,
  type Wall,
  wallAt,
  weekdayCode,
} from "../calendar/wall.ts";
import { isRefused, refuse, type Refused } from "../dialogue/refused.ts";
import type { Phrase } from "../times/phrase.ts";

/** The time something had before. */
export interface Before {
  readonly old: Wall | undefined;
  readonly isSeries: boolean;
}

/** The time it gets. */
export type Change = {
  readonly start: Wall;
  readonly rrule?: string;
  readonly durationMinutes: number | null;
  readonly instant?: number;
  readonly notes: readonly Reason[];
};

export function shiftTime(old: Wall, by: number, now: Wall): Change | Refused {
  // What has already gone off is put off from now on.
  const start = (old <= now && by > 0 ? now : old) + by;
  return start <= now ? refuse("past_time") : { start, durationMinutes: null, notes: [] };
}

/** What is not said stays as it was. */
export function resolveAgain(
  reading: Reading,
  phrase: Phrase,
  { old, isSeries }: Before,
): Change | Refused {
  const { now, wake } = reading;
  const clock = phrase.clock ?? (old === undefined ? undefined : clockOf(old));
  if (phrase.rule !== undefined) {
    const sided = clock === undefined ? {} : { clock: sameHalf(clock, old) };
    return seriesOf({ ...ruleFrom(phrase, old, now), ...sided }, { now, wake });
  }
  if (isLengthAlone(phrase))
    return old === undefined
      ? refuse("no_time")
      : { start: old, durationMinutes: (phrase.duration ?? 0) / minuteMs, notes: [] };
  return resolveOnce(reading, { phrase, clock }, { old, isSeries });
}

/**
 * A new moment, which for a series is only another hour. Without a clock of its own it keeps that of
 * before.
 */
function resolveOnce(
  reading: Reading,
  { phrase, clock }: { phrase: Phrase; clock: ClockTime | undefined },
  { old, isSeries }: Before,
): Change | Refused {
  const { now, zone, wake } = reading;
  if (isSeries && phrase.day !== undefined) return refuse("ambiguous_day");
  if (isPeriodAlone(phrase)) return refuse("period_without_clock");
  if (phrase.after !== undefined) return momentOf(phrase, { now, zone, wake });
  if (clock === undefined) return refuse("no_time");
  return isSeries && old !== undefined
    ? newHour(reading, { ...phrase, clock }, old)
    : momentOf({ ...phrase, clock }, { now, zone, wake, old });
}

/** "every week please": on the day on which it is, and from that day on. */
function ruleFrom(phrase: Phrase, old: Wall | undefined, now: Wall): Phrase {
  const { rule } = phrase;
  if (rule === undefined || old === undefined || old <= now || phrase.day !== undefined)
    return phrase;
  const { month, day, weekday } = civil(dayOf(old));
  const from = phrase.fromDay ?? dateOf(firstDay(rule, dayOf(old)));
  const days =
    isComplete(rule) || isWithinDay(rule)
      ? {}
      : rule.freq === "WEEKLY"
        ? { byday: [weekdayCode(weekday)] }
        : { bymonthday: [day], ...(rule.freq === "YEARLY" ? { bymonth: month } : {}) };
  return { ...phrase, rule: { ...rule, ...days }, ...(isWithinDay(rule) ? {} : { fromDay: from }) };
}

/** "to saturdays", of something on Sunday: that week's Saturday counts. */
const firstDay = (rule: RuleSpec, old: Day): Day =>
  rule.freq === "WEEKLY" && isComplete(rule) ? old - (civil(old).weekday - 1) : old;

const isWithinDay = ({ freq }: RuleSpec): boolean => freq === "HOURLY" || freq === "MINUTELY";

const isLengthAlone = ({ duration, clock, day }: Phrase): boolean =>
  duration !== undefined && clock === undefined && day === undefined;

const isPeriodAlone = ({ period, clock }: Phrase): boolean =>
  period !== undefined && clock === undefined;

/** A series keeps its days. */
function newHour(
  { now, zone, wake }: Reading,
  phrase: Phrase & { readonly clock: ClockTime },
  old: Wall,
): Change | Refused {
  const base = wallAt(Math.max(dayOf(old), dayOf(now)), timeOf(old));
  const { exact, hour, minute } = sameHalf(phrase.clock, base);
  if (!exact) return momentOf(phrase, { now, zone, wake, old: base });
  const time = ((hour * 60 + minute) * minuteMs) % dayMs;
  return { start: wallAt(dayOf(old), time), durationMinutes: null, notes: [] };
}

export const clockOf = (wall: Wall): ClockTime => ({
  hour: Math.floor(timeOf(wall) / 3_600_000),
  minute: Math.floor((timeOf(wall) % 3_600_000) / minuteMs),
  second: Math.floor((timeOf(wall) % minuteMs) / 1000),
  exact: true,
});

/** A bare hour stays in the half of the day where the old time is. */
export function sameHalf(clock: ClockTime, old: Wall | undefined): ClockTime {
  if (clock.exact) return clock;
  const moment = momentOf(
    { at: 0, end: 0, clock },
    {
      now: 0,
      zone: "UTC",
      wake: false,
      old: old === undefined ? undefined : wallAt(1, timeOf(old)),
    },
  );
  return isRefused(moment) ? clock : clockOf(moment.start);
}
