/** What a message asks about the memory itself. */
export type MemoryRequest =
  | { readonly kind: "list"; readonly about: string | null }
  | { readonly kind: "source"; readonly about: string | null }
  | { readonly kind: "forget"; readonly about: string | null; readonly nth: number | null }
  | { readonly kind: "forget_all"; readonly isSure: boolean }
  | { readonly kind: "correct"; readonly words: string }
  | { readonly kind: "switch"; readonly isOn: boolean };

const end = String.raw`[\s.!?。！？]*$`;
const pattern = (source: string): RegExp => new RegExp(`^(?:${source})${end}`, "iu");
const please = "(?:please |pls |hey,? |ok,? |so,? )?";

const lists = [
  pattern(
    `${please}(?:what|which things) (?:do|did) you (?:know|remember|have on record|have stored) (?:about|of) me(?: so far)?`,
  ),
  pattern(
    `${please}what have (?:i told you|you (?:remembered|learned|learnt)) about (?:me|myself)`,
  ),
  pattern(
    `${please}(?:show|list|tell) me (?:everything |all |what )?(?:that )?you (?:know|remember) about me`,
  ),
  pattern(`${please}(?:show|list) (?:me )?(?:your|my) memor(?:y|ies)(?: of me)?`),
  pattern(
    "(?:那)?你(?:都|还)?(?:知道|记得|了解|记住了?)(?:关于)?我(?:的)?(?:哪些|什么|些什么|啥|多少)(?:事情?|东西|信息)?",
  ),
  pattern(
    "(?:关于我)?你(?:都|还)?(?:知道|记得|记住了?)(?:我的?)?(?:哪些|什么|些什么|啥)(?:事情?|东西)?",
  ),
  pattern("(?:列出|看看|显示)(?:一下)?(?:你)?(?:记住的|关于我的记忆|我的记忆|你的记忆)"),
];
const listsAbout = [
  pattern(`${please}what do you (?:know|remember) about (?:my )?(?<about>[^?.!]{2,60}?)`),
  pattern(
    "(?:关于)?我的?(?<about>[\\p{Script=Han}\\w]{1,12})你(?:都)?(?:知道|记得)(?:什么|些什么|啥|哪些)",
  ),
];
const sources = [
  pattern(
    `${please}(?:who told you(?: that| this| about (?:that|it))?|how do you know(?: that| this| about (?:that|it))?|where did you (?:hear|get|learn) that(?: from)?|since when(?: do you know(?: that)?)?|when did i (?:say|tell you)(?: that| so)?|why do you (?:know|think)(?: that)?)`,
  ),
  pattern(
    "(?:这|这个|这事|那)?(?:是)?谁(?:告诉|跟)你(?:说)?的?|你(?:是)?(?:怎么|从哪里?|从哪儿)知道的?(?:这个|这事)?|(?:我)?(?:是)?什么时候(?:跟你|告诉你?)?说的|你什么时候知道的",
  ),
];
const sourcesAbout = [
  pattern(
    `${please}(?:who told you|how do you know|when did i (?:say|tell you)) (?:that |about )(?<about>.{3,80}?)`,
  ),
  pattern("(?:谁告诉你|你怎么知道)(?<about>我?.{2,40}?)的?"),
];
const forgetThat = pattern(
  `${please}(?:forget (?:about )?(?:that|it|this)(?: again)?|(?:delete|remove|erase) that(?: memory| from your memory)?|don't remember (?:that|this))|(?:把)?(?:这个|这件事|这条|那个|那件事|那条|它)?(?:给我)?(?:忘掉|忘了|忘记|删掉|别记)(?:这个|这件事|这条|那个|那件事|它|吧|这事|了)*`,
);
const forgetNth = pattern(
  `${please}(?:forget|delete|remove|erase) (?:number |no\\.? ?|#)?(?<nth>\\d{1,2})|(?:忘掉|忘了|忘记|删掉|删除)第?(?<zh>\\d{1,2})(?:条|个)?|第(?<zh2>\\d{1,2})(?:条|个)(?:忘掉|忘了|删掉|删除)`,
);
const forgetAll = pattern(
  `${please}(?<sure>yes,? )?forget (?:everything|all)(?: (?:about|of) me| you know about me)?|(?<zhsure>是的?[，,]?|确定[，,]?|对[，,]?)?(?:把)?(?:忘掉|忘了|忘记|删掉|删除)(?:关于)?我?的?(?:一切|所有(?:事情?|记忆|东西)?|全部)|(?<zhsure2>是的?[，,]?|确定[，,]?|对[，,]?)?(?:把)?(?:关于我的|我的)(?:一切|所有|全部)(?:事情?|记忆|东西)?都?(?:忘掉|忘了|忘记|删掉|删除)`,
);
const forgetAbout = [
  pattern(
    `${please}(?:forget|delete what you know about|delete|remove|erase) (?:that |about |what i (?:said|told you) about |(?:the |that )?(?:one|thing|bit|part|memory|stuff) about )(?<about>.{2,80}?)`,
  ),
  pattern(
    "(?:把)?(?:我(?:说|告诉你)的?)?(?:关于)?(?<about>我[^，,。]{1,30}?)(?:这件事|的事|的?那[条个件](?:事|记忆)?)?(?:忘掉|忘了吧|忘记吧|删掉)",
  ),
  pattern(
    "(?:请)?(?:忘掉|忘了|忘记|删掉|删除)(?:关于|有关)?(?<about>我[^，,。]{1,30}?)(?:的事|那件事|这件事|的?那[条个](?:记忆)?|的记忆)(?:吧)?",
  ),
];
const corrections = [
  pattern(
    `(?:no,? )?(?:that's|that is|thats|this is) (?:wrong|not right|not true|incorrect|not correct|outdated|no longer true)[,.;:!]? (?:actually |now )?(?:it's|it is|its|it's now|i'm|i am|my|i) (?<words>.{1,120}?)`,
  ),
  pattern(`no,? (?:it's|it is|its) (?:actually )?(?<words>.{1,80}?)`),
  pattern(
    "(?:不对|错了|记错了|不是|说错了)[，,。！!]?(?:其实|现在)?(?:应该)?(?:是|叫|改成|换成)(?<words>.{1,60}?)",
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

const first = (patterns: readonly RegExp[], said: string): RegExpExecArray | undefined =>
  patterns.map((each) => each.exec(said)).find((found) => found !== null) ?? undefined;

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

function readForget(said: string): MemoryRequest | undefined {
  const nth = Object.values(forgetNth.exec(said)?.groups ?? {}).find((each) => each !== undefined);
  if (nth !== undefined) return { kind: "forget", about: null, nth: Number(nth) };
  if (forgetThat.test(said)) return { kind: "forget", about: null, nth: null };
  const about = first(forgetAbout, said)?.groups?.["about"];
  return about === undefined ? undefined : { kind: "forget", about, nth: null };
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
  const words = first(corrections, said)?.groups?.["words"];
  return words === undefined ? undefined : { kind: "correct", words };
}
