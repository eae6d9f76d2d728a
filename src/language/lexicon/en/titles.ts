export const phones = /^(?:call|phone|ring)\b|\b(?:call|ring)$/;

export const opensWholeDay = /^(?:as(?:\s+an?)?\s)\s*/i;

/** What kind of entry it is, which names it only where nothing else does. */
export const kindAlone =
  /^(?:(?:an?|my|the|one)\s+)?(?:appointment|reservation|meeting|event|entry)$/i;

/** A sentence of its own, or what belongs to the kind: "a meeting, with Bob". */
export const namesNothing =
  /^(?:i|i'm|i'll|i've|we|he|she|they|it|you|so|because|with|at|in|and|but|can|could|is|thanks|sorry)\b/i;

export const tellsWhy = /^\s*(?:i|i'm|i've|i'll|we|we're|we've|my|because|cause|cuz)\b/;

export const reason =
  /^(?:(?:dear|love|pal|mate|please|hun|bro|dude|buddy)[\s,]+)?(?:i|im|i'm|i've|ive|we|we're|my|cuz|because|cause|so|or|gotta|got to|need to|don'?t|do not|can'?t|cannot|no)\b/i;

/** "an alarm at 1:15 for my meds". */
export const forSomething =
  /\bfor (?:my|the|our) (?!alarm\b|day\b|week\b|morning\b|night\b|next\b|\d)[a-z]+(?: [a-z]+)?\s*$/;

/** "for the bins", "to take the pills": what an alarm is for. */
export const saysWhatFor = /^\s*(?:for|to)\s+(?!me\b|us\b)[a-z]/;
