export const withoutTo = /^(?!to\b|about\b)/;

export const besideName =
  /\b(?:i|mean|means|meant|is|it|s|that|this|was|of course|oh|ok|okay|yes|no|actually|sorry|ask|with|make|use|try|then|instead|please|my|friend|the|one|should be|typo|him|her|them|and|also|called)\b/gu;

export const filler =
  /\b(?:ok|okay|yes|yeah|at|on|then|please|let'?s say|make it|say|how about|maybe|around|about|the|for|it|i'?d say|um|well|of|in|thanks?|is fine|works|before|by|that|day)\b/gu;

/** Around the time in an answer that corrects what was just asked: "no, make that 7 instead". */
export const correcting = new RegExp(
  String.raw`\b(?:${[
    "no|nope|nah|wait|hang on|hold on|actually|rather|instead|oh|oops|sorry|hm+|my (?:bad|mistake)|correction",
    "i mean(?:t)?|should be|is better|works better|would be better|better",
    "(?:make|change|set|move|switch|push|put|do|try) (?:it|that|this)(?: to)?",
    "whatever(?: works)?|whenever|any ?time|i don'?t (?:care|mind)|i guess",
  ].join("|")})\b[\s,.!]*`,
  "gu",
);

export const halfAlone =
  /^\s*(?:in the\s+)?(am|pm|a\.m\.?|p\.m\.?|morning|afternoon|evening|night)\s*$/i;

export const besideChoice = /\b(?:the|one)\b/gu;

export const means = /(?:\b(?:is|means|i mean|it's))\s*/g;

export const us = /\bus$/i;

export const forLength = /^for\s+/;

export const nextStretch = /\b(next)\s+(week|month)\b/i;

export const month = /month/i;

export const onDay = /^on\s+/i;

export const callMe = /\b(?:(?:call|phone|ring)\s+me|give\s+me\s+a\s+(?:call|ring))\b/i;

export const weekend = /\b(?:this|the|next)\s+weekend\b/i;

export const opensNext = /^next/i;

export const yes =
  "ok|okay|yes|yeah|yep|sure|right|correct|please do|please|go ahead|do it|do that|add it|add that";
export const behindYes = "please";
export const dropped = "never ?mind|forget it|no|nope|cancel";
export const behindDropped = "thanks?";
export const besidePlace = "please|ok|okay|the|one|that|it|is";
