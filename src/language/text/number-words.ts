import { weekday, monthNames } from "../lexicon/en/vocabulary.ts";
import { edit, type Edited } from "./edits.ts";
import { enNumberOf, ordinalOf } from "./numerals.ts";

const units = "one|two|three|four|five|six|seven|eight|nine";
const teens = "ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen";
const tens = "twenty|thirty|forty|fourty|fifty|sixty|seventy|eighty|ninety";
const hours = `${units}|ten|eleven|twelve`;
const minutes = String.raw`(?:oh|o|zero)[ -](?:${units})|(?:twenty|thirty|forty|fourty|fifty)(?:[ -](?:${units}))?|${teens}`;
const ordinalUnits = "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth";
const ordinals = String.raw`(?:twenty|thirty)[ -](?:${ordinalUnits})|${ordinalUnits}|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|thirtieth`;
const months = `${monthNames}|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec`;

/** What a number behind an hour counts when it is not minutes. */
const counted = String.raw`(?!\s*-?\s*(?:seconds?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|percent|%|dollars?|bucks|euros?|pounds?|pence|cents|people|persons|times|miles?|kilomet|km|pages?|points?|items?|degrees|or\s+(?:${units}|${teens}|${tens})\b))`;
/** Numbers that name a thing and no time. */
const named = String.raw`(?<!\b(?:number|no|room|flight|bus|train|chapter|page|line|gate|platform|channel|route|highway|size|version|level|apartment|apt|unit|model|section)\s)`;

const valueOf = (words: string): number =>
  enNumberOf(
    words
      .toLowerCase()
      .replace(/^(?:oh|o|zero)[ -]/, "")
      .replace("fourty", "forty"),
  );
const twoDigits = (value: number): string => String(value).padStart(2, "0");
const tails = ["th", "st", "nd", "rd"] as const;
const asOrdinal = (words: string): string => {
  const value = ordinalOf(words);
  return `${value}${value > 3 && value < 21 ? "th" : (tails[value % 10] ?? "th")}`;
};

type Step = readonly [RegExp, (match: RegExpExecArray) => string];

const steps: readonly Step[] = [
  [/(?<=\b(?:in|after) )a couple(?: of)?(?= (?:minutes|mins|hours|hrs)\b)/gi, () => "2"],
  // "p.m." ends no sentence.
  [/\b([ap])\.\s?m\.?(?![a-z])/gi, ([, half = ""]) => `${half}m`],
  [
    /(?<=\d\s?|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirty|fifteen|forty|fifty|twenty)\s)\b([ap]) m\b/gi,
    ([, half = ""]) => `${half}m`,
  ],
  // "twenty twenty six" is a year.
  [
    new RegExp(
      String.raw`\btwenty[ -]((?:twenty|thirty)(?:[ -](?:${units}))?)\b(?!\s*[ap]\.?m\b)${counted}`,
      "gi",
    ),
    ([, rest = ""]) => String(2000 + valueOf(rest)),
  ],
  [
    new RegExp(
      String.raw`${named}(?<![\d.:-]|\b(?:twenty|thirty|forty|fifty)[ -])\b(${hours})[ -](${minutes})\b${counted}`,
      "gi",
    ),
    ([, hour = "", minute = ""]) => `${valueOf(hour)}:${twoDigits(valueOf(minute))}`,
  ],
  // "at eighteen thirty".
  [
    new RegExp(
      String.raw`(?<=\b(?:at|by|until|till|around|about|before|after|from|to) )((?:thir|four|fif|six|seven|eigh|nine)teen|twenty(?: (?:one|two|three))?) (${minutes})\b${counted}`,
      "gi",
    ),
    ([, hour = "", minute = ""]) => `${valueOf(hour)}:${twoDigits(valueOf(minute))}`,
  ],
  [
    new RegExp(
      String.raw`\b(${hours})(?=\s*(?:[ap]m\b|o'?\s?clock\b)|\s+(?:noon|midnight)\b)`,
      "gi",
    ),
    ([hour]) => String(valueOf(hour)),
  ],
  [
    new RegExp(
      String.raw`(?<=\b(?:at|by|until|till|around|about|before|after|from) )(${hours})(?=$|[,.!?]|\s+(?:on|to|for|today|tomorrow|tonight|every|in the|and|until|till|this|next|remind|please|sharp|with)\b)`,
      "gi",
    ),
    ([hour]) => String(valueOf(hour)),
  ],
  // "3 30 pm", "1130 am", "at 3 30", "change it to 7 15", "12 30" as an answer.
  [
    /(?<![\d.:/$€£-])\b(1[0-2]|[1-9])(?: |(?=\d{2}\s*[ap]\.?m\b))([0-5]\d)(?=\s*[ap]\.?m\b)/gi,
    ([, hour = "", minute = ""]) => `${hour}:${minute}`,
  ],
  [
    /(?<=\b(?:at|to|for|by|from|until|till|around|about|make it|it's|alarm) |^(?:(?:ok|no|wait|sorry|actually|at) )*)(1[0-2]|[1-9]) ([0-5]\d)(?=\s*(?:$|[,.!?])|\s+(?:to|on|for|today|tomorrow|tonight|every|in the|please|instead|and)\b(?! (?:\d+ )?(?:minutes?|mins?|hours?|people)))/gi,
    ([, hour = "", minute = ""]) => `${hour}:${minute}`,
  ],
  [
    new RegExp(
      String.raw`\b(?:(?:oh|zero)[ -])?(${units}|${teens}|twenty(?:[ -](?:one|two|three))?) hundred hours\b`,
      "gi",
    ),
    ([, hour = ""]) => `${twoDigits(valueOf(hour))}:00`,
  ],
  [
    new RegExp(String.raw`\b(?:a|one) hundred(?: and)? (${tens}|${teens}|${units})\b`, "gi"),
    ([, rest = ""]) => String(100 + valueOf(rest)),
  ],
  [/\b(?:a|one) hundred\b(?! (?:times|percent))/gi, () => "100"],
  // "march third", "the third of march", "the twenty first".
  [
    new RegExp(String.raw`(?<=\b(?:${months}) (?:the )?)(${ordinals})\b`, "gi"),
    ([words]) => asOrdinal(words),
  ],
  [
    new RegExp(String.raw`\b(${ordinals})(?= of (?:${months})\b)`, "gi"),
    ([words]) => asOrdinal(words),
  ],
  [
    new RegExp(String.raw`\b(?:twenty|thirty)[ -](?:${ordinalUnits})\b`, "gi"),
    ([words]) => asOrdinal(words),
  ],
  [
    new RegExp(
      String.raw`(?<=\b(?:on|by|until|till|for|from|to) the )(${ordinals})(?=$|[,.!?]| (?:at|to|from|for|in the|and|every|remind|wake|set|please|can|could|of (?:the|this|next|each|every) month)\b)`,
      "gi",
    ),
    ([words]) => asOrdinal(words),
  ],
  // "thursday the fifteenth".
  [
    new RegExp(
      String.raw`(?<=\b${weekday},? the )(${ordinals})\b(?! of (?:the|each|every) month)`,
      "gi",
    ),
    ([words]) => asOrdinal(words),
  ],
  // "mark the twentieth as my day off".
  [
    /(?<=\bthe )((?:ten|eleven|twelf|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twentie|thirtie)th)(?=$|[,.!?]| (?:as|is|please|instead|i|my|we|put|add|schedule|that)\b)/gi,
    ([words]) => asOrdinal(words),
  ],
  // "8 am 1 pm and 8 pm": a list without its commas.
  [
    /\b(\d{1,2}(?::\d\d)?\s?[ap]m|noon|midnight) (?=(?:(?:\d{1,2}(?::\d\d)?\s?[ap]m|noon|midnight),? )+and (?:\d{1,2}(?::\d\d)?\s?[ap]m|noon|midnight)\b)/gi,
    ([, clock = ""]) => `${clock} and `,
  ],
  // "the 24 at six", "the 15 of each month".
  [
    /(?<=\bthe )([12]?\d|3[01])(?= (?:at|of (?:each|every|the|this|next) month|in the (?:morning|afternoon|evening))\b)/gi,
    ([value]) => `${value}th`,
  ],
  // "6 to 8 July".
  [
    new RegExp(
      String.raw`(?<![\d.:/-])\b([12]?\d|3[01])\.?(?: ?- ?| to | till | until )([12]?\d|3[01])\.? (${months})\b(?! \d{1,2}:)`,
      "gi",
    ),
    ([, from = "", to = "", month = ""]) => `${month} ${from} to ${to}`,
  ],
  // "an alarm for 6 and another one for 6:20".
  [
    /(?<=\b(?:alarms?|reminders?|timers?)\b[^.!?]{0,40}) ?(?:,|and|also|plus|, and) (?:also )?(?:another(?: one)?|one(?: more)?|a second(?: one)?) (?:for|at) (?=\d)/gi,
    () => " and ",
  ],
  // "march twenty five", "forty five minutes".
  [
    new RegExp(String.raw`\b(${tens})[ -](${units})\b`, "gi"),
    ([, ten = "", unit = ""]) => String(valueOf(ten) + valueOf(unit)),
  ],
  [
    new RegExp(
      String.raw`(?<=\b(?:${months}) )(${teens}|twenty|thirty|${units})\b(?!\s*(?:[ap]m\b|o'?clock|minutes?|hours?|days?|people))`,
      "gi",
    ),
    ([words]) => String(valueOf(words)),
  ],
];

/** Most messages have neither a number as a word nor a clock in pieces. */
const worthReading = new RegExp(
  String.raw`\b(?:${units}|${teens}|${tens}|hundred|couple|${ordinals}|[ap]\.\s?m|[ap] m)\b|\d\.?(?: ?- ?| to | till | until )\d{1,2}\.? [a-z]{3}|\d \d\d|\b\d{3,4}\s*[ap]\.?m\b`,
  "i",
);

/** Numbers as speech recognition writes them become digits: "eleven thirty pm", "the twenty first". */
export const spellNumbers = (text: Edited): Edited =>
  worthReading.test(text.text)
    ? steps.reduce((rest, [pattern, rewrite]) => edit(rest, pattern, rewrite), text)
    : text;
