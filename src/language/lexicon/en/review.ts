import { enNumber } from "../../text/numerals.ts";

const weekdays = "monday|tuesday|wednesday|thursday|friday|saturday|sunday";

/** A stretch of the past, up to today. */
const stretch = String.raw`(?:(?<day>today|this morning|this afternoon|yesterday|the day before yesterday)|(?<weekday>(?<earlier>last )?(?:on )?(?<nth>${weekdays}))|(?<weekend>(?:over |at |on |during )?(?:the |this |last )?weekend)|(?<week>the week before last|(?:the )?(?:last|past) week|this week|my week|the week)|(?<month>(?:the )?(?:last|past) month|this month|my month)|(?:in |over |during |for )?the (?:last|past) (?<count>${enNumber}|few|couple of) (?<unit>days?|weeks?|months?)|(?<lately>lately|recently))`;

const start = String.raw`^[\s\p{P}]*(?:(?:so|hey|ok|well|and)[\s\p{P}]+)?(?:please\s+)?(?:(?:can|could) you\s+)?(?:tell me\s+|show me\s+|remind me\s+)?`;
const end = String.raw`[\s\p{P}]*$`;
const did = String.raw`(?:did i (?:actually )?(?:do|get done|finish|accomplish|achieve|complete|get up to|manage)|have i (?:done|been doing|been up to|finished|achieved|got done)|was i (?:up to|doing)|i (?:did|got done|have done|was up to))`;

export const asksForReview: readonly RegExp[] = [
  new RegExp(String.raw`${start}what (?:all |things )?${did}\s+${stretch}${end}`, "iu"),
  new RegExp(
    String.raw`${start}(?:summari[sz]e|recap|review|sum up|(?:give me |make )?an? (?:summary|recap|review|overview) of)\s+(?:my |what i did )?${stretch}${end}`,
    "iu",
  ),
  new RegExp(
    String.raw`${start}(?:how was |what happened )?(?:my |in my )?${stretch}(?: in review|'s (?:recap|summary|review)| recap| summary)${end}`,
    "iu",
  ),
  new RegExp(String.raw`${start}${stretch},?\s+what ${did}${end}`, "iu"),
];

/** "I went to the dentist today": an act, reported by the person who did it. */
export const tellsOfAct =
  /^(?!.*(?:\?|\b(?:remind|if|would|will|want|going to|tomorrow|next week|didn'?t|haven'?t|never|not)\b|\byou\b))(?=.{6,160}$)(?:(?:today|yesterday|this morning|last night|just now|finally|ok|so|well|and|hey)[\s,]+)*(?:(?:we|i)(?:'ve| have)?\s+(?:just |finally |also |already |both )*)?(?:went|had|met|saw|did|made|bought|ate|ran|wrote|read|drove|flew|took|finished|visited|cooked|cleaned|fixed|paid|sent|watched|played|walked|worked|called|moved|painted|planted|repaired|signed|passed|baked|swam|built|sold|won|spent|got back|came back|been to|[a-z]{3,}ed)\b/iu;
