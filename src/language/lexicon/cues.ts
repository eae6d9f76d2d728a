import type { Language } from "../../domain/language.ts";
import type { Clause } from "../text/clauses.ts";
import { mentionsOf } from "../intents/friends.ts";
import type { Reading } from "../reading.ts";
import type { Span } from "../text/titles.ts";

/** Command words that are not part of what a reminder says: "提醒我取消订阅" cancels nothing. */
export function cuesIn(reading: Reading, regex: RegExp): Span[] {
  const { live, triggers, prepared } = reading;
  const said = live.filter(({ text }) => regex.test(text) && !stated.test(text));
  if (said.length === 0) return [];
  const each = new RegExp(regex.source, "g");
  return said.flatMap((clause) =>
    Array.from(clause.text.matchAll(each).take(mostCues), (match) => ({
      at: clause.at + match.index,
      end: clause.at + match.index + match[0].length,
    })).filter(
      ({ at }) =>
        !isForFriend(reading, clause, at) &&
        !triggers.some(
          (trigger) =>
            trigger.whom !== "other" &&
            trigger.noun !== true &&
            trigger.at >= clause.at &&
            trigger.end <= at &&
            isFull(prepared.language, clause.text),
        ),
    ),
  );
}

/** More in one clause is not a request. */
const mostCues = 20;

/**
 * "remind Bob to bring the keys", "提醒张三取消订单": what a friend is to do is content as well.
 */
function isForFriend({ prepared, context }: Reading, clause: Clause, at: number): boolean {
  const before = prepared.text.slice(Math.max(clause.at, at - farthest), at);
  if (prepared.language === "en")
    return /\b(?:remind|tell|ask|ping|nudge|notify|invite)\s+(?!(?:me|us|you|myself)\b)[^,;]{1,60}?\bto\s+(?:\S+\s+){0,4}$/.test(
      before,
    );
  if (!/(?:提醒|通知|叫|喊|让)(?:一下|下)?\s*\S/.test(before)) return false;
  return mentionsOf(prepared, context.friends ?? []).some(
    (mention) =>
      mention.at >= clause.at &&
      mention.end <= at &&
      /(?:提醒|通知|叫|喊|让)(?:一下|下)?\s*$/.test(prepared.text.slice(clause.at, mention.at)) &&
      !/^\s*(?:的|那|这)/.test(prepared.text.slice(mention.end)),
  );
}

/**
 * A name, what to do and a few words stand between a verb and what hangs on it; a text of verbs is
 * not read through for each.
 */
const farthest = 160;

/** "内容：撤销转账": announced as the text. */
const stated = /^\s*(?:内容|事项|备注|标题)(?:是|为)?:/;

export const cueIn = (reading: Reading, regex: RegExp): Span | undefined =>
  cuesIn(reading, regex)[0];

const isFull = (language: Language, clause: string): boolean =>
  language === "zh" || !/^\s*(?:cancel|delete|remove)/.test(clause);

export const cancelCue = {
  zh: /(?<![a-z])(?:cancel|delete|undo|remove)(?![a-z])|取消(?!的|不)(?:掉|一下)?|删(?:掉|除|了|去|一?下)|撤销掉?|撤回|撤掉|撤了|(?:停止|停掉|终止|停了)(?=.{0,20}(?:提醒|闹钟))|作废|清掉|清空|清除|全?清了|(?:不用|(?<![分特个区级告道送离])别|不要|不需要|不必|甭|停止|无需)(?:再|给我|每天|天天|每周|每晚|一直|老|在|你|您|麻烦|[今明后早晚上下午天点半\d:周一二两三四五六七八九十])*(?:提醒|叫|喊|催)(?!.{0,12}(?:改|换))|关(?:掉|了|闭)|停用|禁用|移除|解除|(?:停掉|去掉|拿掉|取下)|不(?:再)?提醒|(?:那个|这个|那条|提醒|闹钟|第.{1,2}[个条]).{0,4}(?:不要了|不用了|算了|不需要了)|停掉$|(?:不用|不必|不需要|不要)再?(?:[买去做交拿取接送打发看开吃喝办]|准备|参加)了|(?<=[今明后]天|[今明][早晚]|[这下本]周|周[一二三四五六日天]|[这下]次)的?(?:就|先|都|也)*(?:不用|不要|免)了(?=[\s。!！吧啊哈哦,，]|$)|跳过/,
  en: /\b(?:don'?t|no longer) (?:need|want)\b(?=.{0,40}\b(?:reminders?|alarms?)\b)|^\s*(?:please )?stop\b(?=.{0,40}\b(?:reminders|alarms)\b)|^\s*(?:hey |ok |so |there's )?no\b(?=\s[\w' ]{2,24}\s(?:today|tonight|tomorrow|this (?:week|time|mon|tue|wed|thu|fri|sat|sun)|on (?:mon|tue|wed|thu|fri|sat|sun)))|\b(?:cancel|call off|delete|remove|scrap|drop|undo|scratch|forget (?:about|that\b|(?=(?:the|my) (?:\w+ ){0,3}(?:one|last|reminder|alarm)))|clear|kill|get rid of|turn off|switch off|shut off|dismiss|skip|erase|wipe|disable|deactivate|silence|discard|eliminate|unset)\b|\btake\b(?=.{2,40}\boff (?:of )?(?:my|the) (?:calendar|schedule|agenda|diary))|\b(?:shall|should|must|needs? to|has to|can|is to) be (?:cancell?ed|deleted|removed|scrapped)\b|\bnever ?mind\b|^\s*(?:please )?stop (?:it|that|this)\s*$|\b(?:do not|don'?t|stop|no need to|needn'?t|no longer need to|don'?t need to|you can stop)\s+(?:\w+\s+){0,2}?(?:remind|reminding|wake|waking|ping|pinging|nudg\w+)(?:\s+(?:me|us))?(?:\s+(?:about|to|of|for))?/,
} as const;

export const snoozeCue = {
  zh: /(?<![a-z])snooze(?![a-z])|再(?:过|等|来|睡|眯|躺|给我|让我(?:睡|眯|躺|歇))|再(?:次)?(?:提醒|叫|喊|催|戳|敲)|再(?:来|响)一?[次遍回]|(?:过|等|待|晚|稍).{0,8}再(?:说|提醒|叫|喊|催)|(?<=[点半分刻时后天])再(?:说|弄|做|办)|贪睡|推迟|延后|(?<![今明每当傍])晚\s*(?=(?:\d+|[一二两三四五六七八九十半]+)\s*个?(?:分|小时|刻|半|钟))|先别(?:催|叫|提醒|吵|响)/,
  en: /\bsnooze\b|\bagain\b|\bask me (?:again )?later\b|\b(?:more|another)\s+(?:\d+|five|ten|fifteen|twenty|thirty|half)|\b(?:\d+|five|ten|fifteen|twenty|thirty)\s+more\b|\bnot now\b|\bnot yet\b/,
} as const;

export const updateCue = {
  zh: /(?<![a-z])(?:delay|postpone|reschedule|move)(?![a-z])|(?<![批涂篡整])改(?:到|成|为|至|在|去|名(?:叫|为|成)?|叫|作|一下)?|换(?:到|成|为|至)|挪(?:到|至|成)?|移(?:到|至)|调(?:到|整到|整为|成|整成|至)|推迟(?:到|至)?|延(?:后|迟|期)(?:到|至)?|推(?:到|后)|提[前早](?:到|至)|顺延(?:到)?|往[前后](?:推|挪|移|延|调)|往[前后](?=\s*(?:\d+|[一二两三四五六七八九十半]+)\s*个?(?:分|小时|天|周|钟|半|刻|月|星期|礼拜))|搞错了?|说错了?|记错了?|弄错了?|不对|错了|应该是|我是说|(?<!是)不是.{1,8}(?:是|,|，|$)|是.{1,8}不是|重命名(?:为|成)?/,
  en: /\b(?:prepone|move|reschedule|change|(?<!\b(?:my|the|a|this|that|night|day|late|early|our|next|last) )shift|push(?: back)?|postpone|delay|bring|switch|make (?:it|that|the|my)|rename|retitle|update|edit)\b|\b(?:no|wait|sorry|oops|actually|correction)\b,?\s*(?:i (?:meant|mean|said)|make|it'?s|at|the|not|\d)|\bi (?:meant|mean)\b|\binstead\b|\bshould (?:be|say)\b/,
} as const;

export const completeCue = {
  zh: /(?:做|弄|搞|办|写|吃|喝|洗|跑|练|看|背|打|交|买|取|拿|收|倒|还|浇|喂|遛|读|发|寄|擦|扫|敷|填|签|订|改|练|拉|整理|收拾|打扫|学|听|录|换|充|缴|付|走|回|测|量|挂|约|聊|开)(?:完|好|过|掉)(?:了|啦|咯|喽|$)|(?:接|拿|取|买|领|收|拍|约|订|抢)到(?:了|啦|咯)|完成(?:了|啦)?|搞定(?:了|啦)?|弄好了|做好了|办妥了?|已经?.{1,10}(?:了|啦|过|完)|已[\u4e00-\u9fff]{1,3}$|(?:了|啦|过了|完了)(?:哈|哦|啊|呀|哟|~|!|！|。|\s)*$|打卡成功|done/,
  en: /\b(?:done|finished|completed|did it|did that|all set|sorted|taken|eaten|paid|(?:tick|check|cross)(?:ed)? (?:it |that |this )?off|got it done|handled|taken care of|already)\b|(?:'s|\bhas|\bhave) been \w+|(?:\bis|\bare|'s|'re) (?:now |all )?(?:out|in|off|up|\w+ed)\s*[.!]*$|^\s*(?:ok(?:ay)?,?\s+|yes,?\s+|yep,?\s+)?(?:(?:i|i'?ve|just|already|have)\s+)*(?:\w+ed|took|did|went|fed|bought|paid|sent|made|wrote|ate|drank|ran|swam|got|put|met|got)\b/,
} as const;

export const listCue = {
  zh: /(?:提醒|安排|日程|闹钟|待办)(?:都|现在|目前)?(?:有哪些|有什么|有啥|是什么|有几个)|(?:有|还有|都有|设了|定了|记了)(?:没有|些)?.{0,6}(?:提醒|安排|日程|闹钟|待办|计划)(?:吗|么|没|呢|不|[?？])|(?:有没有|有什么|有哪些|有啥|有几个).{0,6}(?:提醒|安排|日程|闹钟|待办|计划|要做)|(?:什么|哪些|啥子?|几个|多少个?|几条)(?:提醒|安排|日程|闹钟|待办|计划)|(?:设了|定了|记了)(?:几个|哪些|什么|多少|啥)|(?:列|查|(?<![a-z])(?:list|show|check)(?![a-z])|看看|看一?下|翻|展示|显示|告诉我|说说|汇报|念|看(?=我|今|明|这|本|下周|全部|所有))(?:一?下|出来?|看|查|询|列)?.{0,10}(?:提醒|安排|日程|闹钟|待办|计划|reminders?|schedule|todos?)(?!我|咱|俺)|(?:提醒|[叫喊])我(?:的是)?(?:什么|啥|干嘛|干什么|做什么)(?:来着|呢|事)?[?？]?$|是(?:不是)?.{0,10}(?:提醒|[叫喊])我.{0,10}(?:吗|么|来着|[?？])|(?:几点|什么时候|啥时候|何时|哪天).{0,8}(?:提醒|叫我|喊我|闹钟|来着)|(?:提醒|闹钟).{0,8}(?:几点|什么时候|啥时候|哪天|设了吗|设好了吗|定了吗|还在吗|列表)|(?:我|我们)(?:今天|明天|后天|今晚|这周|本周|下周|周末|周[一二三四五六日]).{0,6}(?:干什么|干嘛|做什么|忙什么|要做|怎么安排)|(?:今天|明天|后天|今晚|这周|本周|下周|周末|周[一二三四五六日]).{0,6}(?:怎么安排|要做什么|的安排(?=[?？呢吗]|$))|(?:设|定|记)(?:好|上)?(?:提醒|闹钟)?了(?:吗|没|没有)|(?:让|叫|要)你.{0,6}提醒(?:了|过)?些?(?:什么|啥|哪些)|提醒里.{0,4}有|(?:提醒|安排|日程|闹钟|待办)(?:都|全|给我|帮我)*(?:列|念|报)(?:出来|一下|一遍|给我|下)|的(?:提醒|闹钟)我?(?:设|定|记|建|加)(?:好|上|过)?了?(?:吗|没|么|没有)|提醒我的(?:事儿?)?.{0,4}(?:哪些|什么|啥)|哪几.{0,6}(?:提醒|闹钟|日程)|是不是(?:已经|之前|还|也)?(?:设|定|订|记|建|弄|加)(?:过|了|好)/,
  en: /(?<!\bhow (?:long|much|many)\b[^,.?]{0,30})\bdo i have\b(?! to\b| left\b| (?:any )?(?:new )?(?:e-?mails?|messages?|mail|texts?)\b)|\bwhat(?:'s|'ve| is| are| do| have|s)?\b.{0,24}\b(?:reminders?|schedule|agenda|calendar|planned|coming up|on for|got|to-?dos?|have (?:i|on)|i have|do i have)\b(?! to (?!do\b|be\b|go\b|attend\b))|\b(?:show|list|read|see|check|view|tell me)\b.{0,28}\b(?:reminders?|schedule|agenda|calendar|alarms?|to-?dos?)\b|\b(?:when|what time|what day)(?:'s| is| was| are|'re| do| does| did| will)\b.{0,32}\b(?:reminders?|remind|alarm|wake me)\b|\banything .{0,30}\bremind me (?:about|of)\b|\b(?:which|what) (?:reminders|alarms)\b|\bhave i got (?:anything|something|any|plans|on\b|an?\b)|\bwhat have i got\b|\b(?:did|have) i (?:already |ever )?(?:set|made|make|created|create|add|added)\b|\bis there (?:already )?(?:an?|any|my) (?:\w+ )?(?:reminder|alarm)|\bam i (?:free|busy)\b|\b(?:did|have) you (?:set|saved?|added?|scheduled?|created?|(?:got|get) (?:my|the|that|it|this|any reminders))|\bany (?:reminders|alarms|plans)\b|\banything (?:on|planned|scheduled|happening)\b|\bmy day look|\bhow many (?:reminders|alarms)\b|\b(?:on|left on) my list\b|\bwhat(?:'?s| is) (?:on|next|up|happening) (?:on )?(?:tomorrow|today|tonight|for|this|next|on|my|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b)/,
} as const;

export const freeCue = {
  zh: /得不得闲|得闲|闲着(?:没|吗|不)|闲不闲|(?<![a-z])(?:available|free)(?=吗|么|不|没)|有没?有?空(?!调|间|气)|有没有时间|有时间(?:吗|么|没|不)|空不空|忙不忙|忙(?:吗|么|不)|方便(?:吗|么|不)|得空|闲(?:吗|不)|有空|什么时候(?:有空|方便|有时间)|(?:在)?(?:干什么|干嘛|做什么|忙什么|有什么安排|有啥安排|有安排)(?:吗|呢)?/,
  en: /\bwhen can\b|\b(?:free|available|busy|availability|around)\b|\bhave (?:any )?(?:time|plans)\b|\bdoing\b|\bschedule look/,
} as const;
