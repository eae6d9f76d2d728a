import { createHmac } from "node:crypto";
import type { FieldKind } from "./names.ts";
import { type SecretValues, redacted } from "./secret-values.ts";
import { redactCredentials, plainPath } from "./urls.ts";

export interface SafeValueOptions {
  readonly secrets: SecretValues;
  readonly messageText: boolean;
  /** Makes a person's vendor id a stable pseudonym. Without it such ids are hidden. */
  readonly idKey?: string | Uint8Array | undefined;
}

/** Single values, made fit for the log. */
export interface SafeValues {
  readonly safe: (text: string, limit: number) => string;
  readonly scalar: (value: unknown, kind: FieldKind) => unknown;
}

export const longest = { name: 64, field: 256, sentence: 1024, text: 4096 };

export function createSafeValues({ secrets, messageText, idKey }: SafeValueOptions): SafeValues {
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
