export const keepsSome =
  /\b(?:all|every|everything)\b.{0,60}\b(?:except|but not|apart from|other than)\b/;

/** "明天的会取消，后天3点提醒我": two wishes, of which one would be lost. */
export const manyVerbs =
  /\band\s+(?:then\s+|also\s+|please\s+)?(?:move|remind|change|set|push|reschedule|add|wake|cancel|delete|remove|rename|postpone|delay)\b/;

export const cancelsNothing =
  /don'?t\s+(?:let|forget)|\b(?:is|are) (?:my|the) \w+(?: \w+)? clear\b/;

/** "no gym today", "forget the ficus": an order only where such a thing is kept. */
export const needsMatch = /\bno$|^forget (?:the|my)$/;

export const pointsAtOne = /\b(?:that|this|last) (?:one|reminder|alarm)\b/;

export const takesBackWord =
  /^\s*(?:oh |no |ah |wait |actually )*(?:(?:scratch|cancel|forget|drop|undo|ignore|strike) (?:that|it|this)|never ?mind)(?: please)?\s*$/;

export const namesEntry = /reminder|alarm|event|appointment/;

export const speaksOfCancelling =
  /\b(?:got|was|were|is|been|being|has)\s+(?:just\s+|now\s+|all\s+)*(?:cancel|called off|delet|remov)|(?:\b(?:is|are)|'s) (?:now |all )?off\b|\b(?:how|why|should|can|could|do)\s+(?:do|can|could|did|i|we|should)\b.{0,20}\b(?:cancel|delete|remove)/;

export const namesKind =
  /reminder|alarm|event|meeting|appointment|\b(?:calendar|schedule|agenda|diary)\b/;

export const pointsSomewhere =
  /reminder|alarm|that|it\b|last|one\b|\b(?:calendar|schedule|agenda|diary)\b/;

export const cancelsPlainly = /cancel|delete|remove|undo|remind/;

export const skipsOnce = /skip/;

export const isOff = /^(?:is|are|'s)\b.*\boff$/;
export const switchesOff = /\b(?:turn|switch|shut|off)\b/i;
