/** What one has on with others. */
export const companyCue =
  /\b(?:who|whom) (?:am i|do i) (?:meet(?:ing)?|see(?:ing)?|have)\b|\bwhat .{0,20}\b(?:planned|arranged|set up|on) with\b|\bmy plans with\b/;

export const questionMark = /\bwhat\b|\bwhen\b/;

export const whenAsked =
  /\bwhen\b|\bwhat (?:time|day|date)\b|\bdid (?:i|you)\b|\bdo i have\b|\bis there\b/;

export const freeAsked =
  /\?|^\s*(?:is|are|when|does|do|what|can|could|check|see|find|will|how|hey)\b|\b(?:check|see|find out|tell me|know) (?:if|when|whether)\b/;

export const who =
  /\b(?:is|are|does|when is|when's|if|whether)\s+([a-z]+)\b.{0,30}\b(?:free|available|busy|have (?:any )?time)\b/;

export const notAName =
  /^(?:i|you|it|he|she|they|we|there|the|this|that|anyone|everyone|my|your|a|any)$/;

export const nextWeek = /next week/;

export const thisWeek = /this week/;
