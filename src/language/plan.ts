import { type Clause, clauseAt } from "./clauses.ts";
import { isCondition } from "./gates.ts";
import { momentOf } from "./moments.ts";
import type { Phrase } from "./phrases.ts";
import type { Reading } from "./reading.ts";
import { isRefused, refuse, type Refused } from "./reasons.ts";
import type { Span } from "./titles.ts";
import type { Trigger } from "./triggers.ts";

/** The times of a request, sorted by what they do in it. */
export interface Plan {
  /** Times to write. Several that share a title stand together: "8点和9点". */
  readonly bundles: readonly (readonly Phrase[])[];
  /** When the thing itself takes place, if the reminder comes before it. */
  readonly event?: Phrase | undefined;
  /** Everything that is about time and no part of a title. */
  readonly spans: readonly Span[];
}

const isInterval = ({ rule }: Phrase): boolean => rule?.freq === "HOURLY" || rule?.freq === "MINUTELY";

export const isTimed = (phrase: Phrase): boolean => phrase.clock !== undefined || phrase.after !== undefined || isInterval(phrase);

const isIdle = ({ day, rule, period, weekend, count, untilDay, fromDay, untilClock }: Phrase): boolean =>
  [day, rule, period, weekend, count, untilDay, fromDay, untilClock].some((part) => part !== undefined);

/** Sorts the times around the trigger, or says what is missing. */
export function planOf(reading: Reading, trigger: Trigger): Plan | Refused {
  const phrases = reading.phrases.filter(({ negated, past }) => negated !== true && past !== true).map((phrase) => ({ ...phrase }));
  const unread = phrases.find((phrase) => phrase.unread !== undefined);
  if (unread !== undefined) return refuse(unread.unread === "date-order" ? "ambiguous_date_order" : "unread_time_word");
  if (phrases.some((phrase) => phrase.span === true) && phrases.some(({ rule }) => rule !== undefined)) return refuse("unread_time_word");
  if (phrases.some((phrase) => phrase.weekend === true && isTimed(phrase))) return refuse("ambiguous_day");
  if (phrases.some((phrase) => phrase.stretch === true && leavesDayOpen(phrase, reading, trigger))) return refuse("ambiguous_day");
  if (reading.live.some((clause) => isCondition(clause, reading.prepared.language))) return refuse("condition");
  if (phrases.some((phrase) => phrase.joined === true && !isTimed(phrase) && phrase.duration === undefined)) return refuse("items_unclear");
  if (isRepeated(phrases, reading, trigger)) return refuse("ambiguous_interval");
  timers(phrases, reading, trigger);
  ends(phrases);
  return withTimes(windows(phrases), reading, trigger);
}

/** "下周晚上8点提醒我": the clock is known and the day is not. Behind the trigger, and not at its end, it is content. */
function leavesDayOpen(phrase: Phrase, { prepared, live, phrases }: Reading, trigger: Trigger): boolean {
  if (!phrases.some(isTimed)) return false;
  if (isTimed(phrase) || phrase.rule !== undefined || phrase.day !== undefined)
    return phrase.day === undefined || phrase.rule !== undefined;
  const home = clauseAt(live, trigger.at);
  if (phrase.at < trigger.at)
    return clauseAt(live, phrase.at) === home || phrases.some((other) => clauseAt(live, other.at) === home && isTimed(other));
  const hasDay = phrases.some(({ day, rule, after }) => [day, rule, after].some((part) => part !== undefined));
  return !hasDay && /^[\s,，。.!！?？~]*$/.test(prepared.text.slice(phrase.end));
}

/** "25分钟提醒我一次": once after that time, or each time? */
const isRepeated = (phrases: readonly Phrase[], { prepared }: Reading, trigger: Trigger): boolean =>
  prepared.text.slice(trigger.at, trigger.end).endsWith("一次") &&
  phrases.some(
    ({ duration, clock, end }) =>
      duration !== undefined && clock === undefined && /^\s*(?:就|再)?\s*$/.test(prepared.text.slice(end, trigger.at)),
  );

/** "10分钟提醒我" and "a timer for 10 minutes": the length is the wait. */
function timers(phrases: readonly Phrase[], { prepared }: Reading, trigger: Trigger): void {
  for (const phrase of phrases) {
    if (phrase.duration === undefined || phrase.clock !== undefined || phrase.rule !== undefined || phrase.day !== undefined) continue;
    const between = prepared.text.slice(phrase.end, Math.max(phrase.end, trigger.at));
    const rests = /^再?(?:睡|眯|躺|歇)/.test(prepared.text.slice(phrase.at, phrase.end));
    const beside =
      phrase.end <= trigger.at && (rests ? /^[\s,，。]*(?:的时候|就|再|后|你|然后)?\s*$/ : /^\s*(?:的时候|就|再|后)?\s*$/).test(between);
    const within = phrase.at >= trigger.at && phrase.end <= trigger.end;
    if (beside || within || trigger.timer) {
      phrase.after = phrase.duration;
      delete phrase.duration;
    }
  }
}

/** "每小时提醒我喝水，到下午6点": where there is a rule, a time to which something goes on is its end. */
function ends(phrases: readonly Phrase[]): void {
  const rule = phrases.find((phrase) => phrase.rule !== undefined)?.rule;
  for (const phrase of phrases) {
    if (rule === undefined || phrase.aim !== true || phrase.rule !== undefined) continue;
    if (phrase.day !== undefined && phrase.clock === undefined) {
      phrase.untilDay = phrase.day;
      delete phrase.day;
    } else if (phrase.clock !== undefined && (rule.freq === "HOURLY" || rule.freq === "MINUTELY")) {
      phrase.untilClock = phrase.clock;
      delete phrase.clock;
    }
  }
}

/** "每天9点到18点" and "每小时" are one thing, wherever the two stand. */
function windows(phrases: Phrase[]): Phrase[] {
  const interval = phrases.find((phrase) => isInterval(phrase) && phrase.clock === undefined);
  const range = phrases.find((phrase) => phrase.clock !== undefined && phrase.endClock !== undefined && !isInterval(phrase));
  if (interval?.rule !== undefined && range !== undefined) {
    if (range.rule !== undefined) range.days = range.rule;
    range.rule = interval.rule;
    interval.spent = true;
    delete interval.rule;
  }
  return phrases;
}

function withTimes(phrases: Phrase[], reading: Reading, trigger: Trigger): Plan | Refused {
  const spans: Span[] = [];
  const leads = phrases.filter(({ lead }) => lead !== undefined);
  if (leads.some(({ lead }) => lead === null)) return refuse("lead_without_event");
  const timed = phrases.filter(isTimed);
  const inTime = timed.filter(({ deadline }) => deadline !== true);
  const late = phrases.filter(({ deadline }) => deadline === true);
  // "十点前" with a lead is an event at ten.
  const led0 = inTime.length === 0 && leads.length > 0 && late.length === 1 ? late : [];
  if (inTime.length + led0.length === 0 && late.length > 0) return refuse("deadline_without_lead");
  if (inTime.length + led0.length === 0) return missing(phrases);
  const sorted = sortTimes([...inTime, ...led0], reading, trigger);
  if ("refused" in sorted) return sorted;
  const refusal = joinIdle(phrases, sorted, { reading, trigger, spans });
  if (refusal !== undefined) return refusal;
  if (!sorted.flat.every(isWhole)) return refuse("ambiguous_day");
  const led = withLeads(sorted, leads);
  if ("refused" in led) return led;
  return {
    ...led,
    spans: [
      ...spans,
      ...phrases.filter(({ spent }) => spent === true),
      ...sorted.flat,
      ...(sorted.event === undefined ? [] : [sorted.event]),
      ...leads,
    ],
  };
}

/** A day to begin or to end on belongs to a rule. */
function isWhole(phrase: Phrase): boolean {
  if (phrase.rule !== undefined || phrase.count !== undefined) return true;
  if (phrase.opening === true) return false;
  return phrase.untilDay === undefined && phrase.untilClock === undefined && phrase.fromDay === undefined;
}

function missing(phrases: readonly Phrase[]): Refused {
  if (phrases.some(({ lead }) => lead !== undefined)) return refuse("lead_without_event");
  if (phrases.some(({ rule }) => rule?.ambiguous === true)) return refuse("ambiguous_interval");
  if (phrases.some(({ period }) => period !== undefined)) return refuse("period_without_clock");
  if (phrases.some(({ day, rule, weekend, count, stretch }) => [day, rule, weekend, count, stretch].some((part) => part !== undefined)))
    return refuse("date_without_clock");
  return refuse(phrases.some(({ vague }) => vague === true) ? "vague_time" : "no_time");
}

interface Sorted {
  readonly bundles: Phrase[][];
  readonly event?: Phrase | undefined;
  readonly flat: Phrase[];
}

/** Which clocks are items, which one is the event, which are part of what is to be said. */
function sortTimes(timed: readonly Phrase[], reading: Reading, trigger: Trigger): Sorted | Refused {
  const { live, triggers } = reading;
  const home = clauseAt(live, trigger.at);
  const inHome = timed.filter(({ at }) => clauseAt(live, at) === home);
  const ahead = timed.filter(({ at }) => home !== undefined && at < home.at);
  const told = inHome.length > 0 && ahead.length > 0 && triggers.every(({ at }) => home === undefined || at >= home.at);
  if (told && (ahead.length > 1 || !(looksTold(reading, ahead[0]) || leadsUp(reading, inHome, ahead[0])))) return refuse("clock_left_over");
  if (inHome.length > 0 && timed.some((phrase) => isAside(reading, phrase, home))) return refuse("clock_left_over");
  const event = told ? ahead[0] : undefined;
  const items = timed.filter((phrase) => phrase !== event && !isContent(phrase, timed, reading));
  const bundles: Phrase[][] = [];
  for (const phrase of items) {
    const last = bundles.at(-1);
    if (phrase.joined === true && last !== undefined) last.push(inherit(phrase, last[0]));
    else bundles.push([phrase]);
  }
  return { bundles, event, flat: bundles.flat() };
}

/** "7点叫我起床，8点要开会": behind the request, a clause of its own that tells why. It may or may not be a wish. */
function isAside({ live, triggers, prepared }: Reading, { at, end }: Phrase, home: Clause | undefined): boolean {
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
    : /^\s*(?:i|i'm|i've|my|because|since|we|our|the|it|there|he|she|they|cause|cuz)\b/.test(around);
}

/** "我下午4点有个面试": somebody tells of an event. */
function looksTold({ live, prepared }: Reading, phrase: Phrase | undefined): boolean {
  const text = phrase === undefined ? "" : (clauseAt(live, phrase.at)?.text ?? "");
  return prepared.language === "zh" ? /我|有|要|的|在/.test(text) : /\b(?:i|i'm|i've|my|we|there|the|have|got|is|starts)\b/.test(text);
}

/** "下午三点开会，两点半提醒我": what comes first in time and last in the sentence is the reminder. */
function leadsUp({ now, zone, wake }: Reading, [item, second]: readonly Phrase[], event: Phrase | undefined): boolean {
  if (item === undefined || second !== undefined || event === undefined) return false;
  const at = momentOf(event, { now, zone, wake });
  if (isRefused(at)) return false;
  const before = momentOf(item, { now, zone, wake, event: at.start });
  return !isRefused(before) && before.start < at.start;
}

function inherit(phrase: Phrase, first: Phrase | undefined): Phrase {
  if (first === undefined || phrase.day !== undefined || phrase.rule !== undefined) return phrase;
  if (first.rule !== undefined) phrase.rule = first.rule;
  if (first.fromDay !== undefined) phrase.fromDay = first.fromDay;
  if (first.count !== undefined) phrase.count = first.count;
  return phrase;
}

/** "10点提醒我3点开会": what follows the trigger is what to say, when the time stood before it. */
function isContent(phrase: Phrase, timed: readonly Phrase[], { live, triggers, prepared }: Reading): boolean {
  const clause = clauseAt(live, phrase.at);
  const trigger = triggers.findLast(({ at }) => at < phrase.at && clauseAt(live, at) === clause);
  if (trigger === undefined || clause === undefined || phrase.end <= trigger.end) return false;
  if (triggers.some(({ at }) => at >= phrase.end && at < clause.end)) return false;
  const before = timed.some(({ at, end }) => at >= clause.at && end <= trigger.at + 1);
  if (before && phrase.joined !== true) return !/\band\s*(?:at\s*)?$/.test(prepared.text.slice(trigger.end, phrase.at));
  const first = timed.find(({ at }) => at >= trigger.end);
  return (
    prepared.language === "en" &&
    (first !== phrase || timed.length > 1) &&
    /\b(?:the|my|our|a|for|his|her|their)\s*$/.test(prepared.text.slice(0, phrase.at))
  );
}

/** A day or a rule that stands apart from its clock joins it; a day inside the content stays there. */
function joinIdle(
  phrases: readonly Phrase[],
  sorted: Sorted,
  at: { reading: Reading; trigger: Trigger; spans: Span[] },
): Refused | undefined {
  const [main] = sorted.flat;
  if (main === undefined) return refuse("clock_left_over");
  for (const idle of phrases) {
    if (isTimed(idle) || idle === sorted.event || (!isIdle(idle) && idle.duration === undefined)) continue;
    if (idle.duration !== undefined && !isIdle(idle)) {
      if (namesLength(idle, at.reading)) {
        if (sorted.flat.length === 1 && main.clock !== undefined && main.endClock === undefined) main.duration = idle.duration;
        at.spans.push(...lengthSpans(idle, at.reading));
      }
      continue;
    }
    if (staysInTitle(idle, main, at) || isTold(idle, main, at)) continue;
    const host = sorted.event !== undefined && idle.at < sorted.event.at ? sorted.event : main;
    if (!merge(host, idle)) return refuse("clock_left_over");
    at.spans.push(idle);
  }
  return undefined;
}

/** "周五是截止日，周四晚上8点提醒我": a day that is told of, beside a time that has its own. */
function isTold(idle: Phrase, main: Phrase, { reading, trigger }: { reading: Reading; trigger: Trigger }): boolean {
  if (main.day === undefined || main.day.is === "event" || idle.rule !== undefined || idle.day === undefined) return false;
  const clause = clauseAt(reading.live, idle.at);
  if (clause === undefined || clause === clauseAt(reading.live, trigger.at) || clause === clauseAt(reading.live, main.at)) return false;
  return reading.prepared.language === "zh"
    ? /是|要|有|截止|到期|生日|过期|之前|考|交/.test(clause.text)
    : /\b(?:is|are|due|have|has|got|on|by)\b/.test(clause.text);
}

/** "for 30 minutes", "跑步30分钟": how long it takes. "watch 60 Minutes" is a name. */
const namesLength = ({ at, end }: Phrase, { prepared }: Reading): boolean =>
  prepared.language === "zh" || /^for\b/.test(prepared.text.slice(at, end));

/** "，开两个小时，": a clause that says nothing else is no title. */
function lengthSpans(idle: Phrase, { prepared, live }: Reading): Span[] {
  if (prepared.language === "en") return [idle];
  const clause = clauseAt(live, idle.at);
  if (clause === undefined) return [];
  const around = prepared.text.slice(clause.at, idle.at) + prepared.text.slice(idle.end, clause.end);
  return /^\s*(?:大概|大约|预计|要|会|一共|总共|为时|时长|持续|[\u4e00-\u9fff])?(?:左右)?\s*$/.test(around) ? [clause] : [];
}

function staysInTitle(idle: Phrase, main: Phrase, { reading, trigger }: { reading: Reading; trigger: Trigger }): boolean {
  const { text, language } = reading.prepared;
  const after = text.slice(idle.end);
  if (
    idle.rule !== undefined ||
    idle.untilDay !== undefined ||
    idle.untilClock !== undefined ||
    idle.count !== undefined ||
    idle.fromDay !== undefined
  )
    return false;
  if (idle.deadline === true) return true;
  if (idle.at < trigger.at || idle.at < main.at) return language === "zh" && main.day !== undefined && idle.at > trigger.at;
  if (main.day !== undefined || main.rule !== undefined || main.after !== undefined) return true;
  if (idle.day === undefined) return true;
  if (language === "en")
    return (
      /\b(?:for|of|about|until|by|since)\s+(?:the\s+)?$/.test(text.slice(0, idle.at)) ||
      /^(?:'s|\s+(?:meeting|party|trip|class|flight|dinner|lunch))/.test(after)
    );
  return !/^[\s,，。!！?？~]*$/.test(after);
}

/** False when both say the same kind of thing. */
function merge(host: Phrase, idle: Phrase): boolean {
  if (idle.rule !== undefined) {
    if (host.rule !== undefined && !isInterval(host)) return false;
    if (host.rule === undefined) host.rule = idle.rule;
    else host.days = idle.rule;
    const period = idle.period ?? idle.rule.period;
    if (period !== undefined && host.clock !== undefined && !host.clock.exact)
      host.clock = { ...host.clock, period: host.clock.period ?? period };
  }
  if (idle.day !== undefined && host.day?.is === "event" && host.day.base === undefined) {
    host.day = { ...host.day, base: idle.day };
    return idle.rule === undefined;
  }
  if (idle.day !== undefined) {
    if (host.after !== undefined || (host.day !== undefined && host.rule === undefined)) return false;
    host.day = idle.day;
  }
  if (idle.weekend === true) return false;
  if (idle.period !== undefined && host.clock !== undefined && !host.clock.exact && host.clock.period === undefined)
    host.clock = { ...host.clock, period: idle.period };
  if (idle.count !== undefined) host.count = idle.count;
  if (idle.untilDay !== undefined) host.untilDay = idle.untilDay;
  if (idle.untilClock !== undefined) host.untilClock = idle.untilClock;
  if (idle.fromDay !== undefined) host.fromDay = idle.fromDay;
  return true;
}

function withLeads({ bundles, event }: Sorted, leads: readonly Phrase[]): Pick<Plan, "bundles" | "event"> | Refused {
  const own = leads.filter((phrase) => !isTimed(phrase));
  if (own.length === 0) return { bundles, event };
  const [only] = bundles;
  const base = only?.[0];
  if (base === undefined || bundles.length > 1 || base.after !== undefined) return refuse("lead_without_event");
  return { bundles: [own.map((phrase) => ({ ...base, lead: phrase.lead ?? 0 }))], event };
}
