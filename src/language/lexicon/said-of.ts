import { clauseAt } from "../text/clauses.ts";
import { people } from "./gates.ts";
import type { Reading } from "../reading.ts";
import { stems } from "../text/stems.ts";
import { generic } from "../dialogue/targets.ts";
import type { Span } from "../text/titles.ts";

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
 * "The insulin made me drop the ball": a title that stands beside the verb and is not what the verb
 * is said of.
 */
export function isSaidOfAnother(
  { prepared, live, phrases, mentions }: Reading,
  cue: Span,
  title: string,
): boolean {
  const home = clauseAt(live, cue.at);
  if (prepared.language !== "en" || home === undefined) return false;
  const verb = prepared.text.slice(cue.at, cue.end).trim();
  if (reminding.test(verb)) return false;
  const after = [...phrases, ...mentions]
    .filter(({ at, end }) => at >= cue.end && end <= home.end)
    .reduce(
      (rest, { at, end }) => rest.slice(0, at) + " ".repeat(end - at) + rest.slice(end),
      prepared.text.slice(0, home.end),
    )
    .slice(cue.end);
  if (somebody.test(after) || (mayStandApart.test(verb) && apart.test(after))) return true;
  const object = after.slice(0, opens.exec(after)?.index).replaceAll(generic.en, " ");
  const words = stems(object).filter((word) => !anything.test(word));
  return words.length > 0 && !words.some((word) => stems(title).includes(word));
}

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
