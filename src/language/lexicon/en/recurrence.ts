import { type Pattern, pattern } from "../scan.ts";
import { enDuration } from "./durations.ts";
import { parseEnglishDate, enDate, enOrdinal, enWeekday, enWeekdayOf } from "./days.ts";
import { enPeriodOf } from "./clock.ts";
import { enCounts } from "./counts.ts";
import { enNumber, ordinalOf } from "../../text/numerals.ts";
import { weekdayCode, workweek } from "../zh/recurrence.ts";
import {
  codesIn,
  dayPart,
  every,
  interval,
  intraday,
  nth,
  ofKind,
  part,
  range,
  rule,
  several,
  timesOf,
  countClocks,
  step,
} from "./recurrence-parts.ts";

/** Only beside a rule; with "but" alone, directly behind it. */
const exceptions: readonly Pattern[] = [
  pattern(
    String.raw`\b(?:except|excluding|excepting|but\s+not|not|other\s+than|apart\s+from|save\s+for|skipping|skip|(?<=\bday\s+)but)\s+(?:for\s+|on\s+|the\s+)*(${several}|weekends?)\b`,
    ([, days = ""], text) =>
      /\b(?:every|each|everyday|daily|nightly|weekdays)\b/.test(text)
        ? { kind: "except", byday: days.startsWith("weekend") ? ["SA", "SU"] : codesIn(days) }
        : undefined,
  ),
];

const dayOfMonth = new RegExp(
  String.raw`\b(?:last|${enOrdinal})\s+(?:${enWeekday}|day)\s+of\s+the\s+month\b`,
);
/** Said of the whole: it comes again. */
const repeats =
  /\b(?:every|each) month\b|\bmonthly\b|\b(?:recurring|repeat(?:s|ed|ing)?|on repeat)\b/;

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
    String.raw`(?:${every}|\b(?:on\s+)?(?:all\s+)?)\s*(?:weekdays?|work(?:ing)?\s?days?|business days?|school\s?days?)\b${dayPart}`,
    ([whole, word]) =>
      /^(?:on\s+)?(?:weekday|workday|work day|business day)$/.test(whole.trim())
        ? { kind: "unread" }
        : rule({ freq: "WEEKLY", byday: workweek, ...part(word) }),
  ),
  pattern(
    String.raw`(?:${every}\s+)?\b${enWeekday}s?\s*(?:-|through|thru|to)\s*${enWeekday}s?\b`,
    ([text]) => {
      const [from = "", to = ""] = Array.from(
        text.matchAll(new RegExp(String.raw`\b${enWeekday}`, "g")),
        ([word]) => word,
      );
      return rule({ freq: "WEEKLY", byday: range(from, to) });
    },
  ),
  // "the first Monday of the month, monthly": of each, because it is said to repeat.
  pattern(
    String.raw`\b(?:on\s+)?(?:the\s+)?(last|${enOrdinal})\s+(?:(${enWeekday})|day)\s+of\s+the\s+month\b(?:,?\s+(?:(?:every|each)\s+month|monthly)\b)?`,
    ([, which = "", name], text) => {
      if (!repeats.test(text)) return undefined;
      if (name !== undefined)
        return rule({ freq: "MONTHLY", byday: [`${nth(which)}${weekdayCode(enWeekdayOf(name))}`] });
      return rule({ freq: "MONTHLY", bymonthday: [nth(which)] });
    },
  ),
  // Of this month, or of each?
  pattern(
    String.raw`\b(?:on\s+)?(?:the\s+)?(?:last|${enOrdinal})\s+(?:${enWeekday}\s+of\s+(?:the|this|next)|(?:weekday|work\s?day|business day)\s+of\s+(?:the|this|next)|of\s+the)\s+month\b`,
    () => ({
      kind: "unread",
    }),
  ),
  pattern(String.raw`(?:${every}\s+weekend|\b(?:on\s+)?weekends)\b${dayPart}`, ([, word]) =>
    rule({ freq: "WEEKLY", byday: ["SA", "SU"], ...part(word) }),
  ),
  pattern(
    String.raw`\b(?:on\s+)?(?:the\s+)?(last|${enOrdinal})\s+(${enWeekday})\s+(?:of|in)\s+(?:every|each)\s+month\b`,
    ([, which = "", name = ""]) =>
      rule({ freq: "MONTHLY", byday: [`${nth(which)}${weekdayCode(enWeekdayOf(name))}`] }),
  ),
  pattern(
    String.raw`\b(?:on\s+)?(?:the\s+)?(last|${enOrdinal})\s+(?:weekday|work(?:ing)?\s?day|business day)\s+(?:of|in)\s+(?:every|each|the)\s+month\b`,
    ([whole, which = ""]) =>
      whole.endsWith(" the month")
        ? { kind: "unread" }
        : rule({ freq: "MONTHLY", byday: workweek, bysetpos: nth(which) }),
  ),
  pattern(String.raw`\b(?:on\s+)?(?:the\s+)?last\s+day\s+of\s+(?:every|each)\s+month\b`, () =>
    rule({ freq: "MONTHLY", bymonthday: [-1] }),
  ),
  pattern(
    String.raw`\b(?:(?:on\s+)?(?:the\s+)?(${enOrdinal}(?:\s*(?:,\s*and|,|and|&)\s*(?:the\s+)?${enOrdinal})*)(?:\s+day)?\s+(?:of|in)\s+(?:every|each)\s+month|(?:every|each)\s+(${enOrdinal}(?:\s*(?:,\s*and|,|and|&)\s*(?:the\s+)?${enOrdinal})*)(?:\s+day)?\s+of\s+the\s+month)\b`,
    ([, one, two]) =>
      rule({
        freq: "MONTHLY",
        bymonthday: Array.from((one ?? two ?? "").matchAll(new RegExp(enOrdinal, "g")), ([word]) =>
          ordinalOf(word),
        ),
      }),
  ),
  pattern(
    String.raw`\b(?:every|each)${interval}\s+months?\s+on\s+the\s+(last day|(?:last|${enOrdinal})(?:\s+${enWeekday})?)\b|\bmonthly\s+on\s+the\s+(last day|(?:last|${enOrdinal})(?:\s+${enWeekday})?)\b`,
    ([, every2, one, two]) => {
      const words = (one ?? two ?? "").split(/\s+/);
      if (words[1] === "day") return rule({ freq: "MONTHLY", ...step(every2), bymonthday: [-1] });
      const value = nth(words[0] ?? "");
      return rule({
        freq: "MONTHLY",
        ...step(every2),
        ...(words[1] === undefined
          ? { bymonthday: [value] }
          : { byday: [`${value}${weekdayCode(enWeekdayOf(words[1]))}`] }),
      });
    },
  ),
  pattern(
    String.raw`${every}\s+(last|${enOrdinal})\s+(${enWeekday})\s+of\s+the\s+month\b`,
    ([, which = "", name = ""]) =>
      rule({ freq: "MONTHLY", byday: [`${nth(which)}${weekdayCode(enWeekdayOf(name))}`] }),
  ),
  pattern(
    String.raw`(?:${every}\s+year|\b(?:yearly|annually))\s+on\s+(${enDate})|${every}\s+(${enDate})|\bon\s+(${enDate})\s+(?:every|each)\s+year\b|\b(${enDate})\s+(?:every|each)\s+year\b`,
    ([, one, two, three, four]) => {
      const spec = parseEnglishDate(one ?? two ?? three ?? four ?? "");
      return spec?.is === "date" && spec.month !== undefined
        ? rule({ freq: "YEARLY", bymonth: spec.month, bymonthday: [spec.day] })
        : { kind: "unread" };
    },
  ),
  pattern(String.raw`${every}${interval}\s+weeks?\s+on\s+(${several})\b`, ([, count, days = ""]) =>
    rule({ freq: "WEEKLY", ...step(count), byday: codesIn(days) }),
  ),
  pattern(
    String.raw`\b(?:bi-?weekly|fortnightly|every fortnight|every (?:two|2|other|second) weeks?)\s+(?:on\s+)?(${several})\b`,
    ([, days = ""]) => rule({ freq: "WEEKLY", interval: 2, byday: codesIn(days) }),
  ),
  pattern(
    String.raw`\b(?:quarterly|every quarter)\s+on\s+the\s+(${enOrdinal})\b`,
    ([, which = ""]) => rule({ freq: "MONTHLY", interval: 3, bymonthday: [ordinalOf(which)] }),
  ),
  pattern(String.raw`\bweekly\s+(?:on\s+)?(${several})\b`, ([, days = ""]) =>
    rule({ freq: "WEEKLY", byday: codesIn(days) }),
  ),
  // "every mon wed fri": behind "every" a space will do.
  pattern(
    String.raw`${every}${interval}\s+(${enWeekday}s?(?:(?:\s*,\s*and|\s*,|\s+and|\s*&|)\s+${enWeekday}s?)+)\b${dayPart}`,
    ([, count, days = "", word]) =>
      rule({ freq: "WEEKLY", ...step(count), byday: codesIn(days), ...part(word) }),
  ),
  pattern(
    String.raw`${every}${interval}\s+(${several})\b${dayPart}`,
    ([, count, days = "", word]) =>
      rule({ freq: "WEEKLY", ...step(count), byday: codesIn(days), ...part(word) }),
  ),
  pattern(
    String.raw`\b(?:on\s+)?(${enWeekday}s(?:(?:\s*(?:,\s*and|,|and|&)\s*|\s+)${enWeekday}s)*)\b`,
    ([, days = ""]) =>
      /^(?:mons|tues|weds|thurs|thus|fris|sats|suns)$/.test(days) && !/day/.test(days)
        ? undefined
        : rule({ freq: "WEEKLY", byday: codesIn(days) }),
  ),
  // "twice a day at 8 and 20": as many clocks as times.
  pattern(
    String.raw`\b(?:(twice|thrice|(?:${enNumber})\s+times)\s+(?:a|per|each|every)\s+day|(twice|thrice)\s+daily)\b`,
    ({ 1: often, 2: daily, input }) =>
      timesOf(often ?? daily ?? "") === countClocks(input)
        ? rule({ freq: "DAILY" })
        : { kind: "unread" },
  ),
  // Of one weekday it is every other one.
  pattern(
    String.raw`\b(?:bi-?weekly|fortnightly|every\s+fortnight)\s+on\s+(?:an?\s+)?(${enWeekday})s?\b(?!\s*(?:,|and|or|&))|\balternate\s+(${enWeekday})s?\b(?!\s*(?:,|and|or|&))`,
    ([, one, two]) => rule({ freq: "WEEKLY", interval: 2, byday: codesIn(one ?? two ?? "") }),
  ),
  pattern(
    String.raw`\b(?:(?:twice|thrice|(?:${enNumber}|a few|several|many)\s+times|once or twice)\s+(?:a|per|each|every|an)\s+(?:day|week|month|year|hour|night)|bi-?weekly|bi-?monthly|fortnightly|every fortnight|quarterly|every quarter|every now and then|every so often|every once in a while|alternate days|semi-?annually)\b`,
    // "a quarterly review every three months": of what kind it is.
    ([word], text) =>
      word === "quarterly" && /\bevery (?:3|three) months\b/.test(text)
        ? undefined
        : { kind: "unread" },
  ),
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
  pattern(String.raw`\bonce\s+(?:a|per|every)\s+(day|week|month|year)\b`, ([, unit = ""]) =>
    rule({
      freq:
        unit === "day"
          ? "DAILY"
          : unit === "week"
            ? "WEEKLY"
            : unit === "month"
              ? "MONTHLY"
              : "YEARLY",
    }),
  ),
  pattern(String.raw`${every}\s+hour\b|\bhourly\b`, () => rule({ freq: "HOURLY", interval: 1 })),
  pattern(String.raw`${every}\s+(?:other|second)\s+hour\b`, () =>
    rule({ freq: "HOURLY", interval: 2 }),
  ),
  pattern(String.raw`${every}\s+(half(?:\s+an)?\s+hour|${enDuration})`, ([, text = ""]) =>
    rule(intraday(text.replace(/^half(?:\s+an)?/, "half an"))),
  ),
  pattern(
    String.raw`${every}(?:\s+single)?${interval}\s+days?\b|\beveryday\b|\bdaily\b`,
    ([, count]) => rule({ freq: "DAILY", ...step(count) }),
  ),
  pattern(
    String.raw`(?:${every}|\bon)\s+(?:single\s+)?(morning|afternoon|evening|night)s?\b|\bnightly\b`,
    ([whole, word = "night"]) =>
      whole.startsWith("on") && !/^on (?:every|each)/.test(whole)
        ? undefined
        : rule({ freq: "DAILY", period: enPeriodOf(word) }),
  ),
  pattern(
    String.raw`${every}${interval}\s+(week|month|year)s?\b|\b(weekly|monthly|yearly|annually)\b`,
    ([, count, unit, word], text) => {
      // "…add it as monthly": said of a day of the month that was named.
      if (word === "monthly" && dayOfMonth.test(text)) return undefined;
      const name = unit ?? word?.replace(/ly$|ally$/, "").replace("annu", "year") ?? "week";
      return rule({
        freq: name === "month" ? "MONTHLY" : name === "year" ? "YEARLY" : "WEEKLY",
        ...step(count),
      });
    },
  ),
  ...enCounts,
];
