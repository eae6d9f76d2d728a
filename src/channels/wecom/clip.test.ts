import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { graphemes } from "../../domain/text.ts";
import { splitText } from "../../outbound/split.ts";
import { clip, openFence } from "./clip.ts";
import { streamBytes, withNotice } from "./frames.ts";

const family = "👨‍👩‍👧‍👦";
const size = (text: string): number => Buffer.byteLength(text);

describe("within WeCom's limits", () => {
  /** What takes one to twenty-five bytes, so that each limit falls inside of it somewhere. */
  const characters = ["x", "é", "字", "😀", "🇨🇳", "👍🏽", "e\u0301", family];

  it.each([20_480, 4_096, 2_048])(
    "a clip of %i bytes holds as many whole characters as fit, and the rest follows",
    (limit) => {
      for (const character of characters) {
        const fits = Math.floor(limit / size(character));
        for (const before of ["", "a", "ab", "abc"]) {
          const text = before + character.repeat(fits + 2);
          const room = Math.floor((limit - before.length) / size(character));
          expect([character, clip(text, limit) === before + character.repeat(room)]).toEqual([
            character,
            true,
          ]);
          const parts = splitText(text, { length: limit, unit: "bytes" });
          expect(parts.join("") === text).toBe(true);
          expect(
            parts.every(
              (part) =>
                size(part) <= limit &&
                graphemes(part).every((one) => one === character || one.length === 1),
            ),
          ).toBe(true);
        }
        const whole = character.repeat(fits);
        expect([
          clip(whole, limit) === whole,
          splitText(whole, { length: limit, unit: "bytes" }).length,
        ]).toEqual([true, 1]);
      }
    },
  );

  it("a cut leaves a beginning of the text, made of its characters, and no shorter than the next one is long", () => {
    const text = fc
      .array(fc.constantFrom(...characters, " ", "\n", "\u200d", "\ufe0f"), { maxLength: 60 })
      .map((some) => some.join(""));
    const check = fc.property(text, fc.nat(200), (whole, limit) => {
      const cut = clip(whole, limit);
      const all = graphemes(whole);
      const taken = graphemes(cut);
      expect(size(cut)).toBeLessThanOrEqual(limit);
      expect(all.slice(0, taken.length)).toEqual(taken);
      const next = all[taken.length];
      if (next !== undefined) expect(size(cut + next)).toBeGreaterThan(limit);
    });
    fc.assert(check, { numRuns: 500, seed: 20_260_105 });
    // No room for a character of five thousand marks: it is cut between two of them.
    expect(size(clip(`a${"\u0301".repeat(5_000)}`, 2_048))).toBeGreaterThan(2_000);
  });

  it("a notice stands behind code and thoughts, never in them", () => {
    expect(withNotice("看：\n```ts\nconst a = 1;", "（完）")).toBe(
      "看：\n```ts\nconst a = 1;\n```\n\n（完）",
    );
    expect(withNotice("```\na\n```", "（完）")).toBe("```\na\n```\n\n（完）");
    expect(withNotice("好<think>嗯", "（完）")).toBe("好\n\n（完）");
    for (const code of ["```\n", "~~~~ts\n", ""]) {
      const full = withNotice(code + family.repeat(2_000), "（完）");
      expect([size(full) <= streamBytes, openFence(full)]).toEqual([true, undefined]);
    }
  });
});
