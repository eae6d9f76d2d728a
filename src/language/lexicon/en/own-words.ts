export const ordinals = /(\d+(?:st|nd|rd|th)?)/g;

/** The ways to write a word of time, and the one that stands for all. */
export const timeWords: readonly (readonly [RegExp, string])[] = [
  [/^(?:min|mins|minutes?)$/, "min"],
  [/^(?:h|hrs?|hours?)$/, "hour"],
  [/^(?:tmrw?|tmw|tomorr?ow)$/, "tomorrow"],
  [/^(mon|tue|wed|thu|fri|sat|sun)(?:s|sday|nesday|rs|rsday|day|urday)?s?$/, "$1"],
  [/^(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*$/, "$1"],
  [/^(\d+)(?:st|nd|rd|th)$/, "$1"],
];
