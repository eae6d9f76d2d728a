import type { ClockTime, RuleSpec } from "./atoms.ts";
import { type Clause, clauseAt } from "../text/clauses.ts";
import { readings } from "./hours.ts";
import { momentOf } from "../calendar/moments.ts";
import type { Reading } from "../reading.ts";
import { isInterval } from "./timed.ts";
import type { Trigger } from "../lexicon/trigger.ts";
import { weekdayCode } from "../lexicon/zh/recurrence.ts";
import { isRefused, refuse, type Refused } from "../dialogue/refused.ts";
import type { Phrase } from "./phrase.ts";

export interface Sorted {
  readonly bundles: Phrase[][];
  readonly event?: Phrase | undefined;
  readonly flat: Phrase[];
}

/** Which clocks are items, which one is the event, which are part of what is to be said. */
export function sortTimes(
  timed: readonly Phrase[],
  reading: Reading,
  trigger: Trigger,
): Sorted | Refused {
  const { live, triggers } = reading;
  const home = clauseAt(live, trigger.at);
  const inHome = timed.filter(({ at }) => clauseAt(live, at) === home);
  const ahead = timed.filter(({ at }) => home !== undefined && at < home.at);
  const told =
    inHome.length > 0 &&
    ahead.length > 0 &&
    triggers.every(({ at }) => home === undefined || at >= home.at);
  if (
    told &&
    (ahead.length > 1 || !(isNarrated(reading, ahead[0]) || leadsUp(reading, inHome, ahead[0])))
  )
    return refuse("clock_left_over");
  if (inHome.length > 0 && timed.some((phrase) => isAside(reading, phrase, home)))
    return refuse("clock_left_over");
  const event = told ? ahead[0] : undefined;
  const items = timed.filter((phrase) => phrase !== event && !isContent(phrase, timed, reading));
  const bundles: Phrase[][] = [];
  for (const phrase of items) {
    const last = bundles.at(-1);
    if (phrase.joined === true && last !== undefined) last.push(inherit(phrase, last[0]));
    else bundles.push([phrase]);
  }
  for (const bundle of bundles) shareRule(bundle);
  applyHeadRule(bundles, reading);
  return hasMixedSeries(bundles)
    ? refuse("items_unclear")
    : { bundles, event, flat: bundles.flat() };
}

/** "at 8am, 2pm and 8pm every day": what is said once of several times is said of all. */
function shareRule(bundle: readonly Phrase[]): void {
  const last = bundle.at(-1);
  if (
    last?.rule === undefined ||
    bundle.some(({ day, rule }) => day !== undefined || (rule !== undefined && rule !== last.rule))
  )
    return;
  for (const phrase of bundle) phrase.rule = last.rule;
}

/**
 * "每天7点起床、12点吃饭、22点睡觉，都提醒我": one wish for all of them, and the rule stands at
 * their head.
 */
function applyHeadRule(
  bundles: readonly (readonly Phrase[])[],
  { triggers, prepared }: Reading,
): void {
  const flat = bundles.flat();
  const [first] = flat;
  const last = flat.at(-1);
  if (first?.rule === undefined || isInterval(first) || last === undefined || triggers.length !== 1)
    return;
  const said = prepared.text.slice(first.at, triggers[0]?.end);
  if (triggers.some(({ at }) => at < last.end) || !/、|都|分别/.test(said)) return;
  if (
    flat
      .slice(1)
      .some(({ rule, day, after }) => [rule, day, after].some((part) => part !== undefined))
  )
    return;
  for (const phrase of flat.slice(1)) inherit(phrase, first);
}

/** "每天早上7点叫我起床，晚上11点提醒我睡觉": is the second one for every day, too? */
function hasMixedSeries(bundles: readonly (readonly Phrase[])[]): boolean {
  const flat = bundles.flat();
  const first = flat.findIndex(({ rule }) => rule !== undefined);
  return (
    first !== -1 &&
    flat.slice(first + 1).some(
      ({ rule, after, day }) =>
        rule === undefined &&
        after === undefined &&
        // "这周日", "下周一" is one day.
        (day === undefined || (day.is === "weekday" && day.weeks === null)),
    )
  );
}

/**
 * "7点叫我起床，8点要开会": behind the request, a clause of its own that tells why. It may or may
 * not be a wish.
 */
function isAside(
  { live, triggers, prepared }: Reading,
  { at, end }: Phrase,
  home: Clause | undefined,
): boolean {
  const clause = clauseAt(live, at);
  if (
    home === undefined ||
    clause === undefined ||
    clause.at <= home.at ||
    triggers.some((trigger) => clauseAt(live, trigger.at) === clause)
  )
    return false;
  const around = prepared.text.slice(clause.at, at) + prepared.text.slice(end, clause.end);
  return prepared.language === "zh"
    ? /^\s*(?:我|因为|要|得|有|还要|还有|才|就)/.test(around)
    : /^\s*(?:i|i'm|i've|my|because|since|we|our|the|it|there|he|she|they|cause|cuz)\b/.test(
        around,
      );
}

/** "我下午4点有个面试": the mention of an event. */
function isNarrated({ live, prepared }: Reading, phrase: Phrase | undefined): boolean {
  const text = phrase === undefined ? "" : (clauseAt(live, phrase.at)?.text ?? "");
  return prepared.language === "zh"
    ? /我|有|要|的|在/.test(text)
    : /\b(?:i|i'm|i've|my|we|there|the|have|got|is|starts)\b/.test(text);
}

/**
 * "下午三点开会，两点半提醒我": what comes first in time and last in the sentence is the reminder.
 */
function leadsUp(
  { now, zone, wake }: Reading,
  [item, second]: readonly Phrase[],
  event: Phrase | undefined,
): boolean {
  if (item === undefined || second !== undefined || event === undefined) return false;
  const at = momentOf(event, { now, zone, wake });
  if (isRefused(at)) return false;
  const before = momentOf(item, { now, zone, wake, event: at.start });
  return !isRefused(before) && before.start < at.start;
}

function inherit(phrase: Phrase, first: Phrase | undefined): Phrase {
  if (first === undefined) return phrase;
  if (first.rule?.freq === "WEEKLY") repeatWeekly(phrase, first.rule);
  if (phrase.day !== undefined || phrase.rule !== undefined) return phrase;
  if (first.rule !== undefined && phrase.clock !== undefined)
    phrase.clock = laterOn(phrase.clock, first.clock);
  if (first.rule !== undefined) phrase.rule = first.rule;
  if (first.fromDay !== undefined) phrase.fromDay = first.fromDay;
  if (first.count !== undefined) phrase.count = first.count;
  return phrase;
}

/** "每周一下午3点、周三下午5点": both of them each week. */
function repeatWeekly(phrase: Phrase, first: RuleSpec): void {
  const { bysetpos: _, ...rule } = first;
  const { day } = phrase;
  if (phrase.rule !== undefined || day?.is !== "weekday" || day.weeks !== null) return;
  phrase.rule = { ...rule, byday: [weekdayCode(day.weekday)] };
  delete phrase.day;
}

/** "每天下午3点和5点": the second goes on where the first is. */
function laterOn(clock: ClockTime, first: ClockTime | undefined): ClockTime {
  if (first === undefined) return clock;
  const [before, ambiguous] = readings(first);
  const [same] =
    clock.period === undefined && !clock.exact && first.period !== undefined
      ? readings({ ...clock, period: first.period })
      : [];
  if (same !== undefined && before !== undefined && ambiguous === undefined && same > before)
    return { ...clock, period: first.period };
  const all = readings(clock);
  const next =
    ambiguous === undefined && all.length > 1
      ? all.find((reading) => before !== undefined && reading > before)
      : undefined;
  return next === undefined ? clock : { ...clock, hour: Math.floor(next / 3_600_000), exact: true };
}

/** "10点提醒我3点开会": what follows the trigger is what to say, when the time stood before it. */
function isContent(
  phrase: Phrase,
  timed: readonly Phrase[],
  { live, triggers, prepared }: Reading,
): boolean {
  const clause = clauseAt(live, phrase.at);
  const trigger = triggers.findLast(({ at }) => at < phrase.at && clauseAt(live, at) === clause);
  if (trigger === undefined || clause === undefined || phrase.end <= trigger.end) return false;
  if (triggers.some(({ at }) => at >= phrase.end && at < clause.end)) return false;
  const before = timed.some(({ at, end }) => at >= clause.at && end <= trigger.at + 1);
  if (before && phrase.joined !== true)
    return !/\band\s*(?:at\s*)?$/.test(prepared.text.slice(trigger.end, phrase.at));
  const first = timed.find(({ at }) => at >= trigger.end);
  return (
    prepared.language === "en" &&
    (first !== phrase || timed.length > 1) &&
    // "alarms for 6am, 7am": directly behind the trigger it is the time.
    !/^\s*(?:for|at)?\s*$/.test(prepared.text.slice(trigger.end, phrase.at)) &&
    /\b(?:the|my|our|a|for|his|her|their|\w+'s)\s*$/.test(prepared.text.slice(0, phrase.at))
  );
}
