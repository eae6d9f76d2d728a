import { clauseAt } from "../text/clauses.ts";
import type { Reading } from "../reading.ts";
import type { Span } from "../text/titles.ts";

/** Between a negation and its verb: whom, how and when, and never what. */
const between = {
  en: String.raw`(?:\s+(?:you|ever|please|even|just|try|trying|to|want|wish|need|have|dare|go|going|gonna|about|and|let|anyone|anybody|them|actually|really|accidentally|mean|ask|asked|tell|told|allowed|supposed|again|me|us))*\s+`,
  zh: String.raw`(?:再|去|给我?|帮我?|替我|[把将][^,，。;；!！?？]{0,24}?|乱|随便|随意|误|都|全|轻易|擅自|自己|自动|偷偷|不小心|急着|马上|现在|又|真|让你?|叫你?|说要?|要|想|你|您|我|它|掉|\s)*`,
} as const;

/** "why don't you" and "能不能" ask for it. */
const negation = {
  en: String.raw`\b(?:(?<!why )(?:(?:do|does|did|must|should|would|need)n['’]?t|(?:ca|could|wo)n['’]?t(?! you\b)|do not|not|never|cannot)|rather than|no need to)`,
  zh: String.raw`(?:(?<![分特个区级告道送离])别|(?<!要)不要|(?<!用)不用|(?<!能)不能|(?<!可)不可以?|(?<!想)不想|(?<!会)不会|(?<!需要)不需要|不必|不许|不准|不该|不应该?|不打算|没有?|勿|莫|甭|禁止|(?<![能要可用想会得删消是])不)`,
} as const;

const denied = {
  en: new RegExp(`${negation.en}${between.en}$`),
  zh: new RegExp(`${negation.zh}${between.zh}$`),
} as const;

/** "please don't drop that", "别把它删了": the verb is said, and its opposite is meant. */
export function isDenied({ prepared: { text, language }, live }: Reading, cue: Span): boolean {
  const from = clauseAt(live, cue.at)?.at ?? 0;
  return denied[language].test(text.slice(Math.max(from, cue.at - 80), cue.at));
}
