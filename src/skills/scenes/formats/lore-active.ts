import type { Json, Payload } from "../../../domain/events.ts";
import { foldForMatching } from "../../../domain/text.ts";
import { looseNumber, looseObject } from "./loose.ts";
import { type LorePlace, type LoreUse, markOf, useOf } from "./lore-marks.ts";
import { type LoreEntry, readBook } from "./lorebook.ts";

/** How much of what it knows a bot has in mind at once, in letters. */
const mostLetters = 6_000;

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

/** What comes to a bot's mind when these words fall: entries of its own book, in the book's order. A pattern from a file is not run; it is compared as a word. */
export function loreFor(book: Json | undefined, ask: LoreAsk): LoreFound {
  const whole = readBook(book, ask.owner);
  const found = (whole?.entries ?? [])
    .filter(({ enabled }) => enabled)
    .map((entry) => ({ entry, use: useOf(entry, whole as Payload) }))
    .flatMap(({ entry, use }) => {
      const how = use.content === "" ? undefined : comesUp(entry, use, ask);
      return how === undefined ? [] : [{ entry, use, how }];
    })
    .toSorted((one, other) => one.entry.insertion_order - other.entry.insertion_order);
  const kept = withinBudget(oneOfEach(found, ask));
  const remembers = ({ sticky, cooldown }: LoreUse): boolean => sticky > 0 || cooldown > 0;
  return {
    said: kept.map(({ use }) => ({ content: use.content, place: use.place })),
    risen: kept.filter(({ use, how }) => how === "risen" && remembers(use)).map(({ use }) => use.mark),
  };
}

interface Found {
  readonly entry: LoreEntry;
  readonly use: LoreUse;
  /** By its words, or still there from before. */
  readonly how: "risen" | "stays";
}

function comesUp(entry: LoreEntry, use: LoreUse, ask: LoreAsk): Found["how"] | undefined {
  const turns = ask.turns ?? 0;
  if (use.isForbidden) return undefined;
  const last = ask.last?.(use.mark);
  const since = last === undefined ? 0 : turns - last;
  if (since > 0 && since <= use.sticky) return "stays";
  if (since > 0 && since <= use.sticky + use.cooldown) return undefined;
  if (turns < use.delay || (use.every > 0 && turns % use.every !== 0)) return undefined;
  if (!use.isForced && !isCalled(entry, use, ask)) return undefined;
  return isLucky(use, ask) ? "risen" : undefined;
}

const isLucky = ({ probability, mark }: LoreUse, { seed = "" }: LoreAsk): boolean =>
  probability >= 100 || markOf(`${seed}\n${mark}`) % 100 < probability;

function isCalled(entry: LoreEntry, use: LoreUse, { heard }: LoreAsk): boolean {
  const plain = (use.scanDepth === undefined ? heard : use.scanDepth === 0 ? [] : heard.slice(-use.scanDepth)).join("\n");
  const words: Words = { plain, folded: foldForMatching(plain), isExact: entry.case_sensitive, isWhole: use.wholeWords };
  const falls = (key: string): boolean => isSaid(key, words);
  if (!entry.keys.some(falls) || use.notKeys.some(falls)) return false;
  if (use.moreKeys.length > 0 && !use.moreKeys.some(falls)) return false;
  return !entry.selective || entry.secondary_keys.length === 0 || secondary(entry, falls);
}

/** Any of them, not all, none, or all: by the numbers that World Info gives. */
function secondary({ secondary_keys: keys, extensions }: LoreEntry, falls: (key: string) => boolean): boolean {
  const logic = looseNumber(looseObject(extensions)["selectiveLogic"], 0);
  if (logic === 1) return !keys.every(falls);
  if (logic === 2) return !keys.some(falls);
  return logic === 3 ? keys.every(falls) : keys.some(falls);
}

interface Words {
  readonly plain: string;
  readonly folded: string;
  readonly isExact: boolean;
  readonly isWhole: boolean;
}

/** Words of letters as whole words; where a script has no spaces, wherever they stand. */
function isSaid(key: string, words: Words): boolean {
  const wanted = words.isExact ? key.trim() : foldForMatching(key);
  const text = words.isExact ? words.plain : words.folded;
  if (wanted === "") return false;
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    const around = [text[at - 1], text[at + wanted.length]];
    const isFree = !words.isWhole || !/^[\w\s'-]+$/.test(wanted);
    if (isFree || around.every((char) => char === undefined || !/[a-z0-9]/i.test(char))) return true;
  }
  return false;
}

/** Of a group one comes up: what stays, what goes first, or by weight. */
function oneOfEach(found: readonly Found[], { seed = "" }: LoreAsk): Found[] {
  const chosen = new Map<string, Found | undefined>();
  for (const [name, members] of Map.groupBy(found, ({ use }) => use.group?.name ?? "")) {
    if (name === "") continue;
    const first = members.find(({ how }) => how === "stays") ?? members.findLast(({ use }) => use.group?.isFirst === true);
    chosen.set(name, first ?? byWeight(members, `${seed}\n${name}`));
  }
  return found.filter((one) => one.use.group === undefined || chosen.get(one.use.group.name) === one);
}

function byWeight(members: readonly Found[], seed: string): Found | undefined {
  const all = members.reduce((sum, { use }) => sum + (use.group?.weight ?? 0), 0);
  let left = all === 0 ? 0 : markOf(seed) % all;
  return members.find(({ use }) => (left -= use.group?.weight ?? 0) < 0) ?? members[0];
}

function withinBudget(found: readonly Found[]): Found[] {
  let room = mostLetters;
  return found.filter(({ use }) => {
    if (use.content.length > room) return false;
    room -= use.content.length;
    return true;
  });
}
