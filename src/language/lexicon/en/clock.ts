import { weekday } from "./vocabulary.ts";
import type { Meaning, Period } from "../../times/atoms.ts";
import { type Pattern, pattern } from "../scan.ts";
import { enNumber, enNumberOf } from "../../text/numerals.ts";

const half = String.raw`\s*([ap])(?:\.?\s?m\b\.?|(?<=\d[ap])\b)`;
const hourWord =
  "(?:(?<!\\b(?:first|second|third|fourth|fifth|sixth|last|other|that|this|which)\\s+)one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)";
const hour = String.raw`(?:\d{1,2}|${hourWord})`;
/** A bare number is an hour only behind one of these. */
const before = String.raw`(?<=(?:@|\b(?:(?:alarms?|reminders?|timer|call|up|on|off|it|me) for|alarm|at|by|before|after|until|till|til|from|to|around|about|past|than|not|make it|it's|meant|and|or|between)|-)\s*)`;
const minuteWord = "(?:(?:oh|o)[ -]five|ten|fifteen|(?:twenty|thirty|forty|fifty)(?:[ -]five)?)";
const minuteOf = (word: string): number => (/^oh?[ -]/.test(word) ? 5 : enNumberOf(word));
/**
 * A dot between digits is a clock only behind a word that leads to one: "at 8.30", but not "version
 * 8.30".
 */
const dotted = String.raw`(?<=(?:@|\b(?:at|by|before|after|until|till|til|from|around|about|today|tomorrow|tonight|tmrw|day|make it|\d\s*(?:-|to))|-)\s*)`;
const notCounted = String.raw`(?!\s*(?:[:.]?\d|%|/|-\d|(?:more\s+)?(?:minutes?|mins?|min\b|hours?|hrs?|h\b|days?|weeks?|months?|years?|seconds?|secs?|people|times|items|things|pages|miles|km|kg|dollars|bucks|percent|of\b|st\b|nd\b|rd\b|th\b|eggs?|cups?|pounds?|more\b)))`;

const notOfThose = String.raw`(?!(?<=\b(?:after|about|around|than|from|to|and|or)\s+\w+)\s+(?!(?:is|was|please|thurs|tues|weds|this|always)\b)[a-z]{3,}s\b)`;

interface Parts {
  readonly hour: number;
  readonly minute?: number;
  readonly half?: string | undefined;
  readonly exact?: boolean;
}

function clock({ hour: given, minute = 0, half: side, exact = false }: Parts): Meaning {
  const ofDay = given > 12 || given === 0;
  if (given > 24 || minute > 59 || (side !== undefined && ofDay)) return { kind: "unread" };
  const hour = side === undefined ? given : (given % 12) + (side === "p" ? 12 : 0);
  const isExact = exact || side !== undefined || ofDay;
  return { kind: "clock", hour, minute, second: 0, exact: isExact, period: undefined };
}

const periods: Readonly<Record<string, Period>> = {
  morning: "morning",
  afternoon: "afternoon",
  arvo: "afternoon",
  evening: "evening",
  night: "night",
  tonight: "night",
  lunchtime: "noon",
};

export const enPeriodOf = (word: string): Period => periods[word.replace(/s$/, "")] ?? "night";

/** "1730 hours": before anything that counts hours. */
export const enMilitary: Pattern = pattern(
  String.raw`(?:(?<=(?:\bat|@|\bby|\buntil|\btill|\bfrom|\baround|\bdue|[012]\d[0-5]\d\s*(?:-|to|until|till))\s*)|(?<![\d.:/$€£+-]\s?)(?=0\d[0-5]\d\b(?!\s*\d))|(?<![\d.:/$€£+-]\s?)(?=[012]\d[0-5]\d\s*(?:-|to|until|till)\s*[012]\d[0-5]\d\b))([01]\d|2[0-3])([0-5]\d)(?:\s*(?:hrs|hours|h))?\b(?!\s*[a-z]*(?:dollars|bucks|people|words|steps))`,
  ([, value = "", minutes = ""]) =>
    clock({ hour: Number(value), minute: Number(minutes), exact: true }),
);

export const enClocks: readonly Pattern[] = [
  // "ten past": of which hour?
  pattern(
    String.raw`(?:${enNumber}|quarter|half)\s+past\b(?!\s*(?:\d|${hourWord}|midnight|noon|midday))`,
    () => ({
      kind: "unread",
    }),
  ),
  pattern(
    String.raw`(?<!\b(?:from|between)\s+)\b(?:half|quarter|${enNumber})\s+(past|to|before|after)\s+(midnight|noon|midday)\b`,
    ([whole, side = "", of]) => {
      const base = of === "midnight" ? (/past|after/.test(side) ? 0 : 24) : 12;
      const count = whole.startsWith("half")
        ? 30
        : whole.startsWith("quarter")
          ? 15
          : enNumberOf(whole.split(/\s+(?:past|to|before|after)\b/)[0] ?? "");
      const minutes = base * 60 + (/past|after/.test(side) ? count : -count);
      return clock({ hour: Math.floor(minutes / 60), minute: minutes % 60, exact: true });
    },
  ),
  pattern(String.raw`(?:half past|half)\s+(${hour})\b(?:${half})?`, ([, value = "", side]) =>
    clock({ hour: enNumberOf(value), minute: 30, half: side }),
  ),
  pattern(
    String.raw`(?:a\s+)?quarter\s+(past|after|to|before|of)\s+(${hour})\b(?:${half})?`,
    ([, side, value = "", ampm]) =>
      /past|after/.test(side ?? "")
        ? clock({ hour: enNumberOf(value), minute: 15, half: ampm })
        : clock({ hour: lessOne(enNumberOf(value)), minute: 45, half: ampm }),
  ),
  pattern(
    String.raw`(?<!\b(?:block|book|from|${weekday}s?|today|tomorrow|tonight|out|off|slot)\s+)(${enNumber})\s*(?:minutes?|mins?)?\s+(past|to)\s+(${hour})\b(?!\s*(?:minutes?|mins?|hours?|people|:))(?:${half})?(?!\s+(?:the|my|a)\b)`,
    ([, minutes = "", side, value = "", ampm]) => {
      const count = enNumberOf(minutes);
      if (count % 5 !== 0 || count > 30) return undefined;
      return side === "past"
        ? clock({ hour: enNumberOf(value), minute: count, half: ampm })
        : clock({ hour: lessOne(enNumberOf(value)), minute: 60 - count, half: ampm });
    },
  ),
  pattern(String.raw`\b([01]?\d|2[0-3])h([0-5]\d)\b`, ([, value = "", minutes = ""]) =>
    clock({ hour: Number(value), minute: Number(minutes), exact: value.startsWith("0") }),
  ),
  pattern(
    String.raw`(?<=\b(?:at|by|until|till|before|after|from|to|around|about)\s+)(\d{1,2})\s?h\b(?!\s*\d)`,
    ([, value = ""]) => clock({ hour: Number(value) }),
  ),
  pattern(
    String.raw`(?:${before}|\b)(${hour})[ -](${minuteWord})\b(?:${half})`,
    ([, value = "", minutes = "", side]) =>
      clock({ hour: enNumberOf(value), minute: minuteOf(minutes), half: side }),
  ),
  pattern(
    String.raw`${before}\b(${hourWord})[ -](${minuteWord})\b${notCounted}`,
    ([, value = "", minutes = ""]) => clock({ hour: enNumberOf(value), minute: minuteOf(minutes) }),
  ),
  pattern(
    String.raw`\b(${hourWord})[ -](${minuteWord})\b(?=\s+(?:tonight|tomorrow|today|this (?:morning|afternoon|evening)|in the (?:morning|afternoon|evening)))`,
    ([, value = "", minutes = ""]) => clock({ hour: enNumberOf(value), minute: minuteOf(minutes) }),
  ),
  pattern(String.raw`\b(${hour})-?ish\b`, ([, value = ""]) => clock({ hour: enNumberOf(value) })),
  pattern(
    String.raw`(?:${dotted}|(?=\d{1,2}\s?:|\d{1,2}\.\d{2}\s*[ap]\.?m\b))(?<![\d:.])(\d{1,2})\s?[:.]\s?(\d{2})(?![\d%])(?!\s*(?:miles|km|kg|%|dollars|hours|hrs|h\b))(?:${half})?`,
    ([whole, value = "", minutes = "", side]) =>
      whole.includes(".") && side === undefined && Number(minutes) > 59
        ? undefined
        : clock({
            hour: Number(value),
            minute: Number(minutes),
            half: side,
            exact: value.startsWith("0"),
          }),
  ),
  pattern(String.raw`\b(?<![\d:.])(${hour})${half}`, ([, value = "", side]) =>
    clock({ hour: enNumberOf(value), half: side }),
  ),
  pattern(String.raw`\b(${hour})\s*o'?\s?clock\b`, ([, value = ""]) =>
    clock({ hour: enNumberOf(value) }),
  ),
  pattern(String.raw`\b(?:12\s+)?(?:noon|midday|lunchtime)\b`, () =>
    clock({ hour: 12, exact: true }),
  ),
  pattern(String.raw`\b(?:12\s+)?midnight\b`, () => ({
    kind: "clock",
    hour: 24,
    minute: 0,
    second: 0,
    exact: true,
  })),
  // "block 9 to 11 tomorrow", "Friday 11 to 1": a range of hours beside its day.
  pattern(
    String.raw`(?<![\d:./$-])\b(${hour})(?=\s*(?:-|~|to|till|til|until)\s*${hour}(?:[:.]\d\d)?\s+(?:on\s+)?(?:today|tomorrow|tmrw|tonight|this (?:morning|afternoon|evening)|in the (?:morning|afternoon|evening)|tomorrow (?:morning|afternoon|evening)|next ${weekday}|${weekday}s?|every|each)\b)(?!\s*to\s*\d+\s*(?:minutes?|people))`,
    ([, value = ""]) => clock({ hour: enNumberOf(value) }),
  ),
  pattern(
    String.raw`(?<=(?:\b(?:today|tomorrow|tmrw|tonight|${weekday}s?|mon|tues?|wed|thurs?|fri|sat|sun|afternoon|morning|evening)|\d(?:st|nd|rd|th))\s*,?\s*)(${hour})(?=\s*(?:-|~|to|till|til|until)\s*${hour}\b(?!\s*(?:minutes?|mins?|people|days?|weeks?|of\b)))`,
    ([, value = ""]) => clock({ hour: enNumberOf(value) }),
  ),
  // The first half of "6-7pm" and "2 until 4pm".
  pattern(
    String.raw`(?<![\d:./-])\b(${hour})(?=\s*(?:-|~|to|till|til|until|and)\s*${hour}(?:[:.]\d\d)?\s*(?:[ap]\.?m\b|o'?clock))`,
    ([, value = ""]) => clock({ hour: enNumberOf(value) }),
  ),
  pattern(
    String.raw`\b(?:at\s+)?this time(?=\s+(?:tomorrow|tmrw|tmr|on\b|next\b|${weekday}))`,
    () => ({
      kind: "clock",
      hour: 0,
      minute: 0,
      second: 0,
      exact: true,
      asNow: true,
    }),
  ),
  // "make the dentist 4 instead".
  pattern(
    String.raw`(?<=\bmake\s+(?:the|my|that|this)\s+[a-z' ]{2,24}\s)(${hour})\b(?=\s*(?:instead|please|now|[.,!]|$))`,
    ([, value = ""]) => clock({ hour: enNumberOf(value) }),
  ),
  // "after eleven emails" counts something; "at 8 drinks" does not.
  pattern(String.raw`${before}\b(${hour})\b${notCounted}${notOfThose}`, ([, value = ""]) =>
    clock({ hour: enNumberOf(value) }),
  ),
  pattern(
    String.raw`(?<![\d:./$-])\b(\d{1,2})\b(?=\s+(?:tonight|tomorrow|this (?:morning|afternoon|evening)|in the (?:morning|afternoon|evening)|at night))`,
    ([, value = ""]) => clock({ hour: Number(value) }),
  ),
  pattern(String.raw`\bearly\b(?=\s+(?:tomorrow|tmrw|on\b|${weekday}))`, () => ({
    kind: "period",
    period: "morning",
  })),
  pattern(String.raw`\b(?:tonight|tonite)\b`, () => ({
    kind: "day",
    day: { is: "offset", days: 0, months: 0 },
  })),
  pattern(
    String.raw`(?<!\w's |s' |\b(?:movie|date|game|games|quiz|trivia|poker|girls|ladies|family|bingo|karaoke|parents?|opening|school|film|pizza|taco|book|board)\s*)\b(?:(?:this|in the|at|on the)\s+)?(mornings?|afternoons?|arvo|evenings?|nights?|lunchtime)\b(?!\s+(?:is|starts|begins)\b(?<!\b(?:this|that|tomorrow|${weekday}) \w+ \w+))(?!\s+(?:shift|routine|walk|run|class|meeting|news|stretch|pills?|meds?|yoga|standup|tea|coffee))`,
    ([whole, word = ""]) => ({
      kind: "period",
      period: enPeriodOf(word),
      ...(whole.startsWith("this") ? { today: true as const } : {}),
    }),
  ),
];

const lessOne = (value: number): number => (value === 1 ? 12 : value - 1);
