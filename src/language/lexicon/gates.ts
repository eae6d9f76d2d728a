import type { Language } from "../../domain/language.ts";
import type { Clause } from "../text/clauses.ts";
import type { Refusal } from "../dialogue/reasons.ts";

/** Reasons why a clause that sounds like a request is none. Each looks at one clause. */
type Gate = readonly [Refusal, RegExp];

export const people =
  "(?:他们?|她们?|它|佢哋?|别人|人家|大家|妈妈?|爸爸?|爹|娘|老妈|老爸|奶奶|爷爷|姥姥|外婆|外公|老婆|老公|媳妇|女朋友|男朋友|对象|老师|老板|领导|上司|同事|同学|室友|朋友|客户|医生|护士|教练|导师|经理|闹钟|手机|日历|系统|app|微信|有人|谁|孩子|儿子|女儿|哥哥?|姐姐?|弟弟?|妹妹?|舍友|客服|快递员?|物业|银行|医院|学校|公司|房东|中介|警察|司机|师傅|店家|商家|平台|官方|短信|公众号|前台|护工|阿姨|邻居|群里|没人|没有人|有人)";
const askZh = "(?:提醒|叫|喊|催|通知|闹)";

const zhGates: readonly Gate[] = [
  [
    "complaint",
    new RegExp(
      String.raw`^(?:为什么|为啥|凭什么|干嘛).{0,14}${askZh}我|(?:怎么|为什么|为啥|咋|干嘛|干吗|居然|竟然|又|都|从来|根本|压根)(?:就|又|都|还|老是|总是)?(?:没有?|不|忘了?|忘记)(?:给我|帮我|按时|准时|及时|再|来|去|过来|早点)*${askZh}|(?<!别|不要|不能|勿|莫|不许)忘(?:了|记)(?:了)?${askZh}|没(?:有)?(?:按时|准时|及时)?(?:提醒|叫醒?|喊醒?)我|闹钟.{0,4}(?:没|不)响|说好.{0,14}(?:的|呢|吗)|不是(?:说好|让你|叫你|说|答应).{0,18}(?:吗|的|呢|嘛)|(?:答应|说).{0,12}(?:结果|却)|你.{0,6}(?:晚了|迟了|提醒晚|叫晚)|(?<!几点|什么时候|何时|什么要?|啥要?|哪些要?|还要|要)${askZh}我的(?:呢|吗|嘛|啊|吧)?$|(?:没|谁|没有)让你.{0,8}${askZh}|已经${askZh}(?:过|了)?我|(?:你|都.{1,6}了).{0,3}才${askZh}我|(?:你|我之前|我刚才|我昨天|我昨晚|我明明|之前|本来)(?:说|答应|讲)(?:过|了|好)?.{0,12}${askZh}我|我以为.{0,14}${askZh}我|你(?:又|也|都|还|就)?没(?:有)?${askZh}(?:$|[^我])|(?<!如果|要是|假如|假设|万一)(?:^|我(?:明明|之前|昨天|昨晚)?)(?:让|叫|跟|求)你(?!.*(?:哪些|什么|啥)).{0,12}${askZh}我|(?:怎么|咋|为什么|为啥).{0,12}[才还]${askZh}`,
    ),
  ],
  [
    "hypothetical",
    // The wish itself is supposed; "如果下雨就提醒我" supposes something else.
    new RegExp(
      String.raw`^(?:如果|假如|要是|假设|就算|即使|哪怕|万一|倘若)(?:你|您|当时|那时候?|那天|昨[天晚]|上次|真的?|能|可以|有人|谁|每|天|都|会|在|今|明|后|早上|晚上|上午|下午|中午|半夜|凌晨|小时|分钟|[\d一二两三四五六七八九十点半:：刻分周日号月个]){1,12}${askZh}醒?我`,
    ),
  ],
  [
    "hypothetical",
    /早知道|(?:当初|当时|那时候?|上次|早).{0,10}(?:要是|如果).{0,20}就|(?:要是|如果|假如).{0,30}就(?:没|不会|不至于)|(?:希望|要是|真想|好想|多想)(?:能?有人|谁)|(?:如果|假如|要是|假设).{0,30}(?:就好了|多好)|(?:如果|假如|要是|假设|万一|倘若).{0,30}(?:会|能|肯|敢|可以|行).{0,10}(?:吗|么|嘛|不会|不能)|(?:如果|假如|要是|假设).{0,24}(?:让你|叫你|要你|请你|跟你说)/,
  ],
  [
    "quoted",
    /^\s*(?:这首|那首|有首)?(?:歌(?:里|词)?|电影里?|书[里上]|小说里?|剧里|网上|段子|台词)[^,，。]{0,6}(?:唱|说|写|讲|演)(?:的|道|着)?\s*$|翻译[^,，。:：]{0,8}[:：]|(?:老师|老板|领导|同事|客户|物业|学校|公司|他|她|群里)[^,，。:：]{0,12}(?:写|留言|通知|发|喊|问|讲)[:：]|(?:句话|歌词|写着|写道|写的是|唱道?|台词|原话|标题|俗话说|(?:他|她|它|人|妈|爸|老师|老板|同事|朋友|老婆|老公)们?(?:都|常|总)?说|(?:发|回)(?:给我|我|来|了|过来)(?:一?[句条])?|(?:短信|通知|公告|消息|纸条|便条|微信|邮件|广告|朋友圈|留言|备忘录里)[^,，。:：]{0,6})[:：]/,
  ],
  [
    "name",
    new RegExp(
      String.raw`(?:(?<![分钟时天周月年个])以后|今后|往后|你可以|你就|(?<![点分钟刻时半后候天号日晨早晚午夜\d]\s?)就|请|直接|(?<![点分钟刻半晚早午\d]\s?)都|平时|习惯|喜欢|一般|大家|别人|朋友们?|同事们?|人家|他们)(?:都|就|可以|请)?[叫喊]我(?!.{0,6}(?:起床|一下|一声|吃|去|做|睡|出))|(?<![点半分刻钟后时]\s*)[叫喊]我(?:小|老|阿|大)[\u4e00-\u9fff](?:[\u4e00-\u9fff])?(?:就|吧|哦|哈|呀|啦|好了|即可|$)|[叫喊]我(?!一?[下声]).{1,4}(?:就行|就好|就可以|即可|好了|哥|姐|总|老师|先生|女士|同学|宝|宝宝|主人|大人|老板)(?:吧|哦|哈|呀|啦)?$|我的名字|不要叫我|别叫我.{1,4}$`,
    ),
  ],
  [
    "third_person",
    new RegExp(
      String.raw`^[^你您请帮]{0,14}(?<!用)(?:软件|手机|手表|手环|app|音箱)(?:会|都|就|总是?|老是?|[每\d点半:：分刻凌晨清傍早上下午中晚夜里明后周一二两三四五六七八九十天日])*${askZh}我`,
    ),
  ],
  [
    "third_person",
    new RegExp(
      String.raw`^[今昨明后早晚上下午天刚才又\d点:\s]{0,8}(?:${people}|[我你]的?${people}){1,2}(?:们)?(?:今天|昨天|刚才|刚|老|老是|总|总是|一直|每次|经常|又|就|会|都|说|让|已经|之前|昨晚|今早|[每\d点半:：分刻凌晨清傍早上下午中晚夜里明后周一二两三四五六七八九十天日号月都逢])*${askZh}(?:了|过)?我|^(?:[小老阿](?![时是师板婆公爸妈])|[王李张刘陈杨黄赵吴徐孙朱胡郭何林罗郑梁谢宋唐许韩冯邓曹彭][^今明后早晚上下中午点半天周时月日号每\d])[^今明后早晚上下中午点半天周时月日号每\d\s]?(?:[今明后早晚上下中午点半天周月日号每一二两三四五六七八九十\d:])+(?:提醒|[叫喊])我|(?<!(?:提醒|[叫喊催])我[^,，。]{0,12})[帮给替](?:[他她]们?|我?(?:妈|爸|老婆|老公|爷爷|奶奶|孩子|同事|朋友|室友))(?:设|定|订|弄|建|加)|^(?!麻烦|记得|到时|到点|帮忙|可以|能不能|请你|那你|顺便|另外|然后|对了|好的?|明天|后天|今天|今晚|明早|明晚)[\u4e00-\u9fffa-z]{2,5}(?:刚刚?|已经|又|打电话|发短信)?通知我|${askZh}(?:了|过)我|(?:有人|没人|谁|别人|人家)(?:会|能|来|都|也|还)?${askZh}醒?我|^[^提叫喊催]{0,12}(?:老师|老板|妈|爸|他|她)(?:说|让|叫).{0,10}$`,
    ),
  ],
  [
    "complaint",
    new RegExp(
      String.raw`(?:谢谢|多谢|谢啦|感谢|辛苦|幸好|幸亏|还好|多亏|好在).{0,12}${askZh}|${askZh}得(?:很|真|太|好|非常|挺)|(?:昨天|昨晚|上次|刚才|刚刚|之前|上周|前天).{0,8}你.{0,4}${askZh}|(?:昨天|昨晚|上次|上周|上个月|前天|前几天)(?:就|也|还)?[让叫请要]你.{0,16}${askZh}|你(?:提醒|叫|通知)(?:人|别人|大家)的`,
    ),
  ],
  [
    "no_request",
    new RegExp(
      String.raw`${askZh}我(?:起来|起床)?(?:纯属|简直|真是|实在|没必要|有必要|算什么|就为了|就因为|不现实|不科学|会不会|是不是|太[早晚]|有点|来得及|来不来得及|比较好|才对|更好|最好|合适)|^(?:可能|也许|或许|应该|说不定).{0,10}${askZh}我`,
    ),
  ],
  [
    "no_request",
    /(?:一般|通常|大概|最好|应该|需要|得|要).{0,4}提前(?:几|多久|多少)(?!.*(?:提醒|[叫喊]我|通知))|你(?:能|会|可以|都能|都会)不?(?:能|会)?(?:提醒|叫|做|帮).{0,6}(?:什么|哪些|啥|吗$)|你(?:能|会|可以)(?:设置?|定|订|建|加)(?:个|一个)?(?:闹钟|提醒|日程|闹铃|定时)(?:吗|么|不|嘛)|(?<![的个条])提醒(?:功能|是什么)|提醒功能|[叫喊]我(?:干嘛|干吗|呢)|你.{0,10}会(?!记得|帮).{0,6}(?:提醒|叫|喊)我.{0,4}吗|你会(?!.*(?:记得|帮)).{0,12}(?:提醒|叫|喊)我.{0,4}吗|要不要|该不该|合适吗|合不合适|好还是|还是.{1,10}好(?:呢|啊)?$|(?:(?<![给帮替])我|^)(?:都|已经|刚|给自己|自己|又|也)*[设定订](?:好)?了(?!.{0,6}(?:哪些|什么|几|啥|多少)).{0,20}(?:闹钟|提醒(?!我))|怎么(?:设|用|弄|定)|闹钟.{0,10}响|(?:已经|早就).{0,3}(?:[帮给替]我)?[设定订弄建加]好?.{0,12}(?:提醒|闹钟)了?$|提醒(?!我).{0,6}(?:最多|几个|多少|在哪|能设|能存)|提醒(?!我).{0,3}(?:一般|通常|默认|会不会|能不能).{0,10}(?:几|多久|多少|吗|怎么|响|吧)|^我?(?:又|也|并|可)?不是(?:让|叫|要)你.{0,8}提醒|^提醒(?!我)(?:可以|能|会).{0,10}[吗么]|(?:提醒|[叫喊])(?:别人|他们?|她们?|人家)(?!.*我)/,
  ],
];

const zhCondition =
  /^[^提叫喊催]{0,12}(?:我|他|她|你)?(?:要是|如果|假如|万一)(?!.{0,20}(?:会|能).{0,6}吗)|^(?:如果|假如|要是|万一|倘若|等到?(?!\d|[一二两三四五六七八九十半]).{2,}(?:的时候|之后|以后|后|就)|(?:他|她|你|下雨|快递|老师).{0,8}(?:的时候|了)(?:就|再))/;

/** "如果方便的话": nothing hangs on it. */
const zhPolite =
  /^\s*(?:如果|要是|假如)?(?:你|您)?(?:方便|可以|不麻烦|有空|没事|得空|不忙|行|能行)(?:的话)?\s*$/;

const askEn = String.raw`(?:remind|reminded|wake|woken|woke|ping|nudge|alert|notify)\s+(?:me|us)\b`;

const enGates: readonly Gate[] = [
  [
    "complaint",
    /\b(?:reminder|alarm)s? (?:that )?(?:came|was|were|arrived|went off|fired|showed up)\b.*\b(?:late|useless|early|never|wrong)\b|\bwhy (?:didn'?t|did you|do you|are you|haven'?t|don'?t|weren'?t|wouldn'?t)\b|\b(?:you|u|ya) (?:didn'?t|never|forgot|failed|missed|were supposed|should have|said (?:you|u))|\bhow come\b|\bsupposed to (?:remind|wake)|\bthanks? (?:you )?for (?:remind|wak|the (?:remind|nudge))|\b(?:glad|good thing|nice|great) (?:that )?you (?:remind|woke)|\byou (?:reminded|woke)\b|\bdid you forget\b/,
  ],
  [
    "hypothetical",
    /\b(?:i wish(?!\s+(?:an?|to|for)\s)|if only|if (?:i|we|you)(?:'d| had) (?:only |just )?(?:set|made|had|asked|put|got|told)\b|if i (?:asked|told|said|were|was|wanted|ask|tell)|what if|what (?:would|will|happens)|would you (?:ever(?![^?]*\bto\b[^?]*$)|even|actually|really)|suppose i|imagine|hypothetically|should i\b)/,
  ],
  [
    "name",
    /\b(?:call|address) me (?!(?:at|in|on|tomorrow|tonight|when|back|later|again|up|every|after|before|around|about|a\b|an\b|to\b|for\b|if\b|once|this|next)\b)[a-z]+/,
  ],
  [
    "third_person",
    /\b(?!(?:i|you|we|u)\b)\w+ (?:asked|wants?|wanted|told|tells|asks|begged|needs)\b[^,.]*\bto remind (?:him|her|them)\b|\b(?:my|his|her|our|their) (?!\w+ing)\w+ (?:sets?|made|makes|has|had|uses|gets) (?:an?|\w+) (?:reminder|alarm)/,
  ],
  [
    "third_person",
    /\b(?:he|she|they|it|someone|nobody|mom|mum|dad|my \w+|the \w+|\w+'s \w+)\s+(?:just\s+|always\s+|also\s+|kept\s+|keeps\s+|already\s+|has\s+|had\s+|will\s+|usually\s+|sometimes\s+|used to\s+|said\s+|told me\s+|asked me\s+)*(?:(?:remind|ping|nudge|wake|text|alert|message|call)(?:s|ed)|woke|notified|notifies)\s+(?:me|us)\b|\b(?:they|people|friends)\s+(?:\w+\s+)?(?:remind|wake|text|call)\s+(?:me|us)\b|\b(?:asked|told|wants|wanted|reminds|reminded) me (?:to|of|about|that)\b|\bremind(?:s|(?<!(?:(?:want|need|like|love|wish) to|must|should|have to|need to|ought to) be remind)ed)\b/,
  ],
  [
    "third_person",
    new RegExp(
      String.raw`(?:\b(?!(?:if |when |so |and |can |could |would |will )?you\b)\w+(?<!\b(?:and|or|please|just|can|could|would|will|you|u))(?:'ll|'d|\s+(?:will|would|can|could|should|might|may|used to|tries to|has to|is going to|was going to|is gonna|forgot to|forgets to|refuses to|loves to|likes to))|\b(?:i|she|he|they|we|\w+)\s+(?:told|asked|got|paid|begged|want|wants|needs|reminded|ask|tell|get|had|have)\s+(?!you\b)\w+(?:\s+\w+)?\s+to|^\s*(?:ask|tell|get|have)\s+(?!me\b|you\b)\w+\s+to)\s+(?:always\s+|usually\s+|also\s+|probably\s+|definitely\s+)?${askEn}`,
    ),
  ],
  [
    "no_request",
    new RegExp(
      String.raw`\b(?:did|didn't|do|have|haven't) you (?:already |ever |just |still )?(?:remind|wake|ping|nudge|alert|notify)\w*\s+\w+|\byou(?:'ll| will|'re going to| are going to|'re gonna| gonna) (?:still |also |definitely )?${askEn}|\bare you (?:still |really |actually )?(?:going to|gonna) ${askEn}|\b(?:will|would) you (?:still|also|really|actually|ever(?![^?]*\bto\b[^?]*$)) ${askEn}`,
    ),
  ],
  [
    "no_request",
    /\bremind me (?:again )?(?:why|what|who|how|where|which)\b|(?<!\b(?:do|did|have|had|can|could|may|might|should) )\bi(?:'ve)? (?:already |just )?(?:set|made|created|have) (?:an?|my|the) (?:\w+ )?(?:alarm|reminder|timer)|\b(?:what|which) (?:kinds? of )?(?:things|reminders) can you\b|\bhow (?:do|can|does|would) (?:i|you|it|one)\b|\bdo you (?:have|support|do) (?:reminders|alarms)\b|\bdo you (?:remind|wake|call|notify|ping)\b|\bwhat (?:can|could|do) you remind\b|\b(?:can|do|could) you (?:even |also )?(?:set|do|make|create|handle) (?:alarms|reminders|timers)\b/,
  ],
];

const enCondition =
  /^\s*(?:if|unless|in case|when(?:ever)?|once|as soon as)\b(?!\s+(?:you (?:don'?t|do not|wouldn'?t) mind|possible|that's (?:ok|fine)|it's (?:ok|fine))\b)(?!\s+it(?:'s|\s+is|\s+hits|\s+turns|\s+gets\s+to)\s+(?:\d|noon|midnight))/;

/** "remind me at 5 if Bob hasn't called", but not "to check if" and not "if you can". */
const enTrailing =
  /\b(?:remind|wake|ping|nudge|alert|notify)\s+(?:me|us)\b.*(?<!\b(?:check|checking|see|ask|asking|know|find out|wonder|decide|confirm|test|verify|even|as|only|what|and see) )\b(?:if|unless)\b(?!\s+(?:you|possible|that's ok|it's ok|needed|necessary))/;

/** The reason why this clause asks for nothing, if there is one. */
export function gateOf({ text }: Clause, language: Language): Refusal | undefined {
  return (language === "zh" ? zhGates : enGates).find(([, regex]) => regex.test(text))?.[0];
}

/** A wish that hangs on something other than time. */
/** "不管下不下": it hangs on nothing after all. */
export const isAnyway = ({ text }: Clause): boolean =>
  /^\s*(?:不管|无论|甭管|反正)|^\s*(?:either way|anyway|regardless|no matter)\b/.test(text);

export const isCondition = ({ text }: Clause, language: Language): boolean =>
  language === "zh"
    ? zhCondition.test(text) && !zhPolite.test(text)
    : enCondition.test(text) || enTrailing.test(text);
