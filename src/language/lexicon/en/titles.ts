export const phones = /^(?:call|phone|ring)\b|\b(?:call|ring)$/;

export const opensWholeDay = /^(?:as(?:\s+an?)?\s)\s*/i;

/** What kind of entry it is, which names it only where nothing else does. */
export const kindAlone =
  /^(?:(?:an?|my|the|one|new|recurring|repeating|regular)\s+)*(?:appointment|reservation|meeting|event|entry)$/i;

/** A sentence of its own, or what belongs to the kind: "a meeting, with Bob". */
export const namesNothing =
  /^(?:i|i'm|i'll|i've|we|he|she|they|it|you|so|because|with|at|in|and|but|can|could|is|thanks|sorry)\b/i;

export const tellsWhy = /^\s*(?:i|i'm|i've|i'll|we|we're|we've|my|because|cause|cuz)\b/;

/** "wake me": the call itself is what is wished for. */
export const wakes = /^(?:please\s+)?(?:can you |could you )?wake\b/;
/** Neither what for, nor one thing more. */
export const remarks = /^\s+(?!(?:to|for|and|with|about|so|then|or|by|before|after)\b)[a-z]/;

export const reason =
  /^(?:(?:dear|love|pal|mate|please|hun|bro|dude|buddy)[\s,]+)?(?:i|im|i'm|i've|ive|we|we're|my|cuz|because|cause|so|or|gotta|got to|need to|don'?t|do not|can'?t|cannot|no)\b/i;

/** "an alarm at 1:15 for my meds". */
export const forSomething =
  /\bfor (?:my|the|our) (?!alarm\b|day\b|week\b|morning\b|night\b|next\b|\d)[a-z]+(?: [a-z]+)?\s*$/;

/** "for the bins", "to take the pills": what an alarm is for. */
export const saysWhatFor = /^\s*(?:for|to)\s+(?!me\b|us\b)[a-z]/;

/** "set a rent reminder": what it is for stands between the verb and its object. */
export const endsWithThing = /\b(?:reminder|alarm)s?$/;
export const insideOrder =
  /^(?:set|create|make|add|start|schedule|put|need|want|give|get|arrange|send)(?: (?:in|up|on|me|us))*(?: (?:an?|another|one|more|two|three|the|my|some|new))* (?!.*\bplease\b)(.*?)\s*(?:reminder|alarm)s?$/i;

/** Words that say what kind of reminder it is, and not what of. */
export const howItIs =
  /\b(?:for|an?|the|my|new|next|one|time|daily|weekly|biweekly|monthly|yearly|annual|hourly|nightly|recurring|repeating|repeat|repeated|regular|standing|quick|short|separate|first|second|third|last|extra|additional|different|single|loud|gentle|backup|early|late|morning|afternoon|evening|night|weekday|weekend|am|pm|o'clock|wake[- ]?up|wakeup|phone|clock|voice|calendar|simple|push|text|message|task|event|and|at|in|to|on|by|of)\b|[^a-z]/gi;

export const namesAlarm = /\balarm\b/;
/** "so I take my pills", "gotta catch the bus", "cuz rowing practice". */
export const saysTask =
  /^\s*(?:(?:please|pls)\s+)?(?:so (?:that )?(?:i|we) (?:can |remember to |don'?t forget to )?(?!don'?t|am|can't|won't)|(?:(?:i|we) )?(?:gotta|got to|have to|need to|must|will|should) (?!be\b|get up|wake|not\b)|(?:cuz|because|cause) (?:of )?(?!(?:i|i'm|i've|im|we|it|it's|he|she|they|my|the|there)\b))([a-z].*)$/;
