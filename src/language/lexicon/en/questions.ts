/** Words of such a question that name nothing. */
export const questionWords =
  /\b(?:anything|something|any|some|going|on|schedule|scheduled|calendar|agenda|diary|planner|plate|right|currently|existing|upcoming|coming|next|first|last|look|looks|looking|like|does|did|do|how|what|whats|when|where|which|who|many|much|time|day|days|week|weekend|month|morning|afternoon|evening|year|free|busy|available|booked|clear|full|empty|planned|plan|plans|events?|appointments?|meetings?|tasks?|to-?dos?|todo|things?|stuff|left|there|happening|am|are|tell|show|list|read|see|check|view|display|open|give|know|let|check|find|get|look|every|each|rest|doing|supposed|else|happen|today|tomorrow|tonight|what's|who's|when's|anywhere|somewhere|go|meeting|seeing|active|running|pending|remaining|your|his|her)\b/g;

export const questionMark =
  /\bwhat\b|\bwhen\b|\b(?:check|see|tell me|know|sure) (?:if|whether) i\b|^\s*(?:(?:so|hey|and|um|ok) )*(?:have|did|do|is|are|am|was) (?:i|there|my|the|we)\b/;

/** A question that may be about one thing that is kept: "is the dentist still on", "how long is yoga". */
export const opensQuestion =
  /^\s*(?:(?:hey|ok|so|and|um|well|please|can you tell me|could you tell me|tell me|do you know|i want to know|check) )*(?:is|are|was|were|does|will|when|where|who|which|how long|how much|what(?:'s| is)? (?:the )?(?:time|date|day|length)|what(?:'s| is)? (?:[a-z]+ )?(?:(?:comes?|happens|is|do i have) )?(?:right |next )?(?:after|before)|remind me (?:again )?(?:when|what (?:time|day|date))|show me|look up|find|check|(?:give|tell|get|show) me (?:the |some |more |all )*(?:details?|info(?:rmation)?|time|date|day|place|location)(?: (?:on|of|about|for))?)\b/;

/** Words of such a question beside the name and the time. */
export const asksBeside =
  /\b(?:still|on|in|at|or|scheduled|set|happening|going|ahead|long|much|until|till|til|before|start|starts|starting|end|ends|begin|begins|again|soon|exactly|morning|afternoon|evening|with|time|times|date|length|called|hour|hours|minutes|one|after|before|comes?|happens|event|tell|want|know|remind|show|find|will|who|where|supposed|give|details?|info(?:rmation)?|place|location|about|for)\b/g;

export const whenAsked =
  /\bwhen\b|\b(?:what|which) (?:time|day|date)\b|\bdate of\b|\bhow (?:long|soon|many \w+)(?: is it| are there| left)? (?:until|till|til|before|to)\b|\bdid (?:i|you)\b|(?<!\bwhat (?:all |else )?)\bdo i have\b|\bis there\b/;

/** What a shop has on its door, whatever else is kept about it. */
export const openingHours =
  /\b(?:open|opens|opening|close|closes|closed|closing)\b|\bhow much (?:is|are|does|do) (?:an?|the average)\b/;

/** Whose something is: "Dad's birthday", with the mark or as it is typed in a hurry. */
export const owner = /\b([a-z]+)['’]s\b(?=\s+[a-z])/g;

export const freeAsked =
  /\?|^\s*(?:is|are|when|does|do|what|can|could|check|see|find|will|how|hey)\b|\b(?:check|see|find out|tell me|know) (?:if|when|whether)\b/;

export const who =
  /\b(?:is|are|does|when is|when's|if|whether)\s+([a-z]+)\b.{0,30}\b(?:free|available|busy|have (?:any )?time)\b/;

export const notAName =
  /^(?:i|you|it|he|she|they|we|there|the|this|that|anyone|everyone|my|your|a|any|today|tomorrow|tonight|next|(?:mon|tues|wednes|thurs|fri|satur|sun)day)$/;

/** "an alarm at seven": what it is known by is its hour. */
export const asksForAlarm = /\b(?:alarms?|reminders?|timers?|alerts?)\b/;

/** A name, marked as one. */
export const marksName =
  /\b(?:about|called|named|titled|regarding|concerning)\s+(?:(?:the|my|our|an?)\s+)?(?<name>[^,.?!;]{2,60}?)\s*(?:[,.?!;]|$)/;

/** Whether there is time is asked, and not what there is. */
export const asksIfFree =
  /\b(?:am i|i am|i'm|is|are|will i be|have i|do i have|if i)\b.{0,40}\b(?:free(?: time)?|available|busy|clear|open|booked|occupied|time)\b/;

/** Only what comes again. */
export const repeating =
  /\b(?:recurring|repeating|regular)\b|\brepeat(?:s|ed)?\b(?= every|\s*[?.!]*$)/;
