import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { graphemes } from "../domain/text.ts";
import { fencesIn } from "./pieces.ts";
import { splitText, type PartLimit } from "./split.ts";

const family = "👨‍👩‍👧‍👦";
const characters = (length: number): PartLimit => ({ length, unit: "characters" });
const bytes = (length: number): PartLimit => ({ length, unit: "bytes" });
const sizeOf = (part: string, { unit }: PartLimit): number =>
  unit === "bytes" ? Buffer.byteLength(part) : Array.from(part).length;

describe("splitText", () => {
  it("splitText leaves a text that fits as it is and makes nothing of a blank one", () => {
    expect(splitText(" hello\n", characters(7))).toEqual([" hello\n"]);
    expect(splitText("你好", bytes(6))).toEqual(["你好"]);
    expect(splitText("", characters(5))).toEqual([]);
    expect(splitText(" \n\t ", characters(2))).toEqual([]);
  });

  it("splitText cuts at a paragraph, else a line, a sentence, a word", () => {
    expect(splitText("One. Two\nthree.\n\nFour five.", characters(20))).toEqual([
      "One. Two\nthree.",
      "Four five.",
    ]);
    expect(splitText("One. Two three\nfour five six.", characters(20))).toEqual([
      "One. Two three",
      "four five six.",
    ]);
    expect(splitText("One two. Three four five.", characters(18))).toEqual([
      "One two.",
      "Three four five.",
    ]);
    expect(splitText("one two three four", characters(11))).toEqual(["one two", "three four"]);
    expect(splitText("Pi is 3.14159 or so", characters(12))).toEqual(["Pi is", "3.14159 or", "so"]);
  });

  it("splitText cuts Chinese after a sentence, a comma or a word, never before a mark", () => {
    expect(splitText("今天很好。明天下雨！后天呢？", characters(10))).toEqual([
      "今天很好。明天下雨！",
      "后天呢？",
    ]);
    expect(splitText("我们先去上海，然后去北京", characters(9))).toEqual([
      "我们先去上海，",
      "然后去北京",
    ]);
    expect(splitText("他说“明天见。”然后走了", characters(8))).toEqual([
      "他说“明天见。”",
      "然后走了",
    ]);
    for (const text of ["真的吗？！好啊", "我们去北京，好"]) {
      expect(splitText(text, characters(4)).filter((part) => /^[，？！]/.test(part))).toEqual([]);
      expect(splitText(text, characters(5)).filter((part) => /^[，？！]/.test(part))).toEqual([]);
    }
    expect(splitText("我喜欢北京大学", characters(4))[0]).toBe("我喜欢");
  });

  it("splitText does not make a scrap of a short first paragraph", () => {
    const long = "word ".repeat(30).trim();
    expect(splitText(`Hi\n\n${long}`, characters(60))[0]?.length).toBeGreaterThan(40);
  });

  it("splitText keeps a link whole and cuts one that no part can hold", () => {
    const url = "https://example.com/a/b?c=d&e=f#g";
    expect(splitText(`look at this now ${url}, please`, characters(41))).toEqual([
      "look at this now",
      `${url}, please`,
    ]);
    expect(
      splitText(`看看这个${url}。好吗`, characters(36)).some((part) => part.includes(url)),
    ).toBe(true);
    const parts = splitText(`https://example.com/${"x".repeat(100)}`, characters(40));
    expect([parts.length, parts.join("")]).toEqual([4, `https://example.com/${"x".repeat(100)}`]);
  });

  it("splitText keeps a grapheme whole and cuts one that no part can hold", () => {
    expect(splitText(family.repeat(3), bytes(60))).toEqual([family + family, family]);
    const parts = splitText(family, bytes(10));
    expect(parts.join("")).toBe(family);
    expect(parts.every((part) => part.isWellFormed())).toBe(true);
    expect(splitText("a🙂b", bytes(4))).toEqual(["a", "🙂", "b"]);
  });

  it("splitText closes a code fence that it must cut and opens it again", () => {
    const code = "const a = 1;\n  const b = 2;\n\nconst c = 3;";
    expect(splitText(`\`\`\`ts\n${code}\n\`\`\`\ndone`, characters(44))).toEqual([
      "```ts\nconst a = 1;\n  const b = 2;\n```",
      "```ts\nconst c = 3;\n```\ndone",
    ]);
    expect(splitText(`~~~~\n${code}\n~~~~`, characters(28))).toEqual([
      "~~~~\nconst a = 1;\n~~~~",
      "~~~~\n  const b = 2;\n~~~~",
      "~~~~\nconst c = 3;\n~~~~",
    ]);
  });

  it("splitText makes no empty code block of the closing line alone", () => {
    expect(splitText("```\naaaaaaaa\n\n\n\n```", characters(16))).toEqual(["```\naaaaaaaa\n```"]);
  });

  it("splitText moves a code block to the next part rather than cut it", () => {
    const block = "```\nfirst\n\nsecond\n```";
    expect(splitText(`Some words before.\n\n${block}`, characters(36))).toEqual([
      "Some words before.",
      block,
    ]);
  });

  it("splitText leaves fences alone where they would take up half a part", () => {
    const parts = splitText("```a-very-long-info-string\nx y z\n```", characters(20));
    expect(parts.join("").replaceAll(/\s/g, "")).toBe("```a-very-long-info-stringxyz```");
  });

  it("splitText refuses a limit that can't hold a character", () => {
    expect(() => splitText("x", bytes(3))).toThrow("3 bytes");
    expect(() => splitText("x", characters(0))).toThrow("0 characters");
  });

  it("splitText takes long and strange texts", () => {
    for (const text of [
      "停止".repeat(100_000),
      "a".repeat(200_000),
      " ".repeat(200_000) + "x",
      "\n".repeat(100_000) + "x ".repeat(50_000),
      "https://a.b/".repeat(20_000),
      "```\n".repeat(50_000),
      `a${"\u0301".repeat(5_000)}`,
    ]) {
      const parts = splitText(text, bytes(2_000));
      expect(parts.every((part) => Buffer.byteLength(part) <= 2_000)).toBe(true);
      expect(parts.length).toBeLessThan(1_000);
    }
  });
});

const runs = 500;
const limit = fc.oneof(
  fc.integer({ min: 4, max: 200 }).map(bytes),
  fc.integer({ min: 1, max: 120 }).map(characters),
);
const scrap = fc.constantFrom(
  "word",
  "停止说话",
  "。",
  "，",
  "! ",
  " ",
  "\n",
  "\n\n",
  "   ",
  "3.14",
  family,
  "🇨🇳",
  "e\u0301",
  " \u0308",
  "\u200d",
  "각",
  "”",
  "(",
  "a```",
  "\n```§\n",
  "\n```\n",
  "\t",
  "؀h",
);
const chaos = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: scrap },
      { weight: 1, arbitrary: fc.string({ unit: "grapheme" }) },
    ),
    { maxLength: 60 },
  )
  .map((all) => all.join("").toWellFormed());

const bare = (text: string): string => text.replaceAll(/\s/gu, "");
const clusters = (text: string): string[] => graphemes(text).filter((one) => one.trim() !== "");

describe("whatever the text and the limit", () => {
  it("the parts of any text, whatever the limit, are within it, not blank, and hold the text in order", () => {
    fc.assert(
      fc.property(chaos, limit, (text, where) => {
        const parts = splitText(text, where);
        for (const part of parts) {
          expect(sizeOf(part, where)).toBeLessThanOrEqual(where.length);
          expect(part.trim()).not.toBe("");
        }
        const plain = (from: string): string => bare(from).replaceAll(/[`§]/g, "");
        expect(plain(parts.join("\n"))).toBe(plain(text));
      }),
      { numRuns: runs },
    );
  });

  it("no grapheme is broken that fits into a part", () => {
    fc.assert(
      fc.property(
        chaos.map((text) => text.replaceAll("`", "'")),
        limit,
        (text, where) => {
          fc.pre(clusters(text).every((one) => sizeOf(one, where) <= where.length));
          expect(splitText(text, where).flatMap(clusters)).toEqual(clusters(text));
        },
      ),
      { numRuns: runs },
    );
  });

  it("no link is broken that fits into a part", () => {
    const links = fc.array(
      fc.tuple(
        scrap.filter((one) => !one.includes("`")),
        fc.integer({ min: 0, max: 30 }),
      ),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(links, fc.integer({ min: 60, max: 120 }), (pairs, length) => {
        const urls = pairs.map(
          ([, more], index) => `https://example.com/${index}/${"p".repeat(more)}?q=${index}#end`,
        );
        const text = pairs.map(([before], index) => `${before} ${urls[index]} `).join("");
        const parts = splitText(text, characters(length));
        for (const url of urls) expect(parts.filter((part) => part.includes(url)).length).toBe(1);
      }),
    );
  });

  it("every code block that was closed is closed in every part, under its own info string", () => {
    const codeLine = fc.constantFrom(
      "let x = 1;",
      "    indented();",
      "",
      "一行代码",
      "a_long_line_of_code_without_any_space_in_it_at_all()",
    );
    const block = fc.tuple(
      fc.constantFrom("```", "~~~", "````"),
      fc.constantFrom("", "ts", "py title"),
      fc.array(codeLine, { maxLength: 12 }),
    );
    const document = fc.array(
      fc.oneof(
        block.map(([mark, info, lines]) => [mark + info, ...lines, mark].join("\n")),
        fc.constantFrom("Some prose. And more.", "一些文字。还有更多。"),
      ),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(document, fc.integer({ min: 48, max: 200 }), (blocks, length) => {
        const text = blocks.join("\n\n");
        const known = new Set(fencesIn(text).map(({ opener }) => opener));
        const parts = splitText(text, characters(length));
        for (const part of parts) {
          expect(sizeOf(part, characters(length))).toBeLessThanOrEqual(length);
          for (const fence of fencesIn(part))
            expect([known.has(fence.opener), fence.closing === undefined]).toEqual([true, false]);
        }
        const prose = (from: string): string => bare(from.replaceAll(/^(?:```+|~~~).*$/gm, ""));
        expect(prose(parts.join("\n"))).toBe(prose(text));
      }),
    );
  });
});
