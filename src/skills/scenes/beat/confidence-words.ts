import { simplify } from "../../../language/text/traditional.ts";

/** From whom a text keeps something, in its own words. */
export interface Confidence {
  /** Words that may name the people who are not to hear or know. */
  readonly keptFrom: readonly string[];
  /** Anyone who is not spoken to is not to know: “don't tell anyone”, “between you and me”. */
  readonly isGeneral: boolean;
  /** Words that may name the people before whom it is said openly: “in front of Bob”. */
  readonly openTo: readonly string[];
}

const not =
  "(?:do not|(?<!\\bwhy )don['’]?t(?: you)?(?: (?:dare|ever))?|do n[o']t|never|not(?: going)? to|must(?: not|n['’]?t)|may not|can(?:not|['’]?t| not)|should(?: not|n['’]?t)|shall not|shan['’]?t|will not|won['’]?t|would(?: not|n['’]?t)|(?:have|has|had)(?: not|n['’]?t)|did(?: not|n['’]?t)|without|rather not|better not)(?: (?:ever|please|just|even|yet|you))*";
const who = "(?<who>[^,.!?;:\\n]{0,60}?)";
const end =
  '(?=\\s+(?:but|that|about|because|what|where|when|how|why|whether|if|until|yet|please|ok|okay|i|we|it|this)\\b|[,.!?;:\\n"”—]|\\s-|$)';
const learn =
  "(?:know|knows|knowing|hear|hears|hearing|overhear|see|find out|finds out|learn|learns|be told|get wind|catch|notice|noticing|suspect|realis\\w*|realiz\\w*)";
const secret =
  "(?:this|that|it|these|everything|(?:a|the|my|our|your|his|her|their|this|that|one)(?: \\w+)? (?:secrets?|truth|news|plans?|matter|thing|story))";

/** Each names in `who` the people from whom something is kept. */
const keeping: readonly RegExp[] = [
  `\\b${not} (?:go )?(?:tell(?:ing)?|told|inform(?:ing)?|warn(?:ing)?|alert(?:ing)?) ${who}${end}`,
  `\\b${not} (?:let(?:ting)?|want|wanting) ${who} (?:to )?${learn}\\b`,
  `\\b${not} let ${who} in on\\b`,
  `\\b${not} (?:say|saying|mention|repeat|reveal|disclose|confess|admit|breathe|whisper|betray|speak|talk|discuss|show)\\w*\\b[^,.!?;:\\n]{1,40}? (?:to|with|in front of|around|before) ${who}${end}`,
  `\\bnot (?:a|one|another|any) (?:single )?words? [^,.!?;:\\n]{0,20}?\\b(?:to|with|around) ${who}${end}`,
  `\\bbefore ${who} (?:hears|finds out|knows|learns|notices)\\b`,
  `\\b(?:keep|keeping|kept|hide|hiding|hid|conceal\\w*) ${secret} (?:\\w+ )?from ${who}${end}`,
  `\\b(?:keep|keeping|kept|leave|leaving) ${who} (?:out of (?:it|this|that)|in the dark)\\b`,
  `\\bout of ${who}['’]s? (?:earshot|hearing)\\b`,
  `\\bwithout ${who} (?:knowing|hearing|noticing|overhearing|finding out)\\b`,
  `\\bbehind ${who}['’]s? back\\b`,
].map((source) => new RegExp(source, "giud"));

/** Each names in `who` the people who do not know, or are not to know. */
const unknowing: readonly RegExp[] = [
  `(?:^|[,.!?;:\\n"“]|\\b(?:but|and|because|that|so)\\b)\\s*(?<who>[^,.!?;:\\n"“]{1,40}?) (?:must(?: not|n['’]?t)|must never|can(?:not|['’]?t| not| never)|should(?: not|n['’]?t| never)|may not|(?:is|are)(?: not|n['’]?t) (?:to|supposed to|allowed to)|won['’]?t|will (?:not|never)|needn['’]?t|need not|(?:does|do)(?: not|n['’]?t) (?:have|need) to) (?:ever )?${learn}\\b`,
  `(?:^|[,.!?;:\\n"“]|\\b(?:but|and|because|that|so)\\b)\\s*(?<who>[^,.!?;:\\n"“]{1,40}?) (?:does|do)(?: not|n['’]?t) (?:yet )?know (?:that|about|yet|it|this|i)\\b`,
  `\\b(?:rather|prefer|wish|better if)(?: that)? ${who} (?:did(?: not|n['’]?t)|never) ${learn}\\b`,
].map((source) => new RegExp(source, "giud"));

const no = "(?:no(?:body| ?one|-one)(?: else)?|none of (?:them|the others))";
const general: readonly RegExp[] = [
  /\bbetween (?:you and (?:me|i|us)|us|ourselves|the two of us)\b/iu,
  /\b(?:in (?:strict |the strictest )?confidence|strictly confidential|off the record|entre nous|(?:swear|sworn|swore)[^.!?\n]{0,20} to secrecy)\b/iu,
  /\b(?:our|your and my|a) (?:own |little )*secret between\b|\b(?:is|be|stays?|remains?) our (?:little )?secret\b|\bour little secret\b/iu,
  new RegExp(
    `\\bkeep(?:ing)? (?:${secret} )?(?:(?:a )?secret|confidential|private|under wraps|to (?:yourself|yourselves|ourselves))\\b|\\bcan you keep a secret\\b|\\bkeep (?:my|our|this|a|the) secret\\b`,
    "iu",
  ),
  /\b(?:promise|swear|vow)\b[^.!?\n]{0,30}\b(?:not to|won['’]?t|will not|never(?: to)?|you['’]ll never) (?:tell|say|repeat|breathe|speak|talk|mention|reveal)\b/iu,
  new RegExp(`\\b(?:tell|say (?:it |this |that )?to|show) ${no}\\b`, "iu"),
  new RegExp(
    `\\b${no} (?:must|can|may|should|is to|will|needs to|has to|gets to) (?:ever )?${learn}\\b`,
    "iu",
  ),
  new RegExp(`\\b(?:so (?:that )?|where )(?:only \\S+|${no}) (?:can |will )?hears?\\b`, "iu"),
  /\bmum['’]s the word\b|\bnot a word of this\b/iu,
];

const anyone =
  /\b(?:any(?:one|body)|every(?:one|body)|(?:the )?others?|(?:the )?rest|a (?:living )?soul|people|the group)\b/iu;

const neg =
  "(?:别|不要|不许|不准|不能|不可以|不可|不得|不必|不用|不该|不应该|不想|不愿意?|不会|切勿|勿|莫|甭|休要|还?没有?|绝不|决不)(?:再|去|先|又|能|要|可|轻易|随便|随意|偷偷|直接|马上|现在|说漏嘴)*";
const wer = "(?<who>[^，。！？：；、,.!?:;\\n\\s]{1,16}?)";
const known = "(?:知道|晓得|知晓|得知|听见|听到|听去|听了?去|发现|看见|看出|察觉|起疑)";
const keepingZh: readonly RegExp[] = [
  `${neg}(?:把[^，。！？：；\\n]{1,15}?)?(?:告诉|告知|通知|透露给|泄露给|说给|讲给|转告)(?<who>[^，。！？：；,.!?:;\\n\\s]{1,16})`,
  `${neg}(?:让|叫|给|被|想让)${wer}${known}`,
  `${neg}(?:把[^，。！？：；\\n]{1,15}?)?(?:跟|对|和|向|同|与)${wer}(?:再|去|乱|瞎|多)?(?:说(?!话|笑|谎)|讲(?!和)|提|透露|泄露|声张|坦白)`,
  `${neg}(?:当[着著]|在)${wer}的?(?:面前?|跟前)`,
  `(?:[瞒瞞][着著住过]?|背[着著]|避开)${wer}(?=[，。！？：；,.!?:;\\n\\s做说干去来行告偷]|$)`,
  `(?:不让|别让|免得|不想让|省得)${wer}(?:听|${known})`,
].map((source) => new RegExp(source, "giud"));

const unknowingZh: readonly RegExp[] = [
  `(?:^|[，。！？：；,.!?:;\\n\\s“「])(?:但是?|可是?|因为|千万)?${wer}(?:还|都|并|绝|千万|可)?(?:不能|不该|不可以|不可|不许|不准|不必|不用|不应该|别|不会)(?:听|${known})`,
  `(?:^|[，。！？：；,.!?:;\\n\\s“「])(?:但是?|可是?|因为)?${wer}(?:还|都|并)?不知道(?=这|我|咱|你我|呢|[，。！？：；,.!?:;\\n”]|$)`,
].map((source) => new RegExp(source, "giud"));

const generalZh: readonly RegExp[] = [
  /保密|守口如瓶|你知我知|天知地知|不足为外人道/u,
  new RegExp(
    `${neg}(?:往外|到处|四处|出去)?(?:把[^，。！？：；\\n]{1,15}?)?(?:说出去|说出来|讲出去|外传|外泄|声张|走漏|传出去|传开|泄露|乱说|往外说|到处说)`,
    "u",
  ),
  /(?:只有|就|只)(?:有)?(?:你我|你和我|我和你|我们|咱们|咱)(?:俩|两个人?|二人)?(?:之间)?(?:知道|晓得)/u,
  /(?:你我|我们|咱们|咱|你和我)(?:俩|两个人?|二人)?(?:之间)?的(?:小)?秘密|(?:咱俩|咱们俩?|你我|我们俩|我们两个)知道就(?:行|好|够|可以)|(?:你我|我们俩?|咱们?俩?|你和我)之间(?:说|的事|知道)|这(?:是|个)(?:个)?秘密/u,
  /(?:答应|保证|发誓)[^。！？\n]{0,8}(?:别|不要|不会|不|绝不)(?:能|再)?(?:说|讲|告诉|透露|提)/u,
  /(?:谁|任何人|别人)(?:也|都)?(?:别|不要|不许|不能|不准|不得)(?:说|讲|告诉|提|知道)/u,
];
const anyoneZh = /别人|他人|旁人|外人|其他人|其余|任何人|任何|大家|所有人|众人|第三个人/u;
/** Someone whom the context tells; as a subject it is mostly someone else. */
const pronoun = /\b(?:them|him|her)\b|[他她]|谁|人家/iu;

const open: readonly RegExp[] = [
  /(?<head>[^.!?;:\n]{0,50}?)\bin front of (?<who>[^,.!?;:\n]{1,40})/giu,
  /(?<head>[^。！？：；\n]{0,12}?)当[着著](?<who>[^，。！？：；\n]{1,12}?)的?面/gu,
];
const negated = new RegExp(`\\b${not}\\b|\\bnot\\b|\\bnever\\b|${neg}`, "iu");

/** Undefined where nothing is kept from anyone. */
export function findConfidence(prose: string): Confidence | undefined {
  const text = prose.normalize("NFKC").replaceAll("’", "'");
  const simple = simplify(text);
  // Names are kept as they were written.
  const said = simple.length === text.length ? text : simple;
  const read = (pattern: RegExp): string[] =>
    [...simple.matchAll(pattern)].flatMap(({ indices }) => {
      const at = indices?.groups?.["who"];
      return at === undefined ? [] : [said.slice(...at)];
    });
  const untold = [...keeping, ...keepingZh].flatMap(read);
  const keptFrom = [...untold, ...[...unknowing, ...unknowingZh].flatMap(read)];
  const isGeneral =
    [...general, ...generalZh].some((pattern) => pattern.test(simple)) ||
    keptFrom.some((words) => anyone.test(words) || anyoneZh.test(simplify(words))) ||
    untold.some((words) => pronoun.test(words));
  if (keptFrom.length === 0 && !isGeneral) return undefined;
  const openTo = open.flatMap((pattern) =>
    [...said.matchAll(pattern)]
      .filter(({ groups }) => !negated.test(groups?.["head"] ?? ""))
      .map(({ groups }) => groups?.["who"] ?? ""),
  );
  return { keptFrom, isGeneral, openTo };
}

/** “in front of everyone”, 当着大家的面. */
export const isBeforeAll = (words: string): boolean =>
  /\b(?:everyone|everybody|all of (?:them|you|us)|them all|the others|the whole)\b|大家|所有人|众人|各位|别人/iu.test(
    words,
  );
