import type { Language } from "../../domain/language.ts";
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
  const { prepared, live } = reading;
  const { text, language } = prepared;
  if (!mayBePlan(reading)) return undefined;
  const isTied = (clause: Clause, { at, end }: Mention): boolean =>
    at >= clause.at &&
    end <= clause.end &&
    lexicon[language].ties.test(text.slice(clause.at, at).replace(lexicon.both.wishes, ""));
  const home = live.find((clause) => mentions.some((mention) => isTied(clause, mention)));
  const first = home && mentions.find((mention) => isTied(home, mention));
  if (home === undefined || first === undefined) return undefined;
  const others = live.filter((clause) => clause !== home);
  if (others.some((other) => !lexicon.both.polite.test(left(reading, other, [])))) return undefined;
  const all = chain(text, mentions, first.at);
  const wished = lexicon.both.wishes.exec(home.text)?.[0].length ?? 0;
  const rest = left(reading, { ...home, at: home.at + wished }, all);
  const verb = { at: home.at, end: home.at + wished };
  return isReport(rest, language) || !twoLetters.test(rest)
    ? undefined
    : { verb, mentions: all, isUnsure: true };
}

/** A time that lies ahead, and nothing that asks or that a gate has closed. */
const mayBePlan = ({ prepared, phrases, triggers, gates }: Reading): boolean =>
  triggers.length === 0 &&
  gates.length === 0 &&
  !prepared.hasQuote &&
  phrases.some(isTimed) &&
  !phrases.some(({ past, negated }) => past === true || negated === true);

const isReport = (rest: string, language: Language): boolean =>
  lexicon[language].talks.test(rest) || (language === "en" && completeCue.en.test(rest));

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
