import { enNumber, enNumberOf } from "../../text/numerals.ts";
import { slip } from "./follow-ups.ts";

export { slip };
export const numberOf = enNumberOf;
export const hours = /\bh/i;

/** "make it 40", "actually 3 hours": another amount takes the place of the one that was said. */
export const corrects =
  /\b(?:actually|rather|instead|better|should be|(?:make|change|set|move|switch|put|do) (?:it|that|this))\b/;

/** "i said 45? make it 40": what was said before, once more. */
export const quotesOld = /\b(?:did i say|i(?:'d)? said|i just said)\s+[^?,.;!]{1,20}[?,.;!]/;

/** One more, and the first stays. */
export const more = /\b(?:also|too|as well|another)\b/;

/** Words around the amount that say nothing else. */
export const beside =
  /[^\p{L}\p{N}\s]|\b(?:ok|okay|yes|yeah|no|nope|nah|wait|hang on|hold on|actually|rather|instead|oh|oops|sorry|hm+|um+|uh|my (?:bad|mistake)|correction|i mean(?:t)?|should be|is better|would be better|better|let'?s|(?:make|change|set|move|switch|put|do) (?:it|that|this)|to|please|then|maybe|just|also|too|as well|and|remind me|again|that|it|thanks?)\b/gu;

export const number = new RegExp(String.raw`\b(?:an?|${enNumber})\b`, "g");
export const numberAlone = new RegExp(String.raw`^${enNumber}$`);

/** "for an hour", "in an hour": the length itself is what counts. */
export const aroundLength = /^(?:for|in)\s+/i;
