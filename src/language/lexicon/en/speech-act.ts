const polite = String.raw`(?:please|pls|plz|kindly|just|maybe|possibly|perhaps|also|really|quickly|hey|hi|ok|okay)`;
export const asking = new RegExp(
  [
    String.raw`\b(?:can|could|would|will|won't|can't) (?:you|u|ya)\b(?: (?:like|maybe|possibly|please|be able)\b)*(?: to\b)?`,
    String.raw`\b(?:i|we) (?:want|wish|like|need) that (?:you|u)\b`,
    String.raw`\b(?:is it|it is|it's|its) possible (?:that )?(?:for )?(?:you|u)(?: to)?\b`,
    String.raw`\bsorry (?:for (?:the )?(?:trouble|bother\w*|inconvenience|disturb\w*)|to (?:bother|trouble|disturb) you)\b(?:[ ,]*but\b)?`,
    String.raw`(?:^|\b(?:please|pls|plz|kindly|you)) do(?= remind\b)`,
    String.raw`\byou know what\b|\b(?:oh )?yeah\b|\bactually\b|\bi could use\b`,
    String.raw`\b(?:can|could|may|might) (?:i|we) (?:please )?(?:get|have|set|request|ask (?:you )?(?:for|to))`,
    String.raw`\b(?:i|we)(?:'d| would)?(?: (?:really|very much|so|greatly))? (?:want|need|like|love|prefer|appreciate)(?: it)?(?: (?:if|for))?(?: (?:you|u))?(?: (?:could|would|can))?(?: (?:to|please))?\b`,
    String.raw`\b(?:i'm|i am|we're) (?:asking|begging|telling|counting on|relying on) you (?:to|for)?`,
    String.raw`\b(?:i|we)(?:'ll| will| would) (?:need|want)(?: you)?(?: to)?\b`,
    String.raw`\b(?:i|we) (?:have|ought|got) to\b`,
    String.raw`\b(?:do you think|is it (?:possible|ok(?:ay)?|alright)|would it be (?:possible|ok(?:ay)?)|any chance|(?:i was |just |i'm )?wondering if|it(?:'d| would) be (?:great|nice|good|helpful|lovely)|help me out)(?: (?:if|that|for|of|to))?(?: (?:you|u))?(?: (?:could|can|would|will|might|to))?\b`,
    String.raw`\b(?:would you mind|don't forget|do not forget|remember|make sure|be sure|go ahead and|make it a (?:habit|point|rule)|see to it|feel free|try|i need|i want)(?: (?:that )?(?:you|u)| to)*\b`,
    String.raw`\bi (?:ask|beg|request|urge)(?: that)? you(?: to)?\b`,
    String.raw`\byou (?:can|could|should|shall|may|must|need to|have to|might want to)\b`,
    String.raw`\b(?:it's|it is) time to\b`,
    String.raw`\bit'?s (?:really |very |so )?(?:important|crucial|vital)(?: (?:that|for))?(?: you)?(?: to)?\b`,
    String.raw`\bi(?:'m| am| was) (?:hoping|wondering)(?: (?:if|that))?(?: you)?(?: (?:could|can|would))?\b`,
    String.raw`\bi (?:think|guess|suppose|believe|reckon)\b`,
    String.raw`\b(?:how|what) about(?: if)?(?: you)?\b`,
    String.raw`\bwhen it(?:'s| is| hits| turns| gets to)`,
    String.raw`\b${polite}\b`,
  ].join("|"),
  "g",
);

export const sigh =
  /^\s*(?:(?:och|oh|ah|um|uh|er|right|well|so|now|aye|hey)[\s,]+)*i (?:(?:nearly|almost|just|keep|always|will|might|totally|completely) )*(?:forgot|forget|forgetting)\b/;

/** What is left ends in a word that takes the wish as its object, denies it, or speaks about it. */
const governingWords = new RegExp(
  [
    String.raw`\b(?:to(?: (?:get|have|receive|be|set|hear))?|for|that|you|about|of|if|whether|than|like|in)`,
    String.raw`\b(?:say|sing|yell|shout|scream|whisper|text|typ|writ|tell|ask|repeat|joke|plead|chant|read|mean|hear|call|titl|nam)(?:e|s|es|ed|d|ing)?`,
    String.raw`\b(?:said|sang|wrote|written|goes|went|meant|told|heard|was|were|is|are|been|being|be|had|has|having|let(?:s|ting)?|made|got|gotten)`,
    String.raw`\b(?:would|will|could|can|should|does|did|won'?t|don'?t|didn'?t|doesn'?t|never|not|cannot|wasn'?t|isn'?t|without|instead of)`,
  ].join("|"),
);
const end = String.raw`(?: (?:an?|any|another|the|my|your|that|this|those|me|us|single))*[ :]*$`;
export const governing = new RegExp(`(?:${governingWords.source})${end}`);
/** "the reminder at noon", "who set the alarm". */
export const telling =
  /^\s*(?:the|that|this|your|his|her|those)\s*$|^\s*(?:who|what(?! about)|when(?! (?:it|i|we|you|he|she|they|my|the|mom|dad)\b)|why|how(?! about)|which|where)\b/;
/** A thing that a statement is about: "three reminders in an hour is too many". */
export const spokenOf =
  /^(?:put|add|schedule|enter|stick|pencil)\b[^|]*\|.*\b(?:is|are|was|were|says?|said|looks?|has|had|will|would|might)\b|(?:reminder|alarm|timer)s?\s*\|(?:\s|\b(?:at|for|on|in|of|the)\b)*(?:is|was|are|were|would|will|could|can|can't|has|had|should|does|did|might|may|isn't|wasn't|won't|didn't|never|drives?|went|goes|woke|scared|came|comes|sounds?|rang|rings?)\b/;
export const small =
  /\b(?:at|on|by|from|for|the|an?|starting|beginning|in|around|about|to|my|one|two|three|four|five|some|more|of|with|every|each)\b/g;
export const talks =
  /\b(?:i(?!$)|i'm|i've|he|she|they|we|it|it's|you|nobody|someone|somebody|everyone|anyone|people|this|that|there|is|are|was|were|been|has|had|have|do|does|did|will|would|could|should|might|may|must|never|not|no|if|because|although|when|who|what|\w+n't|said|says|told|asked)\b|(?:\S+ ){6}\S/;

/** "the note on the fridge: remind me at 8", but "note to self: remind me at 8". */
export const introduced =
  /^(?!\s*(?:\w+ )?(?:note to self|to-?do|task|reminder|hey|ok|okay|also|one more|request|memo|please|p\.?s|favou?r|question|thing)\b)(?=.*\b(?:the|an?|his|her|my|your|our|their|this|that|says?|said|notes?|sign|message|text|lyrics?|song|caption|post|email)\b).*\w\s*:\s*$/;

/** What stands before "and" is another sentence. */
export const otherSentence = /^.*\b(?:and|but|so|then)\b/;

export const statement =
  /^\s*(?:(?:so|and|but)\s+)?(?:i|i'm|i've|i'll|we|we're|we've|my|the|our|there|there's|it|it's|got|(?:today|tomorrow|tonight|\w+day)\b.*\b(?:is|are))\b/;
/** "change the sheets every Saturday at 9am can you remind me". */
export const atEnd = /^\s*(?:please|pls|thanks)?[\s?.!]*$/;
export const afterTime =
  /^\s*(?:(?:please|pls|kindly|so|can you|could you|will you|would you)\s*)*$/;
export const asksAnew =
  /\b(?:please|pls|plz|kindly|so|(?:can|could|would|will) (?:you|u)(?: please)?|make sure (?:to|you))\s*$/;

export const denies =
  /\b(?:not|never|no need|if|unless|should i|did (?:i|you)|would|could have|wish|forgot to|\w+n't)\b/;

/** "the nurse asked Grandpa to take his pills and set an alarm". */
export const othersTask =
  /\b(?:told|tells|asked|asks|wants?|wanted|reminded|ordered)\s+(?!you\b|me\b|us\b)\w+(?:\s+\w+)?\s+to\b[^,.]*\b(?:and|or)\s*$/;

/** Who does it stands right before the verb. */
export const plural =
  /\b(?:[a-z]{2,}(?<![su]s|'s)s|children|people|kids|folks|men|women|mates)\s*$/;
export const determined = /^\s*(?:my|the|our|your|his|her|their|these|those)\b/;

/** Thought aloud behind a wish. */
export const wonders =
  /^[?？!！,，。.\s]*(?:dream on|no way|yeah right|fat chance)|^[,，。.\s]*(?:can|could|will|would|should|do|am) i\b[^?]*\?/;

/** "i am taking a nap wake me up in an hour": a whole sentence about oneself stands before the order. */
export const runOn =
  /^(?!.*\b(?:when|if|because|that|who|which|how|why|while|until|let|hate|love|like|used to|always|never|every|sometimes|often|usually|asked|told|said|wants?|makes?|could|would|n't|not|impression|thought|think|believe|hoped?|guess|wish|wonder)\b)\s*(?:(?:so|hey|ok|um)\s+)*(?:i|i'm|i've|i'll|we|we're|we've|we'll|there's|it's|my \S+ (?:is|are|has|starts?|needs?))\s+(?:\S+\s+){2,}(?<!\b(?:to|they|he|she|it|you|will|can|must|may|did|does|do|and|or|kids|children|parents|cat|dog|phone|wife|husband|mom|mum|dad|boss|\S+'(?:d|ll|re|ve))\s+)$/;
export const orders =
  /^(?:please\s+)?(?:remind|wake|set|ping|nudge|alert|notify|put|add|don'?t let)\b/;
