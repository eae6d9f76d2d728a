/** What ties a name to what is done together. */
export const ties = /\bwith\s+$|^\s*meet(?:\s+up)?\s+$/;

/** A statement, a question or a denial. A wish to do it is none of these. */
export const talks =
  /\?|\b(?:i|i'm|i've|i'll|he|she|they|we|we're|it|it's|you|who|what|when|why|how|where|is|are|was|were|be|been|has|had|have|having|do|does|did|will|would|could|should|might|may|must|never|not|no|if|because|\w+n't|said|says|told|asked)\b|^\s*(?!meeting\b)\w+ing\b|(?:\S+\s+){6}\S/;

export const wishes =
  /^\s*(?:(?:i'd like|i would like|i want|i wanna|i'd love|can we|could we|shall we|let's|please)(?:\s+to)?\b)/;

export const polite = /^[\s\p{P}]*(?:please|pls|thanks?|thank you|ok|okay|hey|hi)?[\s\p{P}]*$/u;
