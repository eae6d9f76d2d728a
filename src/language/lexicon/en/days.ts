import { en } from "chrono-node";
import type { DaySpec, Meaning } from "../../times/atoms.ts";
import { type Pattern, pattern } from "../scan.ts";
import { ordinalOf } from "../../text/numerals.ts";

const monthNames = [
  "jan",
  "feb",
  "mar",
  "apr",
  "may",
  "jun",
  "jul",
  "aug",
  "sep",
  "oct",
  "nov",
  "dec",
];
const weekdayNames = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
export const enWeekday = String.raw`(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:s|nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)`;
export const enWeekdayOf = (word: string): number =>
  weekdayNames.indexOf(word.slice(0, 3).toLowerCase()) + 1;

export const enMonth = String.raw`(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)`;
export const enOrdinal = String.raw`(?:\d{1,2}(?:st|nd|rd|th)|(?:twenty|thirty)[ -](?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|thirtieth|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth)`;
/** A date with the name of its month, or as the standard writes it. */
export const enDate = String.raw`(?:\d{1,2}(?:st|nd|rd|th)?\s+(?:of\s+)?${enMonth}\b\.?(?:,?\s+\d{4})?|${enMonth}\.?\s+(?:the\s+)?\d{1,2}(?:st|nd|rd|th)?(?!\d|:|\s*[ap]\.?m\b)(?:,?\s+\d{4})?|\d{4}-\d{2}-\d{2})`;

const enMonthOf = (word: string): number => monthNames.indexOf(word.slice(0, 3).toLowerCase()) + 1;

const day = (spec: DaySpec): Meaning => ({ kind: "day", day: spec });

/** Any year will do: only what the text itself says is taken. */
const anyDay = new Date(Date.UTC(2024, 0, 1));

/** chrono reads the many ways of writing a date; which year is meant stays our decision. */
export function parseEnglishDate(text: string): DaySpec | undefined {
  const [found] = en.strict.parse(text.replace(/\bthe\s+/, ""), anyDay);
  if (found === undefined || !found.start.isCertain("month") || !found.start.isCertain("day"))
    return undefined;
  const [month, date, year] = [
    found.start.get("month"),
    found.start.get("day"),
    found.start.get("year"),
  ];
  if (month === null || date === null) return undefined;
  return {
    is: "date",
    month,
    day: date,
    ...(found.start.isCertain("year") && year !== null ? { year } : {}),
  };
}

const feasts: Readonly<Record<string, DaySpec>> = {
  "new year's eve": { is: "date", month: 12, day: 31 },
  "new year's day": { is: "date", month: 1, day: 1 },
  "valentine's day": { is: "date", month: 2, day: 14 },
  "christmas eve": { is: "date", month: 12, day: 24 },
  "christmas day": { is: "date", month: 12, day: 25 },
  christmas: { is: "date", month: 12, day: 25 },
  "boxing day": { is: "date", month: 12, day: 26 },
  halloween: { is: "date", month: 10, day: 31 },
  thanksgiving: { is: "nth", month: 11, nth: 4, weekday: 4 },
  "mother's day": { is: "nth", month: 5, nth: 2, weekday: 7 },
  "father's day": { is: "nth", month: 6, nth: 3, weekday: 7 },
  "chinese new year": { is: "lunar", month: 1, day: 1 },
  "lunar new year": { is: "lunar", month: 1, day: 1 },
  "mid-autumn festival": { is: "lunar", month: 8, day: 15 },
  "dragon boat festival": { is: "lunar", month: 5, day: 5 },
};

/** A "Thanksgiving dinner" that has a date of its own is only named after the day. */
const namedAfter = String.raw`(?!\s+(?:dinner|lunch|brunch|breakfast|party|parties|concert|show|shopping|meeting|event|gathering|ball|play)\b.*\b(?:${enMonth}\s+\d|\d{1,2}(?:st|nd|rd|th)\b|\d{1,2}/\d))`;
export const enFeast = String.raw`(?:${Object.keys(feasts).join("|")})\b${namedAfter}`;

function readSlashDate(match: RegExpExecArray): Meaning {
  const [first, second] = [Number(match[1]), Number(match[2])];
  const year = match[3] === undefined ? {} : { year: Number(match[3]) };
  if (first === second && first <= 12)
    return day({ is: "date", month: first, day: second, ...year });
  if (first > 12 && second <= 12) return day({ is: "date", month: second, day: first, ...year });
  if (second > 12 && second <= 31 && first <= 12)
    return day({ is: "date", month: first, day: second, ...year });
  return { kind: "unread", why: "date-order" };
}

/** "on the third at 3pm", and not "the third call". */
const isDate = (word: string, text: string): boolean => {
  const behind = text.slice(text.indexOf(word) + word.length);
  return word.startsWith("on ")
    ? /^\s*(?:$|[,.!?@]|\d|(?:at|to|in the (?:morning|afternoon|evening))\b)/.test(behind)
    : /^\s+(?:at|from)\s+(?:\d|noon\b)/.test(behind);
};

const clockAhead = String.raw`(?=\d{1,2}(?::\d\d)?\s*(?:[ap]\.?m\b|o'clock|:)|\d{1,2}:\d\d|noon\b)`;

export const enDays: readonly Pattern[] = [
  // Days that need a calendar of their own, or a second look.
  pattern(
    String.raw`\b(?:good friday|black friday|cyber monday|ash wednesday|palm sunday|easter(?:\s+(?:sunday|monday))?|super bowl sunday|memorial day|labou?r day|independence day|election day|tax day|bank holiday|eid|diwali|hanukkah|passover|ramadan|payday|on\s+(?:my|his|her|our|their|\w+'s)\s+(?:birthday|anniversary))\b`,
    () => ({ kind: "stretch" }),
  ),
  // "tomorrow's 3pm call"; without a clock behind it, it is whose and not when.
  pattern(String.raw`\b(tomorrow|tmrw|today|${enWeekday})'s\s+${clockAhead}`, ([, name = ""]) =>
    day(
      name === "today"
        ? { is: "offset", days: 0 }
        : /^t[om]m?[or]/.test(name)
          ? { is: "offset", days: 1, spoken: "tomorrow" }
          : { is: "weekday", weekday: enWeekdayOf(name), weeks: null },
    ),
  ),
  pattern(
    String.raw`\b(?:on\s+)?the\s+(last|${enOrdinal})\s+(${enWeekday})\s+(?:of|in)\s+(${enMonth})\b`,
    ([, which = "", name = "", month = ""]) => {
      const nth = which === "last" ? -1 : ordinalOf(which);
      return nth <= 5
        ? day({ is: "nth", month: enMonthOf(month), nth, weekday: enWeekdayOf(name) })
        : { kind: "unread" };
    },
  ),
  pattern(
    String.raw`\b(?:on\s+)?the\s+(last|${enOrdinal})\s+(${enWeekday})\s+(?:of|in)\s+(this|next)\s+month\b`,
    ([, which = "", name = "", month]) => {
      const nth = which === "last" ? -1 : ordinalOf(which);
      return nth <= 5
        ? day({ is: "nth-in", months: month === "next" ? 1 : 0, nth, weekday: enWeekdayOf(name) })
        : { kind: "unread" };
    },
  ),
  pattern(String.raw`\b(?:the )?day after (?:tomorrow|tmrw|tmr)\b`, () =>
    day({ is: "offset", days: 2, spoken: "after" }),
  ),
  pattern(
    String.raw`\b(?:tomorrow|tommorrow|tommorow|tomorow|tomorro|tomoro|tmrw|tmr|tmw|2moro|2morrow)\b(?!'s)`,
    () => day({ is: "offset", days: 1, spoken: "tomorrow" }),
  ),
  pattern(String.raw`\b(?:the\s+)?(?:day|night|evening)\s+before\b(?!\s+(?:yesterday|last))`, () =>
    day({ is: "event", days: -1 }),
  ),
  pattern(String.raw`\btoday\b(?!'s)`, () => day({ is: "offset", days: 0 })),
  pattern(String.raw`\b(?:yesterday|last (?:night|week|month|${enWeekday})|ago)\b`, () => ({
    kind: "day",
    day: { is: "offset", days: -1 },
    past: true,
  })),
  pattern(
    String.raw`\b(?:on\s+)?${enFeast}\b(?!\s+(?:present|gift|card|tree|party|shopping))`,
    ([word]) => {
      const spec = feasts[word.replace(/^on\s+/, "")];
      return spec === undefined ? undefined : day(spec);
    },
  ),
  // "Dec 3 to 10": the second has the month of the first.
  pattern(
    String.raw`(?<=\b(${enMonth})\.?\s+(?:the\s+)?\d{1,2}(?:st|nd|rd|th)?\s*(?:-|–|to|through|thru|until|till)\s*(?:the\s+)?)(\d{1,2})(?:st|nd|rd|th)?\b(?!:|\s*(?:[ap]\.?m\b|o'?clock))`,
    ([, month = "", date = ""]) =>
      Number(date) <= 31
        ? day({ is: "date", month: enMonthOf(month), day: Number(date) })
        : undefined,
  ),
  pattern(String.raw`\b(?:on\s+)?${enDate}`, ([text]) => {
    const spec = parseEnglishDate(text.replace(/^on\s+/, ""));
    return spec === undefined ? { kind: "unread" } : day(spec);
  }),
  // "the second of December", "December the twenty first".
  pattern(
    String.raw`\b(?:on\s+)?(?:the\s+)?(${enOrdinal})\s+of\s+(${enMonth})\b|\b(?:on\s+)?(${enMonth})\s+(?:the\s+)?((?!\d)${enOrdinal})\b`,
    ([, one, month, name, two]) =>
      day({ is: "date", month: enMonthOf(month ?? name ?? ""), day: ordinalOf(one ?? two ?? "") }),
  ),
  pattern(String.raw`(?<![\d/])(\d{1,2})/(\d{1,2})(?:/(\d{4}))?(?![\d/])`, readSlashDate),
  pattern(
    String.raw`\b(?:on\s+)?(?:(this|next|coming|this coming|the coming|the following)\s+)?(${enWeekday})\b(?!s\b|'s)`,
    ([, which, name = ""]) =>
      day({
        is: "weekday",
        weekday: enWeekdayOf(name),
        weeks: which === "next" ? 1 : null,
        ...(which === "the following" ? { follows: true } : {}),
      }),
  ),
  pattern(
    String.raw`\b(?:on\s+)?the\s+(${enOrdinal})(?:\s+of\s+(this|next)\s+month)?\b(?!\s+(?:of|floor|time|one|thing|draft|${enWeekday}|item|day|person|chapter|of))`,
    ([word, ordinal = "", month], text) =>
      /^\d/.test(ordinal) || month !== undefined || isDate(word, text)
        ? day({
            is: "date",
            day: ordinalOf(ordinal),
            ...(month === undefined ? {} : { months: month === "next" ? 1 : 0 }),
          })
        : undefined,
  ),
  pattern(
    String.raw`(?<=(?:\band|&|,)\s*)(\d{1,2})(?:st|nd|rd|th)\b(?!\s+(?:floor|time|one|thing|draft|item|day|person|chapter|street|st|ave))`,
    ([, date = ""]) => day({ is: "date", day: Number(date) }),
  ),
  pattern(
    String.raw`\b(?:(?:at|on|by)\s+)?(?:the\s+)?(?:end|last day) of (the|this|next) month\b`,
    ([, which]) => day({ is: "month-end", months: which === "next" ? 1 : 0 }),
  ),
  pattern(
    String.raw`\b(?:(?:at|on)\s+)?(?:the\s+)?(?:end|last day) of (${enMonth})\b`,
    ([, name = ""]) => day({ is: "month-end", months: 0, month: enMonthOf(name) }),
  ),
  pattern(String.raw`\b(?:the\s+)?(?:end|last day) of (?:the|this) year\b`, () =>
    day({ is: "date", month: 12, day: 31 }),
  ),
  // "until April" ends before it, "through April" with it.
  pattern(
    String.raw`(?<=\b(until|till|til|up to|up until|through|thru)\s+)(?:the\s+)?(${enMonth})\b(?!\.?\s*(?:the\s+)?\d)`,
    ([, join = "", name = ""]) => {
      const month = enMonthOf(name);
      return day({
        is: "month-end",
        months: 0,
        month: join.startsWith("th") ? month : month === 1 ? 12 : month - 1,
      });
    },
  ),
  pattern(
    String.raw`(?<=\b(?:starting|beginning|from)\s+(?:in\s+)?)(${enMonth})\b(?!\.?\s*(?:the\s+)?\d)`,
    ([, name = ""]) => day({ is: "date", month: enMonthOf(name), day: 1 }),
  ),
  pattern(String.raw`\b(?:this|the|next)\s+weekend\b`, () => ({ kind: "weekend" })),
];
