import { isJsonObject, type Json, type JsonObject } from "../../../domain/json.ts";
import { refuseFile } from "./file-refusal.ts";
import {
  omitFields,
  keepList,
  parseJson,
  readNumber,
  readObject,
  readText,
  readTexts,
} from "./lenient-json.ts";

/**
 * An entry of a bot's lorebook. It is private to its owner and never part of another bot's prompt.
 * The fields are those of a V3 card; unknown fields are preserved.
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
  readonly extensions: JsonObject;
}

export interface Lorebook {
  readonly name: string;
  readonly entries: readonly LoreEntry[];
}

export function readLorebook(bytes: Uint8Array, ownerId: string): JsonObject {
  const book = readBook(parseJson(bytes, "not_a_lorebook"), ownerId);
  if (book === undefined) throw refuseFile("not_a_lorebook");
  return book;
}

const maxEntries = 5_000;
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

/**
 * A lorebook from a card, a lorebook file or World Info, whose field names differ; undefined if
 * there is none.
 */
export function readBook(
  value: Json | undefined,
  owner: string,
): (Lorebook & JsonObject) | undefined {
  const outer = readObject(value);
  const book = readText(outer["spec"]) === "lorebook_v3" ? readObject(outer["data"]) : outer;
  const listed = book["entries"];
  if (listed === undefined || listed === null || typeof listed !== "object") return undefined;
  const entries = Object.values(listed).filter(isJsonObject);
  if (entries.length > maxEntries) throw refuseFile("too_many_parts", { limit: maxEntries });
  return {
    ...omitFields(book, ["name", "entries", "originalData"]),
    name: readText(book["name"]),
    entries: entries.map((entry) => readEntry(entry, owner) as LoreEntry & JsonObject),
  };
}

function readEntry(entry: JsonObject, owner: string): LoreEntry {
  const isWorldInfo = "key" in entry || "keysecondary" in entry;
  const rest = omitFields(entry, known);
  const extensions = readObject(entry["extensions"]);
  return {
    ...(isWorldInfo ? pick(rest, ["comment", "name", "id"]) : rest),
    owner_id: owner,
    keys: readTexts(entry["keys"] ?? entry["key"]),
    secondary_keys: readTexts(entry["secondary_keys"] ?? entry["keysecondary"]),
    content: readText(entry["content"]),
    enabled: entry["enabled"] !== false && entry["disable"] !== true,
    constant: entry["constant"] === true,
    selective: entry["selective"] === true,
    case_sensitive: (entry["case_sensitive"] ?? entry["caseSensitive"]) === true,
    use_regex: entry["use_regex"] === true,
    insertion_order: readNumber(entry["insertion_order"] ?? entry["order"], 100),
    // World Info has more settings than a card has fields for; cards store them as extensions.
    extensions: isWorldInfo
      ? { ...omitFields(rest, ["comment", "name", "id"]), ...extensions }
      : extensions,
  };
}

const pick = (from: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));

/** The form inside a card, where the owner is implied. */
export function toCardBook(book: JsonObject): JsonObject {
  const entries = keepList(book["entries"]).filter(isJsonObject);
  return {
    extensions: {},
    ...book,
    entries: entries.map((entry) => omitFields(entry, ["owner_id"])),
  };
}

/** Appends the newer book to the older one. */
export const joinBooks = (older: JsonObject | undefined, newer: JsonObject): JsonObject => {
  const listEntries = (book: JsonObject | undefined): readonly Json[] =>
    keepList(book?.["entries"]);
  // The same file may come twice.
  const known = new Set(listEntries(older).map((entry) => JSON.stringify(entry)));
  const fresh = listEntries(newer).filter((entry) => !known.has(JSON.stringify(entry)));
  return { ...newer, ...older, entries: [...listEntries(older), ...fresh] };
};
