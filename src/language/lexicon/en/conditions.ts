/** A wish that depends on something other than time. */
export const condition =
  /^\s*(?:if|unless|in case|when(?:ever)?|once(?! (?:a|per|every|each|in) (?:\w+ )?(?:day|week|month|year|quarter|fortnight|while)s?\b)|as soon as)\b(?!\s+(?:you (?:don'?t|do not|wouldn'?t) mind|possible|that's (?:ok|fine)|it's (?:ok|fine))\b)(?!\s+it(?:'s|\s+is|\s+hits|\s+turns|\s+gets\s+to)\s+(?:\d|noon|midnight))/;

/** "remind me at 5 if Bob hasn't called", but not "to check if" and not "if you can". */
export const trailingCondition =
  /\b(?:remind|wake|ping|nudge|alert|notify)\s+(?:me|us)\b.*(?<!\b(?:check|checking|see|ask|asking|know|find out|wonder|decide|confirm|test|verify|even|as|only|what|and see) )\b(?:if|unless)\b(?!\s+(?:you|possible|that's ok|it's ok|needed|necessary))/;

export const anyway = /^\s*(?:either way|anyway|regardless|no matter)\b/;
