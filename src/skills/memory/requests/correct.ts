import { firstMatch, pattern } from "./pattern.ts";

/** Something is wrong; where it says what, `insteadOf` is that: “Maya, not Mia”. */
export interface CorrectRequest {
  readonly kind: "correct";
  readonly words: string;
  readonly insteadOf: string | null;
  /** “She is called …”: what is corrected is a name. */
  readonly isNaming: boolean;
  /** “She's …”: what is corrected is not of the speaker. */
  readonly ofOther: boolean;
}

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
    `(?:no,? )?(?:(?:it|that|she|he) (?:isn't|is not|wasn't)|(?:it|that|she|he)'s not) (?<old>[^,]{1,40}),? (?:but )?${named} (?<words>(?!.*\\b(?:today|now)$)[^,]{1,40}?)`,
  ),
  pattern(
    `(?:no,? )?that's not (?:my|our|her|his) [a-z ]{2,20}[,.;]+ (?<words>(?:i'm|i am|my|i|it's) .{1,60}?)`,
  ),
  pattern(`(?:a )?(?:small )?correction[:,]? (?<words>.{2,120}?)`),
  pattern(
    `(?:no,? |actually,? )?(?:it|that) (?:should|must|ought to) (?:be|say|read) (?<words>[^,]{1,60}?)(?:,? (?:and )?not (?<old>[^,]{1,40}?))?`,
  ),
  pattern(`(?:no,? |actually,? )?make (?:that|it) (?<words>[^,]{1,40}?),? not (?<old>[^,]{1,40}?)`),
  pattern(
    `(?:sorry,? |no,? )?i (?:meant|mean|wanted to say) (?<words>(?!it|that|to|well|what|you)[^,]{1,40}?)(?:,? (?:and )?not (?<old>[^,]{1,40}?))?`,
  ),
  pattern(`(?:no|nope),? ${named} (?:actually )?${notOpinion}(?<words>.{1,80}?)`),
  pattern(`${named} (?<words>(?-i:\\p{Lu})[\\p{L}'-]+),? (?:with|spelled|spelt) .{1,30}`),
  pattern(
    "(?:不对|不|错了|你?(?:记|说|搞|弄)错[了啦]|(?:已经)?不是了|不是的?|更正(?:一下)?|那是以前的?|(?:那个?|这个?)?(?:已经)?过时了|这个?不对)(?:[，,。！!]?不对)*[，,。！!]?(?:其实|现在)?(?:应该)?(?:是|叫|她叫|他叫|它叫|改成|换成)(?<words>(?![不吧吗否，,。！!]).{1,60}?)",
  ),
  pattern(
    "(?:不对|错了|你?(?:记|说|搞|弄)错[了啦]|(?:已经)?不是了|不是的|更正(?:一下)?|那是以前的?|(?:那个?|这个?)?(?:已经)?过时了)(?:[，,。！!]?不对)*[，,。！!]+(?:其实)?(?<words>我.{1,60}?)",
  ),
  pattern(
    "(?:[她他它这那])?(?:不是|不叫)(?<old>[^，,。]{1,20})[，,](?:而)?(?:是|叫)(?<words>[^，,。吗]{1,30}?)",
  ),
  pattern(
    "我(?:(?:说|指|讲)的?是|是(?:说|指))(?<words>(?![不吧吗])[^，,。吗]{1,20}?)(?:[，,](?:不是|不叫)(?<old>[^，,。吗]{1,20}?))?",
  ),
  pattern(
    "(?:其实)?应该(?:是|叫)(?<words>(?![不吧吗])[^，,。吗]{1,30}?)(?:[，,](?:不是|不叫)(?<old>[^，,。吗]{1,20}?))?",
  ),
  pattern(
    "(?:[她他它])?(?:现在)?(?:是|叫)(?<words>[^，,。]{1,20})[，,](?:已经)?(?:不是|不叫)(?<old>[^，,。吗]{1,20}?)",
  ),
];
export function readCorrection(said: string): CorrectRequest | undefined {
  if (/[?？]|[吗呢]$/u.test(said)) return undefined;
  const found = firstMatch(corrections, said)?.groups;
  const words = found?.["words"];
  if (words === undefined) return undefined;
  const before = said.slice(0, said.lastIndexOf(words));
  return {
    kind: "correct",
    words,
    insteadOf: found?.["old"] ?? null,
    isNaming: /\b(?:called|named|name)\b|叫/iu.test(before),
    ofOther: /\b(?:she|he|they|her|his|their)\b|[她他它]/iu.test(before),
  };
}
