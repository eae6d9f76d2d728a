import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createLog } from "../log.ts";
import { createSecretValues } from "./secret-values.ts";

/** All strings of a record, keys included. */
function strings(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [String(value)];
  return Object.entries(value).flatMap(([key, entry]) => [key, ...strings(entry)]);
}

describe("known secrets", () => {
  const percentAll = (text: string): string =>
    Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
  const unicode = (text: string): string =>
    Array.from(
      text.split(""),
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
    ).join("");

  const encodings: readonly ((secret: string) => string)[] = [
    (secret) => secret,
    encodeURIComponent,
    (secret) =>
      encodeURIComponent(secret)
        .toLowerCase()
        .replaceAll(/[^%]/g, (char, at: number) => encodeURIComponent(secret).charAt(at) || char),
    (secret) => encodeURIComponent(encodeURIComponent(secret)),
    percentAll,
    (secret) => new URLSearchParams({ q: secret }).toString(),
    (secret) => JSON.stringify({ deep: secret }),
    (secret) => JSON.stringify(JSON.stringify({ deep: secret })),
    unicode,
    (secret) => Buffer.from(secret).toString("base64"),
    (secret) => Buffer.from(`u:${secret}`).toString("base64"),
    (secret) => Buffer.from(`me:${secret}!`).toString("base64url"),
    (secret) => encodeURIComponent(Buffer.from(`x${secret}yz`).toString("base64")),
    (secret) => Buffer.from(secret).toString("hex"),
    (secret) => Buffer.from(secret).toString("hex").toUpperCase(),
  ];

  /** What a reader could still find: the secret itself after undoing each encoding. */
  const undo: readonly ((text: string) => string)[] = [
    (text) => text,
    (text) =>
      text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (run) =>
        Buffer.from(run.replaceAll("%", ""), "hex").toString(),
      ),
    (text) =>
      text
        .replaceAll(/\\u([0-9a-f]{4})/gi, (_, hex: string) =>
          String.fromCharCode(Number.parseInt(hex, 16)),
        )
        .replaceAll(/\\+(["\\/])/g, "$1"),
    (text) =>
      text.replaceAll(/[A-Za-z0-9+/_-]{4,}/g, (run) => Buffer.from(run, "base64").toString()),
    (text) => text.replaceAll(/(?:[0-9a-f]{2})+/gi, (run) => Buffer.from(run, "hex").toString()),
  ];

  const placements: readonly ((text: string) => {
    fields: Record<string, unknown>;
    sentence: string;
  })[] = [
    (text) => ({ fields: { where: text }, sentence: "s" }),
    (text) => ({ fields: { where: `before ${text} after` }, sentence: "s" }),
    (text) => ({ fields: { a: [{ b: { c: [text] } }] }, sentence: "s" }),
    (text) => ({ fields: { [text]: 1, nested: { [`x-${text}`]: 2 } }, sentence: "s" }),
    (text) => ({ fields: {}, sentence: `It said ${text}.` }),
    (text) => ({
      fields: { err: new Error(`failed: ${text}`, { cause: new Error(text) }) },
      sentence: "s",
    }),
    (text) => ({ fields: { err: new AggregateError([new Error(text)], text) }, sentence: "s" }),
    (text) => ({
      fields: {
        err: Object.assign(new Error("x"), {
          stack: `Error: x\n    at ${text} (a.ts:1:1)`,
          code: text,
        }),
      },
      sentence: "s",
    }),
    (text) => ({
      fields: { where: `https://a.example/${text}/x?y=${text}#${text}` },
      sentence: "s",
    }),
    (text) => ({
      fields: {
        headers: new Headers({ via: encodeURIComponent(text) }),
        all: new Map([[text, text]]),
      },
      sentence: "s",
    }),
    (text) => ({ fields: { where: `${"x".repeat(250)}${text}${"y".repeat(300)}` }, sentence: "s" }),
  ];

  // Printable, since the record shows control characters as text. Distinct enough not to be part of the record's own words.
  const secret = fc
    .oneof(
      fc.string({ minLength: 8, maxLength: 60 }),
      fc.string({ unit: "grapheme", minLength: 8, maxLength: 30 }),
      fc.base64String({ minLength: 24, maxLength: 64 }),
    )
    .filter(
      (text) =>
        text.trim().length >= 8 &&
        new Set(text.trim()).size >= 5 &&
        !/\p{Cc}/u.test(text) &&
        text.isWellFormed(),
    );

  test("a known secret is never found again, for any secret, encoding and place", () => {
    fc.assert(
      fc.property(
        secret,
        fc.constantFrom(...encodings),
        fc.constantFrom(...placements),
        (value, encode, place) => {
          for (const isTTY of [false, true]) {
            const lines: string[] = [];
            const stream = { write: (line: string) => lines.push(line), isTTY };
            const log = createLog({ stream, level: "info", secrets: [value], now: () => 0 });
            const { fields, sentence } = place(encode(value));
            log.error(fields, sentence);
            const seen = isTTY ? lines : strings(JSON.parse(lines[0] ?? ""));
            for (const text of seen)
              for (const decode of undo) expect(decode(text)).not.toContain(value.trim());
          }
        },
      ),
      { numRuns: 600 },
    );
  });

  test("a secret learned later is hidden from then on", () => {
    const values = createSecretValues([]);
    expect(values.redact("x fresh-secret-1 y")).toBe("x fresh-secret-1 y");
    values.add("fresh-secret-1");
    expect(values.redact("x fresh-secret-1 y")).toBe("x [redacted] y");
  });

  test("a secret that contains another leaves no tail", () => {
    expect(createSecretValues(["abcdef", "abcdef-123456"]).redact("abcdef-123456")).toBe(
      "[redacted]",
    );
  });

  test("blank and tiny secrets do not blacken the log", () => {
    expect(createSecretValues(["", " ", "a", "in "]).redact("a plain line")).toBe("a plain line");
  });
});
