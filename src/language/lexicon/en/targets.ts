/** Words that point at a reminder without naming it. */
export const generic =
  /\b(?:(?:title|name)(?= of\b)|what(?= i(?:'ve)? (?:have|got)\b)|wake(?=[- ]?up (?:alarm|call|reminder))|whatever|och|oh|ah|oops|wrong|the|my|our|a|an|that|this|those|these|one|ones|it|its|reminders?|alarms?|events?|appointments?|about|for|to|of|please|pls|thanks|can|could|you|would|i|me|we|just|actually|now|with|at|on|in|from|also|too|as well|instead|so|hey|ok|okay|no|nah|nope|not|sorry|wait|oh|um|again|anymore|any more|longer|need|don't|do|will|be|is|was|for|and|up|all|last|don't|dont|want|already|set|made|make|new|meant|i'm|i've|ve|have|has|had|been|got|im|yes|yep|well|there|out|off|forget|start|same time|calendar|schedule|agenda|diary)\b/g;

export const meetings =
  "meeting|appointment|thing|event|call|plans?|date|get ?together|catch ?up|stuff|invite|invitation";

/** The place of one in a list. */
export const place =
  /\b(first|second|third|fourth|fifth|sixth|1st|2nd|3rd|4th|5th|6th)\s+(?:one|reminder|alarm|item|entry)\b|(?<=\b(?:cancel|delete|remove|drop|move|the) )(first|second|third|fourth|fifth|sixth)(?=\s+to\b|\s*$)(?<!\b(?:to|on|by|until|till) the \w+)/;

/** Of two, the one that is not spoken of. */
export const other = /\b(?:the |that )?other (?:one|reminder|alarm)\b/;

/** A call to get up, and what such a reminder is called. */
export const alarm = /\balarm\b/;
export const many = /\b(?:all|every|both|alarms)\b/;
export const wakes = /\b(?:alarm|wake|get up)\b/i;
