import { enDuration } from "./durations.ts";

export const lengthens = /\b(?:extend|shorten|lengthen|prolong)\b/;

export const movingVerb = /^(?:move|resched|change|push|rename)/;

export const bringsForward = /^(?:prepone|advance)$/;

export const putsOff = /^(?:postpone|delay|push(?: back)?)$/;

/** What is put off comes later than it would have. */
export const laterThan =
  /\b(?:put(?:ting)? (?:\S+ ){0,4}off|postpon\w+|defer\w*|delay\w*|push(?:ed|ing)? (?:\S+ ){0,4}back|can wait)\b/;

export const hearsay =
  /^\s*(?:what|who|why|which|when|where|did|does|has|was|were)\b(?! (?:about|if)\b)|\b(?:what if|if (?:i|we)|should i|i heard|apparently|maybe|might|don'?t (?:move|change|push|reschedule))\b/;

/** Behind the object of a verb. */
export const behindObject =
  /\s(?:at|in|near|from|by|with|for|to|on|of|until|till|about|around|before|after)\s|[,;.!?]/;

/** Words that stand for what is kept, as stems: "move the thing", "push my appointment back". */
export const anyThing =
  /^(?:it|that|this|them|thi|thing|one|time|date|day|everything|all|both|rest|remind|reminder|alarm|appoint|appointment|meet|meeting|event|entri|entry|plan|slot|start|back|up|out|off|forward|over|again|my|the|your|our|next|other|later|earli|earlier|pleas|please|today|tomorrow|just|me|a|an|and)$/;

export const renames = /\b(?:rename|retitle)\b/;

export const correctsBehind = /instead|should/;

export const weakVerb =
  /^(?:no\b|actually|wait|sorry|bring|push|change|make|switch|shift|edit|update)/;

export const toNewTitle = /\s(?:to|as)\s+/;

export const mayRename = /^(?:rename|retitle|change|update|edit)/;

/** "change the place to …": no name of what is kept, and nothing that is kept for itself. */
export const partOfEntry =
  /^\s*(?:the|its|that|my|our)?\s*(?:place|location|venue|address|room|where|spot|colou?r|icon|sound|volume|tone|ringtone|priority|category|tag|people|guests?|attendees)$/;

/** An amount or a time, and no name. */
export const onlyNumbers = /^[\d\s:.-]*$/;

export const anotherTitle = /^(?:something|anything|later|another|a different|some other)\b/;

export const forward = /\bforward\b/;

export const lengthAsked = /\bif\b/;

export const lengthVerb =
  /^(?:extend|lengthen|prolong|shorten|make|(?:will|should|is going to|has to|needs to) (?:only |now )?(?:take|last|run|be)(?: for)?)/;

export const toLength = /\bto\s+\S|\blong$|^(?:will|should|is|has|needs)\b/;

export const shortens = /shorten|shorter/;

export const correctionWord =
  /^\s*(?:oh\s+)?(?:no|nope|wait|sorry|oops|actually|correction|i said)(?![\p{L}\p{N}])/u;

export const besideCorrection = /\b(?:at|on|the|it'?s|it is|please|no|sorry|wait)\b/gu;

/** The verb, then how much; and whether the amount is the new length itself. */
export const lengthChanges = [
  new RegExp(
    String.raw`\b(extend|lengthen|prolong|shorten)\b[^,;]*?\s(?:(to|by)\s+)?(?<amount>${enDuration})`,
  ),
  new RegExp(String.raw`\bmake\b[^,;]*?\s(?<amount>${enDuration})\s+(longer|shorter|long)\b`),
  new RegExp(
    String.raw`\b(?:will|should|is going to|has to|needs to)\s+(?:only\s+|now\s+)?(?:take|last|run|be)(?:\s+for)?\s+(?<amount>${enDuration})(?:\s+long)?\s*$`,
  ),
];

/** What is right, and what was wrong. */
export const contrasts = [
  /^(?:(?:no|sorry|oops|wait)[\s,]+)?not\s+(?<wrong>[^,.]{2,40}),\s*(?:but\s+|it's\s+)?(?<right>[^,.]{2,40})$/,
  /^(?:correction|sorry|oops|wait|no|actually|i meant?)[\s:,-]+(?:it's |i meant? )?(?<right>[^,.]{2,40}?),?\s+not\s+(?<wrong>[^,.]{2,40})$/,
];
