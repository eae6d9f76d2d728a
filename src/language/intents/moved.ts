import { ruleOn } from "../calendar/rule-text.ts";
import { itemOf } from "./create.ts";
import { dateOf, resolveDay } from "../calendar/dates.ts";
import { readings } from "../times/hours.ts";
import { momentOf } from "../calendar/moments.ts";
import type { Reading } from "../reading.ts";
import type { Reason } from "../dialogue/reasons.ts";
import type { Item, KnownReminder } from "../request.ts";
import { onward, timeAfter } from "../calendar/series-times.ts";
import { type Target, topicOf } from "../dialogue/targets.ts";
import { civil, dayOf, timeOf, type Wall, wallAt, wallOf } from "../calendar/wall.ts";
import {
  type Before,
  type Change,
  clockOf,
  resolveAgain,
  sameHalf,
  shiftTime,
} from "./new-times.ts";
import { isRefused, refuse, type Refused } from "../dialogue/refused.ts";
import type { Phrase } from "../times/phrase.ts";
import * as en from "../lexicon/en/change.ts";
import * as zh from "../lexicon/zh/change.ts";
import { wordsOf } from "../lexicon/words.ts";

const lexicon = wordsOf(zh, en);

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

export function moveReminder(
  reading: Reading,
  target: Target,
  { timed, hints }: { timed: readonly Phrase[]; hints: readonly Phrase[] },
): State | Refused {
  const { start, rrule } = target.reminder;
  if (timed.filter(({ clock }) => clock !== undefined).length > 1) return refuse("clock_left_over");
  const once = occurrenceOn(reading, target.reminder, hints);
  if (typeof once === "object") return once;
  const before = once ?? start;
  const old = before === null ? undefined : wallOf(before);
  const said = timed.reduce((sum, each) => ({ ...each, ...sum }), timed[0] ?? { at: 0, end: 0 });
  const series = once === undefined && typeof rrule === "string" ? rrule : undefined;
  const aim = inWeekOf(old, { said, hints }, reading.now);
  const times = { old, isSeries: series !== undefined };
  const moment =
    onOtherDay(reading, target, { said, series }) ?? moveAhead(reading, fromTo(aim, old), times);
  if (isRefused(moment)) return moment;
  if (isSame(moment, old)) return refuse("no_change");
  return once === undefined
    ? moveWhole(reading, target, { moment, series })
    : {
        item: { ...stateOf(target, moment), rrule: null },
        notes: moment.notes,
        occurrence: once,
      };
}

/** All of it, and not one day of a series. */
function moveWhole(
  { now, zone }: Reading,
  target: Target,
  { moment, series }: { moment: Change; series: string | undefined },
): State {
  const isSameRule = series !== undefined && moment.rrule === undefined;
  const start = isSameRule ? onward(moment.start, { rrule: series, zone, now }) : moment.start;
  return { item: stateOf(target, { ...moment, start }), notes: moment.notes };
}

const isSame = ({ start, rrule, durationMinutes }: Change, old: Wall | undefined): boolean =>
  start === old && rrule === undefined && durationMinutes === null;

/** "sorry, Wednesday", right behind a series on Tuesdays: it is on that day from the first time on. */
function onOtherDay(
  reading: Reading,
  target: Target,
  { said, series }: { said: Phrase; series: string | undefined },
): Change | Refused | undefined {
  const { start } = target.reminder;
  const day = said.day;
  const isTopic = topicOf(reading)?.reminder === target.reminder;
  if (day === undefined || series === undefined || start === null || !isTopic) return undefined;
  const rrule = ruleOn(series, day);
  if (rrule === undefined) return undefined;
  const old = wallOf(start);
  const { month } = civil(dayOf(old));
  const isYearly = day.is === "date" && series.startsWith("FREQ=YEARLY");
  const spec = isYearly ? { ...day, month: day.month ?? month } : day;
  const clock = sameHalf(said.clock ?? clockOf(old), old);
  const moment = momentOf({ at: 0, end: 0, day: spec, clock }, { ...reading, old });
  return isRefused(moment) ? moment : { ...moment, rrule };
}

function moveTime(reading: Reading, phrase: Phrase, before: Before): Change | Refused {
  const by = shiftIn(phrase, reading.prepared.text);
  return by !== undefined && before.old !== undefined
    ? shiftTime(before.old, by, reading.now)
    : resolveAgain(reading, phrase, before);
}

/**
 * "on Wednesday, not Tuesday", "move Tuesday's call to Wednesday": of the week in which it is. So is
 * the weekday of today for what comes in another week: today would have been called so.
 */
function inWeekOf(
  old: Wall | undefined,
  { said, hints }: { said: Phrase; hints: readonly Phrase[] },
  now: Wall,
): Phrase {
  const { day } = said;
  if (day?.is !== "weekday" || day.weeks !== null || old === undefined || old <= now) return said;
  const { weekday } = civil(dayOf(old));
  const isNamed = hints.some(({ day: hint }) => hint?.is === "weekday" && hint.weekday === weekday);
  const isToday = day.weekday === civil(dayOf(now)).weekday;
  const aim = dayOf(old) - weekday + day.weekday;
  return (isNamed || isToday) && aim > dayOf(now) ? { ...said, day: dateOf(aim) } : said;
}

/** On a Wednesday, something of next week goes "to Wednesday": not to an hour of today that is over. */
function moveAhead(reading: Reading, phrase: Phrase, before: Before): Change | Refused {
  const moment = moveTime(reading, phrase, before);
  const { day } = phrase;
  const isWeekday = day?.is === "weekday" && day.weeks === null;
  if (!isWeekday || !isTooEarly(reading, moment, before)) return moment;
  const resolved = resolveDay(day, reading.now);
  return isRefused(resolved) || before.old === undefined || before.old <= reading.now
    ? moment
    : moveTime(reading, { ...phrase, day: dateOf(resolved.day + 7) }, before);
}

/** It is over then; or, what is put off would come before its old time. */
const isTooEarly = (
  { prepared: { text } }: Reading,
  moment: Change | Refused,
  { old }: Before,
): boolean =>
  isRefused(moment)
    ? moment.refused === "past_time"
    : old !== undefined && moment.start < old && lexicon.both.laterThan.test(text);

/** How far it moves. "Bring it forward by an hour" is earlier, however the amount is said. */
function shiftIn({ shift, lead }: Phrase, text: string): number | undefined {
  if (shift !== undefined) return lexicon.en.forward.test(text) ? -Math.abs(shift) : shift;
  return lead === undefined || lead === null ? undefined : -lead;
}

/** "from 6pm to 7pm" about something at six is not a length: it moves to seven. */
function fromTo({ endClock, ...phrase }: Phrase, old: Wall | undefined): Phrase {
  const isOld =
    old !== undefined && phrase.clock !== undefined && readings(phrase.clock).includes(timeOf(old));
  if (endClock === undefined) return phrase;
  return isOld ? { ...phrase, clock: endClock } : { ...phrase, endClock };
}

/** "Monday's plan": that one. A day on which there is none leaves the others alone. */
function occurrenceOn(
  reading: Reading,
  series: KnownReminder,
  hints: readonly Phrase[],
): string | Refused | undefined {
  const { now, zone } = reading;
  if (typeof series.rrule !== "string" || series.start === null) return undefined;
  const day = hints.find((hint) => hint.day !== undefined && hint.negated !== true)?.day;
  if (day === undefined) return undefined;
  const resolved = resolveDay(day, now);
  if (isRefused(resolved)) return undefined;
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
