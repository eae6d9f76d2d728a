import { orderRules, type Rule } from "../rule.ts";
import { narrowDay } from "./narrow.ts";
import { placeRole } from "./other-clocks.ts";
import type { Phrase } from "./phrase.ts";
import { type AtomOf, both, clockIn, isEnd, type Placing, role, withoutPeriod } from "./role.ts";

const clockRoles = [
  role({
    name: "end-of-range",
    kinds: ["clock"],
    examples: {
      zh: [["明天下午3点到4点半提醒我开会", "11-18 15:00 90m"]],
      en: [["remind me of the meeting tomorrow from 3pm to 4:30pm", "11-18 15:00 90m"]],
    },
    when: ({ phrase, pending }) => isEnd(pending) && phrase.clock !== undefined,
    then: ({ phrase, atom }) => {
      const end = clockIn(phrase, atom);
      const isSided = phrase.period !== undefined;
      return {
        ...withoutPeriod(phrase),
        endClock: isSided ? end : { ...end, period: undefined },
      };
    },
  }),
  role({
    name: "until-clock",
    kinds: ["clock"],
    after: ["end-of-range"],
    examples: {
      zh: [["每小时提醒我喝水直到下午6点", "11-17 11:00 FREQ=HOURLY;UNTIL=20261117T180000"]],
      en: [
        [
          "remind me every hour until 6pm to drink water",
          "11-17 11:00 FREQ=HOURLY;UNTIL=20261117T180000",
        ],
      ],
    },
    when: ({ pending }) => pending === "until",
    then: ({ phrase, atom }) => ({
      ...withoutPeriod(phrase),
      untilClock: clockIn(phrase, atom),
    }),
  }),
  role({
    name: "hour-outside-its-part-of-day",
    kinds: ["clock"],
    after: ["until-clock"],
    examples: { en: [["remind me tomorrow morning at 3pm to call", "unread_time_word"]] },
    when: ({ phrase: { period }, atom: { exact, hour }, pending }) =>
      period === "morning" && exact && hour > 12 && hour < 24 && pending === undefined,
    then: ({ phrase, atom }) => ({
      ...withoutPeriod(phrase),
      clock: clockIn(phrase, atom),
      unread: "word",
    }),
  }),
  role({
    name: "clock",
    kinds: ["clock"],
    after: ["hour-outside-its-part-of-day"],
    examples: {
      zh: [["明天下午3点提醒我开会", "11-18 15:00"]],
      en: [["remind me at 3pm to call", "11-17 15:00"]],
    },
    then: ({ phrase, atom }) => ({ ...withoutPeriod(phrase), clock: clockIn(phrase, atom) }),
  }),
];

/** "Friday next week": the day of that week, or a day that is not known. */
function narrow(phrase: Phrase): Phrase {
  if (phrase.day === undefined || phrase.within === undefined) return phrase;
  const day = narrowDay(phrase.day, phrase.within);
  return day === undefined ? { ...phrase, unread: phrase.unread ?? "word" } : { ...phrase, day };
}

const placeDay = (phrase: Phrase, { past }: AtomOf<"day">): Phrase =>
  narrow(past === true ? { ...phrase, past } : phrase);

const dayRoles = [
  role({
    name: "range-of-days",
    kinds: ["day"],
    examples: {
      zh: [["12月3号到12月10号出差，加到日历", "12-03 11520m"]],
      en: [["put the trip from December 3 to December 10 on my calendar", "12-03 11520m"]],
    },
    when: ({ phrase: { day, clock }, pending }) =>
      pending === "to" && day !== undefined && clock === undefined,
    then: ({ phrase: { day, ...phrase }, atom }) =>
      placeDay(
        { ...phrase, ...(day === undefined ? {} : { fromDay: day }), untilDay: atom.day },
        atom,
      ),
  }),
  role({
    name: "last-day-of-series",
    kinds: ["day"],
    after: ["range-of-days"],
    examples: {
      zh: [["每天晚上8点提醒我背单词直到12月20号", "11-17 20:00 FREQ=DAILY;UNTIL=20261220T235959"]],
      en: [
        [
          "remind me every day at 8pm until December 20 to study",
          "11-17 20:00 FREQ=DAILY;UNTIL=20261220T235959",
        ],
      ],
    },
    when: ({ phrase, pending }) =>
      pending === "until" || (pending === "to" && phrase.rule !== undefined),
    then: ({ phrase, atom }) => placeDay({ ...phrase, untilDay: atom.day }, atom),
  }),
  role({
    name: "first-day-of-series",
    kinds: ["day"],
    after: ["last-day-of-series"],
    examples: {
      en: [["remind me every day from December 1 at 8pm to study", "12-01 20:00 FREQ=DAILY"]],
    },
    when: ({ phrase, pending }) => pending === "from" && phrase.rule !== undefined,
    then: ({ phrase, atom }) => placeDay({ ...phrase, fromDay: atom.day }, atom),
  }),
  role({
    name: "day-that-opens",
    kinds: ["day"],
    after: ["first-day-of-series"],
    examples: {
      zh: [["从明天开始每天早上8点提醒我吃药", "11-18 08:00 FREQ=DAILY"]],
      en: [["from tomorrow on remind me every day at 8am to run", "11-18 08:00 FREQ=DAILY"]],
    },
    when: ({ pending }) => pending === "from",
    then: ({ phrase, atom }) => placeDay({ ...phrase, day: atom.day, opening: true }, atom),
  }),
  role({
    name: "day",
    kinds: ["day"],
    after: ["day-that-opens"],
    examples: {
      zh: [["周五下午3点提醒我开会", "11-20 15:00"]],
      en: [["remind me on Friday the 20th at 3pm to call", "11-20 15:00"]],
    },
    then: ({ phrase, atom }) =>
      placeDay(
        { ...phrase, day: phrase.day === undefined ? atom.day : both(phrase.day, atom.day) },
        atom,
      ),
  }),
];

const placePeriod = ({ phrase, atom, pending }: Placing<AtomOf<"period">>): Phrase => {
  const { clock, day } = phrase;
  const today: Pick<Phrase, "day"> =
    atom.today === true ? { day: day ?? { is: "offset", days: 0 } } : {};
  if (clock === undefined || isEnd(pending)) return { ...phrase, ...today, period: atom.period };
  return clock.exact
    ? { ...phrase, ...today }
    : { ...phrase, ...today, clock: { ...clock, period: atom.period } };
};

const periodRole = role({
  name: "part-of-day",
  kinds: ["period"],
  examples: {
    zh: [["明晚8点提醒我开会", "11-18 20:00"]],
    en: [["remind me at 8 in the evening to call", "11-17 20:00"]],
  },
  then: placePeriod,
});

/** The day that stood before a rule opens its series, or ends it: "到12月20号为止，每天". */
const dayBecomesBound = (phrase: Phrase): Phrase => {
  const { day, deadline, ...rest } = phrase;
  if (day === undefined || phrase.clock !== undefined) return phrase;
  return phrase.aim === true || deadline === true
    ? { ...rest, untilDay: day }
    : { ...rest, fromDay: day };
};

const ruleRole = role({
  name: "recurrence",
  kinds: ["rule"],
  examples: {
    zh: [
      ["每周三下午4点提醒我开会", "11-18 16:00 FREQ=WEEKLY;BYDAY=WE"],
      ["到12月20号为止，每天晚上8点提醒我背单词", "11-17 20:00 FREQ=DAILY;UNTIL=20261220T235959"],
      ["12月20号之前每天晚上8点提醒我背单词", "11-17 20:00 FREQ=DAILY;UNTIL=20261220T235959"],
    ],
    en: [["remind me every Wednesday at 4pm to call", "11-18 16:00 FREQ=WEEKLY;BYDAY=WE"]],
  },
  then: ({ phrase, atom: { rule } }) => {
    const { from, until, count, period } = rule;
    const placed = dayBecomesBound({
      ...phrase,
      rule,
      ...(from === undefined ? {} : { fromDay: from }),
      ...(until === undefined ? {} : { untilDay: until }),
      ...(count === undefined ? {} : { count: { count } }),
      ...(period === undefined ? {} : { period: phrase.period ?? period }),
    });
    const { clock } = placed;
    return period === undefined || clock === undefined || clock.exact
      ? placed
      : { ...placed, clock: { ...clock, period } };
  },
});

const otherRoles = [
  role({
    name: "lead",
    kinds: ["lead"],
    examples: {
      zh: [["下午3点开会，提前10分钟提醒我", "11-17 14:50"]],
      en: [["remind me 10 minutes before my 3pm call", "11-17 14:50"]],
    },
    then: ({ phrase, atom: { ms, months } }) => ({
      ...phrase,
      lead: ms,
      ...(months === undefined ? {} : { leadMonths: months }),
    }),
  }),
  role({
    name: "number-of-times",
    kinds: ["count"],
    examples: { zh: [["每天早上8点提醒我吃药，吃五天", "11-18 08:00 FREQ=DAILY;COUNT=5"]] },
    then: ({ phrase, atom: { count, unit } }) => ({
      ...phrase,
      count: { count, ...(unit === undefined ? {} : { unit }) },
    }),
  }),
  role({
    name: "length",
    kinds: ["after", "duration", "shift"],
    examples: {
      zh: [["10分钟后提醒我关火", "11-17 10:10"]],
      en: [["remind me in 10 minutes to turn off the stove", "11-17 10:10"]],
    },
    then: ({ phrase, atom }) => ({ ...phrase, [atom.kind]: atom.ms }),
  }),
  role({
    name: "words-that-are-not-read",
    kinds: ["unread"],
    examples: {
      zh: [["3、4点提醒我", "no_time"]],
      en: [["remind me on 3/4 at 9pm to call", "ambiguous_date_order"]],
    },
    then: ({ phrase, atom }) => ({ ...phrase, unread: atom.why ?? "word" }),
  }),
  role({
    name: "days-left-out",
    kinds: ["except"],
    examples: {
      zh: [["每天早上8点提醒我吃药，周日除外", "11-18 08:00 FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA"]],
      en: [
        [
          "remind me every day except Sunday at 8am to run",
          "11-18 08:00 FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA",
        ],
      ],
    },
    then: ({ phrase, atom }) => ({
      ...phrase,
      unread: phrase.unread ?? (phrase.except === undefined ? "except" : "word"),
      except: atom.byday,
    }),
  }),
  role({
    name: "named-stretch-of-days",
    kinds: ["stretch"],
    examples: {
      zh: [["下周晚上8点提醒我交表", "ambiguous_day"]],
      en: [["remind me on Friday next week at 3pm to call", "11-27 15:00"]],
    },
    then: ({ phrase, atom: { within } }) =>
      narrow({ ...phrase, stretch: true, ...(within === undefined ? {} : { within }) }),
  }),
  role({
    name: "mark",
    kinds: ["deadline", "vague", "opening", "weekend", "span", "whole"],
    examples: {
      zh: [["周末早上10点提醒我大扫除", "ambiguous_day"]],
      en: [["put the offsite on my calendar all day Friday", "11-20"]],
    },
    then: ({ phrase, atom }) => ({ ...phrase, [atom.kind]: true }),
  }),
];

/** What an atom is within its phrase. The first that applies. */
export const roles: readonly Rule<Placing, Phrase>[] = orderRules([
  ...clockRoles,
  ...dayRoles,
  periodRole,
  ruleRole,
  placeRole,
  ...otherRoles,
]);
