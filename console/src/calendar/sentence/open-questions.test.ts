import { expect, test } from "vitest";
import type { Reading } from "../contract.ts";
import { ask, isNoAnswer, isSentenceOfItsOwn, settle, readField } from "./open-questions.ts";

const reading = (more: Partial<Reading>): Reading => ({
  intent: "none",
  items: [],
  spans: [],
  people: [],
  target: null,
  question: null,
  reasons: ["no_request"],
  timezone: "UTC",
  ...more,
});
const unread = reading({});
const asking = reading({
  intent: "clarify",
  question: "At what time?",
  reasons: ["date_without_clock"],
});
const untimed = reading({ intent: "clarify", question: "When?", reasons: ["no_time"] });

test("an answer continues the latest question, and a finished one leaves the question before it", () => {
  const rent = ask([], readField([], "pay rent on the 1st"), "At what time?");
  const both = ask(rent, { text: "milk tonight", answers: [] }, "At what time exactly?");
  const answer = readField(both, "7pm");
  expect(answer).toEqual({ text: "milk tonight", answers: ["7pm"] });
  expect(settle(both, answer)).toEqual(rent);
  expect(settle(rent, { text: "lunch tomorrow at noon", answers: [] })).toEqual(rent);
  expect(ask(rent, readField(rent, "in the morning"), "When exactly?")).toEqual([
    { text: "pay rent on the 1st", answers: ["in the morning"], question: "When exactly?" },
  ]);
});

test("words with a time of their own are a sentence, and words without any time are neither an answer nor taken for one", () => {
  expect(isSentenceOfItsOwn(unread, asking)).toBe(true);
  expect(isSentenceOfItsOwn(unread, untimed)).toBe(false);
  expect(isSentenceOfItsOwn(asking, asking)).toBe(false);
  const said = readField(ask([], { text: "rent", answers: [] }, "When?"), "whenever");
  expect(isNoAnswer(said, unread)).toBe(true);
  expect(isNoAnswer(said, asking)).toBe(false);
  expect(isNoAnswer({ text: "whenever", answers: [] }, unread)).toBe(false);
});
