import { itemOf } from "./create.ts";
import { resolveDay } from "./dates.ts";
import { readings } from "./hours.ts";
import { instantOf } from "./instants.ts";
import { momentOf } from "./moments.ts";
import { nextOccurrence } from "./occurrences.ts";
import type { Phrase } from "./phrases.ts";
import type { Reading } from "./reading.ts";
import { isRefused, type Reason, refuse, type Refused } from "./reasons.ts";
import { seriesOf } from "./recurrence.ts";
import type { Item, KnownReminder } from "./request.ts";
import { timeAfter } from "./series-times.ts";
import type { Target } from "./targets.ts";
import { dayMs, dayOf, minuteMs, timeOf, type Wall, wallAt, wallOf, wallText } from "./wall.ts";

export interface State {
  readonly item: Item;
  readonly notes: readonly Reason[];
  readonly occurrence?: string;
}

/** The full state after the change: what was not changed stays. */
export function stateOf(
  { reminder }: Target,
  time: {
    readonly start: Wall;
    readonly instant?: number;
    readonly durationMinutes?: number | null;
    readonly rrule?: string;
  },
  title = reminder.title,
): Item {
  return itemOf(title, {
    start: time.start,
    durationMinutes: time.durationMinutes ?? reminder.durationMinutes ?? null,
    ...(time.rrule === undefined
      ? typeof reminder.rrule === "string"
        ? { rrule: reminder.rrule }
        : {}
      : { rrule: time.rrule }),
    ...(time.instant === undefined ? {} : { instant: time.instant }),
  });
}

export function moved(
  reading: Reading,
  target: Target,
  { timed, hints }: { timed: readonly Phrase[]; hints: readonly Phrase[] },
): State | Refused {
  const { now, zone } = reading;
  const { start, rrule } = target.reminder;
  const said = timed.reduce((sum, each) => ({ ...each, ...sum }), timed[0] ?? { at: 0, end: 0 });
  if (timed.filter(({ clock }) => clock !== undefined).length > 1) return refuse("clock_left_over");
  const once =
    typeof rrule === "string" && start !== null
      ? occurrenceOn(reading, target.reminder, hints)
      : undefined;
  if (typeof once === "object") return once;
  const old = once === undefined ? (start === null ? undefined : wallOf(start)) : wallOf(once);
  const phrase = fromTo(said, old);
  const sooner =
    /\bforward\b/.test(reading.prepared.text) && phrase.shift !== undefined
      ? -Math.abs(phrase.shift)
      : undefined;
  const by =
    sooner ??
    phrase.shift ??
    (phrase.lead === undefined || phrase.lead === null ? undefined : -phrase.lead);
  const isSeries = typeof rrule === "string" && once === undefined;
  const moment =
    by !== undefined && old !== undefined
      ? shiftedBy(old, by, now)
      : anew(reading, phrase, { old, isSeries });
  if (isRefused(moment)) return moment;
  if (moment.start === old && moment.rrule === undefined && moment.durationMinutes === null)
    return refuse("no_change");
  const item = stateOf(target, {
    ...moment,
    start:
      isSeries && moment.rrule === undefined
        ? onward(moment.start, { rrule, zone, now })
        : moment.start,
  });
  return once === undefined
    ? { item, notes: moment.notes }
    : { item: { ...item, rrule: null }, notes: moment.notes, occurrence: once };
}

/** "from 6pm to 7pm" about something at six is no length: it goes to seven. */
function fromTo({ endClock, ...phrase }: Phrase, old: Wall | undefined): Phrase {
  const isOld =
    old !== undefined && phrase.clock !== undefined && readings(phrase.clock).includes(timeOf(old));
  if (endClock === undefined) return phrase;
  return isOld ? { ...phrase, clock: endClock } : { ...phrase, endClock };
}

type Change = {
  readonly start: Wall;
  readonly rrule?: string;
  readonly durationMinutes: number | null;
  readonly instant?: number;
  readonly notes: readonly Reason[];
};

function shiftedBy(old: Wall, by: number, now: Wall): Change | Refused {
  // What has already gone off is put off from now on.
  const start = (old <= now && by > 0 ? now : old) + by;
  return start <= now ? refuse("past_time") : { start, durationMinutes: null, notes: [] };
}

function anew(
  reading: Reading,
  phrase: Phrase,
  { old, isSeries }: { old: Wall | undefined; isSeries: boolean },
): Change | Refused {
  const { now, zone, wake } = reading;
  const clock = phrase.clock ?? (old === undefined ? undefined : clockOf(old));
  if (phrase.rule !== undefined)
    return seriesOf(
      { ...phrase, ...(clock === undefined ? {} : { clock: sameHalf(clock, old) }) },
      { now, wake },
    );
  if (phrase.duration !== undefined && phrase.clock === undefined && phrase.day === undefined)
    return old === undefined
      ? refuse("no_time")
      : { start: old, durationMinutes: phrase.duration / minuteMs, notes: [] };
  if (isSeries && phrase.day !== undefined) return refuse("ambiguous_day");
  if (phrase.period !== undefined && phrase.clock === undefined)
    return refuse("period_without_clock");
  if (clock === undefined && phrase.after === undefined) return refuse("no_time");
  const base =
    old !== undefined && isSeries ? wallAt(Math.max(dayOf(old), dayOf(now)), timeOf(old)) : old;
  if (isSeries && clock !== undefined && base !== undefined && phrase.after === undefined) {
    const half = sameHalf(clock, base);
    const [reading0] = half.exact ? [(half.hour * 60 + half.minute) * minuteMs] : [undefined];
    if (reading0 !== undefined)
      return {
        start: wallAt(dayOf(old ?? base), reading0 % dayMs),
        durationMinutes: null,
        notes: [],
      };
  }
  return momentOf(
    { ...phrase, ...(clock === undefined || phrase.after !== undefined ? {} : { clock }) },
    { now, zone, wake, old: base },
  );
}

const clockOf = (wall: Wall): NonNullable<Phrase["clock"]> => ({
  hour: Math.floor(timeOf(wall) / 3_600_000),
  minute: Math.floor((timeOf(wall) % 3_600_000) / minuteMs),
  second: Math.floor((timeOf(wall) % minuteMs) / 1000),
  exact: true,
});

/** A bare hour stays in the half of the day where the old time is. */
function sameHalf(
  clock: NonNullable<Phrase["clock"]>,
  old: Wall | undefined,
): NonNullable<Phrase["clock"]> {
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

/** "Monday's plan": that one. A day on which there is none leaves the others alone. */
function occurrenceOn(
  reading: Reading,
  series: KnownReminder,
  hints: readonly Phrase[],
): string | Refused | undefined {
  const { now, zone } = reading;
  const day = hints.find((hint) => hint.day !== undefined && hint.negated !== true)?.day;
  const resolved = day === undefined ? undefined : resolveDay(day, now);
  if (day === undefined || resolved === undefined || isRefused(resolved)) return undefined;
  // On a Monday, "Monday's" may be over; the next one is meant then.
  const days =
    day.is === "weekday" && day.weeks === null ? [resolved.day, resolved.day + 7] : [resolved.day];
  for (const each of days) {
    const from = Math.max(wallAt(each, 0) - 1, now);
    const next = timeAfter(series, zone, from);
    if (next !== undefined && dayOf(wallOf(next)) === each) return next;
  }
  return refuse("target_not_found");
}

/** A series that moves to an hour that is over today goes on with its next day. */
function onward(
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
