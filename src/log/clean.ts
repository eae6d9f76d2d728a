import { redacted, type SecretValues } from "./secret-values.ts";
import { createHmac } from "node:crypto";
import { redactCredentials, plainPath } from "./urls.ts";

export interface Cleaner {
  fields(fields: Readonly<Record<string, unknown>>): Record<string, unknown>;
  sentence(text: string): string;
}

/** The position in the record: the kind given by the names above, and the enclosing objects. */
interface Position {
  readonly kind: FieldKind;
  readonly holders: readonly object[];
}

const deepest = 6;
const widest = 50;
const mostFrames = 12;

/** Everything that reaches the log passes here and comes out as plain, short, single-line, harmless values. */
export function createCleaner(options: SafeValueOptions): Cleaner {
  const { safe, scalar } = createSafeValues(options);

  const clean = (value: unknown, { kind, holders }: Position): unknown => {
    if (kind === "secret")
      return value === null || value === undefined || typeof value === "boolean" ? value : redacted;
    if (typeof value !== "object" || value === null) return scalar(value, kind);
    if (holders.includes(value)) return "[circular]";
    if (holders.length > deepest) return "[deep]";
    const below = { kind, holders: [...holders, value] };
    if (value instanceof Error) return failure(value, below.holders);
    if (kind === "text" && !options.messageText) return "[hidden]";
    const plain = unwrap(value);
    if (typeof plain === "string") return scalar(plain, kind);
    if (Array.isArray(plain))
      return plain.slice(0, widest).map((entry: unknown) => clean(entry, below) ?? null);
    return group(plain, below);
  };

  const group = (holder: object, { kind, holders }: Position): Record<string, unknown> => {
    const entries = Object.keys(holder)
      .slice(0, widest)
      .map((name): [string, unknown] => [
        safe(name, longest.name),
        clean(read(holder, name), { kind: stricter(kind, fieldKind(name)), holders }),
      ]);
    return Object.fromEntries(entries.filter(([, entry]) => entry !== undefined));
  };

  const failure = (error: Error, holders: readonly object[]): Record<string, unknown> => {
    const frames = word(read(error, "stack"))
      .split("\n")
      .filter((line) => /^\s+at /.test(line));
    const facts: Record<string, unknown> = {
      type: safe(word(read(error, "name")), longest.field),
      message: safe(word(read(error, "message")), longest.sentence),
    };
    for (const name of ["code", "status", "phase"]) {
      const fact = read(error, name);
      if (typeof fact === "string" || typeof fact === "number") facts[name] = scalar(fact, "plain");
    }
    for (const name of ["cause", "errors"]) {
      const inner = read(error, name);
      if (inner !== undefined) facts[name] = clean(inner, { kind: "plain", holders });
    }
    // One entry per frame: the message can't pretend to be part of the stack.
    facts["stack"] = frames.slice(0, mostFrames).map((line) => safe(line.trim(), longest.field));
    return facts;
  };

  return {
    fields: (fields) => group(fields, { kind: "plain", holders: [fields] }),
    sentence: (sentence) => safe(sentence, longest.sentence),
  };
}

/** A list of tokens stays a list of tokens, whatever the names inside say. */
function stricter(outer: FieldKind, own: FieldKind): FieldKind {
  return own === "secret" || outer === "plain" || outer === "url" ? own : outer;
}

/** A getter may throw; the log may not. */
function read(holder: object, name: string): unknown {
  try {
    return (holder as Readonly<Record<string, unknown>>)[name];
  } catch (error) {
    return `[unreadable: ${error instanceof Error ? error.name : typeof error}]`;
  }
}

/** `String()` calls what it is given; this never does. */
const word = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? `${value}` : `[${typeof value}]`;

function unwrap(value: object): object | string {
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer)
    return `[${value.byteLength} bytes]`;
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? "[no date]" : value.toISOString();
  if (value instanceof URL) return value.href;
  if (value instanceof Headers || value instanceof URLSearchParams)
    return Object.fromEntries(value.entries());
  if (value instanceof Map)
    return Object.fromEntries(
      Array.from(value, ([key, entry]): [string, unknown] => [word(key), entry]),
    );
  return value instanceof Set ? [...value] : value;
}

interface SafeValueOptions {
  readonly secrets: SecretValues;
  readonly messageText: boolean;
  /** Makes a person's vendor id a stable pseudonym. Without it such ids are hidden. */
  readonly idKey?: string | Uint8Array | undefined;
}

/** Single values, made fit for the log. */
interface SafeValues {
  readonly safe: (text: string, limit: number) => string;
  readonly scalar: (value: unknown, kind: FieldKind) => unknown;
}

const longest = { name: 64, field: 256, sentence: 1024, text: 4096 };

function createSafeValues({ secrets, messageText, idKey }: SafeValueOptions): SafeValues {
  const safe = (text: string, limit: number): string => {
    // Known secrets go first and from the whole text: a cut must not leave half of one behind.
    const without = secrets.redact(text).slice(0, limit * 4);
    return oneLine(shorten(redactCredentials(without), limit));
  };
  const pseudonym = (value: string): string =>
    idKey === undefined
      ? "[hidden]"
      : `#${createHmac("sha256", idKey).update(value).digest("hex").slice(0, 12)}`;

  const text = (value: string, kind: FieldKind): string => {
    if (kind === "secret" || kind === "perhaps") return redacted;
    if (kind === "person") return pseudonym(value);
    if (kind === "text")
      return messageText ? safe(value, longest.text) : `[hidden, ${value.length} characters]`;
    return safe(
      kind === "url" && value.startsWith("/") ? plainPath(secrets.redact(value)) : value,
      longest.field,
    );
  };

  const number = (value: number | bigint, kind: FieldKind): unknown => {
    const digits = String(value);
    if (kind === "person" || secrets.redact(digits) !== digits) return text(digits, kind);
    return Number.isFinite(value) ? value : digits;
  };

  const scalar = (value: unknown, kind: FieldKind): unknown => {
    if (typeof value === "string") return text(value, kind);
    if (typeof value === "number" || typeof value === "bigint") return number(value, kind);
    return typeof value === "symbol" || typeof value === "function" ? `[${typeof value}]` : value;
  };
  return { safe, scalar };
}

const shorten = (text: string, limit: number): string =>
  text.length <= limit ? text : `${text.slice(0, limit)}…`;

const short: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Control characters, line separators and direction overrides become visible, so that no reader's terminal obeys them. */
function oneLine(text: string): string {
  const escapeCharacter = (char: string): string =>
    short[char] ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return text.toWellFormed().replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069\ufeff]/gu, escapeCharacter);
}

/**
 * The kind of a value, by its field's name. `secret`: never shown. `perhaps`: numbers may stay
 * (`first_token_ms`), words may not. `text`: a person's words. `person`: a person's id at a vendor.
 * `url`: may carry a token in its path.
 */
type FieldKind = "secret" | "perhaps" | "text" | "person" | "url" | "plain";

const secretEnding =
  /(?:token|secret|password|passwd|passphrase|authorization|cookie|credentials?|bearer|jwt|signature|rawheaders|(?:api|secret|private|access|signing|encryption|aes)key)$/;
const secretInside = /token|secret|passw|authorization|cookie|apikey|credential/;

const textWords = new Set(
  (
    "text texts prompt prompts content contents body message messages reply replies payload raw args arguments params parameters " +
    "input output completion delta chunk transcript caption quote quoted utterance summary digest title note preview persona memory memories nickname"
  ).split(" "),
);
const textNames = new Set(["displayname", "sendername"]);

const personNames = new Set(
  "peer peerid subject subjectid wxid openid unionid userid externaluserid phone phonenumber email waid msisdn scope".split(
    " ",
  ),
);

const urlWords = new Set(
  "url uri href path route location endpoint referer referrer target link".split(" "),
);

function fieldKind(name: string): FieldKind {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
  const joined = words.join("");
  const last = words.at(-1) ?? "";
  if (secretEnding.test(joined)) return "secret";
  if (secretInside.test(joined)) return "perhaps";
  if (textWords.has(last) || textNames.has(joined)) return "text";
  if (personNames.has(joined)) return "person";
  return urlWords.has(last) ? "url" : "plain";
}
