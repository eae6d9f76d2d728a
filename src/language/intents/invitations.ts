import { type Clause, clauseAt } from "../text/clauses.ts";
import type { Mention } from "./friends.ts";
import type { Reading } from "../reading.ts";
import type { Refusal } from "../dialogue/reasons.ts";
import type { Span } from "../text/titles.ts";
import * as en from "../lexicon/en/people.ts";
import * as zh from "../lexicon/zh/people.ts";
import { wordsOf } from "../lexicon/words.ts";

const lexicon = wordsOf(zh, en);

/** What a request for others looks like: the word that asks, and who is meant. */
export interface Invitation {
  readonly verb: Span;
  readonly mentions: readonly Mention[];
  readonly refused?: Refusal;
  /** The unknown name is nearly that of a friend: it is asked who is meant. */
  readonly isLike?: true;
  /** The unknown name. */
  readonly unknown?: Span;
  /** Nothing says that it is to be arranged; it may be a plan that is only mentioned. */
  readonly isUnsure?: true;
}

/** A longer list is not one of guests, and each of its names would be held against all behind it. */
const mostGuests = 50;

/** Those that follow each other from that place on. */
export function chain(text: string, mentions: readonly Mention[], from: number): Mention[] {
  const found: Mention[] = [];
  let at = from;
  for (const mention of mentions) {
    if (mention.at < from) continue;
    if (found.length === mostGuests) break;
    if (!lexicon.both.betweenNames.test(text.slice(at, mention.at))) break;
    found.push(mention);
    at = mention.end;
  }
  return found;
}

/** A request to oneself that comes first takes the rest as its content. */
export const isOwnContent = ({ triggers, live }: Reading, at: number, clause: Clause): boolean =>
  triggers.some(
    (trigger) =>
      trigger.whom === "me" && trigger.end <= at && clauseAt(live, trigger.at) === clause,
  );

/** Where "us" stands in the words that ask: the answer says who that is. */
export function usIn(text: string, { at, end }: Span, us: RegExp): Span {
  const found = us.exec(text.slice(at, end));
  return found === null
    ? { at: end, end }
    : { at: at + found.index, end: at + found.index + found[0].length };
}
