import type { Clause } from "../text/clauses.ts";
import { completeCue } from "../lexicon/cues.ts";
import type { Mention } from "./friends.ts";
import { chain, type Invitation } from "./invitations.ts";
import type { Reading } from "../reading.ts";
import { isTimed } from "../times/timed.ts";
import type { Span } from "../text/titles.ts";
import * as enWords from "../lexicon/en/company.ts";
import * as zhWords from "../lexicon/zh/company.ts";
import { wordsOf } from "../lexicon/words.ts";
import { twoLetters } from "../text/characters.ts";

const lexicon = wordsOf(zhWords, enWords);

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
        lexicon[language].ties.test(text.slice(clause.at, at).replace(lexicon.both.wishes, "")),
    );
    if (first === undefined) continue;
    const all = chain(text, mentions, first.at);
    const others = live.filter((other) => other !== clause);
    if (others.some((other) => !lexicon.both.polite.test(left(reading, other, []))))
      return undefined;
    const wished = lexicon.both.wishes.exec(clause.text)?.[0].length ?? 0;
    const rest = left(reading, { ...clause, at: clause.at + wished }, all);
    const isTold =
      lexicon[language].talks.test(rest) || (language === "en" && completeCue.en.test(rest));
    const verb = { at: clause.at, end: clause.at + wished };
    return isTold || !twoLetters.test(rest) ? undefined : { verb, mentions: all, isUnsure: true };
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
