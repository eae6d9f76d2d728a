import { resolveDay } from "../calendar/dates.ts";
import { seriesOf } from "../calendar/recurrence.ts";
import { type Day, dayMs, dayOf, type Wall, wallAt, weekdayCodes } from "../calendar/wall.ts";
import { isRefused, refuse, type Refused } from "../dialogue/refused.ts";
import { isDayLong, isDayOfNote, isRunOfDays } from "../lexicon/day-long.ts";
import type { Trigger } from "../lexicon/trigger.ts";
import type { Reading } from "../reading.ts";
import type { DaySpec } from "./atoms.ts";
import { goBack, leadOf } from "./lead.ts";
import type { Phrase } from "./phrase.ts";
import { isTimed } from "./timed.ts";

/** One day or several, without an hour. */
export interface WholeDays {
  readonly start: Wall;
  readonly rrule?: string;
  readonly durationMinutes: number | null;
  /** The reminder is days before them: it is not of the day that it comes on. */
  readonly isAhead?: true;
  readonly phrases: readonly Phrase[];
}

const mostDays = 366;

/**
 * "offsite all day Friday", "trip Dec 3 to 10", "生日3月3号，每年": days that a calendar holds as
 * such. `undefined`: an hour was said, or is to be asked for.
 */
export function wholeDays(reading: Reading, trigger: Trigger): WholeDays | Refused | undefined {
  const phrases = reading.phrases.filter(({ negated, past }) => negated !== true && past !== true);
  if (phrases.some((phrase) => isTimed(phrase) || isOpen(phrase))) return undefined;
  const said: Said = {
    phrases,
    dates: phrases.filter((phrase) => isDate(phrase) && leadOf(phrase) === undefined),
    rules: phrases.filter(({ rule }) => rule !== undefined),
    leads: phrases.filter((phrase) => leadOf(phrase) !== undefined),
  };
  if ([said.dates, said.rules, said.leads].some(({ length }) => length > 1)) return undefined;
  return isWhole(reading, trigger, said) ? resolveDays(said, reading) : undefined;
}

interface Said {
  readonly phrases: readonly Phrase[];
  readonly dates: readonly Phrase[];
  readonly rules: readonly Phrase[];
  readonly leads: readonly Phrase[];
}

function resolveDays(
  { phrases, dates: [spoken], rules: [repeated], leads: [lead] }: Said,
  reading: Reading,
): WholeDays | Refused | undefined {
  const span = spoken === undefined ? daysOfWeek(repeated, reading) : undefined;
  const [date, rule] = span === undefined ? [spoken, repeated] : [span];
  if (date === undefined)
    return rule === undefined ? undefined : aheadBy(lead, series(rule, reading, phrases));
  if (rule !== undefined && rule.rule?.freq !== "YEARLY") return undefined;
  const days = spanOf(date, reading.now);
  if (isRefused(days)) return days;
  const { start, ...length } = ahead(days, lead);
  if (dayOf(start) < dayOf(reading.now)) return refuse("past_time");
  return { start, ...(rule === undefined ? {} : { rrule: "FREQ=YEARLY" }), ...length, phrases };
}

/** "on leave from Monday to Wednesday" is said of one week, where no hour is said of each day. */
function daysOfWeek(phrase: Phrase | undefined, { prepared }: Reading): Phrase | undefined {
  const { at, end, rule } = phrase ?? { at: 0, end: 0 };
  const codes = rule?.byday ?? [];
  if (codes.length < 2 || !isRunOfDays(prepared.text.slice(at, end))) return undefined;
  const [fromDay, untilDay] = [codes[0], codes.at(-1)].map((code): DaySpec => ({
    is: "weekday",
    weekday: weekdayCodes.indexOf(code ?? "") + 1,
    weeks: null,
  }));
  return fromDay && untilDay && { at, end, fromDay, untilDay };
}

/** The days themselves, or one ahead of them. */
const ahead = (
  { first, days }: { readonly first: Day; readonly days: number },
  lead: Phrase | undefined,
): Pick<WholeDays, "start" | "durationMinutes" | "isAhead"> =>
  lead === undefined
    ? { start: wallAt(first, 0), durationMinutes: days > 1 ? days * 1440 : null }
    : { start: before(wallAt(first, 0), lead), durationMinutes: null, isAhead: true };

const before = (start: Wall, phrase: Phrase): Wall =>
  goBack(start, leadOf(phrase) ?? { ms: 0, months: 0 });

/** Something about it is left to ask. */
const isOpen = ({
  vague,
  unread,
  deadline,
  weekend,
  stretch,
  span,
  lead,
  period,
  within,
}: Phrase): boolean =>
  [vague, unread, deadline, weekend, within === undefined ? stretch : undefined, span, period].some(
    (part) => part !== undefined,
  ) ||
  lead === null ||
  (typeof lead === "number" && lead % dayMs !== 0);

const isDate = ({ day, fromDay, untilDay }: Phrase): boolean =>
  day !== undefined || (fromDay !== undefined && untilDay !== undefined);

function isWhole(
  { prepared, phrases: all }: Reading,
  { calendar, whom }: Trigger,
  { phrases, leads }: Said,
): boolean {
  if (whom === "other" || all.length === 0) return false;
  return (
    phrases.some(({ whole }) => whole === true) ||
    leads.length > 0 ||
    isDayOfNote(prepared.text) ||
    (calendar !== undefined &&
      (isDayLong(prepared.text) || phrases.some(({ untilDay }) => untilDay !== undefined)))
  );
}

function spanOf(
  { day, fromDay, untilDay }: Phrase,
  now: Wall,
): { readonly first: Day; readonly days: number } | Refused {
  const from = fromDay ?? day;
  if (from === undefined) return refuse("date_without_clock");
  const first = resolveDay(from, now);
  if (isRefused(first)) return first;
  if (untilDay === undefined) return { first: first.day, days: 1 };
  const until = inMonthOf(from, untilDay);
  // "下周一到下周三", "明天到后天" count from today; what lies before the first day, from there.
  const near = resolveDay(until, now);
  const last =
    isRefused(near) || near.day < first.day ? resolveDay(until, wallAt(first.day, 0)) : near;
  if (isRefused(last)) return last;
  const days = last.day - first.day + 1;
  return days >= 1 && days <= mostDays ? { first: first.day, days } : refuse("ambiguous_day");
}

/** "Dec 3 to 10": the second has the month of the first. */
const inMonthOf = (from: DaySpec, until: DaySpec): DaySpec =>
  from.is === "date" &&
  until.is === "date" &&
  until.month === undefined &&
  from.month !== undefined &&
  until.day >= from.day
    ? { ...until, month: from.month }
    : until;

/** "每年3月3号生日，提前一天": a year later is a day earlier, too; a week is not. */
function aheadBy(
  lead: Phrase | undefined,
  found: WholeDays | Refused,
): WholeDays | Refused | undefined {
  if (lead === undefined || isRefused(found)) return found;
  return found.rrule === "FREQ=YEARLY"
    ? { ...found, start: before(found.start, lead), isAhead: true }
    : undefined;
}

/** "每年3月3日", "all day every Friday". */
function series(phrase: Phrase, { now }: Reading, phrases: readonly Phrase[]): WholeDays | Refused {
  const { rule } = phrase;
  const found = seriesOf({ ...phrase, clock: lastMinute }, { now, wake: false });
  if (isRefused(found)) return found;
  return {
    start: wallAt(dayOf(found.start), 0),
    rrule: rule?.freq === "YEARLY" && rule.lunar === undefined ? "FREQ=YEARLY" : found.rrule,
    durationMinutes: null,
    phrases,
  };
}
const lastMinute = { hour: 23, minute: 59, second: 0, exact: true } as const;
