import { type ForgetRequest, readForget } from "./forget-requests.ts";
import { firstMatch as first, pattern, please } from "./request-pattern.ts";

/** What a message asks about the memory itself. */
export type MemoryRequest =
  | { readonly kind: "list"; readonly about: string | null }
  | { readonly kind: "source"; readonly about: string | null }
  | ForgetRequest
  | { readonly kind: "forget_all"; readonly isSure: boolean }
  /** Where it says what is wrong, `instead` is that: “Maya, not Mia”. */
  | { readonly kind: "correct"; readonly words: string; readonly insteadOf: string | null }
  | { readonly kind: "switch"; readonly isOn: boolean };

const lists = [
  pattern(
    `${please}(?:what|which things|what (?:sort|kinds?) of things) (?:do|did|have) you (?:know|remember(?:ed)?|have on record|have stored|saved?|got)(?: (?:about|of|on) (?:me|myself))?(?: so far)?`,
  ),
  pattern(
    `${please}what have (?:i told you|you (?:remembered|learned|learnt|got|stored|kept)) (?:about|on) (?:me|myself)`,
  ),
  pattern(
    `${please}(?:show|list|tell)(?: me)? (?:everything |all |what )?(?:that )?you (?:know|remember|have stored) about me`,
  ),
  pattern(`${please}do you (?:know|remember) (?:anything|something|things) about me`),
  pattern(`${please}(?:everything|all) (?:that )?you (?:know|remember) about me(?:,? please)?`),
  pattern(`${please}what(?:'s| is) (?:in your memory|stored|saved|on record)(?: about me)?`),
  pattern(`${please}(?:show|list) (?:me )?(?:your|my) memor(?:y|ies)(?: of me)?`),
  pattern(
    "(?:那)?你(?:都|还)?(?:知道|记得|了解|记住了?)(?:关于)?我(?:的)?(?:哪些|什么|些什么|啥|多少)(?:事情?|东西|信息)?",
  ),
  pattern(
    "(?:关于我)?你(?:都|还)?(?:知道|记得|记住了?)(?:我的?)?(?:哪些|什么|些什么|啥)(?:事情?|东西)?",
  ),
  pattern("(?:那)?你(?:都|还)?记得(?:啥|什么|些什么)|你了解我吗"),
  pattern("你(?:现在|到底)?对我(?:有)?(?:了解|知道|记得)(?:多少|些?什么|哪些)"),
  pattern("你(?:还)?(?:知道|记得)(?:关于)?我的?(?:事情?|什么事情?|什么)吗"),
  pattern(
    "(?:把|说说|讲讲|告诉我)(?:一下)?你(?:知道|记得|记住|记下)的?(?:关于)?我?的?(?:事情?|东西|一切)?(?:都)?(?:列出来|说出来|告诉我|给我看看)?",
  ),
  pattern(
    "我(?:都)?(?:跟|和|告诉|对)过?你(?:说|讲|提)?过?(?:我的?)?(?:哪些|什么|些什么|啥)(?:事情?|东西)?",
  ),
  pattern("(?:列出|看看|显示)(?:一下)?(?:你)?(?:记住的|关于我的记忆|我的记忆|你的记忆)"),
];
const listsAbout = [
  pattern(`${please}what do you (?:know|remember) about (?:my )?(?<about>[^?.!]{2,60}?)`),
  pattern(
    `${please}(?:what can you tell me|(?:remind me )?what (?:i|did i|have i) (?:tell|told|say|said)(?: to)?(?: you)?) about (?:my )?(?<about>[^?.!]{2,60}?)`,
  ),
  pattern(
    `${please}do you (?:still )?(?:know|remember) (?:what )?my (?<about>[^?.!]{2,40}?)(?: is| are)?`,
  ),
  pattern(
    `${please}do you (?:still )?(?:know|remember) (?:where|when|what|who|which|how old|how) (?<about>(?:i|my) [^?.!]{2,40}?)`,
  ),
  pattern(
    "我的?(?<about>[\\p{Script=Han}\\w]{1,12}?)(?:的事情?)?我?(?:都)?(?:跟|和|对)你(?:说|讲|提)过(?:什么|哪些|些什么|啥)",
  ),
  pattern("你(?:还)?(?:知道|记得)(?<about>我[^，,。]{1,14}?)(?:哪儿|哪里|什么|几岁|多大)吗"),
  pattern(
    "(?:关于)?我的?(?<about>[\\p{Script=Han}\\w]{1,12}?)(?:的事情?)?你(?:都|还)?(?:知道|记得)(?:什么|些什么|啥|哪些|多少)",
  ),
  pattern(
    "你(?:还)?(?:知道|记得)我的?(?<about>[\\p{Script=Han}\\w]{1,12}?)(?:是什么|是多少|是哪天|叫什么)?吗",
  ),
];
const that = "(?: (?:that|this|it|so|about (?:that|it)))?";
const sources = [
  pattern(
    `${please}(?:who (?:told you|said)${that}|how (?:do|did|come|can|could) you (?:know|knew)${that}|where (?:did|do) you (?:hear|get|learn|know|have) that(?: from)?|where(?: does|'s| is| did) (?:that|this|it) (?:come )?from|since when(?: (?:do|have) you (?:know|known)(?: that)?)?|when did (?:i|you) (?:say|tell you|learn|hear)${that}|(?:why do|what makes) you (?:know|think|say)${that}|did i (?:ever |really )?(?:tell you|say)${that}|says who|i (?:never|didn't|did not) (?:tell|told|say|said)(?: you)?${that},?(?: did i)?)`,
  ),
  pattern(
    "(?:这|这个|这事|这话|那)?(?:是)?谁(?:告诉你?|跟你|对你)?(?:说)?的|你(?:是)?(?:怎么会?|从哪里?|从哪儿|打哪儿)(?:知道|听说|听来|得知|记得)的?(?:这个|这事|这些|这件事)?的?|(?:我)?(?:是)?什么时候(?:跟你|和你|告诉你?|对你)?(?:说|讲|提)?过?的?|你(?:是)?什么时候(?:知道|听说)的?(?:这个|这件事|这事)?的?|我(?:有|真的)?(?:跟你|和你)?(?:说|讲|提)过(?:这个|这件事|这事)?吗|你凭什么(?:这么)?(?:说|认为|觉得)|你(?:是)?听谁说的|我(?:可)?(?:没有?|从来没)(?:跟你|和你|对你)?(?:说|讲|提)过(?:这个|这件事)?吧?",
  ),
];
const sourcesAbout = [
  pattern(
    `${please}(?:who told you|how (?:do|did) you know|when did i (?:say|tell you)|since when (?:do|have) you (?:know|known)) (?:that |about )?(?<about>(?:i|my|we|our)\\b.{2,80}?)`,
  ),
  pattern(
    `${please}(?:who told you|how (?:do|did) you know|when did i (?:tell you|talk to you)|since when (?:do|have) you (?:know|known)) about (?<about>.{2,80}?)`,
  ),
  pattern("(?:谁告诉你|你(?:是)?怎么知道)(?<about>我?.{2,40}?)的?"),
  pattern("你(?:是)?(?:从)?什么时候(?:开始)?(?:知道|听说|记得)(?<about>我.{2,40}?)的?"),
  pattern(
    "我(?:是)?什么时候(?:跟你|和你|告诉过?你?|对你)(?:说|讲|提)?过?(?<about>(?:我|关于).{1,40}?)(?:的事情?|这件事)?的?",
  ),
  pattern(
    "(?<about>我[^，,。]{1,14}?)(?:这件事|这事)?(?:你)?(?:是)?(?:谁告诉你|你怎么知道|怎么知道|听谁说|谁跟你说|什么时候知道)的?",
  ),
];
const forgetAll = pattern(
  `${please}(?<sure>yes,? )?forget (?:everything|all)(?: (?:about|of) me| you know about me)?|(?<zhsure>是的?[，,]?|确定[，,]?|对[，,]?)?(?:把)?(?:忘掉|忘了|忘记|删掉|删除)(?:关于)?我?的?(?:一切|所有(?:事情?|记忆|东西)?|全部)|(?<zhsure2>是的?[，,]?|确定[，,]?|对[，,]?)?(?:把)?(?:关于我的|我的)(?:一切|所有|全部)(?:事情?|记忆|东西)?都?(?:忘掉|忘了|忘记|删掉|删除)|(?<zhsure3>是的?[，,]?|确定[，,]?|对[，,]?)?(?:把)?我(?:跟你|告诉你|和你)?(?:说|讲|告诉你)?过?的(?:话|事情?|东西)?(?:全都?|都|全部)(?:给我)?(?:忘掉|忘了|忘记|删掉|删除)(?:吧|了)?`,
);
const wrong =
  "(?:no,? |nope,? |sorry,? |hm,? )?(?:(?:that's|that is|thats|this is|that was|you(?:'ve)? (?:got|have) (?:that|it)) (?:wrong|not (?:quite )?(?:right|true|correct)(?: any ?more| any longer)?|incorrect|outdated|old|no longer (?:true|right))|wrong|not (?:right|true))";
const named =
  "(?:it's now|it's|it is|its|(?:she|he|it)(?:'s| is) (?:called|named)|(?:she|he|they)(?:'s| is|'re| are)|(?:her|his|its|the|their) name(?:'s| is))";
/** An opinion about it is not what it should be. */
const notOpinion =
  "(?!(?:fine|ok|okay|good|great|bad|nice|too|not|no|just|all|alright|nothing|enough|so|very|really|been|because|true|wrong|right|about|only|important|hard|easy|complicated|expensive|cheap|raining|late|early|over|done|here|there|gone|up|me|you|that|this|what|how|why|at|in|on|with|from|coming|going|getting|doing|busy|sick|asleep|ill|away|out|home|ready|fine|an? (?:joke|problem|shame|pity|mess|lot))\\b)";
const corrections = [
  pattern(
    `${wrong}[,.;:!]* (?:actually |now )?(?:${named} )(?:actually |now )?(?<words>.{1,120}?)`,
  ),
  pattern(`${wrong}[,.;:!]* (?:actually |now )?(?<words>(?:i'm|i am|my|i|we|our) .{1,120}?)`),
  pattern(
    `(?:no,? |actually,? |sorry,? )*${named} ${notOpinion}(?<words>[^,]{1,60}?),? (?:and )?not (?<old>[^,]{1,60}?)`,
  ),
  pattern(
    `(?:no,? |sorry,? )?not (?<old>[^, ]{1,40}),? (?:but |it's )?(?<words>(?!really|at all|now|today|yet)[^,]{1,40}?)`,
  ),
  pattern(
    `(?:it|that|she|he) (?:isn't|is not|wasn't) (?<old>[^, ]{1,40}),? ${named} (?<words>[^,]{1,40}?)`,
  ),
  pattern(
    `(?:sorry,? |no,? )?i (?:meant|mean|wanted to say) (?<words>(?!it|that|to|well|what|you)[^,]{1,40}?)`,
  ),
  pattern(`(?:no|nope),? ${named} (?:actually )?${notOpinion}(?<words>.{1,80}?)`),
  pattern(`${named} (?<words>(?-i:\\p{Lu})[\\p{L}'-]+),? (?:with|spelled|spelt) .{1,30}`),
  pattern(
    "(?:不对|不|错了|你?(?:记|说|搞|弄)错了|(?:已经)?不是了|不是的?|更正(?:一下)?|那是以前的?|(?:已经)?过时了|这个?不对)(?:[，,。！!]?不对)*[，,。！!]?(?:其实|现在)?(?:应该)?(?:是|叫|她叫|他叫|它叫|改成|换成)(?<words>(?![不吧吗否，,。！!]).{1,60}?)",
  ),
  pattern(
    "(?:不对|错了|你?(?:记|说|搞|弄)错了|(?:已经)?不是了|不是的|更正(?:一下)?|那是以前的?|(?:已经)?过时了)(?:[，,。！!]?不对)*[，,。！!]+(?:其实)?(?<words>我.{1,60}?)",
  ),
  pattern("(?:不是|不叫)(?<old>[^，,。]{1,20})[，,](?:而)?(?:是|叫)(?<words>[^，,。吗]{1,30}?)"),
  pattern("我(?:说|指|讲)的是(?<words>(?![不吧吗])[^，,。吗]{1,20}?)"),
  pattern(
    "(?:[她他它])?(?:是|叫)(?<words>[^，,。]{1,20})[，,](?:不是|不叫)(?<old>[^，,。吗]{1,20}?)",
  ),
];
const switches = [
  [
    pattern(
      `${please}(?:stop remembering(?: things)?(?: here)?|(?:turn|switch) (?:your )?memory off(?: here)?|(?:turn|switch) off (?:your )?memory(?: here)?|don't remember (?:anything|things) here)|(?:在这里|这里|这个对话)?(?:不要|别)(?:再)?记(?:住|录)?(?:我说的话|任何东西|东西|任何事)|关闭记忆|关掉记忆`,
    ),
    false,
  ],
  [
    pattern(
      `${please}(?:(?:turn|switch) (?:your )?memory (?:back )?on(?: here)?|(?:turn|switch) on (?:your )?memory(?: here)?|start remembering(?: again)?(?: here)?)|(?:打开|开启|恢复)记忆`,
    ),
    true,
  ],
] as const;

/** Read from a message that says nothing else. */
export function readMemoryRequest(text: string): MemoryRequest | undefined {
  const said = text.replaceAll("’", "'").trim();
  if (said.length > 200) return undefined;
  for (const [wanted, isOn] of switches) if (wanted.test(said)) return { kind: "switch", isOn };
  const all = forgetAll.exec(said);
  if (all !== null)
    return {
      kind: "forget_all",
      isSure: Object.values(all.groups ?? {}).some((sure) => sure !== undefined && sure !== ""),
    };
  return readForget(said) ?? readQuestion(said) ?? readCorrection(said);
}

function readQuestion(said: string): MemoryRequest | undefined {
  if (first(lists, said) !== undefined) return { kind: "list", about: null };
  if (first(sources, said) !== undefined) return { kind: "source", about: null };
  const known = first(listsAbout, said)?.groups?.["about"];
  if (known !== undefined) return { kind: "list", about: known };
  const told = first(sourcesAbout, said)?.groups?.["about"];
  return told === undefined ? undefined : { kind: "source", about: told };
}

function readCorrection(said: string): MemoryRequest | undefined {
  if (/[?？]|[吗呢]$/u.test(said)) return undefined;
  const found = first(corrections, said)?.groups;
  const words = found?.["words"];
  if (words === undefined) return undefined;
  return { kind: "correct", words, insteadOf: found?.["old"] ?? null };
}
