import { enNumber } from "../text/numerals.ts";
/** Words around a time that say what it does in the sentence. Tested on what stands before or behind it. */

/** "8:00": a clock in digits. */
export const digitalClock = /(?<!\d)\d{1,2}:\d\d/;

/** Between a length and the wish: "10分钟后提醒我", "二十分钟，就喊我". */
export const untilWish = /^\s*(?:的时候|就|再|后|then|and)?\s*$/;
export const untilWishAfterRest = /^[\s,，。]*(?:的时候|就|再|后|你|然后)?\s*$/;
export const leadingMarks = /^[\s,，。]+/;
/** "再睡十分钟": a rest, at the end of which one is called. */
export const resting = /^再?(?:睡|眯|躺|歇)/;

/** "每天都要": said of all. */
export const saidOfAllBehind = /^\s*都/;
/** "都提前10分钟". */
export const saidOfAllBefore = /(?:都|各|分别|每个)\s*$/;
/** "7点起床、12点吃饭，都提醒我". */
export const listedForAll = /、|都|分别/;

/** "not at 3pm but at 4pm". */
export const denialBefore =
  /(?:\b(?:not|instead of|rather than)\s+(?:at\s+|on\s+)?|不是|别是|并非)$/;
export const correctionBehind = /^[\s,，]*(?:\bbut\b|(?:而|要)?是)/;

/** "remind me at": directly behind the wish. */
export const wishedAt = /\b(?:me|us)(?:\s+up)?\s+at\s*$/;

/** "我下午4点有个面试": the mention of an event. */
export const mentionsEvent = {
  zh: /我|有|要|的|在/,
  en: /\b(?:i|i'm|i've|my|we|there|the|have|got|is|starts)\b/,
} as const;

/** "8点要开会", "because …": a clause that tells why. */
export const tellsWhy = {
  zh: /^\s*(?:我|因为|要|得|有|还要|还有|才|就)/,
  en: /^\s*(?:i|i'm|i've|my|because|since|we|our|the|it|there|he|she|they|cause|cuz)\b/,
} as const;

/** "周五是截止日": a day that is only mentioned. */
export const mentionsDay = {
  zh: /是|要|有|截止|到期|生日|过期|之前|考|交/,
  en: /\b(?:is|are|due|have|has|got|on|by)\b/,
} as const;
/** "后天也要": said of the wish, too. */
export const saidToo = /[也还]|同样|\b(?:too|also|as well|again)\b/;
/** "…，后天也要": a second day for the same. */
export const oneDayMore =
  /^\s*(?:(?:也|同样)(?:要|是|得|提醒|叫|一样)?|too|also|as well)\s*(?:[,，。.!！]|$)/;

/** Directly behind the wish, or named by a word: "alarms for 6am, 7am", "for my 3pm call". */
export const asObjectOfWish = /^\s*(?:for|at)?\s*$/;
export const ofSomething = /\b(?:the|my|our|a|for|his|her|their|\w+'s)\s*$/;
export const joinedByAnd = /\band\s*(?:then\s*)?(?:at\s*)?$/;

/** Words that say nothing beside a time. */
export const emptyWords = {
  zh: /[\s的了吧哈哦啊呀呢在是就都也]/g,
  en: /\b(?:on|at|in|the|that|is|it|it's)\b|\s/g,
} as const;
/** Fewer characters than this beside a time tell nothing. */
export const shortestNarrative = { zh: 3, en: 6 } as const;

/** "book 30 min with Leo". */
export const booksLength = /\b(?:book|block(?: out| off)?|schedule|reserve|arrange)\s+$/;

/** How long something takes. */
export const forLength = /^for\b/;
/** "book an hour": between the order and the length. */
export const bookedLength = /^\s*(?:(?:an?|in|the|another|off|out)\s*)*$/;
/** "30 min, about": a clause that says nothing but the length. */
export const onlyLength =
  /^(?:[\s()[\].]|\b(?:about|around|roughly|it takes|long|or so|max|total|in total|tops|please|pls)\b)*$/;
export const onlyLengthZh =
  /^\s*(?:大概|大约|预计|要|会|一共|总共|为时|时长|持续|[\u4e00-\u9fff])?(?:左右)?\s*$/;
/** "a 30-minute call": what kind of one it is. */
export const lengthAsKind = {
  before: /\b(?:an?|the|my|our|quick|short|long|\w+ed)\s+$/,
  half: /^an?\s+half/,
  unit: /(?:minute|min|hour|hr)$/,
  behind:
    /^(?:[\s-]long)?\s+(?!(?:before|after|early|late|later|ago|from|and|to|at|on|in|with|for|ahead|prior)\b)[a-z]/,
} as const;

/** "for Friday's party", "周五的聚会": the day belongs to the words around it. */
export const dayAsName = {
  before: /\b(?:for|of|about|until|by|since)\s+(?:the\s+)?$/,
  behind: /^(?:'s|\s+(?:meeting|party|trip|class|flight|dinner|lunch))/,
} as const;
/** Nothing but marks follows. */
export const onlyMarks = /^[\s,，。!！?？~]*$/;
export const onlyMarksAndManners = /^[\s,，。.!！?？~]*(?:吧|哈|哦|please|pls)?[\s,，。.!！?？~]*$/;

/** "the nightly backup", "每周总结": a rule that says of what kind something is. */
export const ruleAsKind = {
  before: /\b(?:the|my|our|an?|your|his|her|their)\s*$/,
  behind: /^\s+[a-z]/,
  behindZh: /^[\u4e00-\u9fff]{2}/,
} as const;

/** Between the verb of a wish and what is wished for. */
export const opensWish = /^\s*(?:up\s+)?(?:(?:an?|my|our)\s+)?$/;

/** Where a series begins, ends or rests: "…，下个月开始", "… until next year". */
export const boundBefore =
  /(?:到|至|从|自|\b(?:until|till?|through|thru|starting|beginning|from|except|but not)(?:\s+(?:in|on|for|the))*)\s*$/;
export const boundBehind = /^\s*(?:开始|起(?!床)|为止|除外|以外|之外|不算)/;
/** What may stand before a time in a clause that says nothing else. */
export const openingOfTime = /^\s*(?:on|in|for|就)?\s*/;

/** "半小时后再提醒我": counted on from something. */
export const countedOn = /^再|\banother\b/;
export const countedOnBehind = /^\s*再/;
/** "25分钟就提醒我一次". */
export const onceEach = "一次";
export const untilOnce = /^\s*(?:就|再)?\s*$/;

/** "and also to buy eggs": a second thing. */
export const oneThingMore = /\band\s+(?:also\s+|then\s+)?to\s+[a-z]+\b[^,.;]*$/;
/** "照相馆六点关门": who or what does it, ahead of the time and behind it. */
export const doerAhead = /^[\u4e00-\u9fff]{2,6}$/;
export const deedBehind = /^\s*[\u4e00-\u9fff]{2}/;
/** Words between clauses that name no person. */
export const joiningWords =
  /然后|还有|另外|接着|之后|以后|以及|顺便|最后|到时候?|记得|大概|大约|差不多|左右|提前|首先|其次|同时|[再和那就我在到要去把给\s]/g;

/** "It should be tomorrow at 6pm.", "时间是明天六点". */
export const saysTimeOfWish =
  /^\s*(?:it|that|this|the time|time)(?:'s| is| should be| would be| has to be)\b|^\s*(?:时间|就|那就|定在|大概)/;
/** "remind me of both", "提醒我这件事". */
export const pointsBack =
  /^\s*(?:(?:of|about|for|to do)\s+)?(?:it|that|this|these|those|them|both|all|everything|each)\b|^\s*(?:一下)?[这那](?:件|个|些|几)?|^\s*(?:提前|去|到时|一下|准时)?\s*$/;

/** What is done ahead of the thing whose time follows. */
export const readies = {
  zh: /(?:准备|整理|打印|复习|预习|确认|核对|检查|预订|预约|预定|订|买|退|改签|带|收拾|备)(?:好|一下|下|齐|完|上|了)?\s*$/,
  en: /\bto\s+(?!(?:attend|join|go|be|come|dial|show)\b)[a-z]+\b.*\bfor\s+(?:the|my|our|his|her|their|\w+'s)\s*$/,
} as const;
/** "明天3点的会议", "3pm meeting": the thing directly behind its time. */
export const thingBehind = {
  zh: /^\s*[^\s,，。!！?？的]{0,4}的(?!时候|话)[^\s,，。!！?？]/,
  en: /^\s+(?!(?:to|on|in|at|please|pls|today|tomorrow|tonight|and)\b)[a-z]/,
} as const;
/** "tomorrow's 3pm meeting", and what is done about it. */
export const dayOfThing = /^(?:\w+)'s\s/;
export const doesAbout = /\bto\s+(?!(?:attend|join|go|be|get|come)\b)\w+/;

/** A clock that names its half of the day. */
export const saysHalf = /\d\s?[ap]\.?m\b/;

/** "since they close at six on weekdays, …": said as a reason, it is not what to be reminded of. */
export const opensReason =
  /^\s*(?:so |and |but )?(?:since|because|as|given that)\b|^\s*(?:因为|由于|既然)/;

const notForMeal = String.raw`(?<!\b(?:for|before|after|until|about|buy|get|order|than) (?:the |my |our |some )?)`;
const meal = (zh: string, en: string): Readonly<Record<"zh" | "en", RegExp>> => ({
  zh: new RegExp(`(?<![买订取备问].{0,4})(?:${zh})(?![的前后菜钱券之以])`),
  en: new RegExp(
    String.raw`${notForMeal}\b(?:${en})\b(?! (?:table|plates?|recipe|menu|stuff|ingredients|dishes)\b)`,
  ),
});
/** A meal that itself takes place then; "shop for dinner" may be at any hour. */
export const eveningMeal = meal("晚饭|晚餐|晚宴|夜宵|宵夜", "dinner|supper");
export const morningMeal = meal("早饭|早餐|早茶", "breakfast");

/** Behind the evening's meal, before one goes to bed. */
export const endOfDay = {
  zh: /[晚夜](?:饭|餐|宵)(?:之|以)?后|睡觉?(?:之|以)?前|下班(?:之|以)?后/,
  en: /\b(?:before (?:i go to )?(?:bed|sleep)|at bedtime|after (?:dinner|supper))\b/,
} as const;

/** What leads to the first or the last day of a series. */
export const boundAhead =
  /(?:从现在|从今天|从|自|打|一直|直|持续|截止|截至)?(?:到|至)?$|\b(?:starting|beginning|from|until|till|through)\s+(?:on\s+)?$/;

/** A holiday right before "每天" is all of its days. */
export const holidayEachDay = /^(?![下这本])[^\d起从]{2,4}(?:期间|假期)?(?:每|天天)/;

/** It is to come again, and how often is left to say. */
export const saysItRepeats = {
  zh: /(?:重复|循环)的?(?:提醒|闹钟|闹铃|日程|事件|会议)/,
  en: /\b(?:recurring|repeating) (?:reminder|alarm|event|meeting|appointment|task|entry)\b/,
} as const;

/** Beside several weekdays: they are those of every week. */
export const saidOfEachWeek = {
  zh: /重复|循环|每周|都(?=是|要)|一直/,
  en: /\b(?:recurring|repeat(?:ing|s|ed)?|weekly|always|usually|normally)\b/,
} as const;

/** A time that begins with its clock: what else it says comes behind. */
export const opensWithClock = new RegExp(
  String.raw`^(?:(?:at|for|and)\s+)*(?:\d|noon\b|half\b|(?:a\s+)?quarter\b|${enNumber}\b)`,
);

/** What only rings, and lasts no time. */
export const alarmWord = /\balarm\s*$|闹[钟铃]$/;
