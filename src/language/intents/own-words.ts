import { foldForMatching } from "../../domain/text.ts";
import { normaliseDigits, hasClock, hasLength, hasShift } from "../text/digits.ts";
import { mentionsOf, withoutOwners } from "./friends.ts";
import { prepare } from "../text/prepare.ts";
import type { Subject } from "./marked-words.ts";
import { isNameAsked, isZoneAsked } from "./own-settings.ts";
import { stems } from "../text/stems.ts";
import type { Act } from "../lexicon/shapes.ts";
import { isDoubtful, isPointingBack, isUnrealOrTold, requestsFor } from "../lexicon/wish-words.ts";
import * as en from "../lexicon/en/own-words.ts";
import * as zh from "../lexicon/zh/own-words.ts";
import { hourPattern } from "../lexicon/own-words.ts";
import { wordsOf } from "../lexicon/words.ts";
import {
  hanCharacters,
  digitRuns,
  hanRuns,
  letterRuns,
  hanScript,
  spacesAndMarks,
  leadingZero,
} from "../text/characters.ts";

const lexicon = wordsOf(zh, en);

/** What the person typed in this turn. Everything a model wants to write has to be in it. */
export interface OwnWords {
  /** Whether a friend is named, by any of these names. */
  names(names: readonly string[]): boolean;
  /**
   * Every word and figure of a title is the person's own. Inflection, small words and order do not
   * count.
   */
  cover(title: string): boolean;
  coverTime(phrase: string): boolean;
  /**
   * Nothing but this title and this time is said: "tomorrow 3pm: call the insurance" is a wish
   * without any word for it.
   */
  onlySay(title: string, time: string): boolean;
  /** Names this one of several by its title, and none of the others as well. */
  mean(title: string, others: readonly string[]): boolean;
  /** The hour of a wall time is said. */
  sayHour(wall: string): boolean;
  /** A length of so many minutes is said. */
  sayLength(minutes: number): boolean;
  /** The way from one wall time to another: by how much, or the new clock of the same day. */
  sayMove(from: string, to: string): boolean;
  pointBack(): boolean;
  /**
   * A clause asks for such an act on this subject, and says nothing else: the person themselves, and
   * now.
   */
  ask(act: Act, of?: Subject): boolean;
  /** Asks for something new; its title and its time are of the same sentence. */
  askNew(act: "create" | "note", of: { readonly title: string; readonly time?: string }): boolean;
  /** Asks for these friends to hear of it, and nothing but what that clause itself says. */
  askToShare(of: {
    readonly title: string;
    readonly time?: string | undefined;
    readonly friends: readonly string[];
  }): boolean;
  callThemselves(name: string): boolean;
  settleIn(zone: string): boolean;
}

export function ownWords(texts: readonly string[]): OwnWords {
  const all = texts.join("\n");
  const said = readAll(all);
  const overlap = (title: string): number =>
    contentOf(title).filter((word) => said.has(word)).length;
  // "看牙那事" is 看牙医: half of its characters, where no two of them stand together.
  const characters = (title: string): number => {
    const own = Array.from(partsOf(title).han.join(""));
    const kept = own.filter((character) => said.has(character)).length;
    return kept * 2 >= own.length ? kept : 0;
  };
  return {
    names: (names) =>
      texts
        .map((text) => prepare(text))
        .some((text) => withoutOwners(text, mentionsOf(text, names, true)).length > 0),
    cover: (title) => {
      const { words, han } = partsOf(title);
      return (
        words.length + han.length > 0 &&
        words.every((word) => said.words.has(word)) &&
        said.holds(han)
      );
    },
    coverTime: (phrase) => {
      const { words, han } = timeParts(phrase);
      const times = said.times();
      return (
        words.length + han.length > 0 &&
        words.every((word) => isSaid(word, times.words)) &&
        isMadeOf(times.han, han)
      );
    },
    onlySay: (title, time) => {
      if (isDoubtful(all) || isUnrealOrTold(all) || lexicon.zh.asks.test(all)) return false;
      const [whole, what, when] = [partsOf(all), partsOf(title), timeParts(time)];
      const known = new Set([...what.words, ...stems(when.words.join(" ")), ...when.words]);
      const han = [...what.han, ...when.han].join("");
      return (
        whole.words.every(
          (word) => known.has(word) || timeParts(word).words.every((part) => known.has(part)),
        ) &&
        Array.from(whole.han.join("")).every(
          (character) => han.includes(character) || lexicon.zh.timeCharacters.test(character),
        )
      );
    },
    mean: (title, others) => {
      const isMost = (count: (of: string) => number): boolean =>
        count(title) > 0 &&
        others.every((other) => plain(other) === plain(title) || count(other) < count(title));
      return isMost(overlap) || (overlap(title) === 0 && isMost(characters));
    },
    sayHour: (wall) => hourPattern(wall).test(normaliseDigits(all)),
    sayLength: (minutes) => hasLength(all, minutes),
    sayMove: (from, to) =>
      hasShift(all, Math.round((Date.parse(`${to}Z`) - Date.parse(`${from}Z`)) / 60_000)) ||
      hasClock(all, to, from),
    pointBack: () => isPointingBack(all),
    ask: (act, of = {}) => texts.some((text) => requestsFor(act, text, of).length > 0),
    askNew: (act, { title, time }) =>
      texts.some((text) =>
        requestsFor(act, text, { titles: [title] }).some(({ sentence }) =>
          isSaidIn(sentence, title, time),
        ),
      ),
    askToShare: ({ title, time, friends }) =>
      texts.some((text) =>
        requestsFor("share", text, { titles: [title], friends }).some(
          ({ words, sentence }) =>
            words.includes("₣") && isSaidIn(words, title) && isSaidIn(sentence, title, time),
        ),
      ),
    callThemselves: (name) => texts.some((text) => isNameAsked(text, name)),
    settleIn: (zone) => texts.some((text) => isZoneAsked(text, zone)),
  };
}

function isSaidIn(sentence: string, title: string, time?: string): boolean {
  const own = ownWords([sentence]);
  return own.cover(title) && (time === undefined || own.coverTime(time));
}

interface Parts {
  /** Latin words by their stems, and digits. */
  readonly words: readonly string[];
  /** Runs of Chinese characters. */
  readonly han: readonly string[];
}

/** Carry no content of their own, so a title may have them although they were not typed. */
const neutral = new Set(
  stems(
    "appointment meeting reminder task event visit session go see do get have attend be take make time remember about this that it buy pick collect bring join prepare wake start",
  ),
);

function partsOf(title: string): Parts {
  const text = normaliseDigits(title);
  const words = stems(text.replaceAll(hanCharacters, " ").replaceAll(digitRuns, " $1 ")).filter(
    (word) => !neutral.has(word),
  );
  const runs = text.match(hanRuns) ?? [];
  const han = runs
    .flatMap((run) => run.replaceAll(lexicon.zh.neutralWords, " ").split(" "))
    .filter((run) => run !== "");
  // A title of nothing but such words has to be said as it is.
  return words.length + han.length > 0 ? { words, han } : { words: plainWords(text), han: runs };
}

const plainWords = (text: string): string[] =>
  text.replaceAll(hanCharacters, " ").toLowerCase().match(letterRuns) ?? [];

/** What tells one title from another: words, and pairs of Chinese characters. */
const contentOf = (title: string): string[] => {
  const { words, han } = partsOf(title);
  return [...words, ...han.flatMap((run) => (run.length < 2 ? [run] : pairsOf(run)))];
};

const pairsOf = (run: string): string[] =>
  Array.from({ length: Math.max(run.length - 1, 0) }, (_, at) => run.slice(at, at + 2));

function readAll(all: string) {
  const text = normaliseDigits(all);
  const spaced = text.replaceAll(hanCharacters, " ").replaceAll(digitRuns, " $1 ");
  const words = new Set([...stems(spaced), ...plainWords(spaced)]);
  const han = (text.match(hanRuns) ?? []).join(" ");
  return {
    words,
    has: (word: string) => words.has(word) || (hanScript.test(word) && han.includes(word)),
    holds: (runs: readonly string[]) => isMadeOf(han, runs),
    times: () => {
      const parts = timeParts(all);
      return { words: new Set(parts.words), han: parts.han.join(" ") };
    },
  };
}

/**
 * Every character is there, and most of them side by side as in the run: an order of one's own is
 * still one's own words.
 */
function isMadeOf(own: string, runs: readonly string[]): boolean {
  return runs.every((run) => {
    const pairs = pairsOf(run);
    const kept = pairs.filter((pair) => own.includes(pair)).length;
    return (
      Array.from(run).every((character) => own.includes(character)) &&
      kept * 2 >= (pairs.length < 3 ? pairs.length - 1 : pairs.length)
    );
  });
}

const plain = (text: string): string => foldForMatching(text).replaceAll(spacesAndMarks, "");

const smallTimeWords = new Set(
  "at on in the of for o clock oclock from to by this a an and sharp please me my".split(" "),
);

function timeParts(phrase: string): Parts {
  const text = normaliseDigits(phrase)
    .replaceAll(lexicon.zh.weekWords, "周")
    .replaceAll(lexicon.zh.dayBeforeHour, "日");
  const apart = text.replaceAll(hanCharacters, " ").replaceAll(lexicon.en.ordinals, " $1 ");
  const words = (apart.match(letterRuns) ?? [])
    .filter((word) => !smallTimeWords.has(word) && word !== "00")
    .map((word) =>
      lexicon.en.timeWords.reduce(
        (now, [pattern, to]) => now.replace(pattern, to),
        word.replace(leadingZero, ""),
      ),
    );
  const han = (text.match(hanRuns) ?? [])
    .flatMap((run) => run.replaceAll(lexicon.zh.smallTimeWords, " ").split(" "))
    .filter((run) => run !== "");
  return { words, han };
}

const halves: Readonly<Record<string, readonly string[]>> = {
  am: ["morning"],
  pm: ["afternoon", "evening", "tonight", "night"],
  morning: ["am"],
  afternoon: ["pm"],
  evening: ["pm", "tonight"],
  night: ["pm", "tonight"],
  tonight: ["evening", "night"],
};
const isSaid = (word: string, said: ReadonlySet<string>): boolean =>
  said.has(word) || (halves[word]?.some((other) => said.has(other)) ?? false);
