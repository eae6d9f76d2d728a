import { describe, expect, it } from "vitest";
import { casesIn, figuresOf, isRecurring, isSingleTime, type Scored, scored } from "./score.ts";

const shown = ({ case: { id, text }, verdict, why }: Scored): string =>
  `${id} ${verdict} ${text}: ${why}`;
const share = (results: readonly Scored[]): number => figuresOf(results).right / results.length;

describe("the starter set", () => {
  it("the starter set is understood whole", () => {
    const wrong = casesIn("requests-dev.json")
      .map(scored)
      .filter(({ verdict }) => verdict !== "right");
    expect(wrong.map(shown)).toEqual([]);
  });
});

/**
 * `own-check.json` was written before the grammar, the unseen ones later and without looking at it. They stay as they are:
 * what they find wrong is mended by rules, not by their sentences.
 */
describe.each([
  "own-dev.json",
  "own-check.json",
  "own-unseen-1.json",
  "own-unseen-2.json",
  "own-unseen-3.json",
  "own-unseen-4.json",
  "own-unseen-5.json",
  "own-unseen-6.json",
  "own-unseen-7.json",
  "own-unseen-11.json",
  "own-unseen-12.json",
  "own-unseen-13.json",
  "own-unseen-14.json",
  "own-unseen-15.json",
  "own-unseen-16.json",
  "own-unseen-17.json",
  "own-unseen-18.json",
  "own-unseen-19.json",
  "own-unseen-20.json",
  "own-unseen-21.json",
  "own-unseen-22.json",
  "own-unseen-23.json",
  "own-unseen-24.json",
  "own-unseen-25.json",
  "own-unseen-26.json",
  "own-unseen-27.json",
  "own-unseen-29.json",
  "own-unseen-30.json",
  "own-unseen-33.json",
])("%s", (file) => {
  const results = casesIn(file).map(scored);
  const figures = figuresOf(results);

  it("a labelled set has enough cases in both languages, each once", () => {
    expect(results.length).toBeGreaterThanOrEqual(110);
    expect(new Set(results.map(({ case: each }) => `${each.text} ${each.now}`)).size).toBe(
      results.length,
    );
    for (const lang of ["zh", "en"])
      expect(results.filter(({ case: each }) => each.lang === lang).length).toBeGreaterThan(30);
  });

  it("a labelled set has at least 95 % of single explicit times right", () => {
    const single = results.filter(({ case: each }) => isSingleTime(each));
    expect(single.length).toBeGreaterThan(30);
    expect(
      share(single),
      single
        .filter(({ verdict }) => verdict !== "right")
        .map(shown)
        .join("\n"),
    ).toBeGreaterThanOrEqual(0.95);
  });

  it("a labelled set has at least 95 % of recurrences right", () => {
    const recurring = results.filter(({ case: each }) => isRecurring(each));
    expect(recurring.length).toBeGreaterThan(15);
    expect(
      share(recurring),
      recurring
        .filter(({ verdict }) => verdict !== "right")
        .map(shown)
        .join("\n"),
    ).toBeGreaterThanOrEqual(0.95);
  });

  it("a labelled set leads to something wrong or partial at most once in a hundred", () => {
    const wrong = results.filter(({ verdict }) => verdict === "wrong_write");
    expect(figures.wrongWrites / figures.toWrite, wrong.map(shown).join("\n")).toBeLessThanOrEqual(
      0.01,
    );
  });

  it("a labelled set leads to no write where nothing was asked for", () => {
    const wrong = results.filter(({ verdict }) => verdict === "false_create");
    expect(
      figures.falseCreates / figures.notToWrite,
      wrong.map(shown).join("\n"),
    ).toBeLessThanOrEqual(0.002);
  });
});

/** Nearly all of them hold a word of waking or reminding and a clock, and ask for nothing. */
describe.each([
  "own-unseen-8.json",
  "own-unseen-9.json",
  "own-unseen-10.json",
  "own-unseen-31.json",
])("%s, which only sounds like wishes", (file) => {
  const results = casesIn(file).map(scored);

  it("a long message is written where it asks for something, and nowhere else", () => {
    expect(results.length).toBeGreaterThan(70);
    const wrong = results.filter(
      ({ verdict }) => verdict === "wrong_write" || verdict === "false_create",
    );
    expect(wrong.map(shown)).toEqual([]);
    const wishes = results.filter(({ case: each }) => each.expect.intent === "create");
    expect(wishes.filter(({ verdict }) => verdict !== "right").map(shown)).toEqual([]);
  });
});

/** A story with times of its own, and somewhere in it a wish. Without a single comma it is asked about. */
describe.each(["own-unseen-28.json", "own-unseen-32.json"])("%s, told at length", (file) => {
  const results = casesIn(file).map(scored);

  it("a message with clocks in it is written right or asked about, and never wrong", () => {
    expect(results.length).toBeGreaterThan(100);
    const wrong = results.filter(
      ({ verdict }) => verdict === "wrong_write" || verdict === "false_create",
    );
    expect(wrong.map(shown)).toEqual([]);
    expect(share(results.filter(({ case: each }) => isSingleTime(each)))).toBeGreaterThan(0.85);
    const recurring = results.filter(({ case: each }) => isRecurring(each));
    if (recurring.length > 0) expect(share(recurring)).toBeGreaterThanOrEqual(0.95);
  });
});
