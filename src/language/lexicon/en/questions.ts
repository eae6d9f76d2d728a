/** Words of such a question that name nothing. */
export const questionWords =
  /\b(?:anything|something|any|some|going|on|schedule|scheduled|calendar|agenda|diary|planner|plate|right|currently|existing|upcoming|coming|next|first|last|look|looks|looking|like|does|did|do|how|what|whats|when|where|which|who|many|much|time|day|days|week|weekend|month|morning|afternoon|evening|year|free|busy|available|booked|clear|full|empty|planned|plan|plans|events?|appointments?|meetings?|tasks?|to-?dos?|todo|things?|stuff|left|there|happening|am|are|tell|show|list|read|see|check|view|display|open|give|know|let|check|find|get|look|every|each|rest|doing|supposed|else|happen|today|tomorrow|tonight|what's|who's|when's|anywhere|somewhere|go|meeting|seeing|active|running|pending|remaining|your|his|her)\b/g;

export const questionMark = /\bwhat\b|\bwhen\b/;

export const whenAsked =
  /\bwhen\b|\b(?:what|which) (?:time|day|date)\b|\bdate of\b|\bhow (?:long|soon|many \w+)(?: is it| are there| left)? (?:until|till|til|before|to)\b|\bdid (?:i|you)\b|\bdo i have\b|\bis there\b/;

export const freeAsked =
  /\?|^\s*(?:is|are|when|does|do|what|can|could|check|see|find|will|how|hey)\b|\b(?:check|see|find out|tell me|know) (?:if|when|whether)\b/;

export const who =
  /\b(?:is|are|does|when is|when's|if|whether)\s+([a-z]+)\b.{0,30}\b(?:free|available|busy|have (?:any )?time)\b/;

export const notAName =
  /^(?:i|you|it|he|she|they|we|there|the|this|that|anyone|everyone|my|your|a|any)$/;

export const nextWeek = /next week/;

export const thisWeek = /this week/;
