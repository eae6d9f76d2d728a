/**
 * Splits a text into sentences, each with its end mark and trailing white space, so that joining
 * them gives the text again. A dot inside a number or a name does not end a sentence.
 */
export const splitSentences = (text: string): string[] =>
  text
    .match(/[^.!?。！？\n]*(?:\.(?=\S)[^.!?。！？\n]*)*[.!?。！？…]*["”』」)）]*\s*/gu)
    ?.filter((part) => part !== "") ?? [];

const done =
  "set|created?|added|scheduled|cancell?ed|deleted|removed|cleared|moved|rescheduled|postponed|pushed|updated|changed|marked|completed|renamed|told|notified|informed|invited|messaged|shared|saved|noted|logged|recorded|booked|snoozed|undone|restored|arranged|put|jotted|dropped|skipped|ticked";
const adverbs = String.raw`(?:\s+(?:just|now|already|also|gone ahead and|successfully|went ahead and))*`;

/** Things of the person's that a model could claim to have changed. */
const thing =
  /\b(?:reminders?|alarms?|calendars?|schedules?|appointments?|meetings?|to-?dos?|tasks?|time ?zone|your (?:name|language|settings?|data|friends?|list)|everything|all (?:of )?(?:them|your|data)|\d{1,2}(?::\d\d)?\s*(?:am|pm)|\d{1,2}:\d\d|tomorrow|tonight|noon|midnight|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|every (?:day|morning|evening|week|month)|daily|weekly|in \d+ (?:minutes?|hours?|days?)|o'?clock)\b/iu;
const pronoun = /\b(?:it|that|this|them|those)\b/iu;

const en = {
  /** "I have set …", "I've just notified Bob" */
  byUs: new RegExp(
    String.raw`\b(?:i|we)(?:'ve|’ve| have|'d|’d| had)?${adverbs}\s+(?:${done})\b`,
    "iu",
  ),
  /** "Your reminder is set", "It has been deleted" */
  passive: new RegExp(
    String.raw`(?:\b(?:is|are|was|were|been)|['’](?:s|re))${adverbs}\s+(?:all )?(?:${done}|done|in place|gone|good to go)\b`,
    "iu",
  ),
  /** "Done", "All set", "You're all set for 3pm" */
  bare: /^\W*(?:(?:ok(?:ay)?|sure|great|alright|all right|perfect|yes|yep|got it|no problem|of course)\W+)?(?:done|all (?:set|done|sorted)|sorted|consider it done|you['’]?re all set|it['’]?s on your)\b/iu,
  /** "Reminder set for 3pm", "Deleted the dentist tomorrow" */
  headless: new RegExp(
    String.raw`^\W*(?:(?:reminder|alarm|appointment|event|meeting|dentist|\w+) )?(?:${done})\b`,
    "iu",
  ),
  tells:
    /\b(?:i|we)(?:['’]ve| have)?(?:\s+\w+)?\s+(?:told|notified|informed|invited|messaged|let)\s+(?!you\b|me\b|us\b)/iu,
  /** "I'll remind you tomorrow", "I will tell Bob" */
  promise:
    /\b(?:i|we)(?:['’]ll| will| am going to|['’]m going to| shall)(?:\s+\w+)?\s+(?:(?:remind|ping|nudge|wake|alert)\s+you|(?:tell|notify|message|inform)\s+(?!you\b|me\b))|\byou(?:['’]ll| will) (?:be reminded|get (?:a|the|your) reminder|be notified)\b/iu,
} as const;

const zhDone =
  "创建|设置|设定|建立|新建|添加|记下|记录|取消|删除|清空|清除|修改|更改|更新|标记|通知|告诉|转告|邀请|约好|安排|推迟|提前|延后|撤销|恢复|保存|调整|预约|预订|备注|登记|划掉|跳过|搞定|办好|弄好";
const zhShort = "(?:设|建|加|记|删|改|存|约|定|订|排|调|移|挪)(?:好|上|下|掉|完|到|成|为|入|在)";
const zhThing =
  /提醒|闹钟|闹铃|日程|日历|待办|预约|会议|约会|时区|名字|称呼|语言|好友|数据|清单|备忘|设置|\d\s*[点:：]|[一二两三四五六七八九十]点|明天|今天|后天|今晚|明早|早上|上午|下午|晚上|周[一二三四五六日天末]|星期|每天|每周|分钟后|小时后|全部|所有|都/u;
const zh = {
  /** 已为你创建, 已经帮你把…改到 */
  already: new RegExp(`(?:已经?|刚刚?|刚才).{0,14}?(?:${zhDone}|${zhShort})`, "u"),
  /** 创建好了, 设置成功, 安排上了 */
  over: new RegExp(
    `(?:${zhDone}).{0,16}?(?:好了|好啦|成功|完毕|妥了|上了|了|啦)|${zhShort}(?:了|啦)`,
    "u",
  ),
  forYou: new RegExp(`(?:帮|给|替|为)(?:你|您).{0,16}?(?:${zhDone}|${zhShort})`, "u"),
  bare: /^\W*(?:好的?|没问题|行|嗯|OK)?[，,。！!~～\s]*(?:搞定|办好|弄好|建好|设好|记下|记住|记好|删好|改好|办妥|安排|定好)(?:了|啦|上了|妥了)/u,
  tells: /(?:已经?|会|就|帮你).{0,4}(?:告诉|通知|转告|邀请)(?:了)?(?!你|您|我)/u,
  /** 明天下午3点会提醒你, 到时候叫你 */
  promise:
    /(?:会|将|到时候?|准时|按时|及时|点|分|钟|早上|晚上|下午).{0,8}(?:提醒|叫|喊|通知)(?:你|您)|(?:你|您)(?:将|会)收到.{0,6}提醒/u,
} as const;

/** Offers, conditions and denials are not claims: "I could move it", 要我帮你记下吗 */
const isOpen = (clause: string): boolean =>
  /[?？]["”』」)）]*$/u.test(clause.trimEnd()) ||
  /\b(?:if|once|would|could|can|can't|should|shall|not|never|unless|unable|nothing|none|want me to|like me to)\b|n['’]t\b|如果|要不要|是否|吗|可以|没|无法|不能|未|需要我|要我|什么都/iu.test(
    clause,
  );

const isZhClaim = (clause: string): boolean => {
  if (zh.promise.test(clause) || zh.tells.test(clause) || zh.bare.test(clause)) return true;
  const isNear = zhThing.test(clause) || clause.length <= 10;
  return isNear && (zh.already.test(clause) || zh.over.test(clause) || zh.forYou.test(clause));
};

const isEnClaim = (clause: string, isNear: boolean): boolean => {
  if (en.promise.test(clause) || en.tells.test(clause)) return true;
  const length = clause.trim().split(/\s+/).length;
  if (en.bare.test(clause)) return isNear || length <= 3;
  if (en.headless.test(clause)) return thing.test(clause) && length <= 12;
  return (
    (en.byUs.test(clause) || en.passive.test(clause)) &&
    (thing.test(clause) || (pronoun.test(clause) && length <= 6))
  );
};

/**
 * True if a sentence claims that something of the person's was written, or promises to notify
 * others.
 */
export function isClaim(sentence: string): boolean {
  const clauses = sentence.split(
    /(?<=[,;:，；：、])|(?<!\s)\s+[—–-]+\s+|——|(?<!\s)\s+(?=(?:but|so|then)\s)/u,
  );
  const isNear = thing.test(sentence);
  return clauses.some(
    (clause) =>
      !isOpen(clause) &&
      (/\p{Script=Han}/u.test(clause) ? isZhClaim(clause) : isEnClaim(clause, isNear)),
  );
}

/** True if a claim says little else, so that the product's own read-back can replace it. */
export const isSureClaim = (sentence: string): boolean =>
  isClaim(sentence) &&
  !/[?？]/u.test(sentence) &&
  !/https?:|```/u.test(sentence) &&
  sentence.length <= 200;
