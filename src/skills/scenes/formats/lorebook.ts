import type { Json, Payload } from "../../../domain/events.ts";
import { badFile } from "./file-refusal.ts";
import {
  besides,
  isObject,
  jsonIn,
  looseNumber,
  looseObject,
  looseText,
  looseTexts,
} from "./loose.ts";

/**
 * What a bot knows of the world and thinks of when a word falls. It belongs to that bot: no other bot's prompt may be the place
 * where it comes up. The fields are those of a V3 card; what else a book said stays in it.
 */
export interface LoreEntry {
  readonly owner_id: string;
  readonly keys: readonly string[];
  readonly secondary_keys: readonly string[];
  readonly content: string;
  readonly enabled: boolean;
  readonly constant: boolean;
  readonly selective: boolean;
  readonly case_sensitive: boolean;
  readonly use_regex: boolean;
  readonly insertion_order: number;
  readonly extensions: Payload;
}

export interface Lorebook {
  readonly name: string;
  readonly entries: readonly LoreEntry[];
}

/** A book out of a file. */
export function readLorebook(bytes: Uint8Array, ownerId: string): Payload {
  const book = readBook(jsonIn(bytes, "not_a_lorebook"), ownerId);
  if (book === undefined) throw badFile("not_a_lorebook");
  return book;
}

const mostEntries = 5_000;
const known = [
  "owner_id",
  "keys",
  "key",
  "secondary_keys",
  "keysecondary",
  "content",
  "enabled",
  "disable",
  "constant",
  "selective",
  "case_sensitive",
  "caseSensitive",
  "use_regex",
  "insertion_order",
  "order",
  "extensions",
];

/** A book from a card, a lorebook file, or World Info; undefined where there is none. Programs differ in what they call a field. */
export function readBook(value: Json | undefined, owner: string): (Lorebook & Payload) | undefined {
  const outer = looseObject(value);
  const book = looseText(outer["spec"]) === "lorebook_v3" ? looseObject(outer["data"]) : outer;
  const listed = book["entries"];
  if (listed === undefined || listed === null || typeof listed !== "object") return undefined;
  const entries = (
    Array.isArray(listed) ? (listed as readonly Json[]) : Object.values(listed)
  ).filter(isObject);
  if (entries.length > mostEntries) throw badFile("too_many_parts", { limit: mostEntries });
  return {
    ...besides(book, ["name", "entries", "originalData"]),
    name: looseText(book["name"]),
    entries: entries.map((entry) => readEntry(entry, owner) as LoreEntry & Payload),
  };
}

function readEntry(entry: Payload, owner: string): LoreEntry {
  const isWorldInfo = "key" in entry || "keysecondary" in entry;
  const rest = besides(entry, known);
  const extensions = looseObject(entry["extensions"]);
  return {
    ...(isWorldInfo ? pick(rest, ["comment", "name", "id"]) : rest),
    owner_id: owner,
    keys: looseTexts(entry["keys"] ?? entry["key"]),
    secondary_keys: looseTexts(entry["secondary_keys"] ?? entry["keysecondary"]),
    content: looseText(entry["content"]),
    enabled: entry["enabled"] !== false && entry["disable"] !== true,
    constant: entry["constant"] === true,
    selective: entry["selective"] === true,
    case_sensitive: (entry["case_sensitive"] ?? entry["caseSensitive"]) === true,
    use_regex: entry["use_regex"] === true,
    insertion_order: looseNumber(entry["insertion_order"] ?? entry["order"], 100),
    // World Info says much that a card has no field for; cards keep it here.
    extensions: isWorldInfo
      ? { ...besides(rest, ["comment", "name", "id"]), ...extensions }
      : extensions,
  };
}

const pick = (from: Payload, names: readonly string[]): Payload =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));

/** As a card holds it: whose it is goes without saying there. */
export function bookForCard(book: Payload): Payload {
  const entries = (
    Array.isArray(book["entries"]) ? (book["entries"] as readonly Json[]) : []
  ).filter(isObject);
  return { extensions: {}, ...book, entries: entries.map((entry) => besides(entry, ["owner_id"])) };
}

/** Both, the newer after the older. */
export const joinedBooks = (older: Payload | undefined, newer: Payload): Payload => {
  const entriesOf = (book: Payload | undefined): readonly Json[] =>
    Array.isArray(book?.["entries"]) ? (book["entries"] as readonly Json[]) : [];
  return { ...newer, ...older, entries: [...entriesOf(older), ...entriesOf(newer)] };
};
