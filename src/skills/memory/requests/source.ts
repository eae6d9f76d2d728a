import { firstMatch, pattern, please } from "./pattern.ts";

/** Where a memory comes from. */
export interface SourceRequest {
  readonly kind: "source";
  readonly about: string | null;
}

/** Who, how, where, when: what is asked of a source, in the parts of which such questions are made. */
const asker = {
  en: "(?:and )?(?:who|how|how come|where|when|since when|why|how long|from whom|by whom)(?:'d|'s| was it| is it| is)?(?: that)?",
  zh: "(?:是)?(?:谁|怎么会?|咋|从哪[里儿]?|打哪儿|在哪[里儿]?|从?什么时候(?:开始|起)?|啥时候|哪天|何时|凭什么|为什么|为啥|听谁)",
};
const knew =
  "(?:do|did|have|had|can|could|come|would)? ?(?:i|you)?(?:'d|'ve)?(?: (?:ever|first|last|really|actually))* ?(?:know|known|knew|hear|heard|get|got|learn(?:ed|t)?|find (?:that |this |it )?out|found (?:that |this |it )?out|say|said|says|tell you|told you|mention(?:ed)?|talk(?:ed)? to you|think|believe|assume|claim)(?: (?:to )?you)?(?: from)?";
const didI =
  "(?:did|have) i (?:ever |really |actually )*(?:tell|told|say|said|mention|mentioned)(?: (?:to )?you)?";
const askedEn = `(?:${asker.en} ${knew}|what makes you (?:think|say|believe|know|assume)|${didI})`;
const pointed =
  "(?: (?:that|this|it|so|these things|about (?:that|it|this|me)|from|for sure|this about me|that about me|all (?:that|this)))*";
const you = "(?:你|您)?(?:是|又|都|到底|还|这么|那么)*";
const me = "我?(?:可|真的?|是|有)*";
const toYou = "(?:跟|和|对|给|告诉)?(?:你|您)?(?:是)?";
const verb =
  "(?:知道|晓得|得知|听说|听来|了解|记得|告诉|说|讲|提|认为|觉得|确定)(?:起|到|过)?(?:的|我|你)?";
const thing = "(?:这个|这事儿?|这些|这件事|这话|这|那个|那件事|它)?(?:是|你)?";
const ending = "(?:的|了|过|呀|啊|呢|吗|这个|这件事|这事|这些|这话)*";
const sources = [
  pattern(`${please}${askedEn}${pointed}`),
  pattern(
    `${please}(?:says who|who says (?:so|that)|since when|where(?: does|'s| is| did|'d) (?:that|this|it) (?:come )?from|who(?:'s| is) that from|i (?:never|didn't|did not) (?:tell|told|say|said)(?: you)?${pointed},?(?: did i)?|who did you (?:get|hear|learn) (?:that|this|it) from)`,
  ),
  pattern(`${thing}${you}${me}${asker.zh}${you}${me}${toYou}${verb}${ending}${thing}`),
  pattern(`${thing}${me}${toYou}(?:说|讲|提)(?:过|起过)(?:这个|这件事|这事)?(?:吗|么)`),
  pattern(`${thing}(?:我)?(?:可)?(?:没有?|从来没)${toYou}(?:说|讲|提)过(?:这个|这件事)?吧?`),
  pattern("(?:这|那|它)?(?:是)?(?:从)?哪[里儿]?来的|谁说的|你听谁说的"),
];
const speaker = "(?=.*\\b(?:i|i'm|i've|my|me|we|our|us)\\b)";
const sourcesAbout = [
  pattern(`${please}${askedEn} (?:that |about |of )?${speaker}(?<about>.{2,80}?)(?: from)?`),
  pattern(
    `${please}(?:who told you|how (?:do|did) you know|when did i (?:tell you|talk to you)|since when (?:do|have) you (?:know|known)) about (?<about>.{2,80}?)`,
  ),
  pattern(`${you}${asker.zh}${you}${toYou}${verb}(?<about>我.{1,40}?)的?`),
  pattern(`(?:${you})?${asker.zh}(?:告诉|跟|对|和)(?:你)(?:说|讲)?(?:过)?(?<about>我?.{2,40}?)的?`),
  pattern(
    `我${asker.zh}${toYou}(?:说|讲|提)(?:过|起)?(?:的)?(?<about>(?:我|关于)?.{1,40}?)(?:的事情?|这件事)?的?`,
  ),
  pattern(`我${asker.zh}(?:告诉)(?:过)?你(?<about>我?.{1,40}?)的?`),
  pattern(`我(?:有|是不是)?(?:跟|和|对)你(?:说|讲|提)过(?<about>我.{1,40}?)(?:的事情?)?吗`),
  pattern(
    `(?<about>我[^，,。]{1,14}?)(?:这件事|这事)?${you}(?:谁告诉你|怎么知道|谁说|听谁说|谁跟你说|什么时候知道)的?`,
  ),
];
export function readSource(said: string): SourceRequest | undefined {
  if (firstMatch(sources, said) !== undefined) return { kind: "source", about: null };
  const told = firstMatch(sourcesAbout, said)?.groups?.["about"];
  return told === undefined ? undefined : { kind: "source", about: told };
}
