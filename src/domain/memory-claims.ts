import type { Language } from "./language.ts";

/** What a reply says that was done with the memory of the person. */
export type MemoryAct = "remember" | "forget" | "off" | "on";

const adverbs = String.raw`(?:\s+(?:now|just|already|also|then|all|definitely|certainly|gladly|always|\w+ly))*`;
const will = String.raw`\bi(?:['’]ll| will| shall|['’]m going to| am going to)${adverbs}(?:\s+(?:make sure to|be sure to|try to|start))?`;
const have = String.raw`\bi(?:['’]ve| have)?${adverbs}`;
const refuse = String.raw`\bi(?: won['’]t| will not| will never|['’]ll never|['’]ll not|['’]m not(?: going to)?| am not(?: going to)?| no longer|['’]m no longer| don['’]t)${adverbs}(?: even| ever)?`;
const memory = String.raw`\b(?:(?:my|your|from) (?:memory|records?|notes|mind)|memory of you|what i (?:know|knew|remember(?:ed)?)(?: about you)?|notes about you|about you|you(?:['’]ve| have)?(?: ever)? (?:told|said to) me|your (?:data|information))\b`;
const pronoun = String.raw`(?:it|that|this|them|those|everything|all of (?:it|that|them))`;
const kept = "(?:stored|saved|remembered|recorded|kept|retained|logged|noted)";
const anything = String.raw`\b(?:anything|any of|nothing|what(?:ever)? (?:you|we)|everything (?:you|we)|things|notes|track|this (?:chat|conversation|talk)|your (?:words|messages))\b`;

const patterns = (sources: readonly string[]): readonly RegExp[] =>
  sources.map((source) => new RegExp(source, "iu"));

/** In this order: “I won't remember anything” is about whatever comes, “I won't mention it again” about one thing. */
const english: readonly (readonly [MemoryAct, readonly RegExp[]])[] = [
  [
    "on",
    patterns([
      String.raw`${have}\s+(?:turned|switched)\b.{0,12}\bmemory\b.{0,12}\bon\b`,
      String.raw`${have}\s+(?:turned|switched)\s+(?:back )?on\b.{0,12}\bmemory`,
      String.raw`${have}\s+(?:enabled|re-?enabled|resumed|reactivated|unpaused)\b.{0,12}\b(?:memory|remembering)`,
      String.raw`\bmemory(?: is|['’]s)(?: now| back)* on\b`,
      String.raw`(?:${will}|\bi['’]m(?: now)?)\s+remember(?:ing)?\b.{0,30}\bagain\b`,
    ]),
  ],
  [
    "off",
    patterns([
      String.raw`${refuse}\s+(?:remember(?:ing)?|keep(?:ing)?|stor(?:e|ing)|sav(?:e|ing)|retain(?:ing)?|record(?:ing)?|not(?:e|ing)|log(?:ging)?|hold(?:ing)? on to|tak(?:e|ing)|learn(?:ing)?)\b.{0,20}${anything}`,
      String.raw`(?:${will}|${have})\s+stop(?:ped)?\s+(?:remembering|keeping|storing|saving|recording|taking notes|noting)\b`,
      String.raw`${have}\s+(?:turned|switched)\b.{0,12}\bmemory\b.{0,12}\boff\b`,
      String.raw`${have}\s+(?:(?:turned|switched)\s+off|disabled|paused|suspended|deactivated|stopped)\b.{0,12}\b(?:memory|remembering)`,
      String.raw`\bmemory(?: is|['’]s| has been)(?: now)? (?:switched |turned )?(?:off|disabled|paused)\b`,
      String.raw`\b(?:chat|conversation|talk|this|it)(?: is|['’]s| stays| will be)(?: now)? off the record\b`,
      String.raw`\bnothing\b.{0,40}\b(?:will|is going to) be ${kept}\b`,
      String.raw`\b(?:what (?:you|we)|your (?:words|messages)|this (?:chat|conversation))\b.{0,40}\b(?:won['’]t|will not) be ${kept}\b`,
    ]),
  ],
  [
    "forget",
    patterns([
      String.raw`\bi(?:['’]ve| have)${adverbs}\s+(?:forgotten|unlearned)\s+(?!how|about|to|what|why|where|who|when|if)`,
      String.raw`${have}\s+(?:erased|deleted|wiped|cleared|removed|purged|dropped|scrubbed|discarded|forgotten)\b.{0,60}${memory}`,
      String.raw`\b(?:consider|count) (?:it|that) (?:as )?(?:forgotten|gone|erased)\b`,
      String.raw`\b(?:${pronoun}|your [\w' ]{1,30}|that [a-z]+)(?: is|['’]s| are| has been| have been|['’]ve been)${adverbs}\s+(?:forgotten|unlearned)\b`,
      String.raw`\b(?:${pronoun}|your [\w' ]{1,30}|all [\w' ]{1,40}|that [a-z]+)\b.{0,40}(?: is| are|['’]s|['’]ve| has| have)(?: been)?${adverbs}\s+(?:gone|erased|deleted|wiped|removed|cleared)\b.{0,30}${memory}`,
      String.raw`${memory}.{0,30}(?: is| are| has been| have been)${adverbs}\s+(?:gone|erased|deleted|wiped|removed|cleared|forgotten)\b`,
      String.raw`${refuse}\s+(?:mention|bring|speak|talk|refer|raise)\b.{0,40}\bagain\b`,
      String.raw`\bi no longer\s+(?:remember|know)\b`,
      String.raw`${refuse}\s+(?:remember|keep|store|save)\s+${pronoun}\b`,
      String.raw`${will}\s+forget\s+(?!to\b|how\b)`,
      String.raw`\bas if you(?:['’]d| had)? never (?:told|said)\b|\bpretend (?:i|you) never (?:heard|said|told)\b`,
    ]),
  ],
  [
    "remember",
    patterns([
      String.raw`${will}\s+(?:remember|note|memori[sz]e|hold on to)\b(?! to\b)`,
      String.raw`${will}\s+(?:keep|bear|have)\b.{0,40}\bin mind\b`,
      String.raw`${refuse}\s+forget\b(?! to\b)`,
      String.raw`\bi(?:['’]ve| have)${adverbs}\s+(?:noted|remembered|memori[sz]ed|recorded|saved|stored|made (?:a )?note|committed|jotted)\b`,
      String.raw`\bi(?:['’]ve| have)${adverbs}\s+got (?:it|that|this) (?:memori[sz]ed|noted|written down|saved)\b`,
      String.raw`${have}\s+(?:added|updated|put|wrote|written|have)\b.{0,40}(?:${memory}|\bon record\b)`,
      String.raw`\bi have (?:it|that|this) on record\b`,
      String.raw`\b(?:consider|count) (?:it|that) (?:noted|remembered)\b`,
      String.raw`\b(?:${pronoun})(?:['’]s| is| are| has been)${adverbs}\s+(?:noted|remembered|saved|stored|recorded)\b`,
      String.raw`^\W*(?:(?:ok(?:ay)?|sure(?: thing)?|great|alright|thanks|thank you|perfect|got it|understood)\b\W*)*(?:duly )?(?:noted|saved|remembered|memori[sz]ed)\b`,
    ]),
  ],
];

const zhSelf =
  "(?:(?:好的?|嗯+|行|收到|明白|放心|没问题|好嘞|好)[\\s\\p{P}]*)*(?:我|帮你|为你|给你|替你|已经?|都|会|就|也|全|现在|一直|这就|刚刚?|把[^，。]{1,10})*";
const zhOf =
  "(?:关于(?:你|您)|(?:你|您)的(?!提醒|日程|闹钟|会议|待办)|从?记忆|相关(?:信息|内容)|(?:你|您)(?:说|讲|告诉我)的|它|这个|这件事|那件事|全都?|都|所有)";
const chinese: readonly (readonly [MemoryAct, readonly RegExp[]])[] = [
  [
    "on",
    patterns([
      "记忆(?:功能)?(?:已经?|现在)?(?:重新)?(?:打开|开启|恢复|启用)了?",
      "(?:已经?)?(?:打开|开启|恢复|启用)了?记忆",
      "(?:又|重新)(?:开始)?记(?!得)",
    ]),
  ],
  [
    "off",
    patterns([
      "记忆(?:功能)?(?:已经?|现在)?(?:关|停|暂停|禁用)|(?:关(?:掉|闭)?|停(?:止|用)?|暂停)了?记忆|把记忆(?:功能)?(?:关|停)",
      "(?:说|聊|讲|话|内容|对话|聊天)[^，。]{0,12}(?:不会?再?|不再)(?:帮你)?(?:记|保存|存|留)",
      "(?:不会?再?|不再)(?:记录|记住|记|保存|存)[^，。]{0,6}(?:任何|(?:你|您)说|什么|内容|话|东西)",
      "什么(?:都|也)不(?:会)?记",
    ]),
  ],
  [
    "forget",
    patterns([
      `${zhOf}[^，。]{0,12}(?:忘掉|忘记|忘|清空|清除|删除|删掉|抹掉|抹去|清掉)(?:了|啦|干净)`,
      "(?:已经?|都|全)(?:[^，。]{0,10})(?:忘掉|忘记|忘)(?:了|啦)",
      "(?:已经?|都)[^，。]{0,6}(?:清空|清除|删除|抹掉|删掉)[^，。]{0,8}(?:记忆|关于(?:你|您))",
      `${zhOf}[^，。]{0,6}已经?(?:全部|都|全)?(?:忘掉|忘记|清空|清除|删除|删掉|抹掉)`,
      "从记忆(?:里|中)[^，。]{0,4}(?:清除|删除|删|抹)",
      "我(?:会|就|这就)(?:把[^，。]{1,10})?(?:忘掉|忘记|忘了)",
      "(?:不会?再|不再|保证不再?)(?:提|说|讲|记得|提起)(?!醒)",
      "当(?:作|做)?(?:我)?没(?:听|说)(?:过|见)",
    ]),
  ],
  [
    "remember",
    patterns([
      `^[\\s\\p{P}]*${zhSelf}(?:记住|记下|记牢|记好|记录|保存|存下|存)(?:来|好|到记忆里?|在心里?)?(?:了|啦|的)`,
      `^[\\s\\p{P}]*${zhSelf}(?:记住|记在心[里上]?|记着|记得)(?:的|呢|了|啦)`,
      "我(?:都|会|一定|一直|就)*(?:记住|记在心|记着|记得)",
      `(?:我|已经?|已为你|帮你|为你)[^，。你]{0,14}(?:记住|记下来?|记录|记在心[里上]?|保存|存下来?)(?:了|的|啦)?`,
      "(?:我|这件事|这个)[^，。]{0,6}(?:记着呢|不会忘)|忘不了[。！!]*$",
      "更新了?(?:关于(?:你|您)的)?(?:记忆|资料)",
      "(?:你|您)的[^，。]{1,10}(?:已经?)?(?:记住|记下)(?:来)?了",
    ]),
  ],
];

/** An offer, a question, a condition, or what another one does. */
const isOpen =
  /[?？]["”』」)）\s]*$|(?<!as )\bif\b|\b(?:would|could|can|cannot|should|shall i|may i|might|unless|want me to|like me to|say “|say "|to have it)\b|n['’]t\b(?<!won['’]t|don['’]t)|如果|要不要|要我|需要我|可以说|你可以|没法|无法|不能|(?:没有?|不)(?:记住|记得)你?|我记得(?:你|您)?(?:说|讲|提|的)?(?!的)/iu;
/** A reminder, or a time: a claim of another kind. */
const isOther =
  /\b(?:reminders?|remind|alarms?|calendar|appointments?|meetings?|to-?dos?|lists?|tasks?|timer|schedule)\b|\b\d{1,2}(?::\d\d)?\s?(?:am|pm)\b|\b(?:today|tomorrow|tonight|(?:mon|tues|wednes|thurs|fri|satur|sun)day|at \d{1,2})\b|提醒|闹钟|日程|日历|待办|清单|会议|[今明后]天|[今明]晚|明早|周[一二三四五六日天末]|星期|\d\s*[点:：]|[一二两三四五六七八九十]点/iu;

/** What a sentence claims to have been done with the memory of the person, if anything. */
export function findMemoryAct(sentence: string): MemoryAct | undefined {
  const said = sentence.replaceAll(/["“「『‘][^"”」』’]*["”」』’]/gu, "“…”");
  if (isOpen.test(said)) return undefined;
  const isChinese = /\p{Script=Han}/u.test(said);
  const found = (isChinese ? chinese : english).find(([, any]) =>
    any.some((pattern) => pattern.test(said)),
  )?.[0];
  return found === undefined || (found === "remember" && isOther.test(said)) ? undefined : found;
}

const faults: Readonly<Record<MemoryAct, Readonly<Record<Language, string>>>> = {
  remember: {
    zh: "（这个对话的记忆是关着的，没有记下。说“打开记忆”就恢复。）",
    en: "(Memory is off in this chat, so this was not kept. Say “turn memory on” to change that.)",
  },
  forget: {
    zh: "（什么都没有忘掉。说“忘掉……”就会忘掉。）",
    en: "(Nothing was forgotten. Say “forget …” to have it forgotten.)",
  },
  off: {
    zh: "（这个对话的记忆还开着。说“这里别记了”就关掉。）",
    en: "(Memory is still on in this chat. Say “don't remember anything here” to turn it off.)",
  },
  on: {
    zh: "（这个对话的记忆还关着。说“打开记忆”就恢复。）",
    en: "(Memory is still off in this chat. Say “turn memory on” to change that.)",
  },
};

/** What is so instead. */
export const describeMemoryFault = (act: MemoryAct, language: Language): string =>
  faults[act][language];
