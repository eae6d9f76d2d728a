import { dateOf, resolveDay } from "../calendar/dates.ts";
import { momentOf } from "../calendar/moments.ts";
import { timeAfter } from "../calendar/series-times.ts";
import {
  type Day,
  dayMs,
  dayOf,
  minuteMs,
  type Wall,
  wallAt,
  wallOf,
  wallText,
} from "../calendar/wall.ts";
import type { Reason } from "../dialogue/reasons.ts";
import { isRefused, refuse, type Refused } from "../dialogue/refused.ts";
import { allTargets, findTargetName, targetOf, topicOf } from "../dialogue/targets.ts";
import { ownerWords } from "../lexicon/en/day-long.ts";
import type { Trigger } from "../lexicon/trigger.ts";
import type { Reading } from "../reading.ts";
import type { Item, KnownReminder } from "../request.ts";
import type { Span } from "../text/titles.ts";
import { goBack, leadOf } from "../times/lead.ts";
import type { Phrase } from "../times/phrase.ts";
import { titlesOf } from "./item-titles.ts";

interface Ahead {
  readonly items: readonly Item[];
  readonly notes: readonly Reason[];
}

const itemAt = (title: string, start: Wall): Item => ({
  title,
  start: wallText(start),
  rrule: null,
  durationMinutes: null,
});

/** "an hour before my dentist appointment". */
export function beforeAppointment(reading: Reading, { refused }: Refused): Ahead | undefined {
  const leads = reading.phrases.flatMap((phrase) => leadOf(phrase) ?? []);
  if (refused !== "lead_without_event" || leads.length === 0) return undefined;
  const isNamed = findTargetName(reading, reading.triggers) !== "";
  // Or "remind me an hour before that", directly behind what was written.
  const target = isNamed ? targetOf(reading, reading.triggers, []) : topicOf(reading);
  if (target === undefined || isRefused(target)) return undefined;
  const { title, start, rrule, allDay } = target.reminder;
  if (start === null || typeof rrule === "string" || allDay === true) return undefined;
  if (isOnAnotherDay(reading, start)) return undefined;
  const items = leads.map((lead) => itemAt(title, goBack(wallOf(start), lead)));
  return items.every((item) => wallOf(item.start) > reading.now) ? { items, notes: [] } : undefined;
}

/** "a meeting on thursday, remind me an hour before": what is kept for Friday is another one. */
const isOnAnotherDay = ({ phrases, now }: Reading, start: string): boolean =>
  phrases.some(({ day, lead }) => {
    const resolved =
      day === undefined || day.is === "event" || lead !== undefined
        ? undefined
        : resolveDay(day, now);
    return resolved !== undefined && !isRefused(resolved) && resolved.day !== dayOf(wallOf(start));
  });

/** So many days before something, said by this phrase. */
interface DaysAhead {
  readonly phrase: Phrase;
  readonly days: number;
}

function daysAhead({ phrases }: Reading): DaysAhead | undefined {
  const found = phrases.flatMap((phrase): DaysAhead[] => {
    const { lead, leadMonths, day } = phrase;
    if (day?.is === "event" && day.base === undefined && day.days < 0)
      return [{ phrase, days: -day.days }];
    return typeof lead === "number" && lead > 0 && lead % dayMs === 0 && leadMonths === undefined
      ? [{ phrase, days: lead / dayMs }]
      : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** "the day before dad's birthday", 妈妈生日前一天: at the hour that is said, or in the morning. */
export function beforeWholeDay(reading: Reading, trigger: Trigger): Ahead | Refused | undefined {
  const ahead = daysAhead(reading);
  if (ahead === undefined) return undefined;
  const { phrase, days } = ahead;
  const kept = wholeDayBeside(reading, phrase);
  const first = kept === undefined ? undefined : comingDay(reading, kept.reminder);
  if (kept === undefined || first === undefined) return undefined;
  const { lead: _, ...rest } = phrase;
  const timed = reading.phrases.find((each) => each !== phrase && each.clock !== undefined);
  const start = timeOn(reading, { ...timed, ...rest }, first - days);
  if (typeof start !== "number") return start;
  if (start <= reading.now) return refuse("past_time");
  const spans = [phrase, kept.span, ...(timed === undefined ? [] : [timed])];
  const plan = { bundles: [[phrase]], spans };
  const [said = ""] = titlesOf(reading, plan, { trigger, others: [] }) ?? [];
  return { items: [itemAt(said === "" ? kept.reminder.title : said, start)], notes: [] };
}

function timeOn(reading: Reading, phrase: Phrase, day: Day): Wall | Refused {
  const { now, zone, wake } = reading;
  if (phrase.clock !== undefined) {
    const moment = momentOf({ ...phrase, day: dateOf(day) }, { now, zone, wake });
    return isRefused(moment) ? moment : moment.start;
  }
  if (phrase.period !== undefined && phrase.period !== "morning")
    return refuse("period_without_clock");
  const [hour = 9, minute = 0] = (reading.context.morning ?? "09:00").split(":").map(Number);
  return wallAt(day, (hour * 60 + minute) * minuteMs);
}

/** The whole day that stands beside the words: behind them in English, ahead of them in Chinese. */
function wholeDayBeside(
  reading: Reading,
  { at, end }: Phrase,
): { readonly reminder: KnownReminder; readonly span: Span } | undefined {
  const { text } = reading.prepared;
  const behind = end + (ownerWords.exec(text.slice(end))?.[0].length ?? 0);
  const found = allTargets(reading)
    .filter(({ reminder }) => reminder.allDay === true)
    .flatMap(({ reminder }) => {
      const name = reminder.title.toLowerCase();
      if (text.startsWith(name, behind))
        return [{ reminder, span: { at: end, end: behind + name.length } }];
      return text.slice(0, at).trimEnd().endsWith(name)
        ? [{ reminder, span: { at: text.lastIndexOf(name, at), end: at } }]
        : [];
    });
  return found.length === 1 ? found[0] : undefined;
}

function comingDay({ now, zone }: Reading, reminder: KnownReminder): Day | undefined {
  const { start, rrule } = reminder;
  if (start === null) return undefined;
  const next =
    typeof rrule === "string" ? timeAfter(reminder, zone, wallAt(dayOf(now), 0) - 1000) : start;
  return next === undefined ? undefined : dayOf(wallOf(next));
}
