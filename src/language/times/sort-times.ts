import { momentOf } from "../calendar/moments.ts";
import { isRefused } from "../dialogue/refused.ts";
import {
  asObjectOfWish,
  joinedByAnd,
  listedForAll,
  mentionsEvent,
  ofSomething,
  tellsWhy,
} from "../lexicon/time-frames.ts";
import { weekdayCode } from "../calendar/wall.ts";
import type { Reading } from "../reading.ts";
import { type Clause, clauseAt } from "../text/clauses.ts";
import type { ClockTime, RuleSpec } from "./atoms.ts";
import { beforeSeries, findReported, homeOf } from "./before-series.ts";
import { type Draft, draftRule } from "./draft.ts";
import { readings } from "./hours.ts";
import { dayOfTheLast, halfOfTheLast, hoursOfOneClock } from "./joined-halves.ts";
import { hasAny, type Phrase } from "./phrase.ts";
import { isInterval } from "./timed.ts";
import { doubt } from "./times.ts";

/** Which times are items, which one is the event, which are part of what is to be said. */
export const sortingRules = [
  beforeSeries,
  doubt({
    name: "clocks-told-ahead",
    after: ["before-a-series"],
    examples: { zh: [["三点吃饭，四点开会，五点提醒我回家", "clock_left_over"]] },
    when: (draft: Draft) => {
      const told = findReported(draft);
      if (told === false) return false;
      const [event, second] = told.ahead;
      const isEvent =
        second === undefined &&
        (isNarrated(draft.reading, event) || isLeadingUp(draft.reading, told.inHome, event));
      return !isEvent && "clock_left_over";
    },
  }),
  doubt({
    name: "clock-that-tells-why",
    after: ["clocks-told-ahead"],
    examples: {
      zh: [["7点叫我起床，我8点要开会", "clock_left_over"]],
      en: [["remind me to leave at 5, the meeting starts at 6", "clock_left_over"]],
    },
    when: (draft: Draft) => {
      const home = homeOf(draft);
      const timed = draft.bundles.flat();
      return (
        timed.some(({ at }) => clauseAt(draft.reading.live, at) === home) &&
        timed.some((phrase) => isAside(draft.reading, phrase, home)) &&
        "clock_left_over"
      );
    },
  }),
  draftRule({
    name: "event-and-content",
    after: ["clock-that-tells-why"],
    examples: {
      zh: [
        ["下午三点开会，两点半提醒我", "11-17 14:30"],
        ["10点半提醒我3点开会", "11-17 10:30"],
      ],
    },
    when: (draft) => {
      const told = findReported(draft);
      const event = told === false ? undefined : told.ahead[0];
      const timed = draft.bundles.flat();
      const items = timed.filter(
        (phrase) => phrase !== event && !isContent(phrase, timed, draft.reading),
      );
      return items.length < timed.length && { event, items };
    },
    then: ({ event, items }) => ({ event, bundles: items.map((item) => [item]) }),
  }),
  draftRule({
    name: "joined-times",
    after: ["event-and-content"],
    examples: {
      zh: [
        ["每天下午3点和5点提醒我喝水", "11-17 15:00 FREQ=DAILY; 11-17 17:00 FREQ=DAILY"],
        [
          "每周一下午3点、周三下午5点提醒我上课",
          "11-23 15:00 FREQ=WEEKLY;BYDAY=MO; 11-18 17:00 FREQ=WEEKLY;BYDAY=WE",
        ],
      ],
      en: [["set alarms for 6am and 7am", "11-18 06:00; 11-18 07:00"]],
    },
    when: ({ bundles }) => bundles.some(([phrase], index) => index > 0 && phrase?.joined === true),
    then: (_, { bundles }) => ({
      bundles: bundles.flat().reduce<readonly (readonly Phrase[])[]>((found, phrase) => {
        const last = found.at(-1);
        return phrase.joined === true && last !== undefined
          ? [...found.slice(0, -1), [...last, inherit(phrase, last[0])]]
          : [...found, [phrase]];
      }, []),
    }),
  }),
  dayOfTheLast,
  halfOfTheLast,
  hoursOfOneClock,
  draftRule({
    name: "rule-of-the-last",
    after: ["half-of-the-last"],
    examples: {
      en: [
        [
          "remind me at 8am, 2pm and 8pm every day to take the drops",
          "11-18 08:00 FREQ=DAILY; 11-17 14:00 FREQ=DAILY; 11-17 20:00 FREQ=DAILY",
        ],
      ],
    },
    when: ({ bundles }) => {
      const shared = bundles.map(shareRule);
      return shared.some((bundle, index) => bundle !== bundles[index]) && shared;
    },
    then: (bundles) => ({ bundles }),
  }),
  draftRule({
    name: "rule-at-the-head",
    after: ["rule-of-the-last"],
    examples: {
      zh: [
        [
          "每天早上7点起床、中午12点吃饭、晚上10点睡觉，都提醒我",
          "11-18 07:00 FREQ=DAILY; 11-17 12:00 FREQ=DAILY; 11-17 22:00 FREQ=DAILY",
        ],
      ],
    },
    when: (draft) => {
      const [first] = draft.bundles.flat();
      return first !== undefined && isHead(first, draft) && first;
    },
    then: (first, { bundles }) => ({
      bundles: bundles.map((bundle) =>
        bundle.map((phrase) => (phrase === first ? phrase : inherit(phrase, first))),
      ),
    }),
  }),
  doubt({
    name: "series-and-single-time",
    after: ["rule-at-the-head"],
    examples: { zh: [["每天早上7点叫我起床，晚上11点提醒我睡觉", "items_unclear"]] },
    when: ({ bundles }: Draft) => {
      const flat = bundles.flat();
      const first = flat.findIndex(({ rule }) => rule !== undefined);
      return first !== -1 && flat.slice(first + 1).some(mayRepeat) && "items_unclear";
    },
  }),
];

/** Is it for every day, too? "这周日", "下周一" is one day. */
const mayRepeat = ({ rule, after, day }: Phrase): boolean =>
  rule === undefined &&
  after === undefined &&
  (day === undefined || (day.is === "weekday" && day.weeks === null));

/** "at 8am, 2pm and 8pm every day": what is said once of several times is said of all. */
function shareRule(bundle: readonly Phrase[]): readonly Phrase[] {
  const rule = bundle.at(-1)?.rule;
  const isApart = (phrase: Phrase): boolean =>
    phrase.day !== undefined || (phrase.rule !== undefined && phrase.rule !== rule);
  return rule === undefined ||
    bundle.every((phrase) => phrase.rule === rule) ||
    bundle.some(isApart)
    ? bundle
    : bundle.map((phrase) => ({ ...phrase, rule }));
}

/** "每天7点起床、12点吃饭，都提醒我": one wish for all of them, and the rule stands at their head. */
function isHead(first: Phrase, { bundles, reading: { triggers, prepared } }: Draft): boolean {
  const [, ...others] = bundles.flat();
  const [trigger, second] = triggers;
  const end = others.at(-1)?.end ?? first.end;
  return (
    first.rule !== undefined &&
    !isInterval(first) &&
    trigger !== undefined &&
    second === undefined &&
    trigger.at >= end &&
    listedForAll.test(prepared.text.slice(first.at, trigger.end)) &&
    others.length > 0 &&
    !others.some((phrase) => hasAny(phrase, ["rule", "day", "after"]))
  );
}

/**
 * "7点叫我起床，8点要开会": behind the request, a clause of its own that tells why. It may or may
 * not be a wish.
 */
function isAside(
  { live, triggers, prepared: { text, language } }: Reading,
  { at, end }: Phrase,
  home: Clause | undefined,
): boolean {
  const clause = clauseAt(live, at);
  if (home === undefined || clause === undefined || clause.at <= home.at) return false;
  if (triggers.some((trigger) => clauseAt(live, trigger.at) === clause)) return false;
  return tellsWhy[language].test(text.slice(clause.at, at) + text.slice(end, clause.end));
}

/** "我下午4点有个面试": the mention of an event. */
function isNarrated({ live, prepared }: Reading, phrase: Phrase | undefined): boolean {
  const text = phrase === undefined ? "" : (clauseAt(live, phrase.at)?.text ?? "");
  return mentionsEvent[prepared.language].test(text);
}

/**
 * "下午三点开会，两点半提醒我": what comes first in time and last in the sentence is the reminder.
 */
function isLeadingUp(
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

/** What the first of several times says goes for the others, where they do not say it themselves. */
function inherit(given: Phrase, first: Phrase | undefined): Phrase {
  if (first === undefined) return given;
  const phrase = first.rule?.freq === "WEEKLY" ? repeatWeekly(given, first.rule) : given;
  if (hasAny(phrase, ["day", "rule"])) return phrase;
  const { rule, fromDay, count } = first;
  return {
    ...phrase,
    ...(rule && { rule }),
    ...(rule && phrase.clock && { clock: laterOn(phrase.clock, first.clock) }),
    ...(fromDay && { fromDay }),
    ...(count && { count }),
  };
}

/** "每周一下午3点、周三下午5点": both of them each week. */
function repeatWeekly(phrase: Phrase, first: RuleSpec): Phrase {
  const { bysetpos: _, ...weekly } = first;
  const { day, ...rest } = phrase;
  return phrase.rule !== undefined || day?.is !== "weekday" || day.weeks !== null
    ? phrase
    : { ...rest, rule: { ...weekly, byday: [weekdayCode(day.weekday)] } };
}

/** "每天下午3点和5点": the second goes on where the first is. */
function laterOn(clock: ClockTime, first: ClockTime | undefined): ClockTime {
  if (first === undefined) return clock;
  const [before, ambiguous] = readings(first);
  if (before === undefined || ambiguous !== undefined) return clock;
  const isBare = clock.period === undefined && !clock.exact && first.period !== undefined;
  const [same = 0] = isBare ? readings({ ...clock, period: first.period }) : [];
  if (same > before) return { ...clock, period: first.period };
  const all = readings(clock);
  const next = all.length > 1 ? all.find((reading) => reading > before) : undefined;
  return next === undefined ? clock : { ...clock, hour: Math.floor(next / 3_600_000), exact: true };
}

/** "10点提醒我3点开会": what follows the trigger is what to say, when the time stood before it. */
function isContent(
  phrase: Phrase,
  timed: readonly Phrase[],
  { live, triggers, prepared: { text, language } }: Reading,
): boolean {
  const clause = clauseAt(live, phrase.at);
  const trigger = triggers.findLast(({ at }) => at < phrase.at && clauseAt(live, at) === clause);
  if (trigger === undefined || clause === undefined || phrase.end <= trigger.end) return false;
  if (triggers.some(({ at }) => at >= phrase.end && at < clause.end)) return false;
  const between = text.slice(trigger.end, phrase.at);
  const isTimedBefore = timed.some(({ at, end }) => at >= clause.at && end <= trigger.at + 1);
  if (isTimedBefore && phrase.joined !== true) return !joinedByAnd.test(between);
  const first = timed.find(({ at }) => at >= trigger.end);
  return (
    language === "en" &&
    (first !== phrase || timed.length > 1) &&
    !asObjectOfWish.test(between) &&
    ofSomething.test(text.slice(0, phrase.at))
  );
}
