import { enEvents } from "./vocabulary.ts";

const day = String.raw`(?:today|tonight|tomorrow|tmrw|(?:this|next|the) (?:week|weekend|month|morning|afternoon|evening|year)|(?:on |this |next )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|the rest of (?:the|my) (?:day|week)|(?:on )?the \d{1,2}(?:st|nd|rd|th)|(?:on )?(?:january|february|march|april|may|june|july|august|september|october|november|december) \d{1,2}(?:st|nd|rd|th)?)`;
const kept = String.raw`(?:events?|appointments?|meetings?|reminders?|alarms?|alerts?|notifications?|timers?|plans?|tasks?|to-?dos?|calls?|engagements?|commitments?|classes)`;
const place = String.raw`(?:calendar|schedule|agenda|diary|planner|plate|list|day|week|to-?do list)`;

/** Questions about what the person has on, by how they are built. */
export const ownQuestion = new RegExp(
  [
    String.raw`\bam i (?:free|busy|available|booked|occupied|doing anything)\b`,
    String.raw`\b(?:is|are) (?:my|the) ${place} (?:clear|free|full|busy|empty|open)\b`,
    String.raw`\b(?:what|how)(?:'s| is| does| do|s)? (?:my |the )?(?:${day}|day|week|weekend|month|morning|afternoon|evening|schedule|calendar|agenda) (?:look|looking|shaping up)\b`,
    String.raw`\b(?:when|what time|what day|where)(?:'s| is| are|s) (?:my|our|the) (?:(?:next|first|last|upcoming|following) )?(?:[\w'-]+ ){0,3}?(?:${kept}|dentist|doctor|haircut|flight|exam|interview|birthday|lunch|dinner)\b`,
    String.raw`\bwhat(?:'s| is|s) (?:my|the) (?:very )?(?:next|first|last|earliest|latest|following|upcoming) (?:\w+ )?${kept}\b`,
    String.raw`\b(?:do|did|have) i (?:have|got|get) (?:anything|something|any|an?|some|plans|another|to (?:be|go|do))\b(?! (?:new )?(?:e-?mails?|messages?|texts?|mail|letters?|calls? missed|missed|money|milk|symptoms))`,
    String.raw`\b(?:what|which|how many|how much)(?: \w+)? ${kept}\b.{0,20}\b(?:do i|have i|i have|i've|left|set|scheduled)\b|\b(?:what|which) (?:meetings|appointments|reminders|alarms)\b.{0,12}${day}`,
    String.raw`\bwhat (?:do|have) i (?:have|got)\b(?! to (?:wear|eat|cook|say|drink))`,
    String.raw`\bwhat am i (?:doing|up to|supposed to (?:do|be doing))\b.{0,12}${day}`,
    String.raw`\bwhat(?:'s| is| are|s) (?:there )?(?:on|in|left on|next on|happening on|coming up on|going on) (?:my|the) (?:\w+ )?${place}\b`,
    String.raw`\bwhat(?:'s| is| are|s) (?:my|the|our) (?:plans?|schedule|agenda|appointments?|meetings?|reminders?|alarms?|tasks?|to-?dos?)\b`,
    String.raw`\b(?:show|list|read|see|check|view|display|open|pull up|give me|tell me|let me see|go over|(?:get|find)(?= (?:me |all |of |my |our |any )))\b(?: out| me| to me| through| up)?(?: about)? (?:all )?(?:of )?(?:my|the|our|any)? ?(?:[\w'-]+ ){0,2}?(?:${kept}|calendar|schedule|agenda|to-?do list)\b`,
    String.raw`^\s*(?:any|are there any|is there any|have i any|got any) (?!missed|new|unread)(?:\w+ )?${kept}\b`,
    String.raw`\bis there (?:anything|something) (?:on|in|scheduled|planned|set)\b.{0,20}(?:${place}|${day})`,
    String.raw`^\s*(?:is there |have i got |do i have )?(?:anything|something)(?: else)? (?:left |on |planned |scheduled |for me )?(?:for |on |after |before |at |between |this |today|tonight|tomorrow|${day})`,
    String.raw`\bis there an? (?:[\w'-]+ )?(?:meeting|appointment|event|call|class|lesson|reminder|alarm)\b.{0,20}(?:${place}|${day})`,
    String.raw`\b(?:check|see|tell me|know|remember|sure) (?:if|whether) i(?:'ve got| have| am| 'm) (?:any|an?|free|busy|something|another|my)\b`,
    String.raw`\bwhat (?:do|should|must|shall) i (?:need to |have to |got to |still )*do\b.{0,4}${day}\s*\??$`,
    String.raw`\bremind me (?:what(?:'s| is) (?:on|planned|scheduled|coming up|happening)|what i(?:'ve got| have)|of my (?:schedule|plans|appointments|meetings))\b`,
    String.raw`\b(?:pull up|bring up|open|show(?: me)?|list|read(?: me)?|what(?:'s| is| are)) (?:\w+day|today|tomorrow|tonight|this week|next week|this month|next month)(?:'s|\s)?\s*(?:${kept}|schedule|calendar|agenda)\b`,
    String.raw`\b(?:who|whom) am i (?:meeting|seeing|having)\b`,
    String.raw`\bdo i (?:need|have) to (?:be|go|do|attend) (?:anywhere|somewhere|anything|something)\b`,
    String.raw`\bwhat(?:'s| is)? (?:next|coming up|up next|planned|scheduled)\b(?!.{0,20}\b(?:tv|season|episode|movies?|concerts?|netflix|theaters?|news)\b)(?=\s*(?:$|[?.!]|for|on|today|tomorrow|tonight|this|in my))`,
    String.raw`\bhow many (?:${kept}|things)\b(?!.{0,24}\b(?:can|should|does|do you|will fit|are there in)\b)`,
    String.raw`\bhow (?:long|much time|many (?:minutes|hours|days|weeks)) (?:is it |is there |do i have |are there |are left |is left )?(?:until|till|til|before|to) (?:my|our) `,
    String.raw`\b(?:(?:find|look up|look for|search(?: for)?|look at|bring up|go through|check on|check|locate|review|see|view|show(?: me)?|read(?: me| out)?|tell me about|remind me about) (?:all )?(?:of )?(?:my|our)|(?:at )?(?:what|which) (?:time|hour|date|day) (?:is|are|was|do i have|have i|am i having|does|will) (?:my|our)) (?:[\w'-]+ ){0,3}?(?:${enEvents})\b(?=\s*(?:$|[?.!,]|(?:for|on|at|with|in|this|next|today|tomorrow|tonight|from|between|after|before|coming|please|again|scheduled|planned|set)\b))`,
    String.raw`\bis (?:my|the|an?) (?:[\w'-]+ ){0,3}?(?:alarm|reminder)s? (?:still )?(?:on|set|active|enabled|there|scheduled)\b`,
    String.raw`\b(?:which|what|how many) of my (?:${kept})\b`,
    String.raw`\bhow (?:busy|full|booked|free|packed) (?:am i|is my|(?:is|does|will) (?:my )?${day}.{0,12}\b(?:for me|my))\b`,
    String.raw`\bdo i have (?:free time|time|(?:[\w'-]+ ){0,2}?(?:${kept}))\b`,
    String.raw`\bwhat(?: all)? (?:things?|stuff) (?:are there|is there|do i have|have i got|are)\b.{0,16}\b(?:for me|on my|i have)?`,
    String.raw`\b(?:have i got|i have) (?:what|which|any) (?:like )?(?:${kept})\b`,
    String.raw`\bi have free time or not\b|\bam i free or not\b`,
    String.raw`\bwhat time (?:do|will|am|should) i (?:have to |need to |be |get )*(?:wake|woken|get up|be woken|waking)\b(?!.*\bshould\b)`,
    String.raw`^\s*(?:my|today's|tomorrow's|this week's|next week's|(?:mon|tues|wednes|thurs|fri|satur|sun)day's) (?:schedule|calendar|agenda|appointments|meetings|events|reminders|alarms|plans)\b(?=\s*(?:$|[?.!]|for|on|today|tomorrow|this|next|please))`,
    String.raw`\b(?:list|show|read|give me) (?:me )?everything\b.{0,30}\b(?:${place}|${day}|planned|scheduled)`,
  ].join("|"),
);

/** Words of such a question that name nothing. */
export const questionWords =
  /\b(?:anything|something|any|some|going|on|schedule|scheduled|calendar|agenda|diary|planner|plate|right|currently|existing|upcoming|coming|next|first|last|look|looks|looking|like|does|did|do|how|what|whats|when|where|which|who|many|much|time|day|days|week|weekend|month|morning|afternoon|evening|year|free|busy|available|booked|clear|full|empty|planned|plan|plans|events?|appointments?|meetings?|tasks?|to-?dos?|todo|things?|stuff|left|there|happening|am|are|tell|show|list|read|see|check|view|display|open|give|know|let|check|find|get|look|every|each|rest|doing|supposed|else|happen|today|tomorrow|tonight|what's|who's|when's|anywhere|somewhere|go|meeting|seeing|active|running|pending|remaining|your|his|her)\b/g;

/** What one has on with others. */
export const companyCue =
  /\b(?:who|whom) (?:am i|do i) (?:meet(?:ing)?|see(?:ing)?|have)\b|\bwhat .{0,20}\b(?:planned|arranged|set up|on) with\b|\bmy plans with\b/;

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
