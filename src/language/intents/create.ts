import type { Language } from "../../domain/language.ts";
import { type Clause, clauseAt, isInClause } from "../text/clauses.ts";
import { wouldDropRequest } from "../times/unscheduled-requests.ts";
import { momentOf } from "../calendar/moments.ts";
import { type Plan, planOf } from "../times/plan.ts";
import type { Reading } from "../reading.ts";
import type { Reason } from "../dialogue/reasons.ts";
import { seriesOf } from "../calendar/recurrence.ts";
import type { Item } from "../request.ts";
import { type Span, titleIn } from "../text/titles.ts";
import { simplify } from "../text/traditional.ts";
import { enCalendarName } from "../lexicon/en/calendar.ts";
import type { Trigger } from "../lexicon/trigger.ts";
import { hasContent, verbWithout } from "../text/title-content.ts";
import { dayOf, type Wall, wallOf, wallText } from "../calendar/wall.ts";
import { findTargetName, targetOf } from "../dialogue/targets.ts";
import { type WholeDays, wholeDays } from "../times/whole-days.ts";
import { isRefused, refuse, type Refused } from "../dialogue/refused.ts";
import type { Phrase } from "../times/phrase.ts";

export interface Created {
  readonly items: readonly Item[];
  readonly notes: readonly Reason[];
}

const phones = /^(?:call|phone|ring)\b|\b(?:call|ring)$/;

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
  const whole = wholeDays(reading, trigger);
  if (whole !== undefined)
    return isRefused(whole) ? whole : wholeDayItem(reading, whole, { trigger, others });
  const plan = planOf(reading, trigger);
  if (isRefused(plan)) return aheadOfKnown(reading, trigger, plan) ?? plan;
  if (plan.bundles.flat().length > mostItems) return refuse("too_many_items");
  if (wouldDropRequest(reading, plan)) return refuse("items_unclear");
  const titles = titlesOf(reading, plan, { trigger, others });
  // With something to say ("call me at 5 about the rent") a message does as well.
  if (
    phones.test(reading.prepared.text.slice(trigger.at, trigger.end)) &&
    titles?.every((title) => title === "") === true
  )
    return refuse("phone_call");
  return titles === undefined ? refuse("items_unclear") : resolvePlan(reading, plan, titles);
}

function wholeDayItem(
  reading: Reading,
  whole: WholeDays,
  around: { trigger: Trigger; others: readonly Span[] },
): Created {
  const plan: Plan = { bundles: [whole.phrases.slice(0, 1)], spans: whole.phrases };
  const [title = ""] = titlesOf(reading, plan, around) ?? [];
  const said = title.replace(/^(?:是|as(?:\s+an?)?\s)\s*/i, "");
  return { items: [{ ...itemOf(said, whole), allDay: true }], notes: [] };
}

/** "an hour before my dentist appointment": of something that is kept already. */
function aheadOfKnown(
  reading: Reading,
  trigger: Trigger,
  { refused }: Refused,
): Created | undefined {
  const leads = reading.phrases.flatMap(({ lead }) => (typeof lead === "number" ? [lead] : []));
  if (refused !== "lead_without_event" || leads.length === 0) return undefined;
  const target = targetOf(reading, reading.triggers, []);
  if (isRefused(target) || findTargetName(reading, reading.triggers) === "") return undefined;
  const { title, start, rrule } = target.reminder;
  if (start === null || typeof rrule === "string") return undefined;
  const items = leads.map((lead) =>
    itemOf(title, { start: wallOf(start) - lead, durationMinutes: null }),
  );
  return items.every((item) => wallOf(item.start) > reading.now) ? { items, notes: [] } : undefined;
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
  return phrase.lead === undefined || isRefused(series) ? series : ahead(series, phrase.lead);
}

/** "每周五四点例会，每次提前15分钟": each of them earlier, as long as it stays on its day. */
function ahead<T extends Time>(series: T, lead: number): T | Refused {
  const start = series.start - lead;
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

function titlesOf(
  reading: Reading,
  plan: Plan,
  { trigger, others }: { trigger: Trigger; others: readonly Span[] },
): string[] | undefined {
  const without = [
    ...plan.spans,
    ...reading.triggers,
    ...others,
    ...calendarNamed(reading, trigger),
  ];
  if (plan.bundles.length === 1) return [singleTitle(reading, { plan, trigger, without })];
  const titles = severalTitles(reading, plan, { trigger, without });
  const named = titles.filter((title) => title !== "").length;
  return named > 0 && named < titles.length ? undefined : titles;
}

/** "put dinner on my calendar": where it goes is not part of the title. */
function calendarNamed({ prepared: { text } }: Reading, trigger: Trigger): Span[] {
  const found =
    trigger.calendar === undefined ? null : enCalendarName.exec(text.slice(trigger.end));
  return found === null
    ? []
    : [{ at: trigger.end + found.index, end: trigger.end + found.index + found[0].length }];
}

/**
 * After the trigger, before it, in the clauses before, in those after: the first place that says
 * something.
 */
function singleTitle(
  reading: Reading,
  { plan, trigger, without }: { plan: Plan; trigger: Trigger; without: readonly Span[] },
): string {
  const { prepared, live, clauses } = reading;
  const home = clauseAt(live, trigger.at) ?? { at: 0, end: prepared.raw.length };
  const rest = live.filter((clause) => clause !== home);
  const ofTime = rest.filter((clause) =>
    [plan.event, plan.bundles[0]?.[0]].some(
      (phrase) => phrase !== undefined && isInClause(clause, phrase),
    ),
  );
  // "三点有家长会，到时间叫我": where the time has a clause of its own, that says what it is about.
  const places: Span[] = [
    { at: trigger.end, end: home.end },
    ...ofTime,
    { at: home.at, end: trigger.at },
    ...rest.filter(({ at }) => at > trigger.at && clauses.length > 1),
    ...rest.filter(({ at }) => at < home.at).toReversed(),
  ];
  const title = firstTitle(reading, places, without) || insideTrigger(reading, trigger, plan.spans);
  const near = titleIn(prepared, { at: trigger.end, end: home.end }, without);
  if (
    isWaking(title, near, { language: prepared.language, wake: trigger.wake }) ||
    (trigger.wake && tellsWhy(reading, trigger, home.end))
  )
    return wakeTitle[prepared.language];
  const verb = verbWithout(near) ?? verbWithout(title);
  const done =
    verb === undefined
      ? undefined
      : withObject(verb, firstTitle(reading, places.slice(1), without), prepared.language);
  if (done !== undefined) return done;
  if (title !== "") return title.replace(wokenWhy, "$1");
  // The call is what is wished for.
  return trigger.wake ? wakeTitle[prepared.language] : "";
}

/**
 * Whether a title says why one is woken or what from, instead of what for. `near`: what stands
 * right behind the wish.
 */
function isWaking(
  title: string,
  near: string,
  { language, wake }: { language: "zh" | "en"; wake: boolean },
): boolean {
  if (language === "en") return wake && (isReason(title) || !hasContent(near));
  const said = simplify(title);
  return (wake && zhReason.test(said)) || (sleeps.test(said) && near === "");
}

/** "wake me at 4am tomorrow I have an early flight": without a comma, why stands behind the time. */
function tellsWhy({ prepared, phrases }: Reading, { end }: Trigger, until: number): boolean {
  const last = phrases.findLast((phrase) => phrase.at >= end && phrase.end <= until);
  return (
    prepared.language === "en" &&
    last !== undefined &&
    /^\s*(?:i|i'm|i've|i'll|we|we're|we've|my|because|cause|cuz)\b/.test(
      prepared.text.slice(last.end, until),
    )
  );
}

/** "燃气费9号晚上7点提醒我交": the verb and its object, from two places. */
function withObject(verb: string, words: string, language: "zh" | "en"): string | undefined {
  const object = objectIn(words, language);
  if (object === "") return undefined;
  return language === "zh" ? `${verb}${object}` : `${verb} ${object}`;
}

/** A thing, and no sentence. */
const objectIn = (title: string, language: Language): string => {
  const thing = title.replace(/(?:[约定排改]|安排)[在到好]$/, "");
  const isLong = thing.replaceAll(/[a-z\s-]/gi, "").length > 8;
  return language === "en" || !(isLong || /[是有要就我你他她]/.test(thing)) ? thing : "";
};

/** "我眯会儿，半小时后叫我": from which one is woken. */
const sleeps =
  /^(?:[^,，]{0,6}[了啦])?那?我?(?:先|去|想|再|要|在[^先去想再要在]{1,4})*(?:睡|眯|躺|趴|打个?盹|歇|补个?觉|.{0,4}午觉|陪.{1,4}睡)/;

/** "明早七点叫醒我别迟到", "叫我起床别让我赖床". */
const zhReason = /^(?:可?千万)?(?:别|不能|不要|不可以|不许|不得|不想|不然|否则|免得|省得|以免)/;
const wokenWhy = /^(起床)[,，\s]*(?:可?千万)?(?:别|不能|不要|不许|不然|否则|免得|省得|以免).*$/;

/** "wake me at 7, I can't miss the bus": why, and not what. */
const isReason = (title: string): boolean =>
  /^(?:(?:dear|love|pal|mate|please|hun|bro|dude|buddy)[\s,]+)?(?:i|im|i'm|i've|ive|we|we're|my|cuz|because|cause|so|or|gotta|got to|need to|don'?t|do not|can'?t|cannot|no)\b/i.test(
    title,
  );

/** "定一个明天下午3点开会的提醒": what to say stands between the verb and its object. */
function insideTrigger({ prepared }: Reading, trigger: Trigger, spans: readonly Span[]): string {
  if (
    prepared.language === "en" ||
    trigger.timer ||
    !/(?:提醒|闹钟|闹铃|日程|待办)$/.test(prepared.text.slice(trigger.at, trigger.end))
  )
    return "";
  const inside = titleIn(prepared, trigger, spans);
  const said = inside
    .replace(
      /^(?:帮我|给我|请|麻烦)?(?:设置?|定|订|加|建立?|添加|创建|新建|安排)(?:一?个|一下)?/,
      "",
    )
    .replace(/的?(?:提醒|闹钟|闹铃|日程|待办)$/, "");
  return hasContent(said) ? said : "";
}

const wakeTitle = { zh: "起床", en: "wake up" } as const;

function firstTitle(
  { prepared }: Reading,
  places: readonly Span[],
  without: readonly Span[],
): string {
  for (const place of places) {
    const title = titleIn(prepared, place, without);
    if (hasContent(title)) return title;
  }
  return "";
}

/**
 * Each time owns what follows it up to the next, or, where content comes first, what stands before
 * it.
 */
function severalTitles(
  reading: Reading,
  plan: Plan,
  { trigger, without }: { trigger: Trigger; without: readonly Span[] },
): string[] {
  const { prepared, live } = reading;
  const starts = plan.bundles.map(([first]) => first?.at ?? 0);
  const ends = plan.bundles.map((bundle) => bundle.at(-1)?.end ?? 0);
  const from = trigger.at < (starts[0] ?? 0) ? trigger.end : 0;
  // "the list from the hospital:" stands in a clause of its own and is not an item.
  const opening = Math.max(from, clauseAt(live, starts[0] ?? 0)?.at ?? 0);
  const contentFirst =
    hasContent(titleIn(prepared, { at: opening, end: starts[0] ?? 0 }, without)) &&
    prepared.language === "en";
  return plan.bundles.map((_, index) => {
    const stretch = contentFirst
      ? { at: index === 0 ? opening : (ends[index - 1] ?? 0), end: ends[index] ?? 0 }
      : { at: starts[index] ?? 0, end: starts[index + 1] ?? prepared.raw.length };
    return firstTitle(reading, within(live, stretch), without);
  });
}

const within = (clauses: readonly Clause[], stretch: Span): Span[] =>
  clauses
    .filter(({ at, end }) => at < stretch.end && end > stretch.at)
    .map(({ at, end }) => ({ at: Math.max(at, stretch.at), end: Math.min(end, stretch.end) }));
