/** A wish for another time zone, which is named as such. */
export const zoneWish =
  /\b(?:set|change|switch|make|move|update)\b.{0,16}\btime ?zone\b|\btime ?zone\b.{0,4}\b(?:is|to)\b/;

/** What may stand beside the place in an answer to "where are you?". */
export const besidePlace =
  /^(?:no|nope|not|yes|yeah|actually|sorry|well|oh|hi|i|m|am|we|re|are|live|living|based|staying|located|in|at|on|near|from|it|s|is|its|my|the|city|time|zone|timezone|now|currently|here|please|right|moment|usa|us|uk|[a-z]{2})$/;
