/** What lasts a day or more wherever it is written down. */
export const dayLong =
  /\b(?:birthday|b-?day|anniversary|vacation|holidays?|days? off|time off|pto|annual leave|on leave|trip|offsite|off-site|conference|festival|retreat|all[ -]day|full[ -]day|whole day)\b/;

/** Days that one is reminded of as such. */
export const dayOfNote = /\b(?:birthday|b-?day|anniversary)\b/;

/** Words between "the day before" and the name of the day. */
export const ownerWords = /^\s*(?:(?:my|our|the)\s+)?/;

/** Days of one week, the first and the last of them. */
export const runOfDays = /^(?!every|each)\w+day\s*(?:-|through|thru|to)\s*\w+day$/;
