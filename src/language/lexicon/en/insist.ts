import { baseForm } from "../../text/base-form.ts";
import { enNumber } from "../../text/numerals.ts";

const between = String.raw`[,;.\s]{0,3}`;
const word = String.raw`["“”'‘’]?`;
const finished = String.raw`(?:done|finished|completed?|stop|to stop|ok(?:ay)?|enough|sorted|i did(?: it)?)`;
const reminding = String.raw`(?:reminding|nagging|pinging|bugging|nudging|poking|pestering|telling|buzzing)`;

/** "until it's paid". */
const handled = String.raw`(?:paid|sent|bought|made|written|taken|gone|clean|empty|[a-z]{2,}ed)`;

/** "until I say done", "until it's done": the end is that it is done, not a time. */
const untilDone = String.raw`\b(?:until|till|til)\s+(?:i\s+(?:say|tell you|reply|answer|write|type|text|confirm|report)(?:\s+(?:that|with|you))?\s+${word}(?:it'?s |it is |i'?m |i am |i'?ve |i have )?${finished}${word}|(?:it'?s|it is|i'?m|i am|i'?ve|i have|it'?s been|it has been)\s+(?:actually\s+)?(?:done|finished|completed|taken care of|up|${handled})(?:\s+(?:it|that|them|so|with it))?|done|finished|completed|i\s+(?:actually\s+)?(?:do|finish|complete|confirm|acknowledge|answer|respond)(?:\s+(?:it|that|them|so))?|i(?:'ve| have)?\s+[a-z]{2,12}\s+(?:it|them|this|that|up))(?![a-z])`;

const every = String.raw`every\s+(?<count>${enNumber}|half an?|half|quarter of an|couple of)?\s*(?<unit>minutes?|mins?|hours?|hrs?)`;
const again = String.raw`(?:(?:please\s+)?(?:keep(?:\s+on)?\s+${reminding}\s+me(?:\s+again)?|remind me(?:\s+again)?|nag me|ping me|repeat(?:\s+it)?|again)\s+)?`;
const joined = String.raw`(?:[,;.]\s*(?:and\s+|then\s+)*|\s+(?:and\s+then|and|then)\s+)`;

/** All that is said of repeating, as a part of its own: what is left is the reminder itself. */
export const insistApart: readonly RegExp[] = [
  new RegExp(String.raw`${joined}${again}${every}${between}(?:${untilDone})`, "iu"),
  new RegExp(
    String.raw`${joined}(?:please\s+)?keep(?:\s+on)?\s+${reminding}\s+me\s+(?:${untilDone})(?:${between}${every})?`,
    "iu",
  ),
  new RegExp(
    String.raw`${joined}(?:please\s+)?(?:don'?t|do not|never)\s+(?:stop|let up|give up|quit)(?:\s+${reminding}(?:\s+me)?)?\s+(?:${untilDone})(?:${between}${every})?`,
    "iu",
  ),
];

export const everyStep = new RegExp(String.raw`\b${every}\b`, "iu");

/** Only the end; the pattern may be the reminder's own time. */
export const insistEnd = new RegExp(String.raw`${between}(?:${untilDone})`, "iu");

/**
 * "nag me every 5 minutes until I've called the bank": nothing but the end says what it is for, and
 * to come home or to be somewhere is no task.
 */
export const taskAsEnd = new RegExp(
  String.raw`^(?:(?:hey|hi|ok|please|can you|could you|just)[\s,]+)*(?:keep(?:\s+on)?\s+${reminding}|remind|nag|ping|bug|nudge|poke|pester|buzz|alert|notify)\s+me\s+(?:again\s+)?${every}[\s,]+(?<end>(?:until|till|til)\s+(?:i'?ve|i(?:\s+have)?)\s+(?:actually\s+|finally\s+)?(?!(?:be|been|am|get|got|gotten|arrived?|leave|left|come|came|go|gone|can|will|wake|say|tell)\b)(?<verb>[a-z]+)(?<object>\s+(?!(?:it|that|them|this|so|up)\s*$)\S[^,.;!?]*))[\s.!]*$`,
  "iu",
);

export const taskOf = (verb: string, object: string): string =>
  `to ${baseForm(verb.toLowerCase())}${object}`;

/** "keep reminding me": the same wish, and that it goes on. */
export const keepsOn = new RegExp(String.raw`\bkeep(?:\s+on)?\s+${reminding}(?=\s+me\b)`, "giu");

export const atMost = new RegExp(
  String.raw`${between}\b(?:at most|up to|max(?:imum)?(?: of)?|no more than)\s+(?<times>${enNumber})\s+times\b`,
  "iu",
);

/** "for the next hour". */
export const forLength = new RegExp(
  String.raw`${between}\bfor\s+(?:the\s+next\s+|up to\s+)?(?<count>${enNumber}|half an?|an?)?\s*(?<unit>minutes?|mins?|hours?|hrs?)\b`,
  "iu",
);

export const atLatest =
  /[,\s]{0,3}(?:\b(?:or|but)\s{1,3})?(?:only\s{1,3})?\b(?:until|till|by)\s+(?<hour>\d{1,2})(?::(?<minute>\d{2}))?\s*(?<half>[ap]m)?\s+at the latest\b/iu;

export const laterHalf = /pm/u;
/** A rule of minutes or hours. */
export const manyADay = /FREQ=(?:MINUTELY|HOURLY)/u;

export const saidImportant =
  /^\s*important(?: reminder)?\s*[:!,-]\s*|[,.;!-]\s*(?:it'?s|it is|this is|that'?s)\s+(?:very |really |super |so )*important[.!\s]*$/iu;

export const hourUnit = /h(?:ou)?rs?/u;

/** "stop nagging me": enough of the repeats, though it is not done. */
export const stopsRepeats =
  /^[\s\p{P}]*(?:ok(?:ay)?[\s\p{P}]+)?(?:please\s+)?(?:(?:stop|quit)\s+(?:reminding|nagging|bugging|pinging|bothering|pestering|nudging)(?:\s+me)?|(?:no|don'?t send) more reminders|enough(?:\s+already)?|(?:don'?t|do not)\s+(?:remind|nag|bug|ping)\s+me\s+(?:again|any ?more))(?:\s+(?:now|already|please|for now|about (?:it|this|that)))*[\s\p{P}]*$/iu;
