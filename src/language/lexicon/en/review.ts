import { enNumber } from "../../text/numerals.ts";

const weekdays = "monday|tuesday|wednesday|thursday|friday|saturday|sunday";

/** A stretch of the past, up to today; `asked-periods.ts` says which. */
const stretch = String.raw`(?<when>today|this morning|this afternoon|yesterday|the day before yesterday|(?:last )?(?:on )?(?:${weekdays})|(?:over |at |on |during )?(?:the |this |last )?weekend|the week before last|(?:the )?(?:last|past) week|this week|my week|the week|(?:the )?(?:last|past) month|this month|my month|(?:in |over |during |for )?the (?:last|past) (?:${enNumber}|few|couple of) (?:days?|weeks?|months?)|lately|recently)`;

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
  /^(?!.*(?:\?|\b(?:remind|if|would|will|want|going to|tomorrow|next week|didn'?t|haven'?t|never|not)\b|\byou\b))(?=.{6,160}$)(?:(?:today|yesterday|(?:this|yesterday) (?:morning|afternoon|evening)|last (?:night|week|weekend|month)|(?:on |last |over |this )*(?:the )?(?:weekend|(?:mon|tues|wednes|thurs|fri|satur|sun)day)|just now|finally|ok|so|well|and|hey)[\s,]+)*(?:(?:we|i)(?:'ve| have)?\s+(?:just |finally |also |already |both )*)?(?:went|had|met|saw|did|made|bought|ate|ran|wrote|read|drove|flew|took|finished|visited|cooked|cleaned|fixed|paid|sent|watched|played|walked|worked|called|moved|painted|planted|repaired|signed|passed|baked|swam|built|sold|won|spent|got back|came back|been to|[a-z]{3,}ed)\b/iu;

/** When it was, said in the sentence. What is booked "for Friday" was not done then. */
export const toldDays = new RegExp(
  String.raw`(?<!\b(?:for|by|until|till|before|to|of|this|next) )\b(?:(?<ago>${enNumber}|an?|few|couple of) (?<unit>days?|weeks?) ago|(?<night>last night)|${stretch})\b`,
  "iu",
);

/** Long past or lasting: known of the person, and no act of a day. */
export const tellsOfLongAgo =
  /\b(?:(?:months?|years?|decades?|ages) ago|(?:in|since|until|till|from|back in|of) (?:the )?(?:(?:19|20)\d\d|\d0s)|(?:19|20)\d\d|last (?:year|spring|summer|autumn|fall|winter|christmas|january|february|march|april|may|june|july|august|september|october|november|december)|(?:in|since) (?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|fall|winter)|since|used to|for (?:[a-z\d]+ )?(?:[a-z\d]+ )?(?:months?|years?|decades|ages)|when (?:i|we) (?:was|were)|as an? (?:kid|child|teen\w*|student|boy|girl|baby|young)|at (?:school|university|uni|college)|grew up|back then|back in the day|in my (?:\w+ )?(?:twenties|thirties|forties|fifties|youth|childhood|\d0s)|once|(?:all|most of) my life|(?:a )?long (?:time|while) ago|before (?:i|we))\b/iu;

/** Not acts: how it is, or how the speaker feels. */
export const tellsOfState =
  /^(?:[a-z]+[\s,]+){0,3}?(?:lived|loved|liked|wanted|needed|hated|owned|wished|hoped|preferred|believed|belonged|tired|interested|excited|bored|worried|annoyed|relieved|scared|supposed|married|divorced|retired|related|allergic)\b|^(?:(?:we|i)(?:'ve| have)? )?(?:had (?:an? |two |three |\d )(?:\w+ )?(?:dogs?|cats?|brothers?|sisters?|sons?|daughters?|kids?|child(?:ren)?|house|flat|car|bike)|worked (?:at|for|as)|studied (?!for|all|today)|been to)\b/iu;

/** Days that are not counted. */
export const lately = /^(?:lately|recently|最近|近来)$/iu;
