import { describe, expect, it } from "vitest";
import { casesIn, figuresOf, isRecurring, isSingleTime, type Scored, scoreCase } from "./score.ts";

const describeCase = ({ case: { id, text }, verdict, why }: Scored): string =>
  `${id} ${verdict} ${text}: ${why}`;
const share = (results: readonly Scored[]): number => figuresOf(results).right / results.length;

describe("the starter set", () => {
  it("the starter set is understood whole", () => {
    const wrong = casesIn("requests-dev.json")
      .map(scoreCase)
      .filter(({ verdict }) => verdict !== "right");
    expect(wrong.map(describeCase)).toEqual([]);
  });
});

/**
 * `own-check.json` was written before the grammar, the numbered ones later and without looking at it. They stay as they
 * are: a fault that they find is mended by a rule, not by another sentence.
 */
describe.each([
  "own-dev.json",
  "own-check.json",
  "set-01-everyday.json",
  "set-02-everyday-again.json",
  "set-03-chat-and-plans.json",
  "set-04-mixed-kinds.json",
  "set-05-talk-quotes-orders.json",
  "set-06-talk-and-denials.json",
  "set-07-talk-and-quotes.json",
  "set-11-everyday-requests.json",
  "set-12-everyday-requests-again.json",
  "set-13-office-students-parents.json",
  "set-14-dictated-dialect-shifts.json",
  "set-15-numbers-in-titles.json",
  "set-16-reasons-and-slang.json",
  "set-17-formal-and-corrections.json",
  "set-18-ordinary-and-cantonese.json",
  "set-19-mixed-languages.json",
  "set-20-forty-ordinary-people.json",
  "set-21-teacher-and-taiwan.json",
  "set-22-many-frames-numbers.json",
  "set-23-about-what-exists.json",
  "set-24-families-and-dialects.json",
  "set-25-ordinary-in-frames.json",
  "set-26-ages-and-trades.json",
  "set-27-series-and-changes.json",
  "set-29-story-and-wish.json",
  "set-30-starter-continued.json",
  "set-33-times-in-asides.json",
])("%s", (file) => {
  const results = casesIn(file).map(scoreCase);
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
        .map(describeCase)
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
        .map(describeCase)
        .join("\n"),
    ).toBeGreaterThanOrEqual(0.95);
  });

  it("a labelled set leads to something wrong or partial at most once in a hundred", () => {
    const wrong = results.filter(({ verdict }) => verdict === "wrong_write");
    expect(
      figures.wrongWrites / figures.toWrite,
      wrong.map(describeCase).join("\n"),
    ).toBeLessThanOrEqual(0.01);
  });

  it("a labelled set leads to no write where nothing was asked for", () => {
    const wrong = results.filter(({ verdict }) => verdict === "false_create");
    expect(
      figures.falseCreates / figures.notToWrite,
      wrong.map(describeCase).join("\n"),
    ).toBeLessThanOrEqual(0.002);
  });
});

/** Nearly all of them hold a word of waking or reminding and a clock, and ask for nothing. */
describe.each([
  "set-08-talk-of-waking.json",
  "set-09-unusual-frames.json",
  "set-10-everyday-talk.json",
  "set-31-clocks-without-wishes.json",
])("%s, which only sounds like wishes", (file) => {
  const results = casesIn(file).map(scoreCase);

  it("a message that sounds like a wish is written where it asks for something, and nowhere else", () => {
    expect(results.length).toBeGreaterThan(70);
    const wrong = results.filter(
      ({ verdict }) => verdict === "wrong_write" || verdict === "false_create",
    );
    expect(wrong.map(describeCase)).toEqual([]);
    const wishes = results.filter(({ case: each }) => each.expect.intent === "create");
    expect(wishes.filter(({ verdict }) => verdict !== "right").map(describeCase)).toEqual([]);
  });
});

/** A story with times of its own, and somewhere in it a wish. Without a single comma it is asked about. */
describe.each(["set-28-long-messages.json", "set-32-beside-another-time.json"])(
  "%s, long messages",
  (file) => {
    const results = casesIn(file).map(scoreCase);

    it("a long message is written right or asked about, and never wrong", () => {
      expect(results.length).toBeGreaterThan(100);
      const wrong = results.filter(
        ({ verdict }) => verdict === "wrong_write" || verdict === "false_create",
      );
      expect(wrong.map(describeCase)).toEqual([]);
      expect(share(results.filter(({ case: each }) => isSingleTime(each)))).toBeGreaterThan(0.85);
      const recurring = results.filter(({ case: each }) => isRecurring(each));
      if (recurring.length > 0) expect(share(recurring)).toBeGreaterThanOrEqual(0.95);
    });
  },
);
