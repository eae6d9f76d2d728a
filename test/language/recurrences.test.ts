import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { interpret } from "../../src/language/interpret.ts";
import type { Interpretation } from "../../src/language/request.ts";
import { runs } from "../support/runs.ts";
import { canonicalRule } from "./score.ts";

/**
 * Every way to say how often, in every place of a sentence: R stands for the recurrence, C for the
 * clock, T for something to do, E for an event. Each form is read in a few frames, and in all of them
 * where tests may take long. `most`: how many percent may be asked about, or left alone.
 */
const languages = [
  {
    file: "english",
    tz: "Europe/London",
    words: { C: "seven pm", T: "feed the fish", E: "choir practice" },
    most: 1,
  },
  {
    file: "chinese",
    tz: "Asia/Shanghai",
    words: { C: "晚上七点", T: "喂鱼", E: "合唱排练" },
    most: 5,
  },
] as const;

interface Forms {
  readonly frames: readonly string[];
  readonly forms: readonly {
    readonly rule: string;
    /** The first day, said on Tuesday, September 15 at 16:25; none where any will do. */
    readonly first: string | null;
    readonly words: readonly string[];
  }[];
}
const framesOfEach = runs(4, 100);

describe.each(languages)("recurrences in $file", ({ file, tz, words, most }) => {
  const { frames, forms } = JSON.parse(
    readFileSync(join(import.meta.dirname, "recurrences", `${file}.json`), "utf8"),
  ) as Forms;
  const all = forms.flatMap(({ words: ways, ...meant }) => ways.map((way) => ({ ...meant, way })));
  const said = all.flatMap(({ way, rule, first }, index) =>
    frames
      .filter((_, frame) => (frame + index) % frames.length < framesOfEach)
      .map((frame) => {
        const text = frame.replaceAll(/[RCTE]/g, (sign) =>
          sign === "R" ? way : words[sign as keyof typeof words],
        );
        const got = interpret({ text, now: "2026-09-15T16:25:00", tz });
        return { text, got, why: difference(got, { rule, first }) };
      }),
  );
  const explain = (cases: typeof said): string =>
    cases.map(({ text, why }) => `${text}: ${why}`).join("\n");

  it(`a recurrence in ${file} is never written as another one`, () => {
    const wrong = said.filter(({ got, why }) => got.intent === "create" && why !== "");
    expect(wrong.length, explain(wrong)).toBe(0);
  });

  it(`a recurrence in ${file} is understood wherever it stands`, () => {
    const others = said.filter(({ why }) => why !== "");
    expect((others.length / said.length) * 100, explain(others)).toBeLessThanOrEqual(most);
  });
});

function difference(
  { intent, reasons, items }: Interpretation,
  { rule, first }: { readonly rule: string; readonly first: string | null },
): string {
  const [item, second] = items;
  if (intent !== "create" || item === undefined) return `${intent} ${reasons.join()}`;
  if (second !== undefined) return `${items.length} items`;
  const isFirst = first === null || item.start.startsWith(first);
  if (!isFirst || !item.start.endsWith("T19:00:00")) return `start ${item.start}`;
  return canonicalRule(item) === canonicalRule({ rrule: rule, start: item.start })
    ? ""
    : `rule ${item.rrule}`;
}
