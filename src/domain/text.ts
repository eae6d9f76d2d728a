import { Refusal } from "./errors.ts";
import { isJsonObject, type Json, type JsonObject } from "./json.ts";

/**
 * Longest text stored for one message, in UTF-16 units. A chapter of a novel fits; a 200 kB paste
 * does not.
 */
const textLimit = 32_000;

const plain = /^[\t\n\x20-\x7e]*$/;
const newline = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
// oxlint-disable-next-line no-control-regex -- naming control characters is the purpose
const control = /[\0-\x08\x0e-\x1f\x7f-\x9f]/g;
/**
 * No script needs thirty marks on a letter. Normalisation sorts them in quadratic time, so the
 * excess is dropped first.
 */
const tooManyMarks = /(\p{M}{30})\p{M}+/gu;

/**
 * Makes any text from outside fit to be stored: well-formed, NFC and short enough.
 *
 * Every kind of line break becomes LF. NUL, other controls and lone surrogates become U+FFFD: the
 * reader sees that something was there, and two words never merge into one. Zero-width and bidi
 * characters stay, because real scripts and emoji need them; code that compares words uses
 * `foldForMatching`.
 */
export function cleanText(raw: string, limit = textLimit): string {
  const text = plain.test(raw) ? raw : toWellFormed(raw);
  return text.length <= limit ? text : truncate(text, limit);
}

function toWellFormed(raw: string): string {
  return normalise(raw.toWellFormed().replace(newline, "\n").replace(control, "\ufffd"), "NFC");
}

/**
 * Marks are limited twice: before, to keep sorting short, and after, because a few of them
 * decompose into two.
 */
function normalise(text: string, form: "NFC" | "NFKC"): string {
  return text.replace(tooManyMarks, "$1").normalize(form).replace(tooManyMarks, "$1");
}

/** The note counts towards the limit, so that cleaning a cleaned text changes nothing. */
function truncate(text: string, limit: number): string {
  const note = `… [cut, ${text.length} characters in all]`;
  const ending = note.length * 2 <= limit ? note : "…";
  const room = limit - ending.length;
  let end = 0;
  // The character after the limit shows whether a grapheme ends there, so a few more are enough.
  for (const { index } of segmenter.segment(text.slice(0, room + 8))) {
    if (index > room) break;
    end = index;
  }
  return text.slice(0, end) + ending;
}

const poison = new Set(["__proto__", "constructor", "prototype"]);

export interface JsonLimits {
  readonly maxDepth?: number;
  /** Values and keys together. */
  readonly maxValues?: number;
  /** UTF-16 units of all strings and keys together. */
  readonly maxLength?: number;
}

/**
 * Makes a JSON value from outside fit for `jsonb`: every string and key is cleaned, keys that
 * address a prototype are dropped. Input that is too deep, too large or not JSON is refused;
 * nothing is shortened, because half a payload would be wrong.
 */
export function cleanJson(value: unknown, limits: JsonLimits = {}): Json {
  const { maxDepth = 32, maxValues = 50_000, maxLength = 4_000_000 } = limits;
  let values = 0;
  let length = 0;

  const text = (raw: string): string => {
    length += raw.length;
    if (length > maxLength)
      throw new Refusal(
        "body_too_large",
        undefined,
        `The strings in this JSON exceed ${maxLength} characters.`,
      );
    return plain.test(raw) ? raw : toWellFormed(raw);
  };

  const walk = (node: unknown, depth: number): Json => {
    if (++values > maxValues)
      throw new Refusal(
        "body_too_large",
        undefined,
        `This JSON has more than ${maxValues} values.`,
      );
    if (typeof node === "string") return text(node);
    if (
      node === null ||
      typeof node === "boolean" ||
      (typeof node === "number" && Number.isFinite(node))
    )
      return node;
    if (typeof node !== "object")
      throw new Refusal("invalid_json", undefined, `A ${typeof node} is not allowed in JSON.`);
    if (depth >= maxDepth)
      throw new Refusal(
        "body_too_deep",
        undefined,
        `This JSON is nested deeper than ${maxDepth} levels.`,
      );
    if (Array.isArray(node)) return node.map((item: unknown) => walk(item, depth + 1));
    return Object.fromEntries(entriesOf(node).map(([key, item]) => [key, walk(item, depth + 1)]));
  };

  /**
   * `Object.fromEntries` defines own properties, so even an overlooked key could not reach a
   * prototype.
   */
  const entriesOf = (node: object): [string, unknown][] => {
    const prototype: unknown = Object.getPrototypeOf(node);
    if (prototype !== Object.prototype && prototype !== null)
      throw new Refusal("invalid_json", undefined, "Only plain objects are allowed in JSON.");
    return Object.entries(node)
      .filter(([, item]) => item !== undefined)
      .map(([key, item]): [string, unknown] => [text(key), item])
      .filter(([key]) => !poison.has(key));
  };

  return walk(value, 0);
}

/** The same for the fields of an object. */
export function cleanFields(fields: object): JsonObject {
  const clean = cleanJson(fields);
  if (!isJsonObject(clean)) throw new Error("a list is not an object of JSON");
  return clean;
}

/**
 * The form in which control words are compared: "ＳＴＯＰ", " Stop\u200b" and "stop" are one word.
 * Look-alikes from another script stay different: a Cyrillic "ѕtop" is not a command.
 */
export function foldForMatching(text: string): string {
  const visible = normalise(
    text.toWellFormed().replace(/\p{Default_Ignorable_Code_Point}/gu, ""),
    "NFKC",
  );
  return normalise(visible.toLowerCase().toUpperCase().toLowerCase(), "NFKC")
    .replace(/\s+/gu, " ")
    .trim();
}

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Splits a text into the characters that a reader sees. */
export function graphemes(text: string): string[] {
  return plain.test(text)
    ? text.split("")
    : Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** At most `count` graphemes; the last one is "…" if something was cut. */
export function shorten(text: string, count: number): string {
  if (text.length <= count) return text;
  let kept = 0;
  let keptEnd = 0;
  for (const { index } of segmenter.segment(text)) {
    if (kept === count - 1) keptEnd = index;
    if (kept === count) return `${text.slice(0, keptEnd).trimEnd()}…`;
    kept += 1;
  }
  return text;
}

/** A reply without the thoughts that are shown before it. */
export const stripThoughts = (text: string): string =>
  text.replace(/^<think>[^]*?(?:<\/think>\n?|$)/, "");
