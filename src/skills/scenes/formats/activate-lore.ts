import { hashText } from "./hash-text.ts";
import type { Json, JsonObject } from "../../../domain/json.ts";
import { foldForMatching } from "../../../domain/text.ts";
import { readNumber, readObject } from "./lenient-json.ts";
import { type ActivatedEntry, pickOnePerGroup, fitBudget } from "./lore-choice.ts";
import { type LorePlace, type LoreSettings, readSettings } from "./lore-settings.ts";
import { type LoreEntry, readBook } from "./lorebook.ts";
import { isWrittenAsPattern, compilePattern, type StepBudget } from "./pattern.ts";

export interface LoreContext {
  readonly owner: string;
  /** The turns this bot perceived, so that entries cannot activate by anything else. */
  readonly heard: readonly string[];
  /** The number of turns the bot has perceived in all. */
  readonly turns?: number | undefined;
  /** How many turns had been perceived when an entry last activated, by fingerprint. */
  readonly last?: ((fingerprint: string) => number | undefined) | undefined;
  /** Seed for probabilities, which makes them reproducible. */
  readonly seed?: string | undefined;
}

export interface ActiveLore {
  readonly entries: readonly { readonly content: string; readonly place: LorePlace }[];
  /** Entries with timed effects that activated now; the chat has to record when. */
  readonly activated: readonly string[];
}

/** Limit on rounds of recursive activation. */
const maxRounds = 8;
/** Shared budget of all regex keys of a book per turn. */
const patternSteps = 400_000;

/** The entries of a bot's own lorebook that these turns activate, in insertion order. */
export function activateLore(book: Json | undefined, context: LoreContext): ActiveLore {
  const whole = readBook(book, context.owner) as
    | (JsonObject & { readonly entries: readonly LoreEntry[] })
    | undefined;
  const entries = (whole?.entries ?? [])
    .filter(({ enabled }) => enabled)
    .map((entry) => ({ entry, settings: readSettings(entry, whole as JsonObject) }))
    .filter(({ settings }) => settings.content !== "" && !settings.isNeverActive);
  const found = findActivated(entries, {
    context,
    isRecursive: whole?.["recursive_scanning"] === true,
  }).toSorted((one, other) => one.entry.insertion_order - other.entry.insertion_order);
  const kept = fitBudget(
    pickOnePerGroup(found, context.seed ?? ""),
    readNumber(whole?.["token_budget"], 0),
  );
  const hasTimedEffect = ({ sticky, cooldown }: LoreSettings): boolean =>
    sticky > 0 || cooldown > 0;
  return {
    entries: kept.map(({ settings }) => ({ content: settings.content, place: settings.place })),
    activated: kept
      .filter(({ settings, how }) => how === "activated" && hasTimedEffect(settings))
      .map(({ settings }) => settings.fingerprint),
  };
}

type Entry = Pick<ActivatedEntry, "entry" | "settings">;

/**
 * Entries activated by perceived turns and, where the book allows it, entries activated by those in
 * turn.
 */
function findActivated(
  entries: readonly Entry[],
  { context, isRecursive }: { readonly context: LoreContext; readonly isRecursive: boolean },
): ActivatedEntry[] {
  const found: ActivatedEntry[] = [];
  const left = { steps: patternSteps };
  const activatedContent: string[] = [];
  let waiting = entries;
  for (let round = 0; round < (isRecursive ? maxRounds : 1); round += 1) {
    const scan = {
      context,
      left,
      readText: createTextReader(context.heard, [...activatedContent]),
    };
    const fresh: ActivatedEntry[] = [];
    waiting = waiting.filter((each) => {
      const { isExcluded, isDelayed } = each.settings.recursion;
      if (round === 0 ? isDelayed && isRecursive : isExcluded) return true;
      const how = checkActivation(each, scan);
      if (how !== undefined) fresh.push({ ...each, how });
      return how === undefined;
    });
    found.push(...fresh);
    const content = fresh
      .filter(({ settings }) => !settings.recursion.isPreventing)
      .map(({ settings }) => settings.content);
    if (content.length === 0) break;
    activatedContent.push(...content);
  }
  return found;
}

interface ScannedText {
  readonly plain: string;
  readonly folded: string;
}

interface ScanContext {
  readonly context: LoreContext;
  readonly left: StepBudget;
  /** The text of the latest turns up to a depth, plus the content of entries activated before. */
  readText(depth: number | undefined): ScannedText;
}

/** Cached by depth, since most entries use the same one. */
function createTextReader(
  heard: readonly string[],
  activatedContent: readonly string[],
): ScanContext["readText"] {
  const known = new Map<number | undefined, ScannedText>();
  return (depth) => {
    const before = known.get(depth);
    if (before !== undefined) return before;
    const near = depth === undefined ? heard : depth === 0 ? [] : heard.slice(-depth);
    const plain = [...near, ...activatedContent].join("\n");
    const words = { plain, folded: foldForMatching(plain) };
    known.set(depth, words);
    return words;
  };
}

function checkActivation(
  { entry, settings }: Entry,
  scan: ScanContext,
): ActivatedEntry["how"] | undefined {
  const { context } = scan;
  const turns = context.turns ?? 0;
  const last = context.last?.(settings.fingerprint);
  const since = last === undefined ? 0 : turns - last;
  if (since > 0 && since <= settings.sticky) return "sticky";
  if (since > 0 && since <= settings.sticky + settings.cooldown) return undefined;
  if (turns < settings.delay || (settings.every > 0 && turns % settings.every !== 0))
    return undefined;
  if (!settings.isAlwaysActive && !isMatched(entry, settings, scan)) return undefined;
  return isDrawn(settings, context) ? "activated" : undefined;
}

const isDrawn = ({ probability, fingerprint }: LoreSettings, { seed = "" }: LoreContext): boolean =>
  probability >= 100 || hashText(`${seed}\n${fingerprint}`) % 100 < probability;

function isMatched(
  entry: LoreEntry,
  settings: LoreSettings,
  { readText, left }: ScanContext,
): boolean {
  const near = readText(settings.scanDepth);
  const how = { isExact: entry.case_sensitive, isWhole: settings.wholeWords };
  const isKeyFound = (key: string): boolean => {
    const isPattern = entry.use_regex || isWrittenAsPattern(key);
    const pattern = isPattern ? compilePattern(key, entry.case_sensitive ? "" : "i") : undefined;
    return pattern === undefined
      ? isSaid(key, { ...near, ...how })
      : pattern.isIn(near.plain, left);
  };
  if (!entry.keys.some(isKeyFound) || settings.notKeys.some(isKeyFound)) return false;
  if (settings.moreKeys.length > 0 && !settings.moreKeys.some(isKeyFound)) return false;
  return (
    !entry.selective || entry.secondary_keys.length === 0 || hasSecondaryKeys(entry, isKeyFound)
  );
}

/** AND ANY, NOT ALL, NOT ANY or AND ALL, by World Info's numbers. */
function hasSecondaryKeys(
  { secondary_keys: keys, extensions }: LoreEntry,
  isKeyFound: (key: string) => boolean,
): boolean {
  const logic = readNumber(readObject(extensions)["selectiveLogic"], 0);
  if (logic === 1) return !keys.every(isKeyFound);
  if (logic === 2) return !keys.some(isKeyFound);
  return logic === 3 ? keys.every(isKeyFound) : keys.some(isKeyFound);
}

/** Latin keys match whole words; keys in scripts without spaces match anywhere. */
function isSaid(
  key: string,
  words: ScannedText & { readonly isExact: boolean; readonly isWhole: boolean },
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
