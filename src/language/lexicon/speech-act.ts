import type { Language } from "../../domain/language.ts";
import { type Clause, clauseAt } from "../text/clauses.ts";
import type { Reading } from "../reading.ts";
import type { Trigger } from "./trigger.ts";
import { verbWithout } from "../text/title-content.ts";
import { isTimed } from "../times/timed.ts";

/** `unsure`: it could be one, and nothing is written before the person has said so. */
type Standing = "wish" | "unsure" | "none";

/**
 * A wish that hangs on another verb is one only if that verb asks for it: "I want you to remind
 * me", but not "I might ask you to wake me" or "the song says wake me up". A few words that merely
 * stand beside it ("dentist at 3 remind me") leave it a wish; a whole sentence with an unclear role
 * makes it doubtful.
 */
export function standingOf(reading: Reading, trigger: Trigger): Standing {
  const { prepared, clauses } = reading;
  const { text, language } = prepared;
  const clause = clauseAt(clauses, trigger.at);
  if (clause === undefined) return "wish";
  const frame: Frame = {
    reading,
    trigger,
    clause,
    preface: withoutTimes(reading, clause.at, trigger.at),
    behind: withoutTimes(reading, trigger.end, clause.end),
  };
  const { preface, behind } = frame;
  const { governing, telling, spokenOf, talks } = frames[language];
  if (
    telling.test(preface) ||
    othersTask.test(preface) ||
    spokenOf.test(`${text.slice(trigger.at, trigger.end)}|${behind}`)
  )
    return "none";
  // "Friday is an all day training put that on my calendar": the statement is what is meant.
  if (trigger.points === true && !denies.test(preface)) return "wish";
  // What stands before "and" is another sentence.
  const own = preface.replace(/^.*\b(?:and|but|so|then)\b/, "");
  if (governing.test(withoutQuestion(own, language))) return "none";
  if (hasDoer(frame) || introduced.test(preface) || isContinued(clauses, clause, preface))
    return "unsure";
  if (wonders.test(text.slice(clause.end))) return "unsure";
  return !isLed(frame) && !isNewSentence(frame) && talks.test(bare(own, language))
    ? "unsure"
    : "wish";
}

/**
 * "I have a meeting tomorrow at 11am kindly remind me": behind a time, or with a word of asking
 * before it, the wish is a sentence of its own that lost its comma.
 */
const isNewSentence = ({ reading, trigger, clause }: Frame): boolean => {
  const { text, language } = reading.prepared;
  if (language !== "en") return false;
  const before = text.slice(clause.at, trigger.at);
  const time = reading.phrases.findLast(({ at, end }) => at >= clause.at && end <= trigger.at);
  const behindTime =
    time !== undefined && isTimed(time) && afterTime.test(text.slice(time.end, trigger.at));
  const isLast = atEnd.test(text.slice(trigger.end));
  return (statement.test(before) || isLast) && (behindTime || asksAnew.test(before));
};
const statement =
  /^\s*(?:(?:so|and|but)\s+)?(?:i|i'm|i've|i'll|we|we're|we've|my|the|our|there|there's|it|it's|got|(?:today|tomorrow|tonight|\w+day)\b.*\b(?:is|are))\b/;
/** "change the sheets every Saturday at 9am can you remind me". */
const atEnd = /^\s*(?:please|pls|thanks)?[\s?.!]*$/;
const afterTime = /^\s*(?:(?:please|pls|kindly|so|can you|could you|will you|would you)\s*)*$/;
const asksAnew =
  /\b(?:please|pls|plz|kindly|so|(?:can|could|would|will) (?:you|u)(?: please)?|make sure (?:to|you))\s*$/;

/** The wish in its clause, with what stands ahead of it and behind it. */
interface Frame {
  readonly reading: Reading;
  readonly trigger: Trigger;
  readonly clause: Clause;
  readonly preface: string;
  readonly behind: string;
}

const withoutTimes = ({ prepared, phrases }: Reading, from: number, to: number): string =>
  phrases
    .filter(({ at, end }) => at >= from && end <= to)
    .toReversed()
    .reduce(
      (rest, { at, end }) => `${rest.slice(0, at)} ${rest.slice(end)}`,
      prepared.text.slice(0, to),
    )
    .slice(from);

const firstTime = ({ reading, clause, trigger }: Frame): number =>
  reading.phrases.find(({ at }) => at >= clause.at && at < trigger.at)?.at ?? clause.at;

const hasDoer = (frame: Frame): boolean =>
  (frame.reading.prepared.language === "zh" ? hasDoerZh : hasDoerEn)(frame);

/**
 * "公司系统每周五四点提醒我填工时": what to say stands behind, so that what stands ahead of the
 * time is who does it.
 */
function hasDoerZh(frame: Frame): boolean {
  const { preface, behind, clause } = frame;
  const doer = bare(preface.slice(0, firstTime(frame) - clause.at), "zh");
  return doer !== "" && bare(behind, "zh") !== "" && !isObject(doer, behind);
}

/** "my kids wake me every morning". */
const hasDoerEn = ({ preface, reading }: Frame): boolean =>
  plural.test(preface) &&
  (/^\s*(?:my|the|our|your|his|her|their|these|those)\b/.test(preface) ||
    reading.phrases.some(({ rule }) => rule !== undefined));

/** "I've a lunch on Friday at one remind me forty minutes before": the statement is the event. */
const isLed = (frame: Frame): boolean =>
  frame.reading.phrases.some(
    ({ lead, at }) => lead !== undefined && at >= frame.trigger.end && at < frame.clause.end,
  ) && firstTime(frame) < frame.trigger.at;

/**
 * "燃气费9号晚上7点提醒我交": the verb behind lacks its object, which stands ahead, and is not a
 * person or machine that reminds.
 */
const isObject = (ahead: string, behind: string): boolean =>
  verbWithout(bare(behind, "zh").replace(/[哈哦啊呀吧呗呢啦]+$/, "")) !== undefined &&
  !/[我你他她它们谁]|妈|爸|老[师板婆公]|同事|朋友|系统|手机|软件|闹钟|日历|app|群|公司|学校|物业|银行/.test(
    ahead,
  );

const denies =
  /\b(?:not|never|no need|if|unless|should i|did (?:i|you)|would|could have|wish|forgot to|\w+n't)\b|[没不别未勿]|如果|要是/;

/** "the nurse asked Grandpa to take his pills and set an alarm". */
const othersTask =
  /\b(?:told|tells|asked|asks|wants?|wanted|reminded|ordered)\s+(?!you\b|me\b|us\b)\w+(?:\s+\w+)?\s+to\b[^,.]*\b(?:and|or)\s*$/;

/** Who does it stands right before the verb. */
const plural = /\b(?:[a-z]{2,}(?<![su]s|'s)s|children|people|kids|folks|men|women|mates)\s*$/;

/** "她每周三约我打球，还提醒我带水": the subject is still that person. */
const isContinued = (clauses: readonly Clause[], clause: Clause, preface: string): boolean =>
  /^\s*(?:还|又|并且?|也)\s*$/.test(preface) &&
  /^\s*(?:他|她|它|(?:我|他|她)?(?:妈|爸|老婆|老公|对象|男朋友|女朋友|闺蜜|室友|领导|老板|同事|老师))/.test(
    clauses[clauses.indexOf(clause) - 1]?.text ?? "",
  );

/** "每天六点提醒我跑步，我能坚持下来吗": thought aloud. */
const wonders =
  /^[?？!！,，。.\s]*(?:做梦|想得美|不可能|怎么可能|开玩笑|没门|才怪|得了吧|拉倒|休想|dream on|no way|yeah right|fat chance)|^[,，。.\s]*(?:我(?:能|会|可以|该|应该|是不是|要不要).{0,14}[吗么呢?？]|[这那]种?个?(?:功能|句?话|需求|说法|要求)|(?:can|could|will|would|should|do|am) i\b[^?]*\?)/;

const withoutQuestion = (text: string, language: Language): string =>
  text
    .replace(language === "zh" ? zhSigh : enSigh, " ")
    .replaceAll(frames[language].asking, " ")
    .replaceAll(/\s+/g, " ");

/** Without the words that ask, and without the small ones that say nothing. */
const bare = (text: string, language: Language): string =>
  withoutQuestion(text, language)
    .replaceAll(frames[language].small, " ")
    .replaceAll(/[\s\p{P}]+/gu, " ")
    .trim();

const enPolite = String.raw`(?:please|pls|plz|kindly|just|maybe|possibly|perhaps|also|really|quickly|hey|hi|ok|okay)`;
const enAsking = new RegExp(
  [
    String.raw`\b(?:can|could|would|will|won't|can't) (?:you|u|ya)\b(?: (?:like|maybe|possibly|please)\b)*(?: to\b)?`,
    String.raw`\b(?:i|we) (?:want|wish|like|need) that (?:you|u)\b`,
    String.raw`\b(?:is it|it is|it's|its) possible (?:that )?(?:for )?(?:you|u)(?: to)?\b`,
    String.raw`\bsorry (?:for (?:the )?(?:trouble|bother\w*|inconvenience|disturb\w*)|to (?:bother|trouble|disturb) you)\b(?:[ ,]*but\b)?`,
    String.raw`(?:^|\b(?:please|pls|plz|kindly|you)) do(?= remind\b)`,
    String.raw`\byou know what\b|\b(?:oh )?yeah\b|\bactually\b|\bi could use\b`,
    String.raw`\b(?:can|could|may|might) (?:i|we) (?:please )?(?:get|have|set|request|ask (?:you )?(?:for|to))`,
    String.raw`\b(?:i|we)(?:'d| would)?(?: (?:really|very much|so|greatly))? (?:want|need|like|love|prefer|appreciate)(?: it)?(?: (?:if|for))?(?: (?:you|u))?(?: (?:could|would|can))?(?: (?:to|please))?\b`,
    String.raw`\b(?:i'm|i am|we're) (?:asking|begging|telling|counting on|relying on) you (?:to|for)?`,
    String.raw`\b(?:i|we)(?:'ll| will| would) (?:need|want)(?: you)?(?: to)?\b`,
    String.raw`\b(?:i|we) (?:have|ought|got) to\b`,
    String.raw`\b(?:do you think|is it (?:possible|ok(?:ay)?|alright)|would it be (?:possible|ok(?:ay)?)|any chance|(?:i was |just |i'm )?wondering if|it(?:'d| would) be (?:great|nice|good|helpful|lovely)|help me out)(?: (?:if|that|for|of|to))?(?: (?:you|u))?(?: (?:could|can|would|will|might|to))?\b`,
    String.raw`\b(?:would you mind|don't forget|do not forget|remember|make sure|be sure|go ahead and|feel free|try|i need|i want)(?: (?:that )?(?:you|u)| to)*\b`,
    String.raw`\bi (?:ask|beg|request|urge)(?: that)? you(?: to)?\b`,
    String.raw`\byou (?:can|could|should|shall|may|must|need to|have to|might want to)\b`,
    String.raw`\b(?:it's|it is) time to\b`,
    String.raw`\bit'?s (?:really |very |so )?(?:important|crucial|vital)(?: (?:that|for))?(?: you)?(?: to)?\b`,
    String.raw`\bi(?:'m| am| was) (?:hoping|wondering)(?: (?:if|that))?(?: you)?(?: (?:could|can|would))?\b`,
    String.raw`\bi (?:think|guess|suppose|believe|reckon)\b`,
    String.raw`\b(?:how|what) about(?: if)?(?: you)?\b`,
    String.raw`\bwhen it(?:'s| is| hits| turns| gets to)`,
    String.raw`\b${enPolite}\b`,
  ].join("|"),
  "g",
);

const enSigh =
  /^\s*(?:(?:och|oh|ah|um|uh|er|right|well|so|now|aye|hey)[\s,]+)*i (?:(?:nearly|almost|just|keep|always|will|might|totally|completely) )*(?:forgot|forget|forgetting)\b/;

/** What is left ends in a word that takes the wish as its object, denies it, or speaks about it. */
const enGoverning = new RegExp(
  [
    String.raw`\b(?:to(?: (?:get|have|receive|be|set|hear))?|for|that|you|about|of|if|whether|than|like|in)`,
    String.raw`\b(?:say|sing|yell|shout|scream|whisper|text|typ|writ|tell|ask|repeat|joke|plead|chant|read|mean|hear|call|titl|nam)(?:e|s|es|ed|d|ing)?`,
    String.raw`\b(?:said|sang|wrote|written|goes|went|meant|told|heard|was|were|is|are|been|being|be|had|has|having|let(?:s|ting)?|made|got|gotten)`,
    String.raw`\b(?:would|will|could|can|should|does|did|won'?t|don'?t|didn'?t|doesn'?t|never|not|cannot|wasn'?t|isn'?t|without|instead of)`,
  ].join("|"),
);
const enEnd = String.raw`(?: (?:an?|any|another|the|my|your|that|this|those|me|us|single))*[ :]*$`;
/** "the reminder at noon", "who set the alarm". */
const enTelling =
  /^\s*(?:the|that|this|your|his|her|those)\s*$|^\s*(?:who|what(?! about)|when(?! (?:it|i|we|you|he|she|they|my|the|mom|dad)\b)|why|how(?! about)|which|where)\b/;
/** "the note on the fridge: remind me at 8", but "note to self: remind me at 8". */
const introduced =
  /^(?!\s*(?:\w+ )?(?:note to self|to-?do|task|reminder|hey|ok|okay|also|one more|request|memo|please|p\.?s|favou?r|question|thing)\b)(?=.*\b(?:the|an?|his|her|my|your|our|their|this|that|says?|said|notes?|sign|message|text|lyrics?|song|caption|post|email)\b).*\w\s*:\s*$/;
/** A thing that a statement is about: "three reminders in an hour is too many". */
const enSpokenOf =
  /^(?:put|add|schedule|enter|stick|pencil)\b[^|]*\|.*\b(?:is|are|was|were|says?|said|looks?|has|had|will|would|might)\b|(?:reminder|alarm|timer)s?\s*\|(?:\s|\b(?:at|for|on|in|of|the)\b)*(?:is|was|are|were|would|will|could|can|can't|has|had|should|does|did|might|may|isn't|wasn't|won't|didn't|never|drives?|went|goes|woke|scared|came|comes|sounds?|rang|rings?)\b/;
const enSmall =
  /\b(?:at|on|by|from|for|the|an?|starting|beginning|in|around|about|to|my|one|two|three|four|five|some|more|of|with|every|each)\b/g;
const enTalks =
  /\b(?:i(?!$)|i'm|i've|he|she|they|we|it|it's|you|nobody|someone|somebody|everyone|anyone|people|this|that|there|is|are|was|were|been|has|had|have|do|does|did|will|would|could|should|might|may|must|never|not|no|if|because|although|when|who|what|\w+n't|said|says|told|asked)\b|(?:\S+ ){6}\S/;

const zhPolite = String.raw`(?:烦请|敬请|恳请|请|麻烦|劳烦|劳驾|拜托|帮忙|帮手|帮我|帮一?个忙|帮下忙|给我|顺便|记得|记住|谨记|一定要?|务必|千万|尽量|能不能|可不可以|可以|能否|可否|(?<!可)能|(?:没事|有空|方便|可以|不忙|不麻烦|行|得空)的话|到时候?|到点|准时|按时|然后|再|也|都|就|还|先|那|嗯|好|好的|ok)`;
const zhAsking = new RegExp(
  [
    String.raw`(?<![没不别未非])(?:我|咱)?(?:还|也|就|很|特别|只|真)?(?:想要?|希望|需要|要(?!不是|是|不然)|求求?|请|想让|想请|想叫|得|必须)(?:你|您|请你|让你|麻烦你|叫你)?`,
    String.raw`(?:别|不要|不能|不许|勿|莫|莫要|甭|休)忘(?:了|记)?(?:要|了)?`,
    // "帮我把…记在周四": what is to be written.
    String.raw`(?<=^\s*(?:请你?|麻烦你?|帮我|帮忙|给我|替我)*)把[^,，。;；]{1,40}$`,
    zhPolite,
  ].join("|"),
  "g",
);

/** "哎呀我又忘了": said to oneself ahead of the wish. */
const zhSigh = /^\s*[哎唉啊哦呀]*\s*我?(?:又|差点|老是?|怕|险些|总是?|可能会?)忘(?:了|记)*(?:了)?/;

const zhGoverning =
  /(?:(?:没|没有|不|别|不是|未|从没|从来没|并没|可没|又没|没人)(?:说|让|叫|要|想|需要|打算|准备|求|请|允许|用)(?:过|要|让|叫|请)?(?:你|您|人|谁)?|(?:说|唱|写|写着|写道|写了|喊|念|听|听到|听见|问|回|叫做|名叫|标题是?|考虑|犹豫|琢磨|想着|打算|准备|计划|可能会?|也许|以为|担心|怕|讨厌|拒绝|忘记|忘了|害怕)(?:要|过|让|叫|请|着)?(?:你|您)?|(?:^|\s)(?:别|不要|不许|不准|甭|要不是|若不是)(?:在|你|您|再|给我)*)[\s:：]*$/;

/** Another person or thing does it, as always: "之前每个月都会提醒我", "我家猫来叫我". */
const zhTelling =
  /^(?!.*[你您]).*(?:[都就总也才还常]|一直|每次|他|她|它|们|手机|系统|app)会\s*$|^\s*(?:我们?家|我的|家里|隔壁|楼[上下]|[那这一]只?个?)\S{1,6}\s*(?:准时)?来\s*$|梦[见到]|[设定订调上开建加]了一?(?:个|堆|串)?[^,，]{0,8}$|去年|当年|小时候|(?<![你您])(?:[弹发推]|推送|收到|护士|医生|保安|前台|老师|系统|手机|软件)(?:会|来|都|就|自己)*\s*$/;

/** "提醒我喝水是什么意思", "八点叫我来着". */
const zhSpokenOf =
  /\|.*(?:会死|是?什么意思|来着|是谁(?:设|定|弄)?的?|怎么回事|有什么用|收费|免费|要钱)[吗呢啊呀吧哈哦?？]*\s*$/;
const zhSmall =
  /[寒暑]假[里期间]*|^\s*我(?!老[公婆板师妈爸]|妈|爸|哥|姐|弟|妹|爷|奶|儿|女|同[事学]|朋友|室友|对象|们|家|的)\s*(?:还|也)?(?:要|有|得|去|在)?|固定|他娘的|他?妈的|我?靠|卧槽|特么|当地|本地|[\u4e00-\u9fff]{0,4}[这那]边|所以|因此|因为|^\s*有\s*$|[你您个]|[在于从到的]|的时候|时候|左右|大概|大约|差不多|再有|各|往后|接下来|今后|不是\s+(?:而|要)?是|就是|那个|这个|一下|又|呃|嗯|哦|哈|啊|呀|哎|嘿|喂|亲|宝|另外|还有|以及|和|小[\u4e00-\u9fffa-z]同学|小?助手|机器人|siri|左右|前后|每次|分别|开始|起|是|给|把|去|来|吧|了|帮|替/g;
/** It mentions a person, denies or supposes something, or is long. */
const zhTalks =
  /[我他她它佢谁咱]|[没不别未勿]|让|说|如果|假如|要是|万一|要不|除非|虽然|但是|可能|也许|难道|居然|竟然|幸好|幸亏|^.{13}/;

const frames = {
  en: {
    asking: enAsking,
    governing: new RegExp(`(?:${enGoverning.source})${enEnd}`),
    telling: enTelling,
    spokenOf: enSpokenOf,
    small: enSmall,
    talks: enTalks,
  },
  zh: {
    asking: zhAsking,
    governing: zhGoverning,
    telling: zhTelling,
    spokenOf: zhSpokenOf,
    small: zhSmall,
    talks: zhTalks,
  },
} as const;
