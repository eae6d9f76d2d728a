import { clauseAt } from "../text/clauses.ts";
import { people } from "./zh/vocabulary.ts";
import type { Reading } from "../reading.ts";
import { stems } from "../text/stems.ts";
import { generic as enGeneric } from "./en/targets.ts";
import { generic as zhGeneric } from "./zh/targets.ts";
import type { Span } from "../text/titles.ts";
import { simplify } from "../text/traditional.ts";
import { markWords } from "../intents/marked-words.ts";
import { isTaleIn, isUnrealOrTold, requestsIn } from "./wish-words.ts";

/** Opens something else behind an object: "clear my head before the flight". */
const opens =
  /\b(?:before|after|because|since|while|when|where|who|which|that|so|and|then|but|for|from|with|without|in|on|at|to|of|by|as|during|until|till|like|than|into|onto|over|under|about|off|out|due)\b/;

/** Behind these a verb means something else: "drop off the kids", "clear up". */
const apart = /^\s*(?:off|by|in|into|out|up|over|through|to|ahead|around|down|of)\b/;
const mayStandApart = /^(?:drop|clear|skip|kill|scratch|scrap|dismiss)$/;
const reminding = /remind|wak|ping|nudg/;
const somebody = /^\s*(?:me|him|her|us|them|you|myself|everyone)\b/;
const anything =
  /^(?:everything|all|things?|stuff|rest|whole|entire|next|first|second|both|anything|plans?|entry|entries|meet|appointment|event|call|date|invit|invitation)$/;

/**
 * "The insulin made me drop the ball", 听说他们取消了补贴: a title that stands beside the verb and is
 * not what the verb is said of, or not by the person. A clause that says nothing but the request is
 * theirs; any other has to be free of tales, of strangers before the verb and of strange objects.
 */
export function isSaidOfAnother(reading: Reading, cue: Span, title: string): boolean {
  const home = clauseAt(reading.live, cue.at);
  if (home === undefined) return false;
  const { text } = reading.prepared;
  const marked = markWords(text, { titles: [title] });
  if (requestsIn(marked, "cancel").length + requestsIn(marked, "complete").length > 0) return false;
  if (isTaleIn(marked) || isUnrealOrTold(home.text, [title])) return true;
  if (hasStranger(reading, { home, cue, title })) return true;
  return reading.prepared.language === "en" && isOfAnotherObject(reading, { home, cue, title });
}

interface Place {
  readonly home: Span;
  readonly cue: Span;
  readonly title: string;
}

/** Words before the verb that neither ask nor name: "the court ruled to delete". */
function hasStranger(
  { prepared, phrases, mentions }: Reading,
  { home, cue, title }: Place,
): boolean {
  const before = [...phrases, ...mentions]
    .filter(({ at, end }) => at >= home.at && end <= cue.at)
    .reduce(
      (rest, { at, end }) => rest.slice(0, at) + " ".repeat(end - at) + rest.slice(end),
      prepared.text.slice(0, cue.at),
    )
    .slice(home.at)
    .replaceAll("\ue000", " ");
  if (prepared.language === "zh") {
    const own = simplify(title.toLowerCase());
    const rest = before.replaceAll(zhGeneric, "").replaceAll(spoken, "");
    const unnamed = Array.from(before)
      .filter((sign) => !own.includes(sign))
      .join("");
    // 取消了 before its object is a report, and so is another person before it.
    const isReport =
      rest.trim() !== "" && /^[了过](?!吧|$|[,，。!！\s])/.test(prepared.text.slice(cue.end));
    if (isReport || strangers.test(unnamed)) return true;
    return (
      Array.from(rest).filter((sign) => /\p{Script=Han}/u.test(sign) && !own.includes(sign))
        .length > 2
    );
  }
  if (/\b(?:plan|idea|decision|vote|attempt|way|right|law|bill|push) to\s*$/.test(before))
    return true;
  const known = new Set(stems(title));
  return stems(before.replaceAll(enGeneric, " ")).some(
    (word) => !known.has(word) && !asking.test(word) && !anything.test(word),
  );
}

const strangers = new RegExp(
  `(?:^|[今明后天])\\s*(?:我的?)?${people}|${people}(?:说|让|叫|要|想|的)`,
);
const spoken =
  /不得不|只好|只能|[嗯哦噢诶喂好行对今明后早晚上下午中夜点半分每天周日月号第次个条一二两三四五六七八九十]/gu;
const asking =
  /^(?:like|love|think|gues|let|u|kindly|go|ahead|might|should|must|ought|better|maybe|probably|really|never|mind|nvm|ay|i'd|i'll|i've|we'll|we've|you'd|d|ll|re|s|t|m|ve|hi|hello|cool|great|right|because|since|then|simply|finally|hm|hmm|uh|she's|doesn|don|won|can't|cannot|didn|by|way|btw|plz|kind|favour|favor|sure|thank|today|tomorrow|tonight|more|only|everyth|as|already|altogether|completely|entirely|just|soon|instead|again|yet|too|well|either|anymore|forever|once|also)$/;

function isOfAnotherObject(
  { prepared, phrases, mentions }: Reading,
  { home, cue, title }: Place,
): boolean {
  const known = stems(title);
  const verb = prepared.text.slice(cue.at, cue.end).trim();
  if (reminding.test(verb)) return false;
  const after = [...phrases, ...mentions]
    .filter(({ at, end }) => at >= cue.end && end <= home.end)
    .reduce(
      (rest, { at, end }) => rest.slice(0, at) + " ".repeat(end - at) + rest.slice(end),
      prepared.text.slice(0, home.end),
    )
    .slice(cue.end);
  if (isAimedElsewhere(verb, after)) return true;
  // "Rent is paid out of taxes": what is done with it stands behind the verb.
  const isBefore = stems(prepared.text.slice(home.at, cue.at)).some((word) => known.includes(word));
  const said = contentIn(after);
  if (isBefore && said.some((word) => !known.includes(word))) return true;
  const words = contentIn(after.slice(0, opens.exec(after)?.index));
  // "the insulin patent" is a patent, and "culture reached insulin" a statement.
  const at = words.findIndex((word) => known.includes(word));
  return words.length > 0 && (at === -1 || at > 1 || !known.includes(words.at(-1) ?? ""));
}

/** "drop me a line", "drop off the kids", "cancelled by the airline". */
const isAimedElsewhere = (verb: string, after: string): boolean =>
  somebody.test(after) ||
  (mayStandApart.test(verb) && apart.test(after)) ||
  /^\s*by\s+(?:my|the|his|her|our|their|a)\b/.test(after);

/** Words that name something. */
const contentIn = (text: string): string[] =>
  stems(text.replaceAll(enGeneric, " ")).filter(
    (word) => !anything.test(word) && !asking.test(word),
  );

const others = {
  en: /\b(?!(?:i|you|u|we|to|please|and|just|then|now|also|so|well|ok|okay|yes|no|hey|hi|maybe)\b)[a-z']+\s+(?:just |also |now |maybe |probably |really |always |already )*(?:will|might|may|would|could|is going to|are going to|wants? (?:(?:me|us) )?to|decided to|had to|tried to|(?:asked|told|tells|asks|begged|made|makes|advised|got|lets?) (?:me|us|him|her|them)(?: to)?|(?:said|says|wrote|thinks|thought)(?: that)?(?: (?:i|we|you) (?:should|could|can|have to|must))?(?: to)?|never|used to|forgot to)\s+(?:just |also )?$/,
  zh: new RegExp(
    String.raw`(?:${people}|[小老阿][\u4e00-\u9fff])(?:今天|昨天|刚才|刚刚?|又|已经|都|也|还|一直|总是?)*(?:说|让|叫|要|想|打算|准备|建议|劝|可能|会|问)(?:要|我|你|您|咱们?|大家|不如|可以|把[^,，。]{0,12})*\s*$`,
  ),
} as const;

/** "My boss wants to cancel it", "小王说取消": another person does it, or says it. */
export function isOthersAct({ prepared, live }: Reading, cue: Span): boolean {
  const home = clauseAt(live, cue.at);
  return home !== undefined && others[prepared.language].test(prepared.text.slice(home.at, cue.at));
}
