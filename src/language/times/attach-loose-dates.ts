import type { DaySpec, Period, RuleSpec } from "./atoms.ts";
import { clauseAt } from "../text/clauses.ts";
import type { Reading } from "../reading.ts";
import { isExclusive } from "./roles.ts";
import type { Sorted } from "./sort-times.ts";
import { isIdle, isInterval, isTimed } from "./timed.ts";
import type { Span } from "../text/titles.ts";
import type { Trigger } from "../lexicon/trigger.ts";
import { refuse, type Refused } from "../dialogue/refused.ts";
import type { Phrase } from "./phrase.ts";

interface IdleContext {
  readonly reading: Reading;
  readonly trigger: Trigger;
  readonly spans: Span[];
}

/**
 * A day or a rule that stands apart from its clock joins it; a day inside the content stays there.
 */
export function joinIdle(
  phrases: readonly Phrase[],
  sorted: Sorted,
  at: IdleContext,
): Refused | undefined {
  const [main] = sorted.flat;
  if (main === undefined) return refuse("clock_left_over");
  for (const idle of phrases) {
    if (isTimed(idle) || idle === sorted.event) continue;
    if (!isIdle(idle)) {
      joinLength(idle, sorted, at);
      continue;
    }
    if (staysInTitle(idle, main, at) || isTold(idle, main, at)) continue;
    const isBeforeEvent = sorted.event !== undefined && idle.at < sorted.event.at;
    const host: Phrase = isBeforeEvent ? sorted.event : main;
    if (!tryMerge(host, idle)) return refuse("clock_left_over");
    if (host === main) share(idle, main, sorted.flat);
    at.spans.push(idle);
  }
  return undefined;
}

function joinLength(idle: Phrase, sorted: Sorted, at: IdleContext): void {
  const [main, second] = sorted.flat;
  if (main === undefined || idle.duration === undefined || !isLength(idle, at.reading)) return;
  if (isOthers(idle, main, at) || isOfEvent(idle, main, sorted)) return;
  if (second === undefined && main.clock !== undefined && main.endClock === undefined)
    main.duration = idle.duration;
  at.spans.push(...lengthSpans(idle, at.reading));
}

/** "每天8点和20点…，吃五天": what ends one of them ends all that run by the same rule. */
function share(
  { count, untilDay, fromDay, rule }: Phrase,
  main: Phrase,
  all: readonly Phrase[],
): void {
  if (rule !== undefined || main.rule === undefined) return;
  for (const phrase of all) {
    if (phrase === main || phrase.rule !== main.rule) continue;
    if (count !== undefined) phrase.count ??= count;
    if (untilDay !== undefined) phrase.untilDay ??= untilDay;
    if (fromDay !== undefined) phrase.fromDay ??= fromDay;
  }
}

/**
 * "周五是截止日，周四晚上8点提醒我": a day that is only mentioned, beside a time that has its own
 * day.
 */
function isTold(
  idle: Phrase,
  main: Phrase,
  { reading, trigger }: { reading: Reading; trigger: Trigger },
): boolean {
  if (
    main.day === undefined ||
    main.day.is === "event" ||
    idle.rule !== undefined ||
    idle.day === undefined
  )
    return false;
  const clause = clauseAt(reading.live, idle.at);
  if (
    clause === undefined ||
    clause === clauseAt(reading.live, trigger.at) ||
    clause === clauseAt(reading.live, main.at)
  )
    return false;
  // "后天也要": said of the wish, too.
  if (/[也还]|同样|\b(?:too|also|as well|again)\b/.test(clause.text)) return false;
  return reading.prepared.language === "zh"
    ? /是|要|有|截止|到期|生日|过期|之前|考|交/.test(clause.text)
    : /\b(?:is|are|due|have|has|got|on|by)\b/.test(clause.text);
}

/** "直播八点开始，播三个小时，七点二十提醒我调灯光". */
const isOfEvent = (idle: Phrase, main: Phrase, { event }: Sorted): boolean =>
  event !== undefined && idle.at > event.at && idle.at < main.at;

/** "…提醒我去幼儿园，那天家长会开两个小时": it belongs to what is mentioned beside it. */
function isOthers(
  idle: Phrase,
  main: Phrase,
  { reading, trigger }: { reading: Reading; trigger: Trigger },
): boolean {
  const { prepared, live } = reading;
  const clause = clauseAt(live, idle.at);
  if (prepared.language === "en" || clause === undefined) return false;
  if (clause === clauseAt(live, trigger.at) || clause === clauseAt(live, main.at)) return false;
  return (
    (
      prepared.text.slice(clause.at, idle.at) + prepared.text.slice(idle.end, clause.end)
    ).replaceAll(/\s/g, "").length > 5
  );
}

/** "for 30 minutes", "跑步30分钟": how long it takes. "watch 60 Minutes" is a name. */
const isLength = (idle: Phrase, reading: Reading): boolean =>
  reading.prepared.language === "zh" ||
  /^for\b/.test(reading.prepared.text.slice(idle.at, idle.end)) ||
  isApart(idle, reading) ||
  isSuch(idle, reading) ||
  isBooked(idle, reading);

/** "book an hour for the gym": the object of an order is how long it takes. */
const isBooked = ({ at }: Phrase, { prepared, triggers }: Reading): boolean =>
  triggers.some(
    ({ calendar, end }) =>
      calendar !== undefined &&
      end <= at &&
      /^\s*(?:(?:an?|in|the|another|off|out)\s*)*$/.test(prepared.text.slice(end, at)),
  );

/** ", 30 min": a clause that says nothing else. */
function isApart({ at, end }: Phrase, { prepared, live }: Reading): boolean {
  const clause = clauseAt(live, at);
  const rest =
    clause === undefined
      ? "?"
      : `${prepared.text.slice(clause.at, at)} ${prepared.text.slice(end, clause.end)}`;
  return /^(?:[\s()[\].]|\b(?:about|around|roughly|it takes|long|or so|max|total|in total|tops|please|pls)\b)*$/.test(
    rest,
  );
}

/** "a 30-minute call": what kind of one it is, and so how long. */
const isSuch = ({ at, end }: Phrase, { prepared: { text } }: Reading): boolean =>
  (/\b(?:an?|the|my|our|quick|short|long|\w+ed)\s+$/.test(text.slice(0, at)) ||
    /^an?\s+half/.test(text.slice(at, end))) &&
  /(?:minute|min|hour|hr)$/.test(text.slice(at, end)) &&
  /^(?:[\s-]long)?\s+(?!(?:before|after|early|late|later|ago|from|and|to|at|on|in|with|for|ahead|prior)\b)[a-z]/.test(
    text.slice(end),
  );

/** "，开两个小时，": a clause that says nothing else is not a title. */
function lengthSpans(idle: Phrase, reading: Reading): Span[] {
  const { prepared, live } = reading;
  if (prepared.language === "en") return isSuch(idle, reading) ? [] : [idle];
  const clause = clauseAt(live, idle.at);
  if (clause === undefined) return [];
  const around =
    prepared.text.slice(clause.at, idle.at) + prepared.text.slice(idle.end, clause.end);
  return /^\s*(?:大概|大约|预计|要|会|一共|总共|为时|时长|持续|[\u4e00-\u9fff])?(?:左右)?\s*$/.test(
    around,
  )
    ? [clause]
    : [];
}

function staysInTitle(
  idle: Phrase,
  main: Phrase,
  { reading, trigger }: { reading: Reading; trigger: Trigger },
): boolean {
  const { language } = reading.prepared;
  if (isKind(idle, main, { reading, trigger })) return true;
  if (isOfSeries(idle)) return false;
  if (idle.deadline === true) return true;
  if (idle.at < trigger.at || idle.at < main.at)
    return language === "zh" && main.day !== undefined && idle.at > trigger.at;
  const hasDay = [main.day, main.rule, main.after].some((part) => part !== undefined);
  return hasDay || idle.day === undefined || isPartOfName(idle, reading);
}

const isOfSeries = ({ rule, untilDay, untilClock, count, fromDay, opening }: Phrase): boolean =>
  [rule, untilDay, untilClock, count, fromDay, opening].some((part) => part !== undefined);

/** "for Friday's party", "周五的聚会": the day belongs to the words around it. */
function isPartOfName({ at, end }: Phrase, { prepared: { text, language } }: Reading): boolean {
  const after = text.slice(end);
  if (language === "zh") return !/^[\s,，。!！?？~]*$/.test(after);
  return (
    /\b(?:for|of|about|until|by|since)\s+(?:the\s+)?$/.test(text.slice(0, at)) ||
    /^(?:'s|\s+(?:meeting|party|trip|class|flight|dinner|lunch))/.test(after)
  );
}

/**
 * "daily … to verify the nightly backup", "每天9点提醒我写每周总结": of what kind it is, where the
 * rule has been said.
 */
export const isKind = (
  idle: Phrase,
  main: Phrase,
  { reading: { prepared }, trigger }: { reading: Reading; trigger: Trigger },
): boolean =>
  idle.rule !== undefined &&
  idle.clock === undefined &&
  main.rule !== undefined &&
  idle.at >= trigger.end &&
  (prepared.language === "en"
    ? /\b(?:the|my|our|an?|your|his|her|their)\s*$/.test(prepared.text.slice(0, idle.at)) &&
      /^\s+[a-z]/.test(prepared.text.slice(idle.end))
    : main.at < trigger.at && /^[\u4e00-\u9fff]{2}/.test(prepared.text.slice(idle.end)));

/** False when both say the same kind of thing. */
function tryMerge(host: Phrase, idle: Phrase): boolean {
  if (idle.rule !== undefined && !tryMergeRule(host, idle, idle.rule)) return false;
  if (idle.day !== undefined) {
    const merged = mergeDay(host, idle.day);
    if (merged !== "taken_over") return merged === "same" && idle.rule === undefined;
  }
  if (idle.weekend === true || isContradiction(host, idle)) return false;
  if (idle.period !== undefined) sideClock(host, idle.period);
  mergeBounds(host, idle);
  return true;
}

function tryMergeRule(host: Phrase, idle: Phrase, rule: RuleSpec): boolean {
  if (host.rule !== undefined && !isInterval(host)) return false;
  if (host.rule === undefined) host.rule = rule;
  else host.days = rule;
  const period = idle.period ?? rule.period;
  if (period !== undefined) sideClock(host, period);
  return true;
}

/** Says which half of the day a bare hour is in, unless that is known. */
function sideClock(host: Phrase, period: Period): void {
  const { clock } = host;
  if (clock !== undefined && !clock.exact && clock.period === undefined)
    host.clock = { ...clock, period };
}

function mergeDay(host: Phrase, day: DaySpec): "taken_over" | "same" | "another" {
  if (host.day?.is === "event" && host.day.base === undefined) {
    host.day = { ...host.day, base: day };
    return "same";
  }
  // "Ben's birthday tomorrow, remind me at 9am tomorrow": one day, said twice.
  if (JSON.stringify(day) === JSON.stringify(host.day)) return "same";
  if (host.after !== undefined || (host.day !== undefined && host.rule === undefined))
    return "another";
  host.day = day;
  return "taken_over";
}

/** "明天早上下午三点". */
const isContradiction = ({ at, clock }: Phrase, { end, period }: Phrase): boolean =>
  end === at &&
  period !== undefined &&
  clock?.period !== undefined &&
  isExclusive(period, clock.period);

/** How often, until when and from when. */
function mergeBounds(
  host: Phrase,
  { count, untilDay, untilClock, fromDay, opening }: Phrase,
): void {
  if (count !== undefined) host.count = count;
  if (untilDay !== undefined) host.untilDay = untilDay;
  if (untilClock !== undefined) host.untilClock = untilClock;
  if (fromDay !== undefined) host.fromDay = fromDay;
  if (opening !== undefined) host.opening = opening;
}
