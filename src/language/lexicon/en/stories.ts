export const ends =
  /\n\s*\n|[!?\n;]+|\.(?=\s|$)|[,\s]\s*(?=(?:so |and |but |anyway |just |please |pls )*(?:can|could|would|will) (?:you|u|ya) (?:please |pls |just |kindly )*(?:remind|wake|ping|nudge)\b)|[,\s]\s*(?=(?:so|anyway|anyhow)[, ]+(?:please |pls |just )*(?:remind|wake|ping|nudge) me\b)/g;

export const condition = /\b(?:if|unless|in case|when|whenever|once|as soon as)\b[^,.!?\n]*$/i;

export const past = /\b(?:was|were|had|have|has|been|got|did|said|says|\w+ed)\b|'ve\b/i;

/** Who or what is spoken of: with it a sentence begins that tells and asks for nothing. */
export const subject =
  /^\s*(?:i|i'm|i've|i'd|he|he's|she|she's|they|we|it|it's|its|there|there's|my|his|her|our|their|the|that's|this|last)\b|^\s*(?:[\w']+\s+){1,3}(?:said|says|is|are|was|were|will|starts?|begins?|leaves?|gets|arrives?|comes?|closes?|opens?|ends?)\b/i;

export const more = /\b(?:also|too|as well|another|one|same|again|then|plus)\b/i;

export const tails = /[!\n;]+|\.(?=\s)/g;

/** One gets up because of something: "wake me at 5:50, my train leaves at 7:05". */
export const wakeTails =
  /[!\n;]+|\.(?=\s)|,(?=\s*(?:my|the|our)\s+[\w ]{2,20}\s(?:leaves|departs|starts|boards|goes|is)\b)/g;

/** The same in a clause of its own, without a comma. */
export const timetable =
  /^\s*(?:my|the|our)\s+[\w ]{2,20}\s(?:leaves|departs|starts|boards|goes|is)\b/;

/**
 * The request would be another person's: a colon, an open quote, or a word of saying leads to it.
 */
export const leads =
  /\b(?:said|says|say|asked|asks|wrote|texted|replied|goes|like|typed|that|if|whether|when|to|reads?)[\s,，.…]*$/i;
