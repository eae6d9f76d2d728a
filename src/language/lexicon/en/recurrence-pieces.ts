import type { Piece } from "../../times/compose-rule.ts";
import { enNumber } from "../../text/numerals.ts";
import { weekdayCode, workweek } from "../../calendar/wall.ts";
import { type Reader, recurrenceAt, type Recurrences } from "../recurrence-run.ts";
import { enPeriodOf } from "./clock.ts";
import { enDate, enMonth, enOrdinal, enWeekday, enWeekdayOf, parseEnglishDate } from "./days.ts";
import { codesIn, nth, range, rule, step, timesOf } from "./recurrence-parts.ts";
import { type Pattern, pattern } from "../scan.ts";

const each = String.raw`(?:each\s+and\s+every|every\s+single|every|each)`;
const often = String.raw`(?:\s+(other|second|alternate|third|${enNumber}))?`;
const and = String.raw`\s*(?:,\s*and|,|\band\b|&|/)\s*(?:on\s+)?(?:the\s+)?`;
const partOfDay = String.raw`(?:\s+(morning|afternoon|evening|night)(s?)\b)?`;
const workday = String.raw`(?:weekday|work(?:ing)?\s?day|business\s+day)`;
const places = String.raw`((?:last|${enOrdinal})(?:${and}(?:last|${enOrdinal})){0,6})`;
const ofMonth = String.raw`\s+(?:of|in)\s+(every|each|the)${often}\s+months?`;
const date = String.raw`${enDate}|${enOrdinal}\s+of\s+${enMonth}|${enMonth}\s+(?:the\s+)?${enOrdinal}`;
/** Behind an adverb that says how often; before a noun it says of what kind that is. */
const noNoun = String.raw`(?=\s*(?:$|[,.!?]|\d|(?:at|on|from|until|till|starting|beginning|to|for|in|please|remind|wake|set|and)\b))`;

const reader = (source: string, read: Reader[1]): Reader => [
  new RegExp(String.raw`(?:${source})(?![a-z\d]|'s)`, "y"),
  read,
];

const units = {
  day: { freq: "DAILY" },
  week: { freq: "WEEKLY" },
  month: { freq: "MONTHLY" },
  year: { freq: "YEARLY" },
  quarter: { freq: "MONTHLY", interval: 3 },
  fortnight: { freq: "WEEKLY", interval: 2 },
} as const;
type Unit = keyof typeof units;
const unit = Object.keys(units).join("|");
const cadence = (name: string, more: Partial<Extract<Piece, { is: "cadence" }>> = {}): Piece => ({
  is: "cadence",
  repeats: true,
  ...units[name as Unit],
  ...more,
});

const adverbs: Readonly<Record<string, Unit>> = {
  daily: "day",
  everyday: "day",
  weekly: "week",
  monthly: "month",
  yearly: "year",
  annually: "year",
  quarterly: "quarter",
  fortnightly: "fortnight",
};

const cadences: readonly Reader[] = [
  reader(
    String.raw`(?:${each}|once\s+(?:an?|per|each|every))${often}\s+(${unit})s?(?:\s+of\s+the\s+week)?`,
    ([, count, name = ""]) => cadence(name, step(count)),
  ),
  reader(String.raw`alternate\s+(day|week|month)s?`, ([, name = ""]) =>
    cadence(name, { interval: 2 }),
  ),
  reader(
    String.raw`${each}\s+(morning|afternoon|evening|night)s?|nightly|(?:in\s+the\s+)?(morning|afternoon|evening)s${noNoun}`,
    ([, one, two]) => cadence("day", { period: enPeriodOf(one ?? two ?? "night") }),
  ),
  reader(
    String.raw`(twice|thrice|(?:${enNumber})\s+times)\s+(?:a|per|each|every)\s+(week|month)`,
    ([, count = "", name = ""]) => cadence(name, { times: timesOf(count) }),
  ),
];

const adverbReader = (behind: string): Reader =>
  reader(`(${Object.keys(adverbs).join("|")}|bi-?weekly)${behind}`, ([, word = ""]) =>
    // "biweekly" on two days would be twice a week.
    word.startsWith("bi")
      ? { is: "cadence", repeats: true, freq: "WEEKLY", interval: 2, times: 1 }
      : cadence(adverbs[word] ?? "day"),
  );

/** A day that is named, or the days of a kind. */
const weekdays: readonly Reader[] = [
  reader(
    String.raw`(?:(${each}|all)\s+)?(${workday}|school\s?day|weeknight|weekend(?:\s+day)?)(s?)${partOfDay}`,
    ([, every, kind = "", plural, part, plurals]) => ({
      is: "weekdays",
      isGroup: true,
      repeats:
        every !== undefined || [plural, plurals].includes("s") || /working|school/.test(kind),
      byday: kind.startsWith("weekend") ? ["SA", "SU"] : workweek,
      period: (part ?? kind === "weeknight") ? enPeriodOf(part ?? "night") : undefined,
    }),
  ),
  reader(
    String.raw`(?:${each}\s+)?(${enWeekday})s?\s*(?:-|through|thru|to)\s*(${enWeekday})s?`,
    ([, from = "", to = ""]) => ({
      is: "weekdays",
      isGroup: true,
      repeats: true,
      byday: range(from, to),
    }),
  ),
  reader(
    String.raw`(?:for\s+)?(?:the\s+)?next\s+(${enNumber})\s+(${enWeekday})s`,
    ([, count = "", name = ""]) => ({
      is: "weekdays",
      repeats: true,
      byday: codesIn(name),
      count: timesOf(count),
    }),
  ),
  reader(
    String.raw`(?:(${each})${often}\s+|(alternate)\s+)?(${enWeekday}s?(?:(?:${and}|\s+)(?:${each}\s+)?${enWeekday}s?){0,6})${partOfDay}`,
    ([, every, count, alternate, days = "", part, plural]) => ({
      is: "weekdays",
      repeats: (every ?? alternate) !== undefined || plural === "s" || /days\b/.test(days),
      byday: codesIn(days),
      interval: step(alternate ?? count).interval,
      period: part === undefined ? undefined : enPeriodOf(part),
    }),
  ),
];

const eachPlace = new RegExp(`last|${enOrdinal}`, "g");
const placesIn = (words: string): number[] =>
  Array.from(words.matchAll(eachPlace), ([word]) => nth(word));
const kindOf = (name: string | undefined): string => {
  if (name === undefined || name === "day") return "day";
  const weekday = enWeekdayOf(name);
  return /work|business|^weekday/.test(name) || weekday === 0 ? "workday" : weekdayCode(weekday);
};

/** Said of the whole: it comes again. */
const saidToRepeat = /\b(?:recurring|repeat(?:s|ed|ing)?|(?:every|each) month|monthly)\b/;
const ofTheMonth = String.raw`${places}(?:\s+(${enWeekday}|${workday}|day)s?)?`;
const nths: readonly Reader[] = [
  reader(
    String.raw`(?:(${each})\s+)?(?:the\s+)?${ofTheMonth}${ofMonth}`,
    ({ 1: every, 2: words = "", 3: name, 4: which = "", 5: count, input }) => ({
      is: "nth",
      repeats: every !== undefined || which !== "the" || saidToRepeat.test(input),
      places: placesIn(words),
      of: kindOf(name),
      isOfMonth: true,
      interval: step(count).interval,
    }),
  ),
  reader(
    String.raw`(?:the\s+)?end\s+of\s+(every|each|the)${often}\s+months?`,
    ([, which = "", count]) => ({
      is: "nth",
      repeats: which !== "the",
      places: [-1],
      of: "day",
      isOfMonth: true,
      interval: step(count).interval,
    }),
  ),
];
const otherDays: readonly Reader[] = [
  reader(String.raw`(?:(${each})\s+)?(?:the\s+)?(${date})`, ([, every, words = ""]) => {
    const day = parseEnglishDate(words);
    return day?.is === "date" && day.month !== undefined && day.year === undefined
      ? { is: "date", repeats: every !== undefined, month: day.month, day: day.day }
      : undefined;
  }),
  // "every first Monday"; "every third Monday" is one in three.
  reader(
    String.raw`(?:(${each})\s+(?=first|last|1st))?(?:the\s+)?${ofTheMonth}`,
    ([, every, words = "", name]) => ({
      is: "nth",
      repeats: every !== undefined && name !== undefined && name !== "day",
      places: placesIn(words),
      of: kindOf(name),
      isOfMonth: every !== undefined,
    }),
  ),
];

const readers: readonly Reader[] = [...nths, ...cadences, ...weekdays, ...otherDays];
const firstReaders: readonly Reader[] = [...readers, adverbReader("")];
const laterReaders: readonly Reader[] = [...readers, adverbReader(noNoun)];
const between = /(?:\s*,)?\s+(?:(?:on|of|in|at)\s+)?(?:an?\s+(?=\w+day)|the\s+(?=weekend))?/y;
/** Behind these a single day is where a series begins or ends, or a day of this week. */
const bound =
  /\b(?:starting|beginning|from|until|till?|through|thru|to|by|before|after|this|next|coming|not)\s+(?:on\s+)?(?:the\s+)?$/;

const ways: Recurrences = { first: firstReaders, later: laterReaders, between, bound };

const firstWord = String.raw`(?:${each}|once|twice|thrice|alternate|mornings|afternoons|evenings|all\s+(?=w)|next|last|end\s+of|(?:weekday|work(?:ing)?\s?day|business\s+day|school\s?day|weeknight|weekend)s?|nightly|${Object.keys(adverbs).join("|")}|bi-?weekly|${enOrdinal}|${enNumber}|${enMonth}|${enWeekday}s?)\b`;

/** Every way to say when something comes again, in days and more. */
export const recurrence: Pattern = pattern(
  String.raw`\b(?:(?:on|at|in)\s+)?(?:the\s+(?=last|end|next|weekend|weekday|weeknight|morning|afternoon|evening|${enOrdinal}\b))?${firstWord}`,
  ({ 0: words, index }, text) => {
    const ahead = [/^/, /^(?:on|at|in)\s+/, /^(?:(?:on|at|in)\s+)?the\s+/].flatMap(
      (opening) => opening.exec(words)?.[0].length ?? [],
    );
    for (const skipped of ahead) {
      const found = recurrenceAt(text, index + skipped, ways);
      if (found !== undefined) return { ...rule(found.rule), length: found.end - index };
    }
    return undefined;
  },
);
