import { wouldDropRequest } from "../times/unscheduled-requests.ts";
import { momentOf } from "../calendar/moments.ts";
import { type Plan, planOf } from "../times/plan.ts";
import type { Reading } from "../reading.ts";
import type { Reason } from "../dialogue/reasons.ts";
import { seriesOf } from "../calendar/recurrence.ts";
import type { Item } from "../request.ts";
import { titlesOf } from "./item-titles.ts";
import type { Span } from "../text/titles.ts";
import type { Trigger } from "../lexicon/trigger.ts";
import { dayOf, minuteMs, type Wall, wallText } from "../calendar/wall.ts";
import { beforeAppointment, beforeWholeDay } from "./ahead-of-kept.ts";
import { type WholeDays, wholeDays } from "../times/whole-days.ts";
import { isRefused, refuse, type Refused } from "../dialogue/refused.ts";
import { goBack, type Lead, leadOf } from "../times/lead.ts";
import type { Phrase } from "../times/phrase.ts";
import * as en from "../lexicon/en/titles.ts";
import * as zh from "../lexicon/zh/titles.ts";
import { wordsOf } from "../lexicon/words.ts";

const lexicon = wordsOf(zh, en);

export interface Created {
  readonly items: readonly Item[];
  readonly notes: readonly Reason[];
}

/** More than this in one message is a timetable: it is shown and confirmed, not written. */
const mostItems = 8;

/**
 * Reads every time and title of a request. All of them or none: a part would be worse than a
 * question.
 */
export function parseItems(
  reading: Reading,
  trigger: Trigger,
  others: readonly Span[] = [],
): Created | Refused {
  const day = beforeWholeDay(reading, trigger) ?? wholeDayItems(reading, trigger, others);
  if (day !== undefined) return day;
  const plan = planOf(reading, trigger);
  if (isRefused(plan)) return beforeAppointment(reading, plan) ?? plan;
  if (plan.bundles.flat().length > mostItems) return refuse("too_many_items");
  if (wouldDropRequest(reading, plan)) return refuse("items_unclear");
  const titles = titlesOf(reading, plan, { trigger, others });
  // With something to say ("call me at 5 about the rent") a message does as well.
  if (
    lexicon.en.phones.test(reading.prepared.text.slice(trigger.at, trigger.end)) &&
    titles?.every((title) => title === "") === true
  )
    return refuse("phone_call");
  return titles === undefined ? refuse("items_unclear") : resolvePlan(reading, plan, titles);
}

function wholeDayItems(
  reading: Reading,
  trigger: Trigger,
  others: readonly Span[],
): Created | Refused | undefined {
  const whole = wholeDays(reading, trigger);
  if (whole === undefined || isRefused(whole)) return whole;
  return wholeDayItem(reading, whole, { trigger, others });
}

function wholeDayItem(
  reading: Reading,
  whole: WholeDays,
  around: { trigger: Trigger; others: readonly Span[] },
): Created | Refused {
  const plan: Plan = { bundles: [whole.phrases.slice(0, 1)], spans: whole.phrases };
  const [title = ""] = titlesOf(reading, plan, around) ?? [];
  const said = title.replace(lexicon.both.opensWholeDay, "");
  if (whole.isAhead !== true)
    return { items: [{ ...itemOf(said, whole), allDay: true }], notes: [] };
  // The eve of a birthday is not the birthday: what is left is a reminder that morning.
  const [hour = 9, minute = 0] = (reading.context.morning ?? "09:00").split(":").map(Number);
  const start = whole.start + (hour * 60 + minute) * minuteMs;
  return start > reading.now
    ? { items: [itemOf(said, { ...whole, start })], notes: [] }
    : refuse("past_time");
}

function resolvePlan(reading: Reading, plan: Plan, titles: readonly string[]): Created | Refused {
  const { now, zone, wake } = reading;
  const items: Item[] = [];
  const notes: Reason[] = [];
  let previous: { start: Wall; period: boolean } | undefined;
  const event = plan.event === undefined ? undefined : momentOf(plan.event, { now, zone, wake });
  if (event !== undefined && isRefused(event)) return event;
  for (const [index, bundle] of plan.bundles.entries())
    for (const phrase of bundle) {
      const time = timeOfPhrase(phrase, { now, zone, wake, previous, event: event?.start });
      if (isRefused(time)) return time;
      previous = {
        start: time.start,
        period: phrase.clock?.period !== undefined || phrase.clock?.exact === true,
      };
      notes.push(...time.notes);
      items.push(itemOf(titles[index] ?? "", time));
    }
  return { items, notes: [...new Set(notes)] };
}

type Time = Parameters<typeof itemOf>[1];

function timeOfPhrase(
  phrase: Phrase,
  frame: Parameters<typeof momentOf>[1],
): (Time & { notes: readonly Reason[] }) | Refused {
  // "接下来一周": how often within it?
  if (phrase.rule === undefined && phrase.count !== undefined && phrase.count.unit !== "DAILY")
    return refuse("incomplete_rule");
  if (phrase.rule === undefined && phrase.count === undefined) return momentOf(phrase, frame);
  // A series has no event before it, and its clock stands for itself.
  if (phrase.lead === null) return refuse("lead_without_event");
  const series = seriesOf(phrase, frame);
  const lead = phrase.lead === undefined ? undefined : leadOf(phrase);
  return lead === undefined || isRefused(series) ? series : ahead(series, lead);
}

/** "每周五四点例会，每次提前15分钟": each of them earlier, as long as it stays on its day. */
function ahead<T extends Time>(series: T, lead: Lead): T | Refused {
  const start = goBack(series.start, lead);
  return dayOf(start) === dayOf(series.start)
    ? { ...series, start, durationMinutes: null }
    : refuse("lead_without_event");
}

export function itemOf(
  title: string,
  time: {
    readonly start: Wall;
    readonly rrule?: string;
    readonly durationMinutes: number | null;
    readonly instant?: number;
    readonly workdays?: "CN";
  },
): Item {
  return {
    title,
    start: wallText(time.start),
    rrule: time.rrule ?? null,
    durationMinutes: time.durationMinutes,
    ...(time.instant === undefined ? {} : { instant: time.instant }),
    ...(time.workdays === undefined ? {} : { workdays: time.workdays }),
  };
}
