/** A mark, or a word that opens another clause. */
export const breaks =
  /[,;!?\n…]+(?!\d)|:(?!\d)|\.(?!\d)|\s[-–—]+\s|\s+(?=(?:but|because|since|cause|cos|although|though|so that)\s)|\s+(?:so|and)\s+(?=(?:please|pls|can you|could you|cancel|remind|set)\s)/u;

export const timeWords =
  /^(?:\d+(?:[:.]\d\d)?(?:am|pm|st|nd|rd|th|h|min|mins)?|(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:days?)?|(?:jan|febr?|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)(?:uary|ch|il|ust|ember|ober|tember)?|today|tonight|tomorrow|tmrw?|tmw|noon|midnight|midday|mornings?|afternoons?|evenings?|nights?|am|pm|o'clock|oclock|hours?|hrs?|minutes?|mins?|weeks?|weekdays?|weekends?|months?|monthly|weekly|daily|days?|half|quarter|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|later|earlier|early|next|every|each|past|sharp)$/u;

/** Too small for a stem, and still what a title may begin with. */
export const plainVerbs = /\b(?:go|do|get|have|be)\b/gu;

export const possessive = /^(?!(?:it|that|let|what|there|here|he|she|who|how|when|where)'s$).+'s$/u;

export const possessiveEnding = /'s$/u;
