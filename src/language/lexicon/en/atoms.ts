import type { Atom, Meaning, Within } from "../../times/atoms.ts";
import { type Pattern, pattern, scan } from "../scan.ts";
import { enClocks, enMilitary } from "./clock.ts";
import { enDays, enFeast, enMonth, enWeekday } from "./days.ts";
import { enAmountMs, enDuration, enDurationMs, enSpan, enSpanOf, isTwofold } from "./durations.ts";
import { distance } from "../../text/distance.ts";
import { enRules } from "./recurrence.ts";
import { enNumber, enNumberOf } from "../../text/numerals.ts";
import { enZones } from "./zone-times.ts";
import { minuteMs } from "../../calendar/wall.ts";

const amount = String.raw`(?:${enDuration}|${enSpan})`;
const timeAhead = String.raw`(?=\s*(?:\d|${enNumber}\b|noon|midnight|half|quarter|a quarter|tomorrow|today|tonight|next|this|the\s+\d|the (?:first|last)|(?:the )?end of|${enFeast}|${enWeekday}\b|${enMonth}\b))`;

const leadBy = (text: string): Meaning =>
  /month/.test(text)
    ? { kind: "lead", ms: 0, months: enSpanOf(text).months }
    : { kind: "lead", ms: enAmountMs(text) };

const movers: readonly Pattern[] = [
  // "give me a 5 minute heads-up".
  pattern(
    String.raw`\b(${amount})['’ -]*\s*(?=(?:heads[- ]?up|warning|notice|reminder before)\b)`,
    ([, text = ""]) => leadBy(text),
  ),
  // "remind me 45 minutes early".
  pattern(
    String.raw`(?<=\b(?:remind|alert|notify|ping|nudge|warn|tell|wake|buzz|poke)\s+(?:me|us)\s+(?:up\s+)?)(${amount})\s+(?:early|earlier|sooner)\b`,
    ([, text = ""]) => leadBy(text),
  ),
  // "a day and an hour before": two of them; "an hour and fifteen minutes before" is one.
  pattern(
    String.raw`\b(?!(?:${enNumber}|an?)\s+hours?\s+and\s+(?:${enNumber}|an?)\s+(?:minutes?|mins?)\b)(${amount})(?=\s*(?:,|and|&|,\s*and)\s*(?:again\s+)?${amount}\s+(?:before(?:hand)?|prior|ahead|in advance)\b)`,
    ([, text = ""]) => leadBy(text),
  ),
  // "with an alarm an hour before": how it is announced belongs to the lead.
  pattern(
    String.raw`\b(?:with\s+an?\s+(?:alarm|alert|reminder|notification)\s+(?:set\s+)?(?:for\s+)?)?(${amount})\s+(?:before(?:hand)?|early|earlier|prior|ahead|in advance)\b(?:\s+of\b)?`,
    ([whole, text = ""]) =>
      !/earl/.test(whole)
        ? leadBy(text)
        : /month/.test(text)
          ? { kind: "unread" }
          : { kind: "shift", ms: -enAmountMs(text) },
  ),
  pattern(
    String.raw`\b(?:forward|earlier|(?<!heads[ -]|\b(?:wake|get|pick|call|waking)\s+(?:me\s+|us\s+)?)up)\s+(?:by\s+)?(${amount})(?!\s+(?:from|after)\b)`,
    ([, text = ""]) => ({
      kind: "shift",
      ms: -enAmountMs(text),
    }),
  ),
  pattern(
    String.raw`\b(?:back|later|by|out)\s+(?:by\s+|another\s+)?(${amount})`,
    ([whole, text = ""]) =>
      whole.startsWith("by ") && /month/.test(text)
        ? { kind: "unread" }
        : { kind: "shift", ms: enAmountMs(text) },
  ),
  pattern(String.raw`\b(?:for\s+)?(${amount})\s+(?:later|back)\b`, ([, text = ""]) => ({
    kind: "shift",
    ms: enAmountMs(text),
  })),
  pattern(String.raw`\b(?:in advance|beforehand|ahead of time)\b`, () => ({
    kind: "lead",
    ms: null,
  })),
];

const relative: readonly Pattern[] = [
  // "in an hour or two", "in 5 to 10 minutes": about so long.
  pattern(
    String.raw`\bin\s+(?:about\s+|around\s+|like\s+|maybe\s+)?(?:an?\s+(?:hour|minute|day|week)\s+or\s+(?:two|three|2|3)|(?!(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)-)${enNumber}\s*(?:-|to|or)\s*${enNumber}\s*(?:hours?|hrs?|minutes?|mins?|days?|weeks?))\b`,
    () => ({ kind: "vague" }),
  ),
  pattern(
    String.raw`\b(?:in|after)\s+(?:about\s+|around\s+|another\s+|exactly\s+|like\s+)?(${enDuration})(?:'s?\s+time)?(?:\s+or\s+so)?`,
    ([, text = ""]) =>
      isTwofold(text) ? { kind: "unread" } : { kind: "after", ms: enDurationMs(text) },
  ),
  pattern(
    String.raw`\b(?:for\s+)?(a|one|two|three|four|\d)\s+weeks?\s+from\s+(today|tomorrow|tmrw)\b`,
    ([, count = "", from]) => ({
      kind: "day",
      day: {
        is: "offset",
        days: (count === "a" ? 1 : enNumberOf(count)) * 7 + (from === "today" ? 0 : 1),
      },
    }),
  ),
  pattern(String.raw`\b(?:for\s+)?(${enDuration})\s+from\s+now\b`, ([, text = ""]) => ({
    kind: "after",
    ms: enDurationMs(text),
  })),
  pattern(
    String.raw`\b(?:in\s+(${enSpan})(?:'s?\s+time)?|(?:for\s+)?(${enSpan})\s+from\s+(?:now|today))`,
    ([, one, two]) => ({
      kind: "day",
      day: { is: "offset", ...enSpanOf(one ?? two ?? "") },
    }),
  ),
  pattern(String.raw`\b(?:a|one)\s+week\s+from\s+(?:${enWeekday}|tomorrow)\b`, () => ({
    kind: "unread",
  })),
  pattern(
    String.raw`\bin\s+(\d{1,3})(?=\s*(?:$|[,.!?]|please\b|to\b|pls\b|for\b|(?:i'm|the|my|[a-z]+'s)\s))`,
    ([, count = ""]) => ({
      kind: "after",
      ms: Number(count) * minuteMs,
    }),
  ),
  pattern(
    String.raw`\b(${enNumber})\s+more\s+(minutes?|mins?|hours?)\b`,
    ([, count = "", unit = ""]) => ({
      kind: "duration",
      ms: enDurationMs(`${count} ${unit}`),
    }),
  ),
  pattern(String.raw`\b(?:for\s+)?(${enDuration})`, ([, text = ""]) => ({
    kind: "duration",
    ms: enDurationMs(text),
  })),
];

const vague = String.raw`\b(?:later(?: on| today| tonight)?|soon|in a (?:bit|while|moment|sec|jiffy|few(?: (?:minutes|mins|hours|hrs|moments)|(?! (?:days|weeks|months))))|in a couple(?: of)? (?:minutes|mins|hours|hrs)|in some time|after a while|sometime|some time|at some point|when(?:ever)? (?:you|i) (?:can|get|have)\b(?:(?!\b(?:remind|wake|ping|nudge) me\b)[^,.])*|shortly|asap|before bed|after (?:work|lunch|dinner|school|class)|at (?:lunch|dinner|bedtime)|end of (?:the )?day|eod|first thing)\b`;

/** Days without a name. */
const stretch = String.raw`\b(?:(?:the )?week after next|in a (?:few|couple(?: of)?) (?:days|weeks|months)|eventually|one day|some day|(?:next|this|the following|the coming) (?:week|month|year|quarter|summer|winter|spring|autumn|fall)|next time|(?:the )?(?:end|beginning|start|middle) of (?:the |next |this )?(?:week|year|quarter|month)|early (?:next|this) \w+|mid-?(?:week|month)|eow|eom|(?:over|during|on) the (?:weekend|holidays|break)|the other day)\b`;

function withinOf(word: string): { readonly within?: Within } {
  if (word.endsWith("week after next")) return { within: { unit: "week", ahead: 2 } };
  const [, which, unit] =
    /^(?:early |later? )?(next|this|the following|the coming) (week|month|year)$/.exec(word) ?? [];
  if (unit !== "week" && unit !== "month" && unit !== "year") return {};
  return { within: { unit, ahead: which === "this" ? 0 : 1 } };
}

const joins: readonly Pattern[] = [
  pattern(String.raw`\b(?:starting|beginning|from)\b(?:\s+(?:on|in))?${timeAhead}`, () => ({
    kind: "from",
  })),
  pattern(
    String.raw`\b(?:from now\s+)?(?:until|till|til|through|thru|up to|up until)\b(?:\s+the end of(?!\s+(?:${enMonth}|the|this|next)\b))?${timeAhead}`,
    () => ({
      kind: "until",
    }),
  ),
  pattern(String.raw`\b(?:all|the (?:whole|full|entire)|whole|full)[ -]day(?: long)?\b`, () => ({
    kind: "whole",
  })),
  pattern(String.raw`\ball (?:week|month|year)(?: long)?\b`, () => ({ kind: "span" })),
  // "until I say stop": an end at an unknown time.
  pattern(String.raw`\b(?:until|till|til)\b`, () => ({ kind: "span" })),
  pattern(
    String.raw`(?:\bto\b|\band\b(?=\s+\d{1,2}(?::\d\d)?\s*[ap]\.?m\b\s*(?:on|every|,|$))|-|~)${timeAhead}`,
    ([word]) => (word === "and" ? { kind: "and" } : { kind: "to" }),
  ),
  pattern(
    String.raw`\s*(?:,\s*and|,|and|&)\s+(?:then\s+|again\s+|also\s+)?(?=(?:at\s+)?(?:\d{1,2}(?::\d\d)?\s*(?:[ap]\.?m\b|o'clock)|noon|midnight|\d{1,2}:\d\d|(?:\d{1,2}|${enNumber})\s+(?:in the (?:morning|afternoon|evening)|at night)\b)|at\s+\d{1,2}\b(?!\s*[a-z]*(?:%|percent|minutes?|hours?|days?)))`,
    () => ({ kind: "and" }),
  ),
  pattern(
    String.raw`\b(?:and|&)\b(?=\s+(?:on\s+)?(?:tomorrow|today|tonight|${enWeekday}\b|(?:the\s+)?\d{1,2}(?:st|nd|rd|th)\b))`,
    () => ({
      kind: "and",
    }),
  ),
  // Some time within an hour or two.
  pattern(String.raw`\bbetween\b(?=\s+(?:\d|noon|${enNumber}\b))`, () => ({ kind: "unread" })),
  pattern(String.raw`\bnot\s+at\b${timeAhead}`, () => ({ kind: "not" })),
  pattern(String.raw`\b(?:before|by|no later than|not later than|prior to)\b${timeAhead}`, () => ({
    kind: "deadline",
  })),
  pattern(String.raw`\b(?:not|instead of|rather than)\b${timeAhead}`, () => ({ kind: "not" })),
];

const timeWords =
  "monday tuesday wednesday thursday friday saturday sunday tomorrow tonight today morning afternoon evening midnight january february april august september october november december".split(
    " ",
  );

/** One letter away from a word of time: a typing mistake that would be left out of the time. */
const isMistyped = (word: string): boolean =>
  timeWords.some(
    (known) =>
      known !== word && `${known}s` !== word && word[0] === known[0] && distance(word, known) === 1,
  );

const unread: readonly Pattern[] = [
  // "the June report", "Grandpa June": a month is a time where a word leads to it or a number
  // stands beside it.
  pattern(
    String.raw`\b(?<=\b(?:in|on|by|until|till?|through|thru|from|since|starting|beginning|next|this|last|each|every|of|before|after|during|late|early|mid|end|for)\s+|\d(?:st|nd|rd|th)?\s+)${enMonth}(?<!\bmay|\bmar|\bmarch)\b|\b${enMonth}(?<!\bmay|\bmar|\bmarch)(?=\s+(?:the\s+)?\d)`,
    () => ({ kind: "unread" }),
  ),
  pattern(
    String.raw`\b(?:every\w*|each\s+(?:time|day|week|month)|weekdays?|fortnight|(?<!\b(?:the|our|my|an?|this|that|next)\s)quarterly|alternate)\b`,
    () => ({ kind: "unread" }),
  ),
  // All but some.
  pattern(
    String.raw`\b(?:except|excluding|excepting|but not|other than|apart from|save for|skipping)\b(?=\s+(?:for\s+|on\s+|the\s+)*(?:\d|${enWeekday}|weekends?|weekdays?|holidays?|tomorrow|today|${enMonth}|when|if))|\bbut\b(?=\s+(?:on\s+)?${enWeekday}s?\b)`,
    () => ({ kind: "unread" }),
  ),
  // One of two.
  pattern(
    String.raw`\bor (?:(?:was|is|should) it|(?:maybe|perhaps|possibly|even|make it|better)(?=\s+(?:at\s+)?\d))\b`,
    () => ({
      kind: "unread",
    }),
  ),
  pattern(
    String.raw`\bor\b(?=\s+(?:at\s+|on\s+)?(?:\d{1,2}(?!\d)|noon|midnight|tomorrow|${enWeekday}\b))`,
    () => ({ kind: "unread" }),
  ),
  pattern(String.raw`(?<![\d/])\d{1,2}:\d+|\b\d{1,2}/\d{1,2}\b`, () => ({ kind: "unread" })),
  pattern(String.raw`\b[a-z]{5,10}\b`, ([word]) =>
    isMistyped(word) ? { kind: "unread" } : undefined,
  ),
];

const patterns: readonly Pattern[] = [
  enMilitary,
  // After "at" it is not a length.
  pattern(String.raw`(?<=\bat\s+)([01]?\d|2[0-3])h([0-5]\d)\b`, ([, hour = "", minute = ""]) => ({
    kind: "clock",
    hour: Number(hour),
    minute: Number(minute),
    second: 0,
    exact: Number(hour) > 12 || hour.startsWith("0"),
  })),
  ...enZones,
  ...movers,
  ...enRules,
  ...joins,
  ...relative,
  pattern(vague, () => ({ kind: "vague" })),
  ...enDays,
  pattern(stretch, ([word]) => ({ kind: "stretch", ...withinOf(word) })),
  ...enClocks,
  ...unread,
];

export function enAtoms(text: string): Atom[] {
  return scan(text, patterns).flatMap((atom): Atom[] => {
    const word = text.slice(atom.at, atom.end);
    // "tonight" is a day and a part of it.
    const part = /^tonite?|^tonight|\bnight before/.test(word)
      ? "night"
      : /\bevening before/.test(word)
        ? "evening"
        : undefined;
    return part === undefined
      ? [atom]
      : [atom, { kind: "period", period: part, at: atom.end, end: atom.end }];
  });
}
