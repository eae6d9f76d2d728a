import { isEnglishClaim, isEnglishPromise, isSilenced, isWorldly } from "./claim-words-en.ts";
/**
 * Splits a text into sentences, each with its end mark and trailing white space, so that joining
 * them gives the text again. A dot inside a number or a name does not end a sentence.
 */
export const splitSentences = (text: string): string[] =>
  text
    .match(/[^.!?。！？\n]*(?:\.(?=\S)[^.!?。！？\n]*)*[.!?。！？…]*["”』」)）]*\s*/gu)
    ?.filter((part) => part !== "") ?? [];

const zhDone =
  "创建|设置|设定|建立|新建|添加|记下|记牢|记录|取消|删除|清空|清除|清掉|清理|撤下|撤掉|去掉|修改|更改|更新|改期|标记|标成|通知|告诉|转告|捎|邀请|约好|安排|推迟|提前|延后|撤销|恢复|保存|调整|预约|预订|备注|登记|划掉|跳过|搞定|办好|弄好|弄妥|切换|切成|换成|换到|发送|发出|发消息|发了|静音|隐藏|复制|导入|导出|推送|归档|置顶|合并|拆分|指派|分配|停用|启用|接受|拒绝|排好|就位|就绪|到位|生效|打过招呼";
const zhShort =
  "(?:设|建|加|添|记|删|改|存|约|定|订|排|调|移|挪|换|切|发)(?:好|上|下|掉|完|到|成|为|入|在|出)";
const zhThing =
  /提醒|闹钟|闹铃|日程|日历|待办|预约|会议|约会|时区|名字|称呼|语言|好友|数据|清单|备忘|设置|邀请|消息|通知|行程|倒计时|\d\s*[点:：]|[一二两三四五六七八九十]点|明天|今天|后天|今晚|明早|早上|上午|下午|晚上|周[一二三四五六日天末]|星期|每天|每周|分钟后|小时后|全部|所有|都/u;
/** What stands in front of a verb and does not act. */
const zhAdverb =
  "[我咱刚帮给替为把将里上的共]|成功|现在|顺便|顺手|另外|同时|马上|立刻|随后|然后|最后|提醒|闹钟|日程|会议|清单|待办|[今明后]天|[周点早晚号]";
const zh = {
  /** Others, and what the person did: 银行会通知你, 是你自己改的 */
  theirs:
    /^[\s\p{P}]*(?:银行|医院|诊所|公司|学校|快递|对方|客服|店家|老师|医生|他们?|她们?)|^[\s\p{P}]*(?:[^我]{0,8}是)?(?:你|您)(?!的|姐|妹|哥|弟|妈|爸|会收到|将收到).{0,8}[改挪移删取设定]|[他她]们?(?:已经?|都|也|刚)|(?:你|您)(?:已经?|还|目前|现在)?有[零一二两三四五六七八九十几\d]|是.{1,12}的[。！!]?$|(?:馆|店|行|院|所|司|校|方|员|师)会(?:通知|联系|告诉|打电话)/u,
  /** An act of a subject on an object: 苹果更新了隐私政策. A time, a thing or an adverb does nothing. */
  agent: new RegExp(
    `^[\\s\\p{P}]*(?!.{0,7}(?:${zhAdverb}))[\\u4e00-\\u9fff\\p{L}]{2,6}?(?:都|也|又|还|已经?)?(?:${zhDone})了(?=[\\u4e00-\\u9fff])`,
    "u",
  ),
  /** 委员会已书面通知全体成员, 仪式就推迟了, 英雄给村里捎了信 */
  others: new RegExp(
    `^[\\s\\p{P}]*[^我你您，]{1,6}(?:会|局|部|院|厅|社|队|厂|府|公司|机构|协会|学校|银行)(?:已经?|也|都|刚)[^，]{0,3}(?:${zhDone})了?[\\u4e00-\\u9fff]{2}|^[^我你您帮替]{2,8}(?<!这)就(?:${zhDone}|${zhShort})了|^[\\s\\p{P}]*(?![^给跟向]*[我咱已刚也都，])[\\u4e00-\\u9fff]{2,4}(?<![发转送交递写寄带捎说])[给跟向](?!你|您).{1,5}[\\u4e00-\\u9fff]了`,
    "u",
  ),
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
    /(?:帮|给|替|为)(?:你|您)(?!.{0,4}(?:想|讲|说|写|推荐|介绍|准备|解释|举|列|算|查|翻译|总结|带来|加油|祝)).{1,10}(?:了|啦)|我已经?(?!理解|明白|了解|知道|看|读|收到|[一二两三四五六七八九十百])[\u4e00-\u9fff]{2}|(?:你|您)的(?:提醒|会议|闹钟|日程).{0,4}[改挪移调推换](?:到|成|为)|安排[！!上]|(?:提醒|闹钟|闹铃|日程|日历|清单|名单|任务|待办|时区|邀请|倒计时|[那这]条)(?!.*太).{0,12}(?:了|啦|已|好[。！!，,]|完成|设在|定在|着呢)/u,
  tells:
    /(?:已经?|会|就|帮你).{0,4}(?:告诉|通知|转告|邀请|跟|和|给|发消息)(?:了)?(?!(?:你|您)(?!爸|妈|弟|妹|哥|姐|老|家|朋友|同事|儿|女|先生|太太|孩)|我)|(?:那边|这边)我(?:已经?)?(?:说|讲|问)(?:过|好)?了|给(?!你|您|我)[^，。]{1,6}(?:捎|带|发|留)了/u,
  /** 明天下午3点会提醒你, 到点我喊你 */
  promise:
    /(?:会|将|到时候?|到点|准时|按时|及时|点|分|钟|早上|晚上|下午).{0,8}(?:提醒|叫|喊|通知|敲|催|盯|戳|联系)(?:你|您)(?!的名字|名字)|(?:你|您)(?:将|会)收到.{0,6}提醒/u,
} as const;

/** Verbs of this product's acts that are said of little else. */
const zhSure =
  "标记|勾选|移除|拉黑|屏蔽|解除|共享|分享|转告|转达|通知|邀请|稍后提醒|推迟|顺延|取消|撤销|恢复|划掉|勾掉|删掉|删除|暂停|停掉|关掉|清空|添加|创建";
const zhMove = "推|挪|移|改|调|延|提前|延长|顺延|推迟|更新|暂停|定|设";
const zhSpan =
  "(?:[零一二两三四五六七八九十半几\\d]+个?(?:小时|分钟|天|周|点|号|日|月)|今|明|后天|周|星期|早|晚|上午|下午)";
/** Where something is kept for the person. */
const zhKept = "(?:日历|日程|清单|购物单|列表|单子|名单|备忘录?|行程|待办|安排)";
const zhTime = `(?:(?:今|明|后)[天早晚]|周.|星期.|每.{1,4}|早上|晚上|上午|下午|中午|傍晚|半夜|凌晨|以后|到时候?|到点|提前.{1,3}|[零一二两三四五六七八九十半\\d]+(?:点半?|分|刻|分钟|小时|天)后?|准时|按时|再|都|会|一刻|就)`;
/** Who acts or what is acted on, with the verb and the mark that it is over or about to be. */
const zhStructures: readonly RegExp[] = [
  new RegExp(
    `(?:我|帮你|给你|替你|为您).{0,8}把.{1,20}?(?:${zhSure}|${zhMove}|转给|发给|加到|放进).{0,10}?(?:了|啦)`,
    "u",
  ),
  new RegExp(`已经?.{0,10}?(?:${zhSure})`, "u"),
  new RegExp(`(?:往后|往前|向后|统统)?(?:${zhMove})后?(?:了|到|至|成|为).{0,4}?${zhSpan}`, "u"),
  /(?:我|^).{0,4}(?:跟|和|给|向)(?!你|您|我)[^，。]{1,6}?(?:说过?了|讲过?了|说好了|打[过了]?.{0,3}招呼|发了?.{0,2}(?:消息|信息|微信))/u,
  /我.{0,3}(?:转告|转达|告诉|告知|通知)给?(?!你|您|我)[^，。]{1,6}了|(?:消息|信息|邀请|地址|话).{0,4}(?:发给|发出|转给|带到).{0,8}了|[替帮]你回了|那边我.{0,4}(?:说|讲|问|打过?招呼).{0,2}了/u,
  /(?:免打扰|勿扰|静音|时区|语言|提醒|闹钟).{0,6}(?:现在(?:是|叫|设)|已?(?:开|关|设)(?:好|启|闭|上)了?)/u,
  new RegExp(
    `^[\\s\\p{P}]*(?:放心|好的?|行|没问题|嗯)?[\\s\\p{P}]*(?:我(?:都|会|就|再)*)?${zhTime}+(?:我(?:都|会|就|再)*)?(?:叫醒|叫|喊|提醒|告诉|通知)(?:你|您)|^[\\s\\p{P}]*${zhTime}+响`,
    "u",
  ),
  /^[\s\p{P}]*[全都][删清取改停关]消?[光空掉]?了/u,
  /我?.{0,10}(?:存|记|设|定|建|排|弄|改|加|开)好[了啦]/u,
  /(?:派|转|交|分配|指派|分享|共享|开放)给(?!你|您|我)[^，。]{1,6}了|(?:已经?是|成为)(?:好友|朋友)了/u,
  /(?:以后|每[天周月日晚早]).{0,8}[给跟向](?:你|您)(?:发|推|播|读|报|说|汇报)/u,
  new RegExp(`${zhTime}我(?:会|去|来|再|就)*[跟和向](?!你|您)[^，。]{1,6}(?:说|讲|提)`, "u"),
  /^[\s\p{P}]*已经?[\u4e00-\u9fff]{1,3}[为成到至]/u,
  // 五条全撤了, 那两条找回来了: what was counted or pointed at is no longer as it was
  /(?<!有)(?:[零一二两三四五六七八九十几\d]|[那这][零一二两三四五六七八九十几\d]?)(?:条|项|个|件)(?!字|人|故事|问题|词).{0,6}(?<![响过到错到期有是在好着坏对懂看读想])(?:了|啦)[。！!，,~～\s]*$/u,
  /[\u4e00-\u9fff](?:不再|以后不会再?|不会再)(?:重复|响|提醒|打扰|通知|弹)/u,
  /^[\s\p{P}]*(?:改|换|调|设|定|挪|移|推|转|排)(?:成|到|为|至|回).+[了啦][。！!~～\s]*$/u,
  /我(?:已经?)?[转回捎递][给告](?!你|您|我)[^，。]{1,6}了|(?:留言|口信|话|消息).{0,4}(?:转|带|捎)给.{1,6}了/u,
  new RegExp(
    `${zhTime}我(?:会|来|再|就|也|准时)*(?!陪|等|祝|讲|教|爱|想|和|跟|给|帮|看|听|懂|为)[\\u4e00-\\u9fff]{1,2}(?:你|您)(?!的|们)`,
    "u",
  ),
  /(?:名字|标题|名称|内容|时间|地点|备注|日期).{0,4}已经?.{0,4}(?:为|成|到|至)/u,
  // 写进日历里了, 记进去了, 从你的安排里撤下来了
  new RegExp(`[写记加放存排录塞](?:进|到|入)[^，。]{0,4}${zhKept}[里中上]?[了啦]`, "u"),
  /[写记加放存排录](?:进|上)去[了啦]/u,
  new RegExp(`从(?:你|您)?的?${zhKept}[里中上]?[\\u4e00-\\u9fff]{1,4}[了啦]`, "u"),
  new RegExp(`我(?:这就|马上|立刻|现在就).{0,6}[写记加放存排录](?:进|到|入).{0,4}${zhKept}`, "u"),
  // 提醒改在周五响, 都只在工作日重复了, 闹钟六点，妥妥的
  /(?:提醒|闹钟|闹铃|会议|日程).{0,6}(?:改|换|挪|调|设|定|排)在/u,
  /(?:都|只|改).{0,8}重复了/u,
  /(?:提醒|闹钟|闹铃).*妥妥的[。！!~～\s]*$/u,
  // 从明天起我每两个小时叫你, 每年我都会说一声
  /我(?:会|就|都|再)*每.{1,8}?(?:叫|喊|提醒|催|戳|告诉|通知)(?:你|您)(?!的名字)/u,
  /(?:每.{1,8}|到时候?|到点|提前.{1,5})我(?:都|就|会|再)*(?:说|吱|吭|报|知会)一?声/u,
  // 你的回复她那边已经收到
  /(?:你|您)的(?:回复|答复|邀请|消息|留言|口信|请求)(?:(?!我).){1,8}(?:收到|看到|知道)/u,
  // 已经改了, 一共建了三条
  /已经?[^，。]{0,8}[设建加记删改存约订排调移挪换切停][了啦]/u,
  new RegExp(
    `(?:${zhDone}|[设建加记删改存约定订排移挪停])了[零一二两三四五六七八九十几\\d]+(?:条|个(?!字)|项|件)`,
    "u",
  ),
];

/** Offers, conditions, denials and advice are not claims: "I could move it", 要我帮你记下吗 */
const isOpen = (clause: string): boolean =>
  /[?？]["”』」)）]*$/u.test(clause.trimEnd()) ||
  /\b(?:if|once|when (?:you|it(?!['’]s (?:time|due)| is (?:time|due))|the(?! time)|an?)|would|could|can|can't|should|shall|not|never|unless|unable|nothing|none|want me to|like me to|let me know|you have|to change|say “|usually|often|typically|generally|most|many|probably|perhaps|maybe|might|sorry (?:that|about) (?:your|the))\b|n['’]t\b|如果|要不|是否|吗|可以|没(?!问题|了|[^，]{1,8}之前)|无法|不能|未|需要我|要我|什么都|听说|就说|(?<!(?:^|[\s\p{P}])[你他她您])的话(?!带)|的时候|大多|很多|许多|一般|通常|往往|有些|有的|不如|不妨|好像|似乎|大概|也许|或许|恐怕|换[成作了]我|终于|总算|吧[。！!~～]*$|[了好完过][^，,。]{0,6}(?:之后|以后)/iu.test(
    clause,
  );

/** What was written in a text, not in the account: "I've shortened the second paragraph". */
const isAboutText =
  /\b(?:paragraphs?|sentences?|typos?|wording|essay|poems?|code|function|text you|jokes?|stor(?:y|ies)|tale|summary|summaries|examples?|drafts?|tables?|recipes?|versions?|answers?|translations?|explanations?|ideas?|suggestions?|questions?|words?|steps?)\b|第.段|语气|这段|段落|文章|句子|故事|笑话|例子|诗|总结|翻译|建议|草稿|表格|菜谱/iu;

const isPast = /(?:1\d{3}|20[01]\d|202[0-5])年/u;

const isZhClaim = (clause: string, isThing: boolean): boolean => {
  if ([zh.theirs, zh.agent, zh.others, isPast].some((other) => other.test(clause))) return false;
  if (zhStructures.some((structure) => structure.test(clause))) return true;
  if (zh.promise.test(clause) || zh.tells.test(clause) || zh.bare.test(clause)) return true;
  if (zh.now.test(clause) || zh.certain.test(clause)) return true;
  const isNear = isThing || clause.length <= 10 || /我?[帮给]你.*[了啦]/u.test(clause);
  return isNear && (zh.already.test(clause) || zh.over.test(clause) || zh.forYou.test(clause));
};

/**
 * True if a sentence claims that something of the person's was written, or promises to notify
 * others.
 */
export function isClaim(sentence: string): boolean {
  return splitLong(sentence).some(isShortClaim);
}

/**
 * No sentence that people write is longer than a stretch. Text without punctuation is judged in
 * overlapping ones; of thousands of characters, at its beginning and at its end.
 */
const [stretch, overlap, longest] = [400, 100, 2_000];

function splitLong(sentence: string): readonly string[] {
  if (sentence.length <= stretch) return [sentence];
  if (sentence.length > 2 * longest)
    return [sentence.slice(0, longest), sentence.slice(-longest)].flatMap(splitLong);
  const count = Math.ceil((sentence.length - overlap) / (stretch - overlap));
  const stretches = Array.from({ length: count }, (_, at) => {
    const from = at * (stretch - overlap);
    return sentence.slice(from, from + stretch);
  });
  // One long Latin word claims nothing.
  return stretches.filter((each) => /[\s\p{Script=Han}]/u.test(each));
}

function isShortClaim(sentence: string): boolean {
  const said = withoutQuotes(sentence);
  if (isReported.test(said) || isWelcome.test(said) || isHistory.test(said)) return false;
  if (isAboutText.test(said) && !isKept.test(said) && !isWorldly(said)) return false;
  if (
    /^\W*(?:have|has|did|do|does|is|are|shall|should|would|could|can|will|may)\b[^.!]*\?/iu.test(
      said,
    )
  )
    return false;
  const parts = splitClauses(said);
  const clauses = parts.some(isOpen) ? parts : [...parts, said];
  const isZh = /\p{Script=Han}/u.test(said);
  const isNear = zhThing.test(said);
  const condition = clauses.findIndex((clause) => isCondition.test(clause));
  return clauses.some((clause, at) => {
    if (isSilenced(clause) || isSeenNow.test(clause)) return true;
    if (isOpen(clause)) return false;
    const isOffered = condition !== -1 && condition < at;
    if (isZh) return !isOffered && isZhClaim(clause, isNear);
    if (isOffered && isEnglishPromise(clause)) return false;
    return isEnglishClaim(
      clause,
      at === 0 || clause === said || (at === 1 && isInterjection.test(clauses[0] ?? "")),
    );
  });
}

/** "Ben can now see your trip", 阿本现在能看到你的行程了 */
const isSeenNow = /\bcan now (?:see|read|find)\b|现在就?(?:能|可以)看到你/iu;

/** What is said in quotes is not said by us; a mark stands for it. */
const withoutQuotes = (sentence: string): string =>
  sentence
    .replaceAll(/\b(?:go|went|gone) ahead and /giu, "")
    .replaceAll(/\bdo[- ]not[- ]disturb\b/giu, "quiet hours")
    .replaceAll(/["“「『‘][^"”」』’]*["”」』’]/gu, "“…”");

const splitClauses = (sentence: string): string[] =>
  sentence
    .split(
      /(?<=[,;，；、])|(?<=[:：])(?!\d)|(?<!\s)\s+[—–-]+\s+|——|(?<!\s)\s+(?=(?:but|so|then|and)\s)/u,
    )
    .filter((clause) => /[\p{L}\p{N}]/u.test(clause));

/** Another source says it: "according to the article", 文章里说 */
const isReported =
  /\b[Aa]ccording to\b|\b(?:you|he|she|they|boss|\p{Lu}\p{Ll}+) (?:said|says|wrote|writes|told me|mentioned|added)\b|\bfrom what you\b|\bnotes? says?\b|\bapparently\b|听说|据说|(?:文章|新闻|笔记|书)里?(?:说|写)|(?<![按照依据如给帮替为])(?:你|他|她|老板|同事)(?:说|写)(?:过|的是|了)?/u;
/** News of the person's own that we answer to. */
const isWelcome =
  /\b(?:sorry to hear|congrat\w+|(?:love|glad|great|happy|nice) (?:that|to hear))\b|恭喜|真可惜|太可惜|真遗憾|真好[。！!]?$|^\W*(?:Subject:|Dear \p{L})|尊敬的|范文|模板|[真太好][\u4e00-\u9fff]?(?:倒霉|气人|扫兴|不巧|糟|惨|烦|难过|失望)/iu;
/** 那是2020年的事 */
const isHistory = /年的事|那年|当年|历史上/u;
const isCondition =
  /^\W*(?:and |but )?(?:if|once|when|whenever|unless|until|as soon as|after you|to (?:cancel|move|change|set|delete)|tell me|let me know|say|just (?:say|tell)|give me|confirm|send me)\b|如果|要是|(?<!(?:^|[\s\p{P}])[你他她您])的话|之后|以后(?=我再)|告诉我|的时候|换作/iu;
const isInterjection =
  /^\W*(?:ok(?:ay)?|sure(?: thing)?|great|alright|all right|perfect|yes|yep|got it|no problem|of course|done|right|understood)\W*$/iu;
const isKept =
  /\b(?:reminders?|alarms?|calendar|list|agenda|appointments?|time ?zone)\b|提醒|闹钟|日历|日程|清单/iu;
