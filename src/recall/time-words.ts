/** A stretch of time that a question speaks of, in milliseconds. */
export interface Span {
  /** As it was said. */
  readonly words: string;
  readonly from: number;
  readonly to: number;
}

const dayMs = 86_400_000;
const months =
  "january february march april may june july august september october november december".split(
    " ",
  );
const monthName =
  "(january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)";
const englishDate = new RegExp(
  String.raw`\b(?:(\d{1,2})(?:st|nd|rd|th)?(?: of)? )?${monthName}\b\.?(?: (\d{1,2})(?:st|nd|rd|th)?\b(?!\d))?,?(?: (?:of )?((?:19|20)\d\d))?`,
  "gi",
);
const chineseDate = /(?:((?:19|20)\d\d)年)?(\d{1,2})月(?:(\d{1,2})[日号])?/gu;
const bareYear = /(?<!\d)((?:19|20)\d\d)(?!\d)年?/gu;

/** Days before now, and how many of them. */
const spoken: readonly (readonly [words: RegExp, ago: number, length: number])[] = [
  [/\btoday\b|今天/iu, 0, 1],
  [/\byesterday\b|昨天/iu, 1, 1],
  [/前天/u, 2, 1],
  [/\bthis week\b|这周|本周|这个?星期/iu, 6, 7],
  [/\blast week\b|上周|上个?星期/iu, 14, 14],
  [/\bthis month\b|这个月|本月/iu, 31, 32],
  [/\blast month\b|上个?月/iu, 62, 62],
  [/\blast year\b|去年/iu, 730, 730],
];

/** What a question says of when something was said or happened. Undated questions have none. */
export function findSpans(question: string, now: number): readonly Span[] {
  const dates = [
    ...[...question.matchAll(englishDate)].flatMap(([all, early, name = "", late, year]) =>
      // “May” begins a sentence as often as it is a month.
      all.trim().toLowerCase() === "may" && !/\bin may\b|\blast may\b/i.test(question)
        ? []
        : [
            {
              words: all.trim(),
              year,
              month: months.findIndex((month) => month.startsWith(name.toLowerCase().slice(0, 3))),
              day: early ?? late,
            },
          ],
    ),
    ...[...question.matchAll(chineseDate)].map(([words, year, month, day]) => ({
      words,
      year,
      month: Number(month) - 1,
      day,
    })),
  ];
  if (dates.length > 0) return dates.map((date) => toSpan(date, now));
  const years = [...question.matchAll(bareYear)];
  if (years.length > 0)
    return years.map(([words, year]) => ({
      words,
      from: Date.UTC(Number(year), 0, 1),
      to: Date.UTC(Number(year) + 1, 0, 1),
    }));
  const today = Math.floor(now / dayMs) * dayMs;
  return spoken.flatMap(([pattern, ago, length]) => {
    const words = pattern.exec(question)?.[0];
    const from = today - ago * dayMs;
    return words === undefined ? [] : [{ words, from, to: from + length * dayMs }];
  });
}

interface NamedDate {
  readonly words: string;
  readonly year: string | undefined;
  readonly month: number;
  readonly day: string | undefined;
}

/** Without a year it is the last such month. */
function toSpan({ words, year, month, day }: NamedDate, now: number): Span {
  const thisYear = new Date(now).getUTCFullYear();
  const which =
    year === undefined
      ? Date.UTC(thisYear, month, 1) > now
        ? thisYear - 1
        : thisYear
      : Number(year);
  const from = Date.UTC(which, month, Number(day ?? 1));
  return { words, from, to: day === undefined ? Date.UTC(which, month + 1, 1) : from + dayMs };
}

const timeWords =
  /\b(?:yesterday|today|tonight|tomorrow|ago|last|next|since|week(?:end)?|month|year|day|morning|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october|november|december|\d{4})s?\b|昨|今天|明天|上周|下周|上个月|下个月|去年|明年|今年|[年月号日周]|星期/iu;
const asksWhen =
  /\b(?:when|what (?:date|day|month|year|time)|how long|since)\b|什么时候|哪天|几号|哪年|几月|多久|何时/iu;
const asksHowMany = /\bhow (?:many|much|old|long|often|far)\b|多少|几[个次岁年天]|多大|多久|多长/iu;
const numbers =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|dozen|couple|once|twice|hundred|thousand)\b|[一二两三四五六七八九十百千万]/iu;
const asksFirst = /\bfirst\b|\boriginally\b|\bused to\b|第一次|最早|最初|以前/iu;
const asksLatest =
  /\b(?:now|current(?:ly)?|latest|most recent(?:ly)?|these days|at the moment)\b|现在|目前|最近|如今/iu;

/** What kind of answer a question wants, as far as its words say. */
export const readWish = (question: string) => ({
  when: asksWhen.test(question),
  number: asksHowMany.test(question),
  order: asksFirst.test(question) ? -1 : asksLatest.test(question) ? 1 : 0,
});

export const hasTimeWords = (text: string): boolean => timeWords.test(text);
export const hasNumbers = (text: string): boolean => numbers.test(text);
export const isQuestion = (text: string): boolean => /[?？]\s*\S{0,2}$/u.test(text.trim());
