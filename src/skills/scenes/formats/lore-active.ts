import type { Json, Payload } from "../../../domain/events.ts";
import { foldForMatching } from "../../../domain/text.ts";
import { looseNumber, looseObject } from "./loose.ts";
import { type Found, oneOfEach, withinBudget } from "./lore-choice.ts";
import { type LorePlace, type LoreUse, markOf, useOf } from "./lore-marks.ts";
import { type LoreEntry, readBook } from "./lorebook.ts";
import { isWrittenAsPattern, patternOf, type Steps } from "./pattern.ts";

export interface LoreAsk {
  readonly owner: string;
  /** What this bot heard, turn by turn: so nothing comes up by what it did not witness. */
  readonly heard: readonly string[];
  /** How many turns it has heard in all. */
  readonly turns?: number | undefined;
  /** When an entry last came up by itself: its mark, and how many turns had been heard then. */
  readonly last?: ((mark: string) => number | undefined) | undefined;
  /** Chance is drawn from this: the same again gives the same. */
  readonly seed?: string | undefined;
}

export interface LoreFound {
  readonly said: readonly { readonly content: string; readonly place: LorePlace }[];
  /** Entries with a memory of their own that came up just now: the chat must remember when. */
  readonly risen: readonly string[];
}

/** Entries that call each other are followed so far. */
const mostRounds = 8;
/** What all patterns of a book may cost together, in one turn. */
const patternSteps = 400_000;

/** What comes to a bot's mind when these words fall: entries of its own book, in the book's order. */
export function loreFor(book: Json | undefined, ask: LoreAsk): LoreFound {
  const whole = readBook(book, ask.owner) as
    | (Payload & { readonly entries: readonly LoreEntry[] })
    | undefined;
  const entries = (whole?.entries ?? [])
    .filter(({ enabled }) => enabled)
    .map((entry) => ({ entry, use: useOf(entry, whole as Payload) }))
    .filter(({ use }) => use.content !== "" && !use.isForbidden);
  const found = foundIn(entries, { ask, follows: whole?.["recursive_scanning"] === true }).toSorted(
    (one, other) => one.entry.insertion_order - other.entry.insertion_order,
  );
  const kept = withinBudget(
    oneOfEach(found, ask.seed ?? ""),
    looseNumber(whole?.["token_budget"], 0),
  );
  const remembers = ({ sticky, cooldown }: LoreUse): boolean => sticky > 0 || cooldown > 0;
  return {
    said: kept.map(({ use }) => ({ content: use.content, place: use.place })),
    risen: kept
      .filter(({ use, how }) => how === "risen" && remembers(use))
      .map(({ use }) => use.mark),
  };
}

type Entry = Pick<Found, "entry" | "use">;

/** What is called by what was heard; and, where the book says so, what is called by that, as long as there is something new. */
function foundIn(
  entries: readonly Entry[],
  { ask, follows }: { readonly ask: LoreAsk; readonly follows: boolean },
): Found[] {
  const found: Found[] = [];
  const left = { steps: patternSteps };
  const echo: string[] = [];
  let waiting = entries;
  for (let round = 0; round < (follows ? mostRounds : 1); round += 1) {
    const hearing = { ask, left, words: wordsNear(ask.heard, [...echo]) };
    const fresh: Found[] = [];
    waiting = waiting.filter((each) => {
      const { isDeaf, isEcho } = each.use.calling;
      if (round === 0 ? isEcho && follows : isDeaf) return true;
      const how = comesUp(each, hearing);
      if (how !== undefined) fresh.push({ ...each, how });
      return how === undefined;
    });
    found.push(...fresh);
    const told = fresh.filter(({ use }) => !use.calling.isMute).map(({ use }) => use.content);
    if (told.length === 0) break;
    echo.push(...told);
  }
  return found;
}

interface Words {
  readonly plain: string;
  readonly folded: string;
}

interface Hearing {
  readonly ask: LoreAsk;
  readonly left: Steps;
  /** So many of the latest turns, and what entries said that came up before. */
  words(depth: number | undefined): Words;
}

/** Most entries look equally far back: each depth is put together once. */
function wordsNear(heard: readonly string[], echo: readonly string[]): Hearing["words"] {
  const known = new Map<number | undefined, Words>();
  return (depth) => {
    const before = known.get(depth);
    if (before !== undefined) return before;
    const near = depth === undefined ? heard : depth === 0 ? [] : heard.slice(-depth);
    const plain = [...near, ...echo].join("\n");
    const words = { plain, folded: foldForMatching(plain) };
    known.set(depth, words);
    return words;
  };
}

function comesUp({ entry, use }: Entry, hearing: Hearing): Found["how"] | undefined {
  const { ask } = hearing;
  const turns = ask.turns ?? 0;
  const last = ask.last?.(use.mark);
  const since = last === undefined ? 0 : turns - last;
  if (since > 0 && since <= use.sticky) return "stays";
  if (since > 0 && since <= use.sticky + use.cooldown) return undefined;
  if (turns < use.delay || (use.every > 0 && turns % use.every !== 0)) return undefined;
  if (!use.isForced && !isCalled(entry, use, hearing)) return undefined;
  return isLucky(use, ask) ? "risen" : undefined;
}

const isLucky = ({ probability, mark }: LoreUse, { seed = "" }: LoreAsk): boolean =>
  probability >= 100 || markOf(`${seed}\n${mark}`) % 100 < probability;

function isCalled(entry: LoreEntry, use: LoreUse, { words, left }: Hearing): boolean {
  const near = words(use.scanDepth);
  const how = { isExact: entry.case_sensitive, isWhole: use.wholeWords };
  const falls = (key: string): boolean => {
    const isPattern = entry.use_regex || isWrittenAsPattern(key);
    const pattern = isPattern ? patternOf(key, entry.case_sensitive ? "" : "i") : undefined;
    return pattern === undefined
      ? isSaid(key, { ...near, ...how })
      : pattern.isIn(near.plain, left);
  };
  if (!entry.keys.some(falls) || use.notKeys.some(falls)) return false;
  if (use.moreKeys.length > 0 && !use.moreKeys.some(falls)) return false;
  return !entry.selective || entry.secondary_keys.length === 0 || secondary(entry, falls);
}

/** Any of them, not all, none, or all: by the numbers that World Info gives. */
function secondary(
  { secondary_keys: keys, extensions }: LoreEntry,
  falls: (key: string) => boolean,
): boolean {
  const logic = looseNumber(looseObject(extensions)["selectiveLogic"], 0);
  if (logic === 1) return !keys.every(falls);
  if (logic === 2) return !keys.some(falls);
  return logic === 3 ? keys.every(falls) : keys.some(falls);
}

/** Words of letters as whole words; where a script has no spaces, wherever they stand. */
function isSaid(
  key: string,
  words: Words & { readonly isExact: boolean; readonly isWhole: boolean },
): boolean {
  const wanted = words.isExact ? key.trim() : foldForMatching(key);
  const text = words.isExact ? words.plain : words.folded;
  if (wanted === "") return false;
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    const around = [text[at - 1], text[at + wanted.length]];
    const isFree = !words.isWhole || !/^[\w\s'-]+$/.test(wanted);
    if (isFree || around.every((char) => char === undefined || !/[a-z0-9]/i.test(char)))
      return true;
  }
  return false;
}
