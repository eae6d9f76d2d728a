export const doneWords =
  /done|finished|completed|already|did|sorted|can|tick|check|cross|\b(?:mark|off|as|complete)\b/g;

/** "Did it" alone answers. */
export const asks =
  /^\s*(?:who|when|where|why|how|what|did(?! (?:it|that|this)(?: (?:already|now|just now|thanks?))*[\s.!]*$)|have you)\b/;

export const doneByOthers =
  /^\s*(?:he|she|they|you|someone|nobody|my (?!\w+ (?:is|are) )\w+|mom|mum|dad|everyone)\b/;

export const intention =
  /\b(?:will|going to|gonna|about to|not|wrong|almost|nearly|half|n't|should|need|want|haven|didn|never)|n['’]t\b|\b(?:has|is|are|was|were)nt\b/;

/** Once, or again and again, in another time. */
export const longAgo =
  /\bfor (?:\w+ )?(?:years|months|decades|ages)\b|\bused to\b|\b(?:back|in those) (?:then|days)\b|\byears ago\b|\bwhen (?:i|we) (?:was|were)\b|\bas an? (?:kid|child|student|teenager|girl|boy)\b|\bin (?:19|20)\d\d\b/;

/** One goes there at a time: another visit is another entry. */
export const attended = /\b(?:went|had|saw|met|attended|visited)\b/;

export const received = /\b(?:got|received)\b/;

export const toFetch = /\b(?:pick|get|collect|fetch|buy|grab|order)\b/i;

export const undoes =
  /^(?:skip|mis|cancel|delay|postpon|drop|need|want|ignor|mov|chang|schedul|plan|book|hat|dread|refus|fail|stop|start|decid|hop|tri|ask|discus|mention|doubl|rais|talk|argu|worri|lik|lov|enjoy|forgot|forget|remember|delet|remov)$/;

export const already = /\balready\b/;

export const aroundDone = "ok|okay|yes|yep|all|i'?m|it'?s|that'?s|got it|just";
export const doneAlone =
  "done|finished|completed|did it|did that|sorted|all set|i(?:'ve)? already (?:did|done)(?: it| that)?|already did(?: it| that)?";
export const behindDone = "it|that|already|now|thanks?|thank you";
