import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Refusal } from "./errors.ts";
import { cleanJson, cleanText, foldForMatching, graphemes, shorten } from "./text.ts";

const family = "👨‍👩‍👧‍👦";
/** Arbitrary UTF-16, with hostile pieces far more frequent than chance would make them. */
const hostile = fc
  .array(
    fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(
        "\0",
        "\ud800",
        "\udc00",
        "\r\n",
        "\r",
        "\u202e",
        "\u200b",
        "\u200d",
        "\u0301",
        "\u0316".repeat(40),
        "\u0344".repeat(29),
        family,
        "🇨🇳",
        "停止",
        "각",
        "\u001b[31m",
      ),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(""));

const refusalOf = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
  return "accepted";
};

describe("cleanText", () => {
  it("cleanText leaves ordinary text of any script unchanged", () => {
    for (const text of [
      "",
      "Hello\n\tworld",
      "明早八点提醒我",
      "مرحبا بالعالم",
      `${family} 🇨🇳 é`,
      "a\u200db",
    ])
      expect(cleanText(text)).toBe(text);
  });

  it("cleanText marks NUL, controls and lone surrogates and turns every line break into LF", () => {
    expect(cleanText("st\0op \u001b[31m \u009b")).toBe("st\ufffdop \ufffd[31m \ufffd");
    expect(cleanText("a\ud800b\udc00")).toBe("a\ufffdb\ufffd");
    expect(cleanText("1\r\n2\r3\u000b4\f5\u00856\u20287\n")).toBe("1\n2\n3\n4\n5\n6\n7\n");
    expect(cleanText("e\u0301")).toBe("é");
  });

  it("cleanText keeps thirty combining marks per letter and drops the rest", () => {
    const flood = `a${"\u0301\u0316".repeat(100_000)}b`;
    const cleaned = cleanText(flood);
    expect(cleaned.normalize("NFD").length).toBe(32);
    expect(cleaned.at(-1)).toBe("b");
    expect(cleanText(`a${"\u0301".repeat(5_000)}`).normalize("NFD").length).toBe(31);
  });

  it("cleanText cuts long text between graphemes and states the original length", () => {
    const cleaned = cleanText(family.repeat(20_000), 1_000);
    expect(cleaned.length).toBeLessThanOrEqual(1_000);
    expect(cleaned).toMatch(/… \[cut, 220000 characters in all\]$/);
    expect(new Set(graphemes(cleaned.slice(0, cleaned.indexOf("…"))))).toEqual(new Set([family]));
    expect(cleanText("ab", 1)).toBe("…");
    expect(cleanText(`${"x".repeat(9)}${family}`, 10)).toBe(`${"x".repeat(9)}…`);
  });

  it("cleanText is idempotent and gives text that PostgreSQL and JSON accept", () => {
    fc.assert(
      fc.property(hostile, fc.integer({ min: 1, max: 80 }), (raw, limit) => {
        const cleaned = cleanText(raw, limit);
        expect(cleaned.isWellFormed()).toBe(true);
        expect(cleaned).not.toMatch(/[\p{Cc}--[\t\n]]/v);
        expect(cleaned.length).toBeLessThanOrEqual(limit);
        expect(cleaned.normalize("NFC")).toBe(cleaned);
        expect(cleanText(cleaned, limit)).toBe(cleaned);
        const kept = cleaned.split("…")[0] ?? "";
        const whole = graphemes(cleanText(raw));
        if (!raw.includes("…"))
          expect(graphemes(kept)).toEqual(whole.slice(0, graphemes(kept).length));
      }),
    );
  });
});

describe("cleanJson", () => {
  it("cleanJson cleans strings and keys at every depth and leaves other values unchanged", () => {
    const before = { "a\0": ["\ud800", 1, null, true, { b: "e\u0301", gone: undefined }] };
    expect(cleanJson(before)).toEqual({ "a\ufffd": ["\ufffd", 1, null, true, { b: "é" }] });
  });

  it("cleanJson drops keys that address a prototype, and no prototype changes", () => {
    const cleaned = cleanJson(
      JSON.parse('{"__proto__":{"admin":true},"constructor":1,"x":{"prototype":2,"toString":"t"}}'),
    );
    expect(JSON.stringify(cleaned)).toBe('{"x":{"toString":"t"}}');
    expect(Object.getPrototypeOf(cleaned)).toBe(Object.prototype);
    expect("admin" in {}).toBe(false);
  });

  it("cleanJson refuses input that is too deep, too large or not JSON", () => {
    const nest = (depth: number): unknown => JSON.parse("[".repeat(depth) + "]".repeat(depth));
    expect(refusalOf(() => cleanJson(nest(32)))).toBe("accepted");
    expect(refusalOf(() => cleanJson(nest(33)))).toBe("body_too_deep");
    expect(refusalOf(() => cleanJson(nest(5_000)))).toBe("body_too_deep");
    expect(refusalOf(() => cleanJson(nest(3), { maxDepth: 2 }))).toBe("body_too_deep");
    expect(refusalOf(() => cleanJson(Array.from({ length: 60_000 }, () => 0)))).toBe(
      "body_too_large",
    );
    expect(refusalOf(() => cleanJson(["12345", "67890"], { maxLength: 9 }))).toBe("body_too_large");
    for (const odd of [Number.NaN, 1n, undefined, () => 0, new Date(0), new Map(), [Symbol("s")]]) {
      expect(refusalOf(() => cleanJson(odd))).toBe("invalid_json");
    }
  });

  it("cleanJson gives JSON that survives a round trip and a second cleaning", () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: "binary", maxDepth: 5 }), (value) => {
        const cleaned = cleanJson(value);
        expect(JSON.stringify(cleaned)).not.toMatch(/\\u0000|\\ud[89a-f]/i);
        expect(cleanJson(cleaned)).toEqual(cleaned);
      }),
    );
  });
});

describe("foldForMatching", () => {
  it("foldForMatching equates different spellings of one control word", () => {
    for (const word of [
      "stop",
      "STOP",
      " Stop\n",
      "ＳＴＯＰ",
      "s\u200bt\u200do\u2060p",
      "\u202estop\u202c",
      "ſtop",
      "sto\u00adp",
    ]) {
      expect(foldForMatching(word)).toBe("stop");
    }
    expect(foldForMatching("停\ufeff止 ")).toBe("停止");
    expect(foldForMatching("new   chat")).toBe("new chat");
    expect(foldForMatching("STRASSE")).toBe(foldForMatching("straße"));
  });

  it("foldForMatching keeps look-alikes from another script different", () => {
    expect(foldForMatching("ѕtop")).not.toBe("stop");
    expect(foldForMatching("st0p")).not.toBe("stop");
  });

  it("foldForMatching equates a capital sharp s, a small one and a double s", () => {
    expect([foldForMatching("STRAẞE"), foldForMatching("straße")]).toEqual(["strasse", "strasse"]);
  });

  it("foldForMatching is idempotent", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(foldForMatching(foldForMatching(text))).toBe(foldForMatching(text));
      }),
    );
  });
});

describe("graphemes and shorten", () => {
  it("graphemes counts what a reader sees as characters", () => {
    expect(graphemes(`a${family}🇨🇳e\u0301\r\n`)).toEqual(["a", family, "🇨🇳", "e\u0301", "\r\n"]);
    expect(graphemes("ab\n")).toEqual(["a", "b", "\n"]);
  });

  it("shorten cuts between graphemes and adds an ellipsis", () => {
    expect(shorten("hello world", 20)).toBe("hello world");
    expect(shorten("hello world", 7)).toBe("hello…");
    expect(shorten(family.repeat(3), 3)).toBe(family.repeat(3));
    expect(shorten(family.repeat(4), 3)).toBe(`${family}${family}…`);
    expect(shorten("a".repeat(200_000), 5)).toBe("aaaa…");
    expect(shorten("ab", 1)).toBe("…");
  });

  it("graphemes loses no character between its pieces", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(graphemes(text).join("")).toBe(text);
      }),
    );
  });
});
