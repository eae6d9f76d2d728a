import { type Pattern, pattern, type RuleSpec } from "./atoms.ts";
import { enDuration, enDurationMs } from "./en-durations.ts";
import { datedBy, enDate, enOrdinal, enWeekday, enWeekdayOf } from "./en-days.ts";
import { enPeriodOf } from "./en-clock.ts";
import { enNumber, enNumberOf, ordinalOf } from "./numerals.ts";
import { minuteMs } from "./wall.ts";
import { weekdayCode, workweek } from "./zh-rules.ts";

const rule = (spec: RuleSpec): { kind: "rule"; rule: RuleSpec } => ({ kind: "rule", rule: spec });
const several = String.raw`${enWeekday}s?(?:\s*(?:,\s*and|,|and|&|/)\s*${enWeekday}s?\b)*`;
const dayPart = String.raw`(?:\s+(morning|afternoon|evening|night)s?\b)?`;

const codesIn = (text: string): string[] =>
  [...new Set(Array.from(text.matchAll(new RegExp(String.raw`\b${enWeekday}`, "g")), ([word]) => enWeekdayOf(word)))]
    .toSorted((a, b) => a - b)
    .map(weekdayCode);

const part = (word: string | undefined): Pick<RuleSpec, "period"> => (word === undefined ? {} : { period: enPeriodOf(word) });

const step = (word: string | undefined): Pick<RuleSpec, "interval"> => {
  if (word === undefined) return {};
  const interval = /^(?:other|second|alternate)/.test(word) ? 2 : word === "third" ? 3 : enNumberOf(word);
  return interval > 1 ? { interval } : {};
};

const nth = (word: string): number => (word === "last" ? -1 : ordinalOf(word));
const every = String.raw`\b(?:on\s+)?(?:every|each)`;
const interval = String.raw`(?:\s+(other|second|alternate|third|${enNumber}))?`;

function intraday(text: string): RuleSpec {
  const minutes = enDurationMs(text) / minuteMs;
  return minutes % 60 === 0 ? { freq: "HOURLY", interval: minutes / 60 } : { freq: "MINUTELY", interval: minutes };
}

const range = (from: string, to: string): string[] => {
  const [first, last] = [enWeekdayOf(from), enWeekdayOf(to)];
  return [1, 2, 3, 4, 5, 6, 7]
    .filter((day) => (first <= last ? day >= first && day <= last : day >= first || day <= last))
    .map(weekdayCode);
};

export const enRules: readonly Pattern[] = [
  pattern(String.raw`(?:${every}|\b(?:on\s+)?)\s*(?:weekdays?|work\s?days?|business days?)\b${dayPart}`, ([whole, word]) =>
    /^(?:on\s+)?(?:weekday|workday|work day|business day)$/.test(whole.trim())
      ? { kind: "unread" }
      : rule({ freq: "WEEKLY", byday: workweek, ...part(word) }),
  ),
  pattern(String.raw`(?:${every}\s+)?\b${enWeekday}s?\s*(?:-|through|thru|to)\s*${enWeekday}s?\b`, ([text]) => {
    const [from = "", to = ""] = Array.from(text.matchAll(new RegExp(String.raw`\b${enWeekday}`, "g")), ([word]) => word);
    return rule({ freq: "WEEKLY", byday: range(from, to) });
  }),
  pattern(String.raw`(?:${every}\s+weekend|\b(?:on\s+)?weekends)\b${dayPart}`, ([, word]) =>
    rule({ freq: "WEEKLY", byday: ["SA", "SU"], ...part(word) }),
  ),
  pattern(
    String.raw`\b(?:on\s+)?(?:the\s+)?(last|${enOrdinal})\s+(${enWeekday})\s+(?:of|in)\s+(?:every|each)\s+month\b`,
    ([, which = "", name = ""]) => rule({ freq: "MONTHLY", byday: [`${nth(which)}${weekdayCode(enWeekdayOf(name))}`] }),
  ),
  pattern(String.raw`\b(?:on\s+)?(?:the\s+)?last\s+day\s+of\s+(?:every|each)\s+month\b`, () => rule({ freq: "MONTHLY", bymonthday: [-1] })),
  pattern(String.raw`\b(?:on\s+)?(?:the\s+)?(first|${enOrdinal})(?:\s+day)?\s+(?:of|in)\s+(?:every|each)\s+month\b`, ([, which = ""]) =>
    rule({ freq: "MONTHLY", bymonthday: [ordinalOf(which)] }),
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
        ...(words[1] === undefined ? { bymonthday: [value] } : { byday: [`${value}${weekdayCode(enWeekdayOf(words[1]))}`] }),
      });
    },
  ),
  pattern(String.raw`${every}\s+(last|${enOrdinal})\s+(${enWeekday})\s+of\s+the\s+month\b`, ([, which = "", name = ""]) =>
    rule({ freq: "MONTHLY", byday: [`${nth(which)}${weekdayCode(enWeekdayOf(name))}`] }),
  ),
  pattern(
    String.raw`(?:${every}\s+year|\b(?:yearly|annually))\s+on\s+(${enDate})|${every}\s+(${enDate})|\bon\s+(${enDate})\s+(?:every|each)\s+year\b|\b(${enDate})\s+(?:every|each)\s+year\b`,
    ([, one, two, three, four]) => {
      const spec = datedBy(one ?? two ?? three ?? four ?? "");
      return spec?.is === "date" && spec.month !== undefined
        ? rule({ freq: "YEARLY", bymonth: spec.month, bymonthday: [spec.day] })
        : { kind: "unread" };
    },
  ),
  pattern(String.raw`${every}${interval}\s+weeks?\s+on\s+(${several})\b`, ([, count, days = ""]) =>
    rule({ freq: "WEEKLY", ...step(count), byday: codesIn(days) }),
  ),
  pattern(String.raw`\bweekly\s+on\s+(${several})\b`, ([, days = ""]) => rule({ freq: "WEEKLY", byday: codesIn(days) })),
  pattern(String.raw`${every}${interval}\s+(${several})\b${dayPart}`, ([, count, days = "", word]) =>
    rule({ freq: "WEEKLY", ...step(count), byday: codesIn(days), ...part(word) }),
  ),
  pattern(String.raw`\b(?:on\s+)?(${enWeekday}s(?:\s*(?:,\s*and|,|and|&)\s*${enWeekday}s)*)\b`, ([, days = ""]) =>
    /^(?:mons|tues|weds|thurs|thus|fris|sats|suns)$/.test(days) && !/day/.test(days)
      ? undefined
      : rule({ freq: "WEEKLY", byday: codesIn(days) }),
  ),
  pattern(
    String.raw`\b(?:twice a (?:day|week|month)|bi-?weekly|bi-?monthly|fortnightly|every fortnight|quarterly|every quarter|every now and then|every so often|every once in a while)\b`,
    () => ({ kind: "unread" }),
  ),
  pattern(String.raw`${every}\s+hour\b|\bhourly\b`, () => rule({ freq: "HOURLY", interval: 1 })),
  pattern(String.raw`${every}\s+(?:other|second)\s+hour\b`, () => rule({ freq: "HOURLY", interval: 2 })),
  pattern(String.raw`${every}\s+(half(?:\s+an)?\s+hour|${enDuration})`, ([, text = ""]) =>
    rule(intraday(text.replace(/^half(?:\s+an)?/, "half an"))),
  ),
  pattern(String.raw`${every}${interval}\s+days?\b|\beveryday\b|\bdaily\b`, ([, count]) => rule({ freq: "DAILY", ...step(count) })),
  pattern(String.raw`(?:${every}|\bon)\s+(?:single\s+)?(morning|afternoon|evening|night)s?\b|\bnightly\b`, ([whole, word = "night"]) =>
    whole.startsWith("on") && !/^on (?:every|each)/.test(whole) ? undefined : rule({ freq: "DAILY", period: enPeriodOf(word) }),
  ),
  pattern(String.raw`${every}${interval}\s+(week|month|year)s?\b|\b(weekly|monthly|yearly|annually)\b`, ([, count, unit, word]) => {
    const name = unit ?? word?.replace(/ly$|ally$/, "").replace("annu", "year") ?? "week";
    return rule({ freq: name === "month" ? "MONTHLY" : name === "year" ? "YEARLY" : "WEEKLY", ...step(count) });
  }),
  pattern(
    String.raw`\b(?:for\s+)?(?:the\s+next\s+)?(${enNumber})\s+(days|weeks|months|times)\b(?!\s+(?:before|from|later|early|ahead|ago))`,
    ([whole, count = "", unit = ""]) => {
      if (!/^(?:for|the next)\b/.test(whole) && unit !== "times") return undefined;
      return {
        kind: "count",
        count: enNumberOf(count),
        ...(unit === "times"
          ? {}
          : { unit: unit === "days" ? ("DAILY" as const) : unit === "weeks" ? ("WEEKLY" as const) : ("MONTHLY" as const) }),
      };
    },
  ),
];
