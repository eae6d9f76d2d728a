import { firstMatch, pattern, please } from "./pattern.ts";

/** A wish that something is forgotten. */
export interface ForgetRequest {
  readonly kind: "forget";
  readonly about: string | null;
  readonly nth: number | null;
  /** It can only be about the memory: an answer that does nothing would deceive. */
  readonly isPlain: boolean;
  /** It could as well be about a text: “drop the part about my brother”. */
  readonly mayBeText: boolean;
}

const forgetAbout = [
  pattern(
    `${please}(?:forget|delete|remove|erase|wipe) (?:what you know about |that |about |what i (?:said|told you) about |(?:the |that )?(?:one|thing|bit|part|memory|stuff) about |everything (?:i (?:said|told you)|you know) about |(?:everything|anything|all) about )(?<about>[^,]{2,80}?)`,
  ),
  pattern(
    `${please}(?:forget|delete|remove|erase|wipe) (?<about>(?:my|our) [^,]{2,60}?) from (?:your |the )?memory`,
  ),
  pattern(`${please}forget (?<about>(?:my|our) .{2,60}?)(?: please)?`),
  pattern(
    "(?:请|麻烦)?(?:你)?(?:忘掉|忘记|忘了|删掉|删除)(?:关于|有关)(?<about>[^，,。]{1,30}?)的?(?:一切|全部|所有(?:的)?(?:事情?|东西|内容|信息|记忆)?|记忆)(?:吧)?",
  ),
  pattern(
    "(?:请|麻烦)?(?:把)?(?:我(?:说|告诉你)的?)?(?:关于)?(?<about>我[^，,。]{1,30}?)(?:这件事|的事情?|的?那[条个件](?:事|记忆)?)?(?:都)?(?:忘掉|忘了吧|忘记吧|删掉)",
  ),
  pattern(
    "(?:请|麻烦)?(?:你)?(?:忘掉|忘记|删掉|删除)(?:关于|有关)?(?:我(?:说|告诉你)过?的)(?<about>[^，,。]{2,30}?)(?:吧)?",
  ),
  pattern(
    "(?:请|麻烦)?(?:你)?(?:忘掉|忘记|删掉|删除)(?:关于|有关)?(?<about>我[^，,。]{1,30}?)(?:的事情?|那件事|这件事|的?那[条个](?:记忆)?|的记忆)?(?:吧)?",
  ),
  pattern(
    "(?:请|麻烦|你|就)*(?:把|将)(?:关于|有关)?(?<about>(?!我(?:们)?(?:给|已经|都)|.*(?:提醒|闹钟|日程|文件|作业|聊天|消息|安排))[^，,。]{1,20}?)(?:的事情?|这件事|那件事)?(?:都|全|给我)*(?:忘掉|忘了|忘记|删掉|删了|删除|清掉)(?:吧|了|啊)*",
  ),
  pattern(
    "(?:请|麻烦|你|就)*(?:忘掉|忘了|忘记|删掉|删除)(?<about>我的(?!.*(?:提醒|闹钟|日程|文件|作业|聊天|消息|安排))[^，,。]{1,20}?)(?:吧|了|啊)*",
  ),
  pattern(
    "(?:请)?忘了(?:关于|有关)?(?<about>我[^，,。]{1,30}?)(?:的事情?|那件事|这件事|的?那[条个](?:记忆)?|的记忆)(?:吧)?",
  ),
];

/** Words for one thing in the memory, before what it is about. */
const thing =
  "(?:things?|bits?|parts?|ones?|stuff|facts?|memory|memories|notes?|info|information|details?|entry|business|story|line)";
const of = "(?:about|on|with|regarding|concerning|where|that|of)";
const told =
  "(?:what(?:ever)?|everything|anything|all|that) (?:(?:that )?i(?:'ve)? (?:just |ever )?(?:said|told you|mentioned|wrote)|(?:that )?you(?:'ve)? (?:know|have|got|have got|have stored|remember|keep)) (?:about|on|of)";
const kept =
  "(?:(?:from|off|in|on|out of) (?:(?:your|the) )?(?:memory|memories|notes?|records?|file|files|mind)|on file|on record|in mind)";
const tail = String.raw`(?:,? (?:any ?more|any longer|again|please|ok(?:ay)?|now|would you|will you|thanks|thank you|for me))*`;
const drop =
  "(?:forget(?:ting)?|delete|remove|erase|wipe|drop|discard|unlearn|scrub|lose|get rid of|purge|clear|scrap|scratch|strike|take|cut)";
const keep = "(?:keep|remember|hold on to|hang on to|retain|store|save|know|note|memori[sz]e)";
const wish =
  "(?:i(?:'d| would) (?:like|prefer|want) you to|i want you to|i need you to|i(?:'d| would) rather you)";
const unwished =
  "(?:don't|do not|no need to|you (?:don't|do not) (?:need|have) to|you needn't|i(?:'d| would) rather you (?:didn't|did not)|i(?:'d| would) (?:prefer|like) you (?:not to|didn't)|i (?:don't|do not|no longer) want you to|there's no need to)";
const dropping = `${please}(?:${wish} )?${drop}`;
const keeping = `${please}(?:${unwished} ${keep}|stop (?:keeping|remembering|storing|saving|holding on to))`;

const plainEnglish = [
  pattern(
    `(?:${dropping}|${keeping}) (?:the|that|this|those|any|all)(?: [a-z]+)? ${thing} ${of} (?<about>[^,]{2,80}?)(?: ${kept})?${tail}`,
  ),
  pattern(
    `(?:never mind,? )?(?:${dropping}|${keeping}|never ?mind) ${told} (?<about>[^,]{2,80}?)(?: ${kept})?(?:,? (?:just )?forget (?:it|that))?${tail}`,
  ),
  pattern(`(?:${dropping}|${keeping}) (?<about>[^,]{2,60}?) ${kept}${tail}`),
  // “Forget about my boss” may only wish for another subject.
  pattern(
    `(?:${keeping}(?: about)?|${please}(?:${wish} )?(?:unlearn|forget)) (?:that )?(?<about>(?:my|our|i|i'm|i've|we|we're|where i|where we|when i|how|what i (?!said|told|just)|who i)\\b[^,]{2,60}?)${tail}`,
  ),
  pattern(
    `(?:i (?:didn't|did not|shouldn't|should not) (?:mean to |want to |have )?(?:tell|told|say|said|mention|mentioned)(?: you)?(?: anything)?(?: about)? )?(?<about>(?:the |that |my |our )[^,:;]{2,50}?)(?:[,:;.] | - |,? so )${please}(?:please )?(?:${drop} (?:about )?(?:it|that|this)|${unwished} ${keep} (?:it|that|this))(?: ${kept})?${tail}`,
  ),
];

const matter =
  "(?:这件事情?|那件事情?|这事儿?|那事儿?|的事情?儿?|事儿|这[条段个](?:记忆)?|的?那[条段个件](?:事|记忆|话)?|的?记忆|的)";
const yours = "(?:从|在)你?(?:的)?(?:记忆|脑子|那儿|那里|这儿|这里|记录)(?:里|中|里面)?";
const unkept =
  "(?:别|不要|不用|不必|没必要|甭|不许|用不着)(?:再|老|一直|帮我|给我)*(?:记(?!得|性|者|忘)(?:着|住|下来?|在心上)?|留着?|存着?|保留|保存着)";
const gone =
  "(?:忘了?(?:掉|记)?|删(?:除|掉|了)|清(?:掉|除|了|空)|抹(?:掉|去|了)|去掉|当我?没(?:说|讲|提|听)过?|当(?:作|做)?没(?:听|说|这回事)过?)";
const polite =
  "(?:(?:请|麻烦|拜托|能不能|可不可以|可以|能|那|算了)[，,]?)*(?:你|您)?(?:就|也|还是)?";
const close = "(?:它|了|吧|啊|哈|好吗|行吗|好了|可以吗)*";
/** What is kept in mind, not a thing in the world. */
const subject =
  "(?!.*(?:提醒|闹钟|日程|文件|作业|聊天|消息)|[仇恨错岔])(?<about>[^，,。！？!?]{1,30}?)";

const plainChinese = [
  pattern(
    `${polite}(?:把|将)?(?:关于|有关)?${subject}${matter}[，,]?(?:都|全)?${polite}(?:都|全)?(?:${yours})?(?:给我)?(?:${unkept}|${gone})${close}`,
  ),
  pattern(
    `${polite}(?:把|将)?(?:关于|有关)?${subject}[，,]?(?:都)?${polite}(?:都)?(?:${unkept}|${yours}(?:给我)?${gone})${close}`,
  ),
  pattern(`${polite}${unkept}(?:关于)?${subject}${matter}?${close}`),
  pattern(`${polite}(?:${gone})(?:关于|有关)?${subject}(?:这|那)[条段个件](?:事|记忆)${close}`),
  pattern(
    `${subject}${matter}(?:我)?(?:不想|不希望|不愿意?)(?:再)?(?:让|叫)?你(?:再)?(?:知道|记着?|记住|记得|保留)${close}`,
  ),
];

/** Read from a message that says nothing else. */
export function readForget(said: string): ForgetRequest | undefined {
  const plain = firstMatch([...plainEnglish, ...plainChinese], said)?.groups?.["about"];
  if (plain !== undefined && !isPointing(plain)) {
    const mayBeText = ofText.test(said) && !ofMemory.test(said);
    return toForget({ about: plain, isPlain: !mayBeText, mayBeText });
  }
  const about = firstMatch(forgetAbout, said)?.groups?.["about"];
  return about === undefined ? undefined : toForget({ about });
}

export const toForget = (found: Partial<ForgetRequest>): ForgetRequest => ({
  kind: "forget",
  about: null,
  nth: null,
  isPlain: false,
  mayBeText: false,
  ...found,
});

/** Texts are cut, memories are forgotten. */
const ofText =
  /\b(?:delete|remove|erase|wipe|drop|discard|scrub|lose|get rid of|purge|clear|scrap|scratch|strike|take|cut)\b|[删清抹去]/iu;
const ofMemory =
  /\b(?:forget|unlearn|memor(?:y|ies)|remember|know|told|said|records?|on file|fact)\b|记|忘|知道|没(?:说|听)|你那|[这那]条/iu;

/** “That one” names nothing. */
const isPointing = (about: string): boolean =>
  /^(?:it|that|this|so|me|(?:that|this|the) (?:one|thing|bit|part)|[这那][个条些件]?(?:事情?)?|它|我|我?刚才?说的话?)$/iu.test(
    about.trim(),
  );
