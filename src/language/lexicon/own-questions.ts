import { enEvents } from "./en/vocabulary.ts";

const day = String.raw`(?:today|tonight|tomorrow|tmrw|(?:this|next|the) (?:week|weekend|month|morning|afternoon|evening|year)|(?:on |this |next )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|the rest of (?:the|my) (?:day|week)|(?:on )?the \d{1,2}(?:st|nd|rd|th)|(?:on )?(?:january|february|march|april|may|june|july|august|september|october|november|december) \d{1,2}(?:st|nd|rd|th)?)`;
const kept = String.raw`(?:events?|appointments?|meetings?|reminders?|alarms?|alerts?|notifications?|timers?|plans?|tasks?|to-?dos?|calls?|engagements?|commitments?|classes)`;
const place = String.raw`(?:calendar|schedule|agenda|diary|planner|plate|list|day|week|to-?do list)`;

/** What is kept, as a Chinese question names it. */
const zhKept = String.raw`(?:提醒|闹钟|日程|待办|安排|会议?|课程?|约会?|预约|行程|任务|活动|事情?|班|考试|\s*(?:meetings?|reminders?|to-?dos?|tasks?|events?|alarms?|appointments?|calls?|plans?|ddl|deadlines?)(?![a-z]))`;

/** Questions about what the person has on, by how they are built. */
export const ownQuestion = {
  en: new RegExp(
    [
      String.raw`\bam i (?:free|busy|available|booked|occupied|doing anything)\b`,
      String.raw`\b(?:is|are) (?:my|the) ${place} (?:clear|free|full|busy|empty|open)\b`,
      String.raw`\b(?:what|how)(?:'s| is| does| do|s)? (?:my |the )?(?:${day}|day|week|weekend|month|morning|afternoon|evening|schedule|calendar|agenda) (?:look|looking|shaping up)\b`,
      String.raw`\b(?:when|what time|what day|where)(?:'s| is| are|s) (?:my|our|the) (?:(?:next|first|last|upcoming|following) )?(?:[\w'-]+ ){0,3}?(?:${kept}|dentist|doctor|haircut|flight|exam|interview|birthday|lunch|dinner)\b`,
      String.raw`\bwhat(?:'s| is|s) (?:my|the) (?:next|first|last) (?:\w+ )?${kept}\b`,
      String.raw`\b(?:do|did|have) i (?:have|got|get) (?:anything|something|any|an?|some|plans|another|to (?:be|go|do))\b(?! (?:new )?(?:e-?mails?|messages?|texts?|mail|letters?|calls? missed|missed|money|milk|symptoms))`,
      String.raw`\b(?:what|which|how many|how much)(?: \w+)? ${kept}\b.{0,20}\b(?:do i|have i|i have|i've|left|set|scheduled)\b|\b(?:what|which) (?:meetings|appointments|reminders|alarms)\b.{0,12}${day}`,
      String.raw`\bwhat (?:do|have) i (?:have|got)\b(?! to (?:wear|eat|cook|say|drink))`,
      String.raw`\bwhat am i (?:doing|up to|supposed to (?:do|be doing))\b.{0,12}${day}`,
      String.raw`\bwhat(?:'s| is| are|s) (?:there )?(?:on|in|left on|next on|happening on|coming up on|going on) (?:my|the) (?:\w+ )?${place}\b`,
      String.raw`\bwhat(?:'s| is| are|s) (?:my|the|our) (?:plans?|schedule|agenda|appointments?|meetings?|reminders?|alarms?|tasks?|to-?dos?)\b`,
      String.raw`\b(?:show|list|read|see|check|view|display|open|pull up|give me|tell me|let me see|go over|(?:get|find)(?= (?:me |all |of |my |our |any )))\b(?: out| me| to me| through| up)?(?: about)? (?:all )?(?:of )?(?:my|the|our|any)? ?(?:[\w'-]+ ){0,2}?(?:${kept}|calendar|schedule|agenda|to-?do list)\b`,
      String.raw`^\s*(?:any|are there any|is there any|have i any|got any) (?!missed|new|unread)(?:\w+ )?${kept}\b`,
      String.raw`\bis there (?:anything|something|an? (?:[\w'-]+ )?(?:${enEvents})) (?:on|in|scheduled|planned|set)\b.{0,20}(?:${place}|${day})`,
      String.raw`^\s*(?:is there |have i got |do i have )?(?:anything|something)(?: else)? (?:left |on |planned |scheduled |for me )?(?:for |on |after |before |at |between |this |today|tonight|tomorrow|${day})`,
      String.raw`\b(?:who|whom) am i (?:meeting|seeing|having)\b`,
      String.raw`\bdo i (?:need|have) to (?:be|go|do|attend) (?:anywhere|somewhere|anything|something)\b`,
      String.raw`\bwhat(?:'s| is)? (?:next|coming up|up next|planned|scheduled)\b(?!.{0,20}\b(?:tv|season|episode|movies?|concerts?|netflix|theaters?|news)\b)(?=\s*(?:$|[?.!]|for|on|today|tomorrow|tonight|this|in my))`,
      String.raw`\bhow many (?:${kept}|things)\b(?!.{0,24}\b(?:can|should|does|do you|will fit|are there in)\b)`,
      String.raw`\bhow (?:long|much time|many (?:minutes|hours|days|weeks)) (?:is it |is there |do i have |are there |are left |is left )?(?:until|till|til|before|to) (?:my|our) `,
      String.raw`\b(?:find|look up|look for|search(?: for)?|look at|bring up|go through|check on|check|locate|review|see|view|show(?: me)?|read(?: me| out)?|tell me about|remind me about) (?:all )?(?:of )?(?:my|our) (?:[\w'-]+ ){0,3}?(?:${enEvents})\b(?=\s*(?:$|[?.!,]|for|on|at|with|in|this|next|today|tomorrow|tonight|from|between|after|before|coming|please|again))`,
      String.raw`\bis (?:my|the|an?) (?:[\w'-]+ ){0,3}?(?:alarm|reminder)s? (?:still )?(?:on|set|active|enabled|there|scheduled)\b`,
      String.raw`\b(?:which|what|how many) of my (?:${kept})\b`,
      String.raw`\bhow (?:busy|full|booked|free|packed) (?:am i|is my|(?:is|does|will) (?:my )?${day}.{0,12}\b(?:for me|my))\b`,
      String.raw`\b(?:at )?(?:what|which) (?:time|hour|date|day) (?:is|are|was|do i have|have i|am i having|does|will) (?:my|our) (?:[\w'-]+ ){0,3}?(?:${enEvents})\b`,
      String.raw`\bdo i have (?:free time|time|(?:[\w'-]+ ){0,2}?(?:${kept}))\b`,
      String.raw`\bwhat(?: all)? (?:things?|stuff) (?:are there|is there|do i have|have i got|are)\b.{0,16}\b(?:for me|on my|i have)?`,
      String.raw`\b(?:have i got|i have) (?:what|which|any) (?:like )?(?:${kept})\b`,
      String.raw`\bi have free time or not\b|\bam i free or not\b`,
      String.raw`\bwhat time (?:do|will|am|should) i (?:have to |need to |be |get )*(?:wake|woken|get up|be woken|waking)\b(?!.*\bshould\b)`,
      String.raw`^\s*(?:my|today's|tomorrow's|this week's|next week's|(?:mon|tues|wednes|thurs|fri|satur|sun)day's) (?:schedule|calendar|agenda|appointments|meetings|events|reminders|alarms|plans)\b(?=\s*(?:$|[?.!]|for|on|today|tomorrow|this|next|please))`,
      String.raw`\b(?:list|show|read|give me) (?:me )?everything\b.{0,30}\b(?:${place}|${day}|planned|scheduled)`,
    ].join("|"),
  ),
  zh: new RegExp(
    [
      String.raw`安排了?(?:些)?(?:什么|啥|哪些)`,
      String.raw`我[^,，。]{0,10}有没有(?:别的|其他|什么|啥)(?:事|安排|约|会)`,
      String.raw`我(?:是不是|有没有)(?:有|设|定|记)?过?[^,，。]{1,12}(?:提醒|闹钟)(?=[吗呢啊?？]*\s*$)`,
      String.raw`我[^,，。]{0,8}约了(?:些)?(?:什么|啥|谁|哪些)`,
      String.raw`(?<=^|[,，。!！?？\s我])(?:(?:后面|接下来|往后|最近|未来|这|接着)(?:几天|一?周|两天)|这个?月|下个?月)(?:我)?(?:都|还|要)*有(?:什么|啥|哪些)(?:事情?|安排|日程|会议?|活动安排|重要的?(?:日子|事情?|安排))(?=没|要|吗|呢|啊|呀|[?？。!！\s]|$)`,
      String.raw`(?:看|查)(?:看|一?下)[^,，。]{0,6}还?有(?:几个|哪些|什么|多少)\s*(?:ddl|deadlines?|截止|作业|考试)(?![a-z])`,
      String.raw`(?:今天|明天|后天|今晚|明晚|这周|下周|周[一二三四五六日天]|[上下]午|晚上)+(?:我)?是不是有(?:个)?${zhKept}`,
      String.raw`(?:日历|行事历|日程表?|课表|calendar|schedule)(?:上面?|里面?|中)?(?:还|都)?(?:有|写了|记了|排了)(?:些)?(?:什么|啥|哪些)(?!节|假|用|功能|区别|软件)`,
      String.raw`我[^,，。]{0,8}几点(?:要|得|有|的)?(?:开会|上课|会|课|面试|体检|复诊|值班|考试)`,
      String.raw`我的?\s*${zhKept}(?:还|都|一共|总共)*(?:剩|有)下?(?:哪些|什么|几|多少|啥)`,
      String.raw`(?<!提醒|[叫喊给帮替])我(?!们|家|的)[^,，。]{0,10}?(?:还|都|要|得)*有(?:些|着)?(?:什么|啥|哪些|几[个件节堂场条]?|多少[个件节条]?)(?:要做的?|没做的?|安排的?)?${zhKept}(?=没|要|得|吗|呢|啊|呀|嘛|来着|[?？。!！\s]|$)`,
      String.raw`(?:我|今天|明天|今晚|这周|本周)[^,，。]{0,6}?还(?:剩|有)下?(?:几|多少|哪些|什么|啥)[件个条项]?${zhKept}?(?:还?没|要|得)(?:办|做|完成|弄|搞|处理)`,
      String.raw`(?<=^|[,，。!！?？\s])(?:今天|明天|后天|今晚|明早|明晚|这周|本周|下周|周末|周[一二三四五六日天]|上午|下午|晚上)+(?:我)?(?:都|还|要)*有(?:什么|啥|哪些|几[个节堂场])(?:会议?|课|meeting|event|appointment|安排|约|日程|行程|事)(?=吗|呢|啊|呀|[?？。!！\s]|$)`,
      String.raw`我.{0,8}(?:有|都有|还有|要做)(?:些)?(?:什么|啥|哪些)事`,
      String.raw`我.{0,8}(?:有没有空|有空[吗么没不]|有时间[吗么没不]|忙不忙|忙[吗么]|有事[吗么没不]?$|有没有事|空不空|得闲)`,
      String.raw`(?:我|今|明|后天|周|星期|下|上午|下午|晚上|早上).{0,8}(?:有没有空|忙不忙|有没有事|有事[吗么没]|有会[吗么没]|有没有会|有课[吗么没]|有约[吗么没])`,
      String.raw`(?:我的?|下一?个|最近的?|接下来的?|第一个|明天|今天|后天|周[一二三四五六日天]).{0,6}(?:会议|会|日程|提醒|闹钟|安排|约会|面试|课|预约)(?:是|在|定在)?(?:什么时候|几点|哪天|啥时候|什么|几号|在几点)`,
      String.raw`(?:今天|明天|后天|周[一二三四五六日天]).{0,4}几点(?:的|有)?(?:会议|会|课|面试|预约)`,
      String.raw`(?:查看?|看看?|打开|显示|列出|告诉我|念|读|翻|检查|浏览)(?:一?下|给我)?(?:我的?|所有的?|全部的?|今天的?|明天的?|本周的?|这周的?|下周的?|当前的?|现有的?)*(?:日历|行事历|课表|calendar|schedule|agenda|日程(?:表|安排)?|行程|提醒(?:列表|事项)?|闹钟(?:列表)?|待办(?:事项|清单)?|安排|计划表)`,
      String.raw`(?:现在|目前|当前|一共|总共|还|我|都|接下来|最近|今后|后面|之后)*(?:还)?(?:有|设了|定了|记了|剩)(?:多少|几|哪些|什么|啥)(?:个|条|项|些)?(?:提醒|闹钟|日程|待办|安排|会议|会|事情?(?=没做|要做|要办)|任务|计划|行程|约)(?:没做|要做|吗|呢)?(?!播|剧)`,
      String.raw`(?:我|闹钟|提醒).{0,4}(?:定|设|订)(?:了|的是?)?几点(?:的?(?:闹钟|提醒))?`,
      String.raw`下一?[个条件](?:提醒|安排|日程|会议|会|闹钟|事)(?:是|呢)?(?:什么|啥|几点|什么时候|哪个)?`,
      String.raw`(?<=^|[,，。!！?？\s我问下看那])(?:今天|明天|后天|今晚|明晚|这周|本周|下周|周末|周[一二三四五六日天]|最近|接下来|下午|上午|晚上)+(?:我)?(?:都|还|我|要)*(?:有(?:什么|啥|哪些)|干什么|干嘛|做什么|忙什么)(?:事|安排|日程|计划|会|活动安排|任务)?(?:情|儿|要做|要办|要[叫提喊]醒?我的?|吗|呢|啊|呀)*(?=[?？。!！\s]|$)`,
    ].join("|"),
  ),
} as const;

/** Words of such a question that name nothing. */
export const questionWords = {
  en: /\b(?:anything|something|any|some|going|on|schedule|scheduled|calendar|agenda|diary|planner|plate|right|currently|existing|upcoming|coming|next|first|last|look|looks|looking|like|does|did|do|how|what|whats|when|where|which|who|many|much|time|day|days|week|weekend|month|morning|afternoon|evening|year|free|busy|available|booked|clear|full|empty|planned|plan|plans|events?|appointments?|meetings?|tasks?|to-?dos?|todo|things?|stuff|left|there|happening|am|are|tell|show|list|read|see|check|view|display|open|give|know|let|check|find|get|look|every|each|rest|doing|supposed|else|happen|today|tomorrow|tonight|what's|who's|when's|anywhere|somewhere|go|meeting|seeing|active|running|pending|remaining|your|his|her)\b/g,
  zh: /现在?|目前|当前|一共|总共|接下来|最近|下一|第一|还有?|有没有|有|没有?|定|设|订|记|几点?|多少|哪些?|什么时候|什么|啥|时候|何时|查看?|看看?|打开|显示|列出|列|告诉|念|读|翻|检查|日历|行事历|calendar|schedule|meetings?|reminders?|to-?dos?|tasks?|events?|alarms?|任务|课程?|办|弄|件|节|行程|计划|会议|清单|列表|所有|全部|个|条|项|些|情|做|剩|今后|后面|空|忙|不|吗|么|没|得闲|怎么样?|如何|些|次|天|表|呢|啊|呀/g,
} as const;
