export const cancels =
  /\b(?:cancel|delete|remove|clear|drop|wipe|erase|empty|scrap|get rid of|turn off|switch off|disable|call off)\b/;

/** "clear my calendar for tomorrow": all that stands in it. */
export const everything =
  /\b(?:all|every|everything)\b|(?<=\b(?:clear|wipe|erase|empty)(?: out| off)? (?:my|the) (?:whole |entire |full )?)(?:calendar|schedule|agenda|diary|day|week)\b/;

/** To the end of the clause. */
export const exceptions = /\b(?:except|but not|apart from|other than)\b[^,.;]{1,60}/;

export const allDone =
  /^[\s\p{P}]*(?:i'?m |i am |they'?re |they are |that'?s )?(?:all|everything)(?: is|'s| of (?:it|them)(?: is| are)?| are)?(?: all)? (?:done|finished|completed|sorted)(?:[\s\p{P}]|thanks?)*$/u;

export const anybody =
  /\bwith (?:(?:my )?friends|others|other people|anyone|anybody|everyone|everybody)\b|\bshared\b/;

export const possessiveDay = /\b(today|tomorrow)['’]s\b/gi;

export const toSelf = /\b(?:me|us)\b/;

export const aroundException = /\b(?:except|but not|apart from|other than|for|the|my|our|one)\b/g;

export const dayWords = /\b(?:s|today|tomorrow|week|next|this)\b/g;

export const tie = /\bwith\s+$/;

/** Some of several: "the first two", "both of them". */
export const several =
  /\b(?:both(?: of (?:them|those|these))?|the first (?<head>two|three|four|[2-4])|the last (?<end>two|three|four|[2-4])|(?:these|those) (?<these>two|three|[23]))(?: ones| reminders| alarms)?\b/;
