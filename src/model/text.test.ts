import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { joinShown } from "../../test/support/provider-bench.ts";
import type { ModelChunk } from "../domain/ports/model.ts";
import { cutText, startReply } from "./reply.ts";
import { jsonIn } from "./json-text.ts";
import { retryAfter } from "./classify-failure.ts";
import { thinkFilter } from "./think-filter.ts";

const pieces = fc.array(
  fc.constantFrom(
    "<think>",
    "</think>",
    "<",
    "</",
    "thi",
    "nk>",
    "a",
    " ",
    "\n",
    "你好",
    "👩‍👧",
    "\ud83d",
    "\ude00",
    "\0",
    "plain words ",
  ),
);
/** The same text, broken anywhere. */
const broken = fc
  .tuple(pieces, fc.array(fc.nat({ max: 7 }), { minLength: 1 }))
  .map(([words, sizes]) => {
    const text = words.join("");
    const chunks: string[] = [];
    for (let at = 0, i = 0; at < text.length; i++) {
      const size = 1 + (sizes[i % sizes.length] ?? 0);
      chunks.push(text.slice(at, at + size));
      at += size;
    }
    return { text, chunks };
  });

function answerTo(chunks: readonly string[], maxChars = 10_000) {
  const told: ModelChunk[] = [];
  const reply = startReply((chunk) => told.push(chunk), maxChars);
  for (const chunk of chunks) if (reply.push(chunk)) break;
  return { text: reply.finish(), told };
}

describe("thoughts", () => {
  it("a model's thoughts are taken out the same way wherever the text is broken", () => {
    fc.assert(
      fc.property(broken, ({ text, chunks }) => {
        expect(answerTo(chunks).text).toBe(answerTo([text]).text);
      }),
    );
  });

  it.each([
    ["<think>a</think>b", "b"],
    ["b<think>a</think>c<think>d</think>e", "bce"],
    ["<think>never closed", ""],
    ["the opening tag is missing</think>b", "b"],
    ["a <thin line and 1 < 2", "a <thin line and 1 < 2"],
    ["ends with <thi", "ends with <thi"],
  ])("a model's thoughts in %j leave %j", (text, visible) => {
    expect(answerTo([text]).text).toBe(visible);
    expect(answerTo(text.split("")).text).toBe(visible);
  });

  it("a model's thoughts without an opening tag take back what was shown", () => {
    const { text, told } = answerTo(["I should greet.", "</think>", "Hello"]);
    expect(text).toBe("Hello");
    expect(told).toEqual([
      { kind: "text", text: "I should greet." },
      { kind: "restart" },
      { kind: "text", text: "Hello" },
    ]);
  });

  it("a model's thoughts hold back no more than the beginning of a tag", () => {
    const filter = thinkFilter();
    expect(filter.push("abc<t").text).toBe("abc");
    expect(filter.push("able>").text).toBe("<table>");
  });
});

describe("the reply", () => {
  it("a model's reply is always exactly what was shown, well formed and without white space around it", () => {
    fc.assert(
      fc.property(broken, fc.integer({ min: 1, max: 40 }), ({ chunks }, maxChars) => {
        const { text, told } = answerTo(chunks, maxChars);
        expect(joinShown(told)).toBe(text);
        expect(text.isWellFormed()).toBe(true);
        expect(text).toBe(text.trim());
        expect(text).not.toContain("\0");
        expect(text.length).toBeLessThanOrEqual(maxChars);
        for (const chunk of told)
          if (chunk.kind === "text") expect(chunk.text.isWellFormed()).toBe(true);
      }),
    );
  });

  it("a model's reply shows a character whose halves come apart in one piece", () => {
    expect(answerTo(["a\ud83d", "\ude00b"]).told).toEqual([
      { kind: "text", text: "a" },
      { kind: "text", text: "😀b" },
    ]);
  });

  it("a model's reply that overflows in the middle of a shown character takes it back whole", () => {
    const { text, told } = answerTo(["ab👩", "\u200d👧 and more"], 5);
    expect(text).toBe("ab…");
    expect(joinShown(told)).toBe("ab…");
  });
});

describe("cutting", () => {
  it("a cut text keeps whole characters, flags and combined marks", () => {
    expect(cutText("abc", 3)).toBe("abc");
    expect(cutText("abc", 2)).toBe("ab");
    expect(cutText("a👨‍👩‍👧‍👦b", 5)).toBe("a");
    expect(cutText("🇨🇳🇩🇪", 6)).toBe("🇨🇳");
    expect(cutText("e\u0301e\u0301", 3)).toBe("e\u0301");
  });

  it("a cut text is never longer than asked for, nor anything but a beginning", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 60 }),
        fc.nat({ max: 80 }),
        (text, max) => {
          const cut = cutText(text, max);
          expect(cut.length).toBeLessThanOrEqual(max);
          expect(text.startsWith(cut)).toBe(true);
        },
      ),
    );
  });
});

describe("JSON in a text", () => {
  it.each<[string, unknown]>([
    ["[1, 2]", [1, 2]],
    ["```\n{}\n```", {}],
    ["```json\n[]```", []],
    ['Set {braces} aside: {"a": "} \\" {"} ok', { a: '} " {' }],
    ['one {"a":1} two {"a":2}', { a: 1 }],
  ])("JSON is found in the text %j", (text, value) => {
    expect(jsonIn(text)).toEqual(value);
  });

  it.each(["", "nothing here", "{", '{"a":', "[".repeat(5_000)])(
    "JSON is missing in the text %j",
    (text) => {
      expect(() => jsonIn(text)).toThrow(SyntaxError);
    },
  );
});

it.each([
  [undefined, undefined],
  ["3", 3_000],
  ["0.5", 500],
  ["Thu, 01 Jan 1970 00:01:40 GMT", 90_000],
  ["Thu, 01 Jan 1970 00:00:01 GMT", 0],
  ["-5x", undefined],
])("Retry-After %j is %j milliseconds", (header, ms) => {
  expect(retryAfter(header, 10_000)).toBe(ms);
});
