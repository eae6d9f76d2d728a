import { besideTopic, type Question, questionsIn } from "../question.ts";
import { enEvents, weekday, monthNames } from "./vocabulary.ts";

const part = "(?:morning|afternoon|evening|night)";
const day = String.raw`(?:for |on |in )*(?:(?:today|tonight|tomorrow|tmrw|(?:this|next|the|my) (?:week|weekend|month|morning|afternoon|evening|year)|(?:this |next )?${weekday}|the rest of (?:the|my) (?:day|week)|the \d{1,2}(?:st|nd|rd|th)|(?:${monthNames}) \d{1,2}(?:st|nd|rd|th)?)(?: ${part})?)`;
const kept = String.raw`(?:events?|appointments?|meetings?|reminders?|alarms?|alerts?|notifications?|timers?|plans?|tasks?|to-?dos?|calls?|engagements?|commitments?|classes)`;
const place = String.raw`(?:calendar|schedule|agenda|diary|planner|plate|list|day|week|to[- ]?do list)`;
/** "the schedule for the Lakers" is theirs. */
const notOfOthers = String.raw`(?! (?:for|of) (?:the|an?) (?!(?:day|week|weekend|month|year|rest|morning|afternoon|evening|night|\d)))`;

const r = String.raw;
const question = questionsIn("en");

/** Questions about what the person has on, by how they are built. */
export const ownQuestions: readonly Question[] = [
  question(
    "en-asks-if-free",
    [
      r`\b(?:is|are) ${day} (?:free|busy|open|clear|full|booked)\b`,
      r`\bwhen am i (?:free|available)\b`,
      r`\bam i (?:free|busy|available|booked|occupied|doing anything)\b`,
      r`\b(?:is|are) (?:my|the) ${place} (?:clear|free|full|busy|empty|open)\b`,
      r`\b(?:is|are) my ${day} (?:free|busy|open|clear|full)\b`,
      r`\b(?:which|what) days? (?:am i|are|do i have) (?:free|busy|available|open|off)\b`,
      r`\bhow (?:busy|full|booked|free|packed) (?:am i|is my|(?:is|does|will) (?:my )?${day}.{0,12}\b(?:for me|my))\b`,
      r`\bi have free time or not\b|\bam i free or not\b`,
      r`^\s*(?:(?:so|and|ok|hey) )*${day} (?:free|busy|clear|open|booked)\s*\??$`,
    ],
    "am I busy tomorrow at three",
    "how busy am I on Friday",
  ),
  question(
    "en-asks-how-it-looks",
    [
      r`\b(?:what|how)(?:'s| is| does| do|s)? (?:my |the )?(?:${day}|day|week|weekend|month|morning|afternoon|evening|schedule|calendar|agenda) (?:look|looking|shaping up)\b`,
      r`\bmy day look`,
      r`\bwhat(?:'s| is) (?:my|the) ${place} (?:like|looking like)\b|\bhow(?:'s| is) my ${day}\s*$`,
    ],
    "how does my weekend look",
    "what does Friday look like?",
  ),
  question(
    "en-asks-when",
    [
      r`\b(?:when|what time|what day|where)(?:'s| is| are|s) (?:my|our|the) (?:(?:next|first|last|upcoming|following) )?(?:[\w'-]+ ){0,3}?(?:${kept}|dentist|doctor|haircut|flight|exam|interview|birthday|lunch|dinner|day off)\b`,
      r`\bwhat time (?:do|will|am|should) i (?:have to |need to |be |get )*(?:wake|woken|get up|be woken|waking)\b(?!.*\bshould\b)`,
      r`\bwhere (?:am i|do i (?:have|need)) (?:(?:supposed|meant|expected|going) )?to (?:be|go)\b`,
      r`\b(?:when|what time)(?:'s| is) my (?:first|last|next) (?:thing|one)\b`,
      r`\b(?:when|what time|what day)(?:'s| is| was| are|'re| do| does| did| will)\b.{0,32}\b(?:reminders?|remind|alarm|wake me)\b`,
    ],
    "when is my next meeting?",
    "what time is the team meeting",
  ),
  question(
    "en-asks-what-is-next",
    [
      r`\bwhat(?:'s| is|s) (?:my|the) (?:very )?(?:next|first|last|earliest|latest|following|upcoming) (?:\w+ )?${kept}\b`,
      r`\bwhat(?:'s| is) the (?:very )?(?:next|first|last|earliest|latest) thing\b.{0,24}${day}`,
      r`\bwhat(?:'s| is) (?:the )?(?:first|last) (?:thing )?${day}\s*$`,
      r`\bwhat(?:'s| is)? (?:next|coming up|up next|planned|scheduled)\b(?!.{0,20}\b(?:tv|season|episode|movies?|concerts?|netflix|theaters?|news)\b)(?=\s*(?:$|[?.!]|for|on|today|tomorrow|tonight|this|in my))`,
    ],
    "what's my earliest alarm",
    "what's coming up this week?",
  ),
  question(
    "en-asks-what-i-have",
    [
      r`\b(?:do|did|have) i (?:have|got|get) (?:anything|something|any|an?|some|plans|another|to (?:be|go|do))\b(?! (?:new )?(?:e-?mails?|messages?|texts?|mail|letters?|calls? missed|missed|money|milk|symptoms))`,
      r`\bwhat (?:all |else )?(?:do|have) (?:i|we) (?:have|got)\b(?! (?:to (?:wear|eat|cook|say|drink|lose)|for (?:breakfast|lunch|dinner|supper|tea|dessert))\b)`,
      r`\bdo i have (?:free time|time|(?:[\w'-]+ ){0,2}?(?:${kept}))\b`,
      r`\b(?:have i got|i have) (?:what|which|any) (?:like )?(?:${kept})\b`,
      r`(?<!\bhow (?:long|much|many)\b[^,.?]{0,30})\bdo i have\b(?! to\b| left\b| (?:any )?(?:new )?(?:e-?mails?|messages?|mail|texts?)\b)`,
      r`\bdo i still have (?:my|the|an?)\b`,
      r`\bhave i got (?:anything|something|any|plans|on\b|an?\b)`,
    ],
    "what do I have today",
    "do I have any reminders today?",
  ),
  question(
    "en-asks-which-are-kept",
    [
      r`\b(?:what|which|how many|how much)(?: \w+)? ${kept}\b.{0,20}\b(?:do i|have i|i have|i've|left|set|scheduled)\b|\b(?:what|which) (?:meetings|appointments|reminders|alarms)\b.{0,12}${day}`,
      r`\bhow many (?:${kept}|things)\b(?!.{0,24}\b(?:can|should|does|do you|will fit|are there in)\b)`,
      r`\b(?:which|what|how many) of my (?:${kept})\b`,
      r`\b(?:which|what) (?:reminders|alarms)\b`,
      r`\b(?:which|what) ${kept} (?:are|is) there\b.{0,12}\b(?:for me|${day})`,
      r`\bany (?:reminders|alarms|plans)\b`,
    ],
    "are any alarms set",
    "which of my reminders repeat?",
  ),
  besideTopic(
    question(
      "en-asks-how-many-more",
      [
        r`^\s*(?:(?:and|so|ok|okay) )?how many(?: more)?(?: of (?:them|those|these))?(?: are (?:there|left)| do i (?:still )?have| have i got)?(?: left| more| to go)?(?: ${day})?\s*\??$`,
        r`^\s*what(?:'s| is) (?:still )?left\s*\??$`,
      ],
      "how many are left",
      "how many more today",
      "what's left",
    ),
  ),
  question(
    "en-asks-what-to-do",
    [
      r`\bwhat am i (?:doing|up to|supposed to (?:do|be doing))\b.{0,12}${day}`,
      r`\bwhat (?:do|did|should|must|shall) i (?:need to |have to |got to |still )*do\b.{0,20}${day}\s*\??$`,
      r`\bwhat was i supposed to do (?:${day}|at \d)`,
      r`\bdo i (?:fly|work|work out|swim|train|teach|travel|meet|see|leave|present|perform|exercise)\b.{0,30}\b${day}\s*\??$`,
      r`\bdo i (?:need|have) to (?:be|go|do|attend) (?:anywhere|somewhere|anything|something)\b`,
    ],
    "what do I need to do today",
    "do I need to be anywhere tomorrow afternoon",
  ),
  question(
    "en-asks-what-is-on",
    [
      r`\bwhat(?:'s| is| are|s) (?:there )?(?:on|in|left on|next on|happening on|coming up on|going on) (?:my|the) (?:\w+ )?${place}\b`,
      r`\bwhat(?:'s| is| are|s) (?:my|our) (?:(?:next|upcoming|current|other|first|last) )?(?:schedule|agenda|${kept})\b`,
      r`\bwhat(?:'s| is) (?:left|still left|still to do|still open|going on|scheduled|planned|on)\s${day}\s*$`,
      r`\bwhat(?:'s| is) (?:at|on at|on) \d{1,2}(?::\d\d)?(?:\s?[ap]m)? ${day}|\bwhat else is there ${day}|\bwhat(?:'s| is) happening in the ${part}\s*$`,
      r`\bwhat(?:'s| is| are|s) (?:my|the|our) (?:plans?|schedule|agenda|appointments?|meetings?|reminders?|alarms?|tasks?|to-?dos?)\b${notOfOthers}`,
      r`\bwhat(?:'s|'ve| is| are| do| have|s)?\b(?! the (?!next|rest|first|last|upcoming|whole|full)[\w']+ schedule\b).{0,24}\b(?:reminders?|schedule|agenda|calendar|planned|coming up|on for|got|to-?dos?|have (?:i|on)|i have|do i have)\b${notOfOthers}(?! to (?!do\b|be\b|go\b|attend\b))`,
      r`\b(?:what|what's|whats|anything|something|everything)\b[^,.]{0,20}\b(?:on|left on) my list\b`,
      r`\bwhat(?:'?s| is) (?:on|next|up|happening) (?:on )?(?:tomorrow|today|tonight|for|this|next|on|my|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b)`,
    ],
    "what's on tomorrow",
    "what's happening today",
  ),
  question(
    "en-shows-what-is-kept",
    [
      r`\b(?:show|list|read|see|hear|check|confirm|view|display|open|pull up|give me|tell me|let me see|let me know|go over|(?:get|find)(?= (?:me |all |of |my |our |any )))\b(?: out| me| to me| through| up)?(?: about)? (?:all )?(?:of )?(?:my|the|our|any)? ?(?:[\w'-]+ ){0,2}?(?:${kept}|calendar|schedule|agenda|to-?do list)\b`,
      r`\b(?:pull up|bring up|open|show(?: me)?|list|read(?: me)?|what(?:'s| is| are)) (?:\w+day|today|tomorrow|tonight|this week|next week|this month|next month)(?:'s|\s)?\s*(?:${kept}|schedule|calendar|agenda)\b`,
      r`\b(?:(?:find|look up|look for|search(?: for)?|look at|bring up|go through|check on|check|locate|review|see|view|show(?: me)?|read(?: me| out)?|tell me about|remind me about) (?:all )?(?:of )?(?:my|our)|(?:at )?(?:what|which) (?:time|hour|date|day) (?:is|are|was|do i have|have i|am i having|does|will) (?:my|our)) (?:[\w'-]+ ){0,3}?(?:${enEvents})\b(?=\s*(?:$|[?.!,]|(?:for|on|at|with|in|this|next|today|tomorrow|tonight|from|between|after|before|coming|please|again|scheduled|planned|set)\b))`,
      r`\bgive me (?:an? |the )?(?:rundown|overview|run-?through) (?:of|for|on) (?:my )?${day}\s*$`,
      r`\bwhat (?:did|have) i (?:ask|asked|tell|told) you to remind me\b`,
      r`^\s*(?:show|list|read|give) (?:me )?(?:${day}|everything|all of (?:it|them)|it all)(?: please)?\s*$`,
      r`\b(?:list|show|read|give me) (?:me )?everything\b.{0,30}\b(?:${place}|${day}|planned|scheduled)`,
      r`\b(?:show|list|read|see|check|view|tell me)\b.{0,28}\b(?:reminders?|schedule|agenda|calendar|alarms?|to-?dos?)\b`,
    ],
    "show me all my alarms",
    "list my events",
  ),
  question(
    "en-asks-for-anything",
    [
      r`^\s*(?:any|are there any|is there any|have i any|got any) (?!missed|new|unread|.*\b(?:in town|near me|near here|nearby|around here|in (?:the|this) (?:area|city)))(?:\w+ )?${kept}\b`,
      r`\bis there (?:anything|something) (?:on|in|scheduled|planned|set)\b.{0,20}(?:${place}|${day})`,
      r`^\s*(?:is there |have i got |do i have )?(?:anything|something)(?: else)? (?:left |on |planned |scheduled |for me )?(?:for |on |after |before |at |between |this |today|tonight|tomorrow|${day})`,
      r`\banything .{0,30}\bremind me (?:about|of)\b`,
      r`\banything (?:on|planned|scheduled|happening|coming up)\b`,
      r`\banything (?=.*(?:${day}|coming up))(?:[\w ]{0,24}? )?(?:i (?:should|need to|have to|must|ought to) (?:know|remember|be aware|watch|think)|to (?:know|remember|be aware of|watch out for))\b`,
    ],
    "any events this weekend",
    "anything left for today?",
  ),
  question(
    "en-asks-if-there-is",
    [
      r`\bis there an? (?:[\w'-]+ )?(?:meeting|appointment|event|call|class|lesson|reminder|alarm)\b.{0,20}(?:${place}|${day})`,
      r`\bis (?:my|the|an?) (?:[\w'-]+ ){0,3}?(?:alarm|reminder)s? (?:still )?(?:on|set|active|enabled|there|scheduled)\b`,
      r`\bis there (?:already )?(?:an?|any|my) (?:\w+ )?(?:reminder|alarm)`,
    ],
    "is there a meeting on Friday morning",
    "is my alarm on for seven am",
  ),
  question(
    "en-checks-if-i-have",
    [
      r`\b(?:check|see|tell me|let me know|know|remember|sure) (?:if|whether) i(?:'ve got| have| am|'m) (?:any|an?|free|busy|something|another|my)\b`,
    ],
    "tell me if I am free tomorrow",
  ),
  question(
    "en-recalls-what-is-on",
    [
      r`\bremind me (?:what(?:'s| is) (?:on|planned|scheduled|coming up|happening)|what i(?:'ve got| have)|of my (?:schedule|plans|appointments|meetings))\b`,
    ],
    "remind me what's on tomorrow",
  ),
  question(
    "en-asks-how-long-until",
    [
      r`\bhow (?:long|much time|many (?:minutes|hours|days|weeks)) (?:is it |is there |do i have |are there |are left |is left )?(?:until|till|til|before|to) (?:my|our) `,
    ],
    "how long until my next meeting",
  ),
  question(
    "en-asks-what-things",
    [
      r`\bwhat(?: all)? (?:things?|stuff) (?:are there|is there|do i have|have i got|are)\b.{0,16}\b(?:for me|on my|i have)?`,
    ],
    "what all things are there for me tomorrow?",
  ),
  question(
    "en-asks-for-a-summary",
    [
      r`\b(?:tell me|talk to me) about (?:my|today's|tomorrow's) (?:whole )?(?:${place}|${day})\b`,
      r`\b(?:run|go|walk me|talk me) (?:through|over) (?:my|the) ${place}\b`,
      r`\b(?:summary|overview|rundown|run-?down|outline) of (?:my|the) (?:\w+ )?${place}\b`,
      r`\b(?:fill me in|brief me|update me|catch me up) on (?:my|the) ${place}\b`,
    ],
    "give me a summary of my day",
    "run through my day",
  ),
  question(
    "en-names-the-schedule",
    [
      r`^\s*(?:my )?(?:calendar|schedule|agenda|appointments|meetings|events|reminders|alarms) ${day}\s*\??$`,
      r`^\s*(?:my )?(?:next|upcoming|first|last) ${kept}(?: ${day})?\s*\??$`,
      r`^\s*(?:what'?s |show me |give me )?(?:my|(?:today|tomorrow|this week|next week|${weekday})(?:'s|\s\s)) (?:schedule|calendar|agenda|appointments|meetings|events|reminders|alarms|plans)\b(?=\s*(?:$|[?.!]|for|on|today|tomorrow|this|next|please))`,
    ],
    "tomorrow's schedule please",
  ),
  question(
    "en-asks-if-it-was-set",
    [
      r`\b(?:did|have) i (?:already |ever )?(?:set|made|make|created|create|add|added|scheduled?|plan(?:ned)?|book(?:ed)?)\b`,
      r`\b(?:did|have) you (?:set|saved?|added?|scheduled?|created?|(?:got|get) (?:my|the|that|it|this|any reminders))`,
    ],
    "did I set an alarm for tomorrow morning",
    "what time did I set the vet for?",
  ),
  question(
    "en-asks-with-whom",
    [
      r`\b(?:who|whom) (?:am i|do i) (?:meet(?:ing)?|see(?:ing)?|hav(?:e|ing))\b`,
      r`\bwho(?:'s| is) (?:my|the) (?:[\w'-]+ ){0,2}?(?:${enEvents}) with\b`,
      r`\bwhat .{0,20}\b(?:planned|arranged|set up|on) with\b`,
      r`\bmy plans with\b`,
    ],
    "who am I meeting tomorrow",
  ),
];
