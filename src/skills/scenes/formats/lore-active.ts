import type { Json } from "../../../domain/events.ts";
import { foldForMatching } from "../../../domain/text.ts";
import { looseNumber, looseObject } from "./loose.ts";
import { type LoreEntry, readBook } from "./lorebook.ts";

/** How much of what it knows a bot has in mind at once, in letters. */
const mostLetters = 6_000;

/**
 * What comes to a bot's mind when these words fall: entries of its own book, in the book's order. Whoever calls gives the words that
 * this bot heard, so nothing comes up by what it did not witness. A pattern from a file is not run; it is compared as a word.
 */
export function loreFor(book: Json | undefined, of: { readonly owner: string; readonly heard: readonly string[] }): string[] {
  const entries = readBook(book, of.owner)?.entries ?? [];
  if (entries.length === 0) return [];
  const plain = of.heard.join("\n");
  const folded = foldForMatching(plain);
  const fits = entries
    .filter(({ enabled }) => enabled)
    .map((entry) => ({ entry, told: decorated(entry.content) }))
    .filter(({ entry, told }) => comesUp(entry, told, { plain, folded }))
    .toSorted((one, other) => one.entry.insertion_order - other.entry.insertion_order)
    .map(({ told }) => told.content)
    .filter((content) => content !== "");
  return withinBudget(fits);
}

interface Words {
  readonly plain: string;
  readonly folded: string;
}

interface Told {
  readonly content: string;
  readonly marks: ReadonlyMap<string, string>;
}

/** Marks at an entry's head say how it is used. Those that are not known here are left out with the rest. */
function decorated(raw: string): Told {
  const lines = raw.split("\n");
  const first = lines.findIndex((line) => !line.startsWith("@@"));
  const head = first === -1 ? lines : lines.slice(0, first);
  const marks = head.map((line): [string, string] => {
    const [, name = "", value = ""] = /^@@@?(\w+)\s*(.*)$/.exec(line) ?? [];
    return [name, value];
  });
  const rest = first === -1 ? [] : lines.slice(first);
  return { content: rest.join("\n").trim(), marks: new Map(marks) };
}

function comesUp(entry: LoreEntry, { marks }: Told, words: Words): boolean {
  if (marks.has("dont_activate")) return false;
  if (entry.constant || marks.has("activate")) return true;
  const more = (marks.get("additional_keys") ?? "").split(",").filter((key) => key.trim() !== "");
  const falls = (key: string): boolean => isSaid(key, { words, isExact: entry.case_sensitive });
  if (!entry.keys.some(falls) || !(more.length === 0 || more.some(falls))) return false;
  return !entry.selective || entry.secondary_keys.length === 0 || secondary(entry, falls);
}

/** Any of them, not all, none, or all: by the numbers that World Info gives. */
function secondary({ secondary_keys: keys, extensions }: LoreEntry, falls: (key: string) => boolean): boolean {
  const logic = looseNumber(looseObject(extensions)["selectiveLogic"], 0);
  if (logic === 1) return !keys.every(falls);
  if (logic === 2) return !keys.some(falls);
  return logic === 3 ? keys.every(falls) : keys.some(falls);
}

/** Words of letters as whole words; where a script has no spaces, wherever they stand. */
function isSaid(key: string, { words, isExact }: { words: Words; isExact: boolean }): boolean {
  const wanted = isExact ? key.trim() : foldForMatching(key);
  const text = isExact ? words.plain : words.folded;
  if (wanted === "") return false;
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    const around = [text[at - 1], text[at + wanted.length]];
    if (!/^[\w\s'-]+$/.test(wanted) || around.every((char) => char === undefined || !/[a-z0-9]/i.test(char))) return true;
  }
  return false;
}

function withinBudget(contents: readonly string[]): string[] {
  const kept: string[] = [];
  let room = mostLetters;
  for (const content of contents) {
    if (content.length > room) continue;
    kept.push(content);
    room -= content.length;
  }
  return kept;
}
