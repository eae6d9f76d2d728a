import { distance } from "../text/distance.ts";
import type { Prepared } from "../text/prepare.ts";
import type { Span } from "../text/titles.ts";
import { simplify } from "../text/traditional.ts";
import * as en from "../lexicon/en/people.ts";
import * as zh from "../lexicon/zh/people.ts";
import { wordsOf } from "../lexicon/words.ts";
import {
  anyEnd,
  hanCharacter,
  patternOfLatinName,
  latinWords,
  patternOfName,
  spaceRuns,
} from "../text/characters.ts";

const lexicon = wordsOf(zh, en);

export interface Mention extends Span {
  /** As stored. More than one when the words fit several friends. */
  readonly names: readonly string[];
}

/**
 * Every friend that the message names. Where it asks about a person, a misspelling is forgiven
 * wherever the name stands.
 */
export function mentionsOf(
  { text, language }: Prepared,
  friends: readonly string[],
  asksAboutSomebody = false,
): Mention[] {
  const found = [
    ...hanMentions(
      text,
      friends.filter((name) => hanCharacter.test(name)),
    ),
    ...wordMentions(
      text,
      friends.filter((name) => !hanCharacter.test(name)),
      asksAboutSomebody ? anyEnd : language === "zh" ? lexicon.zh.slot : lexicon.en.slot,
    ),
  ];
  return withoutCovered(found.toSorted((a, b) => a.at - b.at || b.end - a.end));
}

/** Without what lies within another one. In this order only those ahead can hold one. */
function withoutCovered(sorted: readonly Mention[]): Mention[] {
  let reached = 0;
  return sorted.filter(({ end }) => {
    if (end <= reached) return false;
    reached = end;
    return true;
  });
}

/**
 * "Mal's mother", "张三的妈妈": another person is meant, named by way of the friend. "Mal's coming"
 * is Mal.
 */
export const withoutOwners = (
  { text }: Pick<Prepared, "text">,
  mentions: readonly Mention[],
): Mention[] =>
  mentions.filter(({ at, end }) => {
    const [name, rest] = [text.slice(at, end), text.slice(end, end + 40)];
    const isOwner = lexicon.en.endsPossessive.test(name)
      ? lexicon.en.owned.test(rest)
      : lexicon.en.opensPossessive.test(rest) &&
        lexicon.en.owned.test(rest.replace(lexicon.en.possessive, ""));
    return !isOwner && !lexicon.zh.owned.test(rest);
  });

function hanMentions(text: string, friends: readonly string[]): Mention[] {
  const exact = friends.flatMap((name) => {
    const spaced = patternOfName(simplify(name.toLowerCase()));
    return Array.from(text.matchAll(spaced), (match): Mention => ({
      at: match.index - (lexicon.zh.friendAhead.exec(before(text, match.index))?.[0].length ?? 0),
      end: match.index + match[0].length,
      names: [name],
    }));
  });
  return exact.length > 0 ? exact : friends.flatMap((name) => oneOff(text, name));
}

/** "韩梅美" for 韩梅梅: one character of three or more. */
function oneOff(text: string, name: string): Mention[] {
  if (name.length < 3) return [];
  const found: Mention[] = [];
  for (let at = 0; at + name.length <= text.length; at += 1) {
    const word = text.slice(at, at + name.length);
    const wrong = Array.from(simplify(name)).filter((sign, index) => sign !== word[index]).length;
    if (wrong === 1 && word[0] === simplify(name)[0] && lexicon.zh.slot.test(before(text, at)))
      found.push({ at, end: at + name.length, names: [name] });
  }
  return found;
}

/** What stands directly before a place: a word and its spaces, and not all that was ever said. */
const before = (text: string, at: number): string => text.slice(Math.max(0, at - 40), at);

function wordMentions(text: string, friends: readonly string[], slot: RegExp): Mention[] {
  if (friends.length === 0) return [];
  const whole = friends.flatMap((name) => {
    return Array.from(text.matchAll(patternOfLatinName(name.toLowerCase())), (match): Mention => ({
      at: match.index,
      end: match.index + match[0].length,
      names: [name],
    }));
  });
  const parts = Array.from(text.matchAll(latinWords), (match): Mention => {
    const isExpected = slot.test(before(text, match.index));
    return {
      at: match.index,
      end: match.index + match[0].length,
      names: friends.filter((name) => isCalled(match[0], name, isExpected)),
    };
  });
  return [...whole, ...parts.filter(({ names }) => names.length > 0)];
}

/** One word of the name, or nearly so where a person is expected. */
function isCalled(word: string, name: string, expected: boolean): boolean {
  const plain = word.replace(lexicon.en.possessiveEnd, "");
  return name
    .toLowerCase()
    .split(spaceRuns)
    .some((part) => part === plain || (expected && isNear(plain, part)));
}

const isNear = (word: string, part: string): boolean =>
  word[0] === part[0] &&
  part.length >= 4 &&
  (distance(word, part) <= (part.length >= 8 ? 2 : 1) || isSwapped(word, part));

/** "olvier": two letters that follow each other have changed places. */
function isSwapped(word: string, part: string): boolean {
  const at = Array.from(part).findIndex((letter, index) => letter !== word[index]);
  return (
    at !== -1 &&
    word === `${part.slice(0, at)}${part[at + 1] ?? ""}${part[at] ?? ""}${part.slice(at + 2)}`
  );
}
