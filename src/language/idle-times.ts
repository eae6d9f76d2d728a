import { clauseAt } from "./clauses.ts";
import type { Phrase } from "./phrases.ts";
import type { Reading } from "./reading.ts";
import { refuse, type Refused } from "./reasons.ts";
import { excludes } from "./roles.ts";
import type { Sorted } from "./sort-times.ts";
import { isIdle, isInterval, isTimed } from "./timed.ts";
import type { Span } from "./titles.ts";
import type { Trigger } from "./triggers.ts";

/** A day or a rule that stands apart from its clock joins it; a day inside the content stays there. */
export function joinIdle(
  phrases: readonly Phrase[],
  sorted: Sorted,
  at: { reading: Reading; trigger: Trigger; spans: Span[] },
): Refused | undefined {
  const [main] = sorted.flat;
  if (main === undefined) return refuse("clock_left_over");
  for (const idle of phrases) {
    if (isTimed(idle) || idle === sorted.event || (!isIdle(idle) && idle.duration === undefined))
      continue;
    if (idle.duration !== undefined && !isIdle(idle)) {
      if (
        namesLength(idle, at.reading) &&
        !isOthers(idle, main, at) &&
        !isOfEvent(idle, main, sorted)
      ) {
        if (sorted.flat.length === 1 && main.clock !== undefined && main.endClock === undefined)
          main.duration = idle.duration;
        at.spans.push(...lengthSpans(idle, at.reading));
      }
      continue;
    }
    if (staysInTitle(idle, main, at) || isTold(idle, main, at)) continue;
    const host: Phrase =
      sorted.event !== undefined && idle.at < sorted.event.at ? sorted.event : main;
    if (!merge(host, idle)) return refuse("clock_left_over");
    if (host === main) share(idle, main, sorted.flat);
    at.spans.push(idle);
  }
  return undefined;
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

/** "周五是截止日，周四晚上8点提醒我": a day that is told of, beside a time that has its own. */
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

/** "…提醒我去幼儿园，那天家长会开两个小时": of what is told beside it. */
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
const namesLength = (idle: Phrase, reading: Reading): boolean =>
  reading.prepared.language === "zh" ||
  /^for\b/.test(reading.prepared.text.slice(idle.at, idle.end)) ||
  isApart(idle, reading) ||
  isSuch(idle, reading);

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

/** "，开两个小时，": a clause that says nothing else is no title. */
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
  const { text, language } = reading.prepared;
  const after = text.slice(idle.end);
  if (isKind(idle, main, { reading, trigger })) return true;
  if (
    idle.rule !== undefined ||
    idle.untilDay !== undefined ||
    idle.untilClock !== undefined ||
    idle.count !== undefined ||
    idle.fromDay !== undefined ||
    idle.opening === true
  )
    return false;
  if (idle.deadline === true) return true;
  if (idle.at < trigger.at || idle.at < main.at)
    return language === "zh" && main.day !== undefined && idle.at > trigger.at;
  if (main.day !== undefined || main.rule !== undefined || main.after !== undefined) return true;
  if (idle.day === undefined) return true;
  if (language === "en")
    return (
      /\b(?:for|of|about|until|by|since)\s+(?:the\s+)?$/.test(text.slice(0, idle.at)) ||
      /^(?:'s|\s+(?:meeting|party|trip|class|flight|dinner|lunch))/.test(after)
    );
  return !/^[\s,，。!！?？~]*$/.test(after);
}

/** "daily … to verify the nightly backup", "每天9点提醒我写每周总结": of what kind it is, where the rule has been said. */
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
  // "Ben's birthday tomorrow, remind me at 9am tomorrow": one day, said twice.
  if (idle.day !== undefined && JSON.stringify(idle.day) === JSON.stringify(host.day))
    return idle.rule === undefined;
  if (idle.day !== undefined) {
    if (host.after !== undefined || (host.day !== undefined && host.rule === undefined))
      return false;
    host.day = idle.day;
  }
  if (idle.weekend === true) return false;
  // "明天早上下午三点".
  if (
    idle.period !== undefined &&
    idle.end === host.at &&
    host.clock?.period !== undefined &&
    excludes(idle.period, host.clock.period)
  )
    return false;
  if (
    idle.period !== undefined &&
    host.clock !== undefined &&
    !host.clock.exact &&
    host.clock.period === undefined
  )
    host.clock = { ...host.clock, period: idle.period };
  if (idle.count !== undefined) host.count = idle.count;
  if (idle.untilDay !== undefined) host.untilDay = idle.untilDay;
  if (idle.untilClock !== undefined) host.untilClock = idle.untilClock;
  if (idle.fromDay !== undefined) host.fromDay = idle.fromDay;
  if (idle.opening === true) host.opening = true;
  return true;
}
