import type { Clause } from "../text/clauses.ts";
import { completeCue } from "../lexicon/cues.ts";
import type { Mention } from "./friends.ts";
import { chain, type Invitation } from "./invitations.ts";
import type { Reading } from "../reading.ts";
import { isTimed } from "../times/timed.ts";
import type { Span } from "../text/titles.ts";

/** What ties a name to what is done together. */
const ties = {
  zh: /[跟和与同]\s*$/,
  en: /\bwith\s+$|^\s*meet(?:\s+up)?\s+$/,
} as const;

/** A statement, a question or a denial. A wish to do it is none of these. */
const talks = {
  zh: /[我你您他她它咱谁们了着没不别是的吗呢么?？]|过(?=$|[\s了的])|昨|刚|已经|正在|什么|怎么|^.{15}/,
  en: /\?|\b(?:i|i'm|i've|i'll|he|she|they|we|we're|it|it's|you|who|what|when|why|how|where|is|are|was|were|be|been|has|had|have|having|do|does|did|will|would|could|should|might|may|must|never|not|no|if|because|\w+n't|said|says|told|asked)\b|^\s*(?!meeting\b)\w+ing\b|(?:\S+\s+){6}\S/,
} as const;

const wishes =
  /^\s*(?:(?:我想要?|想要?|帮我|请|麻烦)|(?:i'd like|i would like|i want|i wanna|i'd love|can we|could we|shall we|let's|please)(?:\s+to)?\b)/;
const polite =
  /^[\s\p{P}]*(?:请|谢谢|多谢|拜托|please|pls|thanks?|thank you|ok|okay|好|hey|hi)?[\s\p{P}]*$/u;

/**
 * "lunch with Oliver tomorrow at 12:30", "明天下午三点和张三一起看展": something with a friend at a
 * time, and no word that says what is to be done about it. It may be a wish, and is asked about.
 */
export function companyIn(reading: Reading, mentions: readonly Mention[]): Invitation | undefined {
  const { prepared, live, phrases, triggers, gates } = reading;
  const { text, language, hasQuote } = prepared;
  if (triggers.length > 0 || gates.length > 0 || hasQuote || !phrases.some(isTimed))
    return undefined;
  if (phrases.some(({ past, negated }) => past === true || negated === true)) return undefined;
  for (const clause of live) {
    const first = mentions.find(
      ({ at, end }) =>
        at >= clause.at &&
        end <= clause.end &&
        ties[language].test(text.slice(clause.at, at).replace(wishes, "")),
    );
    if (first === undefined) continue;
    const all = chain(text, mentions, first.at);
    const others = live.filter((other) => other !== clause);
    if (others.some((other) => !polite.test(left(reading, other, [])))) return undefined;
    const wished = wishes.exec(clause.text)?.[0].length ?? 0;
    const rest = left(reading, { ...clause, at: clause.at + wished }, all);
    const isTold = talks[language].test(rest) || (language === "en" && completeCue.en.test(rest));
    const verb = { at: clause.at, end: clause.at + wished };
    return isTold || !/\p{L}{2}/u.test(rest) ? undefined : { verb, mentions: all, isUnsure: true };
  }
  return undefined;
}

/** A clause without its times and names. */
const left = (
  { prepared: { text }, phrases }: Reading,
  { at, end }: Clause,
  names: readonly Span[],
): string =>
  [...phrases, ...names]
    .filter((span) => span.at >= at && span.end <= end)
    .toSorted((a, b) => b.at - a.at)
    .reduce(
      (rest, span) => `${rest.slice(0, span.at - at)} ${rest.slice(span.end - at)}`,
      text.slice(at, end),
    );
