/**
 * Splits a text into sentences, each with its end mark and trailing white space, so that joining
 * them gives the text again. A dot inside a number or a name does not end a sentence.
 */
export const splitSentences = (text: string): string[] =>
  text
    .match(/[^.!?。！？\n]*(?:\.(?=\S)[^.!?。！？\n]*)*[.!?。！？…]*["”』」)）]*\s*/gu)
    ?.filter((part) => part !== "") ?? [];

/** Verbs of doing, in the past. */
const done =
  "set|created?|made|added|scheduled|cancell?ed|deleted|removed|cleared|wiped|moved|rescheduled|postponed|pushed|bumped|shifted|delayed|updated|changed|switched|adjusted|marked|completed|renamed|told|notified|informed|invited|messaged|texted|emailed|pinged|sent|shot|forwarded|passed|dropped|shared|saved|stored|noted|logged|recorded|registered|entered|booked|reserved|snoozed|undone|restored|arranged|organised|organized|put|popped|pencill?ed|locked|jotted|slotted|skipped|ticked|crossed|checked off|took|taken|got|turned|enabled|activated|queued|sorted|handled|fixed|confirmed|let";
/** Looking, thinking, and what is done to a text: not to anything that is kept. */
const harmless =
  "check(?:ed)?|looked|searched|thought|wanted|liked|loved|hoped|noticed|assumed|mentioned|explained|summari[sz]ed|translated|listed|corrected|shortened|answered|guessed|learned|learnt|suggested|recommended|used|based|included|asked|tried|needed|enjoyed|remembered|wondered|considered|compared|calculated|counted|described|rephrased|missed|understood|agreed|called it|lived|played|laughed|talked";
const adverbs = String.raw`(?:\s+(?:just|now|already|also|gone ahead and|successfully|went ahead and|all|both|been|finally|safely))*`;
const clock = String.raw`\d{1,2}(?::\d\d)?\s*(?:am|pm)|\d{1,2}:\d\d|tomorrow|tonight|noon|midnight|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|every (?:day|morning|evening|week|month)|daily|weekly|in \d+ (?:minutes?|hours?|days?)|o'?clock`;

/** Things of the person's that a model could claim to have changed. */
const thing = new RegExp(
  String.raw`\b(?:reminders?|alarms?|calendars?|schedules?|appointments?|meetings?|to-?dos?|tasks?|time ?zone|timers?|invitations?|invites?|messages?|your (?:name|language|settings?|data|friends?|list|clock|day|\d+\s*(?:am|pm))|everything|all (?:of )?(?:them|your|data)|${clock})\b`,
  "iu",
);
const pronoun = /\b(?:it|that|this|them|those)\b/iu;

const en = {
  /** "I have set …", "I've just notified Bob", "We bumped the meeting" */
  byUs: new RegExp(
    String.raw`(?<!["“‘])\b(?:i|we)(?:'ve|’ve| have|'d|’d| had)?${adverbs}\s+(?!(?:${harmless})\b)(?:${done}|[a-z]{2,}ed|gave|began|brought|kept|left|wrote|did|stuck|hung|slid|blocked|threw|drew|held|laid|have (?:your|you|it|the|that)|having|(?:your|you|it) (?:down|in|on))\b`,
    "iu",
  ),
  /** "Your reminder is set", "It has been deleted" */
  passive: new RegExp(
    String.raw`(?:\b(?:is|are|was|were|been)|['’](?:s|re))${adverbs}\s+(?:${done}|done|in place|gone|good to go|live|active|back|off your|on your|down for|on the books)\b`,
    "iu",
  ),
  /** Only of what is the person's own: history and trains have states, too. */
  ours: /\b(?:your|you|you['’]re|it|it['’]s|that|that['’]s|they|everything|the (?:reminder|alarm|timer|appointment|meeting|invitation|invite|message|time ?zone|event|to-?do|task)s?)\b/iu,
  /** "Done", "All set", "You're all set for 3pm" */
  bare: /^\W*(?:(?:ok(?:ay)?|sure|great|alright|all right|perfect|yes|yep|got it|no problem|of course)\W+)?(?:done|undone|snoozed|ticked off|all (?:set|done|sorted)|sorted|consider it done|taken care of|you['’]?re (?:all set|booked|down for|good to go)|it['’]?s on your|got (?:you|it) down)\b/iu,
  /** "Reminder set for 3pm", "Invitation sent to Mal", "Rent reminder: gone" */
  headless: new RegExp(
    String.raw`^\W*(?!(?:set|put|let|got|took|made)\s+(?:the|an?|your|it)\b|(?:he|she|they|who|people|sailors|it)\b)(?:(?:\w+ ){0,2}(?:reminder|alarm|appointment|event|meeting|invitation|invite|message|time ?zone|timer|task|dentist)s?\W{1,3}|(?:\w+ )?)(?:${done}|gone|done|cancelled)\b`,
    "iu",
  ),
  /** "…: saved ✅", and things that are different now. */
  now: /[✅✔☑✓]|\b(?:your|the) .{1,40}\bnow (?:has|starts?|runs?|reads?|says?)\b|\bis now (?:an?|at|on|in)\b|\byour .{1,30}\b(?:runs?|is) on .{1,20}\bnow\b|\b(?:is|are) set for\b|\bfrom (?:now|here) on you(?:['’]re| are)\b|\bknows? about .{1,30}\bnow\b/iu,
  /** "I'll use that name", "I'm adding it": whatever is not looking, thinking or saying. */
  will: /(?<!["“‘])\b(?:i|we)(?:(?:['’]ll| will| shall)(?: also| just| now)?\s+(?!(?:be|try|need|wait|explain|tell you|show|list|give you an|start|say|admit|assume|help|gladly|never|not|do my best|let you)\b)[a-z]+|['’]m (?:now |just )?(?!(?:looking|thinking|hoping|wondering|guessing|assuming|talking|trying|reading|going)\b)[a-z]+ing)\b/iu,
  /** Any statement of one certain thing that could be kept, but not of a list or of history. */
  certain:
    /\b(?:your (?!next\b|reminders\b|list has\b)(?:[\w'’-]+ ){0,2}|(?:the|that) (?!first\b|last\b)(?:[\w'’-]+ ){0,2})(?:reminder|alarm|invite|invitation|time ?zone|timer|to-?do|wake-up call|calendar entry)(?!s| of| clock| letter)['’]?\w*\s+(?!was\b|were\b|you\b|that\b|to\b|for you\b)(?:now |just |already )?[a-z]+/iu,
  crossed:
    /\b(?:is|are)\s+(?:now |all )?(?:crossed|ticked|struck|checked) off\b|\bon (?:its|the) way to \p{Lu}|\b\p{Lu}\w+ (?:is|was|are|were|has been) (?:told|in the loop|informed|notified|invited|aware)\b|\b[Oo]n your (?:agenda|calendar|list|radar|schedule)\b|\b[Yy]our \w+ (?:is|are) (?:now )?(?:\w+ed|set|gone|off|on)\b|\b[Yy]ou(?:['’]re| are) (?:now )?on \p{Lu}\w+ time\b|\bis official\b|\b\p{Lu}\w+ will (?:get|hear|receive|know)\b/u,
  /** What a person would only hear after it was done, or with a promise that it will be. */
  implied:
    /\b(?:your|the) .{1,40}\b(?:(?:has|have) (?:moved|changed|gone|shifted)|is (?:history|no more|toast|confirmed)|stands for|rings|goes off|won['’]t (?:bother|ring|remind|go off))\b|\bstands for\b.{1,20}\d|\byou(?:['’]re| are) now (?:on|in|called|set|booked)\b|\b\p{Lu}\w+ (?:has|got|received) (?:the|my|your) (?:invite|invitation|message|note)\b|\bin my books\b|^\W*(?:saved|noted|pushed|moved|added|removed|booked|scheduled|deleted|cancell?ed|sent)\b(?:\W*$|:| (?:to|from|on|for|it|that|your)\b)|\bconsider (?:it|that|the \w+) (?:done|\w+ed)\b|\b(?:i|we)(?:['’]ll| will)\s+(?:\w+\s+)?(?:make sure you|have (?:a|your|the)|get you|keep (?:an eye|you)|see to it)\b/iu,
  owned: /\b(?:off|on) your (?:list|calendar|plate)\b|\byou['’]?re (?:booked|down)\b/iu,
  tells:
    /(?<!["“‘])\b(?:[Ii]|[Ww]e)(?:['’]ve| have)?(?:\s+\w+)?\s+(?:told|notified|informed|invited|messaged|texted|emailed|pinged)\s+(?!you\b|me\b|us\b)|\b\p{Lu}\w+ (?:has|have) been (?:told|notified|informed|invited)\b/u,
  /** "I'll remind you tomorrow", "I will tell Bob", "expect a nudge from me" */
  promise:
    /\b(?:i|we)(?:['’]ll| will| am going to|['’]m going to| shall)(?:\s+\w+)?\s+(?:(?:remind|ping|nudge|wake|alert|buzz|call|text|poke)\s+you\b(?! (?:sh|w|c)ould)|(?:tell|notify|message|inform)\s+(?!you\b|me\b))|\byou(?:['’]ll| will) (?:be reminded|get (?:a|the|your) (?:reminder|nudge|message)|be notified|hear from me)\b|\bexpect (?:a|the|my) (?:\w+ )?(?:nudge|reminder|ping|message)\b/iu,
} as const;

const zhDone =
  "创建|设置|设定|建立|新建|添加|记下|记牢|记录|取消|删除|清空|清除|清掉|修改|更改|更新|改期|标记|标成|通知|告诉|转告|捎|邀请|约好|安排|推迟|提前|延后|撤销|恢复|保存|调整|预约|预订|备注|登记|划掉|跳过|搞定|办好|弄好|弄妥|切换|切成|换成|换到|发送|发出|发消息|发了|排好|就位|就绪|到位|生效|打过招呼";
const zhShort =
  "(?:设|建|加|记|删|改|存|约|定|订|排|调|移|挪|换|切|发)(?:好|上|下|掉|完|到|成|为|入|在|出)";
const zhThing =
  /提醒|闹钟|闹铃|日程|日历|待办|预约|会议|约会|时区|名字|称呼|语言|好友|数据|清单|备忘|设置|邀请|消息|通知|行程|倒计时|\d\s*[点:：]|[一二两三四五六七八九十]点|明天|今天|后天|今晚|明早|早上|上午|下午|晚上|周[一二三四五六日天末]|星期|每天|每周|分钟后|小时后|全部|所有|都/u;
const zh = {
  /** 已为你创建, 已经帮你把…改到, 已就位 */
  already: new RegExp(`(?:已经?|刚刚?|刚才|也).{0,14}?(?:${zhDone}|${zhShort})`, "u"),
  /** 创建好了, 设置成功, 安排上了 */
  over: new RegExp(
    `(?:${zhDone}).{0,16}?(?:好了|好啦|成功|完毕|妥了|上了|了|啦|过了)|${zhShort}.{0,8}?(?:了|啦)`,
    "u",
  ),
  forYou: new RegExp(
    `(?:帮|给|替|为)(?:你|您).{0,16}?(?:${zhDone}|${zhShort})|我把.{1,16}?(?:${zhDone}|${zhShort}).{0,10}?(?:了|啦)`,
    "u",
  ),
  bare: /^\W*(?:好的?|没问题|行|嗯|OK)?[，,。！!~～\s]*(?:搞定|办好|弄好|建好|设好|记下|记住|记好|删好|改好|办妥|安排|定好)(?:了|啦|上了|妥了)/u,
  /** Things that are different now. */
  now: /(?:提醒|闹钟|消息|邀请|会议|日程|待办|时区|预约|清单).{0,6}(?<![听据])已(?!经?有|过)[\u4e00-\u9fff]|(?:提醒|闹钟|日程|待办|清单|预约|邀请).{0,8}(?:完成|成功|清空了)[。！!~\s]*$|(?:给|帮|替)(?:你|您)(?:记|留|盯)着|我(?:跟|和)(?!你|您).{1,6}说好了|我来(?:提醒|叫你|喊你)|我.{0,4}把.{1,10}(?:删|改|取消|挪|移|关|停|清)(?:掉|除)?了|(?:提醒|会议|闹钟|日程).{0,14}搞定|(?:提醒|闹钟|待办|日程).{0,8}(?:没了|开着|多了|生效|就位|妥了)|(?:待办|清单|日历|日程)[里上].{0,6}(?:多了|加了|有了)|时区.{0,4}(?:现在|已).{0,4}是.{1,8}了|(?:倒计时|计时).{0,8}开始了|以后就叫(?:你|您)|收到通知了/u,
  /** Any statement of a thing that could be kept, with a word that it is done. */
  certain:
    /(?:帮|给|替|为)(?:你|您)(?!.{0,4}(?:讲|说|写|推荐|介绍|准备|解释|举|列|算|查|翻译|总结|带来|加油|祝)).{1,10}(?:了|啦)|我已经?(?!理解|明白|了解|知道|看|读|收到|[一二两三四五六七八九十百])[\u4e00-\u9fff]{2}|(?:你|您)的(?:提醒|会议|闹钟|日程).{0,4}[改挪移调推换](?:到|成|为)|安排[！!上]|(?:提醒|闹钟|闹铃|日程|待办|时区|邀请|倒计时|[那这]条).{0,12}(?:了|啦|已|好[。！!，,]|完成|设在|定在|着呢)/u,
  tells:
    /(?:已经?|会|就|帮你).{0,4}(?:告诉|通知|转告|邀请|跟|和|给|发消息)(?:了)?(?!你|您|我)|(?:那边|这边)我(?:已经?)?(?:说|讲|问)(?:过|好)?了|给(?!你|您|我)[^，。]{1,6}(?:捎|带|发|留)了/u,
  /** 明天下午3点会提醒你, 到点我喊你 */
  promise:
    /(?:会|将|到时候?|到点|准时|按时|及时|点|分|钟|早上|晚上|下午).{0,8}(?:提醒|叫|喊|通知|敲)(?:你|您)(?!的名字|名字)|(?:你|您)(?:将|会)收到.{0,6}提醒/u,
} as const;

/** Offers, conditions, denials and advice are not claims: "I could move it", 要我帮你记下吗 */
const isOpen = (clause: string): boolean =>
  /[?？]["”』」)）]*$/u.test(clause.trimEnd()) ||
  /\b(?:if|once|when (?:you|it|the)|until it|would|could|can|can't|should|shall|not|never|unless|unable|nothing|none|want me to|like me to|let me know|you have|to change|say “)\b|n['’]t\b|如果|要不要|是否|吗|可以|没(?!问题|了)|无法|不能|未|需要我|要我|什么都|听说|就说/iu.test(
    clause,
  );

/** What was written in a text, not in the account: "I've shortened the second paragraph". */
const isAboutText =
  /\b(?:paragraphs?|sentences?|typos?|wording|essay|poems?|code|function|text you|jokes?|stor(?:y|ies)|tale|summary|summaries|examples?|drafts?|tables?|recipes?|versions?|answers?|translations?|explanations?|ideas?|suggestions?|questions?|words?|steps?)\b|第.段|语气|这段|段落|文章|句子|故事|笑话|例子|诗|总结|翻译|建议|草稿|表格|菜谱/iu;

const isZhClaim = (clause: string, isThing: boolean): boolean => {
  if (zh.promise.test(clause) || zh.tells.test(clause) || zh.bare.test(clause)) return true;
  if (zh.now.test(clause) || zh.certain.test(clause)) return true;
  const isNear = isThing || clause.length <= 10 || /我?[帮给]你.*[了啦]/u.test(clause);
  return isNear && (zh.already.test(clause) || zh.over.test(clause) || zh.forYou.test(clause));
};

/** A clause, and whether its sentence has a thing of the person's. */
interface Clause {
  readonly clause: string;
  readonly isNear: boolean;
  /** In words. */
  readonly length: number;
}

/** By itself, or with something that makes it a claim. */
const enSigns: readonly (readonly [RegExp, (said: Clause) => boolean])[] = [
  [en.promise, () => true],
  [en.tells, () => true],
  [en.crossed, () => true],
  [en.certain, () => true],
  [en.byUs, () => true],
  [en.bare, ({ isNear, length }) => isNear || length <= 3],
  [en.implied, ({ isNear, length }) => isNear || length <= 8],
  [en.will, ({ isNear, clause }) => isNear || /\b(?:name|calls?|list)\b/iu.test(clause)],
  [en.now, ({ isNear, clause }) => isNear || /\b(?:you|your)\b|[✅✔☑✓]/iu.test(clause)],
  [en.headless, ({ clause, length }) => length <= 12 && thing.test(clause)],
  [
    en.passive,
    ({ clause, length }) =>
      en.ours.test(clause) &&
      (thing.test(clause) || en.owned.test(clause) || (pronoun.test(clause) && length <= 7)),
  ],
];

const isEnClaim = (clause: string, isNear: boolean): boolean => {
  const said = { clause, isNear, length: clause.trim().split(/\s+/).length };
  return enSigns.some(([sign, isEnough]) => sign.test(clause) && isEnough(said));
};

/**
 * True if a sentence claims that something of the person's was written, or promises to notify
 * others.
 */
export function isClaim(sentence: string): boolean {
  if (isAboutText.test(sentence)) return false;
  // "It won't ring again" is a claim although it denies something.
  if (/\bwon['’]t (?:bother|ring|remind|go off)\b/iu.test(sentence) && thing.test(sentence))
    return true;
  const clauses = sentence.split(
    /(?<=[,;，；、])|(?<=[:：])(?!\d)|(?<!\s)\s+[—–-]+\s+|——|(?<!\s)\s+(?=(?:but|so|then)\s)/u,
  );
  const isNear = { zh: zhThing.test(sentence), en: thing.test(sentence) };
  return [sentence, ...clauses].some(
    (clause, at) =>
      !isOpen(clause) &&
      (at > 0 || clauses.every((each) => !isOpen(each))) &&
      (/\p{Script=Han}/u.test(clause)
        ? isZhClaim(clause, isNear.zh)
        : isEnClaim(clause, isNear.en)),
  );
}

/** True if a claim says little else, so that the product's own read-back can replace it. */
export const isSureClaim = (sentence: string): boolean =>
  isClaim(sentence) &&
  !/[?？]/u.test(sentence) &&
  !/https?:|```/u.test(sentence) &&
  sentence.length <= 200;
