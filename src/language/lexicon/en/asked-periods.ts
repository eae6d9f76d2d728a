import type { CalendarUnit } from "../../calendar/units.ts";
import { enNumber, enNumberOf } from "../../text/numerals.ts";
import {
  few,
  type Groups,
  hours,
  type MonthPiece,
  partsOfMonth,
  type PeriodPattern,
  type PeriodPiece,
  side,
  span,
} from "../asked-period.ts";
import { monthNames, weekday } from "./vocabulary.ts";

const r = String.raw;
const pattern = (source: string, read: PeriodPattern["read"]): PeriodPattern => ({
  regex: new RegExp(source, "g"),
  read,
});

const counted = r`(?<count>${enNumber}|few|several|couple(?: of)?)\s+(?<unit>minute|hour|day|week|month)s?\b`;
/** "the month end report" has no month in it. */
const unit = r`(?<unit>day|week|weekend|month|quarter|year)\b(?!['-]?(?:ly|end|day)\b| end\b)`;
const whole = "(?:whole |entire |full |work(?:ing)? )?";
const ahead = "next|coming|following|upcoming";
const within = "in|over|for|during|within";

const countOf = ({ count = "few" }: Groups): number =>
  count.startsWith("couple") ? 2 : enNumberOf(count) || few;
const spanOf =
  (back: boolean): PeriodPattern["read"] =>
  ({ unit: name = "day", ...groups }) =>
    span(countOf(groups), name, back);
const unitAt =
  (weeks: number): PeriodPattern["read"] =>
  ({ unit: name = "weekend" }) => ({ is: "unit", unit: name as CalendarUnit, ahead: weeks });

const dayAt = (ahead: number) => (): PeriodPiece => ({ is: "unit", unit: "day", ahead });
const weekdays = "monday tuesday wednesday thursday friday saturday sunday".split(" ");

const months = monthNames.split("|");
/** "march" and "may" are verbs as well: they need a word that leads to a time. */
const leads =
  "in|for|of|during|this|next|last|through|throughout|all|my|the whole(?: month)? of|the month of";
const sureMonth = months.filter((name) => name !== "march" && name !== "may").join("|");
const dayNumber = r`\d{1,2}(?:st|nd|rd|th)?(?: of)?|\w+(?:teenth|tieth)(?: of)?|(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|twelfth)(?: of)?`;

const monthOf = r`(?:the (?:current )?|this )?(?<month>month|${monthNames})\b|next (?<ahead>month)\b`;
const monthIn = ({ month, ahead: next }: Groups): MonthPiece =>
  month === undefined || month === "month"
    ? { is: "month", months: next === undefined ? 0 : 1 }
    : { is: "month", month: months.indexOf(month) + 1 };
const parts: Readonly<Record<string, readonly [number, number]>> = {
  beginning: partsOfMonth.early,
  start: partsOfMonth.early,
  early: partsOfMonth.early,
  middle: partsOfMonth.middle,
  mid: partsOfMonth.middle,
};
const weeks: Readonly<Record<string, readonly [number, number]>> = {
  first: [1, 7],
  "1st": [1, 7],
  second: [8, 14],
  "2nd": [8, 14],
  third: [15, 21],
  "3rd": [15, 21],
  fourth: [22, 28],
  "4th": [22, 28],
  last: [-7, -1],
};

/** In front of a time, which has patterns of its own. */
const aTime = r`(?=\s+(?:(?:the|this|next|about|around)\s+)*(?:\d|${enNumber}\b|noon|midnight|midday|half\b|quarter\b|today|tomorrow|tonight|${weekday}|${monthNames}))`;

export const askedPeriods: readonly PeriodPattern[] = [
  pattern(r`\b(?:the )?weeks? after (?:the )?next(?: one)?\b`, () => ({
    is: "unit",
    unit: "week",
    ahead: 2,
  })),
  pattern(
    r`\b(?:at |in |around )?(?:the )?(?:(?<part>beginning|start|middle|end) of|(?<part>early|mid|late)(?: in)?)[ -](?:${monthOf})`,
    ({ part = "", ...groups }) => ({ ...monthIn(groups), days: parts[part] ?? partsOfMonth.late }),
  ),
  pattern(
    r`\b(?:(?:in|during) )?the (?<nth>first|second|third|fourth|1st|2nd|3rd|4th|last) (?<unit>week|weekend) (?:of|in) (?:${monthOf})`,
    ({ nth = "", ...groups }) => ({ ...monthIn(groups), days: weeks[nth] ?? partsOfMonth.early }),
  ),
  pattern(r`\bthe day before yesterday\b`, dayAt(-2)),
  pattern(r`\byesterday\b|\blast night\b`, dayAt(-1)),
  pattern(r`\blast (?<name>${weekday})\b`, ({ name = "" }) => ({
    is: "weekday",
    weekday: weekdays.indexOf(name) + 1,
  })),
  pattern(r`\b(?:the )?week before last\b`, () => ({ is: "unit", unit: "week", ahead: -2 })),
  pattern(
    r`\b(?:the )?(?:rest|remainder|remaining part) of (?:the |my |this )?${unit}|\b(?:left|remaining|still) (?:in |for |on )?(?:the|my) ${unit}`,
    unitAt(0),
  ),
  pattern(r`\b(?:(?:${within}) )?(?:the |my )?(?:${ahead}) ${counted}`, spanOf(false)),
  pattern(
    r`\b(?:${within}) the (?:${ahead}) (?<unit>hour|week|month)\b(?! (?:end|day))`,
    ({ unit: name = "week" }) => span(1, name, false),
  ),
  pattern(r`\b(?:in|over|for) the (?:coming|upcoming) (?<unit>day|week)s\b`, spanOf(false)),
  pattern(r`\bwithin ${counted}`, spanOf(false)),
  pattern(r`\b(?:(?:${within}) )?the (?:last|past|previous) ${counted}`, spanOf(true)),
  pattern(r`\b(?:the )?(?:last|past|previous) ${unit}`, unitAt(-1)),
  pattern(r`\b(?:this|the) coming (?<unit>weekend)\b`, unitAt(0)),
  pattern(r`\bnext ${whole}${unit}|\bthe (?:following|coming) ${whole}${unit}`, unitAt(1)),
  pattern(r`\bthis ${whole}${unit}`, unitAt(0)),
  pattern(
    r`\b(?:over |for |at |on |during )?(?:the|my) ${whole}(?<unit>weekend|week|month|quarter|year)\b(?!['-]?(?:ly|end|day)\b| end\b| of\b| (?:after|before|following)\b)`,
    unitAt(0),
  ),
  pattern(
    r`\b(?:for the|of the rest of my|(?:how|what)(?:'s| is| does|s)? my|of my|about my|over my|through my) (?<unit>day)\b(?! off)`,
    unitAt(0),
  ),
  pattern(r`\bweekends?\b`, unitAt(0)),
  pattern(
    r`(?:\b(?:${leads}) (?:next |this )?(?<month>${monthNames})|(?<!\b(?:${dayNumber}) )\b(?<month>${sureMonth}))\b(?!,? (?:the )?(?:${dayNumber})\b(?!\d\d))(?:,? (?<year>20\d\d)\b)?`,
    ({ month = "", year }) => ({
      is: "month",
      month: months.indexOf(month) + 1,
      ...(year === undefined ? {} : { year: Number(year) }),
    }),
  ),
  pattern(r`\blater (?:on )?(?:today|tonight|this (?:morning|afternoon|evening))\b`, () => ({
    is: "later",
  })),
  pattern(r`\bafter (?:my )?lunch(?: ?time)?\b`, hours(13, 18)),
  pattern(r`\bafter (?:my )?breakfast\b`, hours(9, 12)),
  pattern(r`\bafter (?:my )?(?:dinner|supper)\b`, hours(19, 24)),
  pattern(r`\bafter (?:work|hours|office hours)\b`, hours(18, 24)),
  pattern(r`\bafter school\b`, hours(15, 20)),
  pattern(r`\bbefore (?:my )?lunch(?: ?time)?\b`, hours(0, 12)),
  pattern(r`\bbefore (?:work|breakfast|school)\b`, hours(0, 9)),
  pattern(r`\bbefore (?:my )?(?:dinner|supper)\b`, hours(0, 18)),
  pattern(r`\bbefore (?:dawn|sunrise|daybreak|it gets light)\b`, hours(0, 6)),
  pattern(
    r`\b(?:at|over|during|around) lunch(?: ?time| break| hour)?\b|\blunch ?time\b`,
    hours(11, 14),
  ),
  pattern(
    r`\bduring (?:the (?:work(?:ing)? )?day|(?:work(?:ing)?|business|office) hours)\b`,
    hours(9, 18),
  ),
  pattern(r`\bbetween${aTime}`, side("between")),
  pattern(
    r`\b(?:after|past|later than|any ?time after|from(?=\s\S+(?: ?[ap]m)? onwards?\b))${aTime}`,
    side("after"),
  ),
  pattern(r`\b(?:before|earlier than|prior to)${aTime}`, side("before")),
  pattern(r`\b(?:until|till|til|up to|by)${aTime}`, side("until")),
];
