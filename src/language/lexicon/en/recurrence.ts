import { type Pattern, pattern } from "../scan.ts";
import { enDuration } from "./durations.ts";
import { enOrdinal, enWeekday } from "./days.ts";
import { enCounts } from "./counts.ts";
import { enNumber } from "../../text/numerals.ts";
import { workweek } from "../../calendar/wall.ts";
import {
  codesIn,
  countClocks,
  every,
  intraday,
  ofKind,
  part,
  rule,
  several,
  timesOf,
} from "./recurrence-parts.ts";
import { recurrence } from "./recurrence-pieces.ts";

/** Only beside a rule; with "but" alone, directly behind it. */
const exceptions: readonly Pattern[] = [
  pattern(
    String.raw`\b(?:except|excluding|excepting|but\s+not|not|other\s+than|apart\s+from|save\s+for|skipping|skip|(?<=\b(?:week)?days?\s+)but)\s+(?:for\s+|on\s+|the\s+)*(${several}|weekends?)\b`,
    ([, days = ""], text) =>
      /\b(?:every|each|everyday|daily|nightly|weekdays|(?:mon|tues|wednes|thurs|fri|satur|sun)days?\s+(?:to|through|thru))\b/.test(
        text,
      )
        ? { kind: "except", byday: days.startsWith("weekend") ? ["SA", "SU"] : codesIn(days) }
        : undefined,
  ),
];

export const enRules: readonly Pattern[] = [
  ...exceptions,
  // "Wednesday week", "two Fridays from now", "every day that I work".
  pattern(
    String.raw`\b(?:(?:a|one|two|three|\d)\s+(?:weeks?\s+)?(?:on\s+|from\s+)?${enWeekday}s?\s+from\s+now|(?:the\s+)?${enWeekday}\s+after\s+(?:next|this|that|tomorrow)|(?:a|one)\s+week\s+(?:on\s+|from\s+)?${enWeekday}|${enWeekday}\s+(?:week|fortnight)|week\s+(?:on|of)\s+${enWeekday})\b`,
    () => ({ kind: "unread" }),
  ),
  pattern(String.raw`${every}\s+\w+\s+(?:that|when|if|unless|i|we|he|she)\b`, () => ({
    kind: "unread",
  })),
  ofKind,
  pattern(
    String.raw`${every}\s+(single\s+)?(day|weekday|work\s?day|morning|evening|night)\s+(?:of\s+|for\s+|in\s+)?(this|next|the next)\s+(week|month)\b`,
    ([, , unit = "", which = "", stretch = ""]) => {
      const ahead = which === "this" ? 0 : 1;
      if (which === "the next") return { kind: "unread" };
      const month = stretch === "month";
      return rule({
        ...(/work|week/.test(unit) ? { freq: "WEEKLY", byday: workweek } : { freq: "DAILY" }),
        ...(/day/.test(unit) ? {} : part(unit)),
        ...(ahead === 0
          ? {}
          : {
              from: month
                ? { is: "date", day: 1, months: 1 }
                : { is: "weekday", weekday: 1, weeks: 1 },
            }),
        until: month
          ? { is: "month-end", months: ahead }
          : { is: "weekday", weekday: 7, weeks: ahead },
      });
    },
  ),
  pattern(String.raw`\ball\s+(?:of\s+)?this\s+week\b`, () =>
    rule({ freq: "DAILY", until: { is: "weekday", weekday: 7, weeks: 0 } }),
  ),
  // "twice a day at 8 and 20": as many clocks as times.
  pattern(
    String.raw`\b(?:(twice|thrice|(?:${enNumber})\s+times)\s+(?:a|per|each|every)\s+day|(twice|thrice)\s+daily)\b`,
    ({ 1: often, 2: daily, input }) =>
      timesOf(often ?? daily ?? "") === countClocks(input)
        ? rule({ freq: "DAILY" })
        : { kind: "unread" },
  ),
  recurrence,
  // "the first Monday of the month", "on a weekday": of each, or of one?
  pattern(
    String.raw`\b(?:on\s+)?(?:the\s+)?(?:last|${enOrdinal})\s+(?:${enWeekday}\s+of\s+the|(?:weekday|work\s?day|business day)\s+of\s+(?:the|this|next)|of\s+the)\s+month\b`,
    () => ({
      kind: "unread",
    }),
  ),
  pattern(String.raw`\b(?:on\s+)?(?:weekday|workday|work day|business day)\b`, () => ({
    kind: "unread",
  })),
  pattern(
    String.raw`\b(?:(?:twice|thrice|(?:${enNumber}|a few|several|many)\s+times|once or twice)\s+(?:a|per|each|every|an)\s+(?:day|week|month|year|hour|night)|bi-?monthly|every now and then|every so often|every once in a while|semi-?annually)\b`,
    () => ({ kind: "unread" }),
  ),
  pattern(String.raw`${every}\s+hour\b|\bhourly\b`, () => rule({ freq: "HOURLY", interval: 1 })),
  pattern(String.raw`${every}\s+(?:other|second)\s+hour\b`, () =>
    rule({ freq: "HOURLY", interval: 2 }),
  ),
  pattern(String.raw`${every}\s+(half(?:\s+an)?\s+hour|${enDuration})`, ([, text = ""]) =>
    rule(intraday(text.replace(/^half(?:\s+an)?/, "half an"))),
  ),
  ...enCounts,
];
