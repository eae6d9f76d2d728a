import { expect, it } from "vitest";
import { readDatedTalks, readFamiliarTalks } from "../cli/bench/dated-talk/read.ts";
import { measureRecallQuality, readTalks } from "../cli/bench/recall.ts";
import { createRecallIndex, type RecallDocument } from "./recall-index.ts";
import { stem } from "./stem.ts";

const day = 86_400_000;
const start = Date.UTC(2026, 0, 1);

function find(documents: readonly RecallDocument[], text: string, now?: number): string[] {
  const index = createRecallIndex();
  for (const document of documents) index.add(document);
  return index.search({ text, now, most: 3 }).map(({ place }) => documents[place]?.text ?? "");
}

it.each([
  ["painted", "painting"],
  ["children", "child"],
  ["went", "going"],
  ["making", "makes"],
  ["running", "ran"],
  ["cried", "cries"],
  ["happiness", "happy"],
])("%s and %s have one stem", (a, b) => {
  expect(stem(a)).toBe(stem(b));
});

it("the answer to a question is found by the words of the question before it", () => {
  const talk = [
    { text: "What is your cat called?", thread: "t" },
    { text: "Pepper, after an hour of arguing.", thread: "t" },
    { text: "It rains.", thread: "t" },
    { text: "I had a long day at the office.", thread: "t" },
  ];
  expect(find(talk, "the name of the cat")).toContain("Pepper, after an hour of arguing.");
});

it("lines of another conversation are not neighbours", () => {
  const talk = [
    { text: "What is your cat called?", thread: "a" },
    { text: "The meeting was moved.", thread: "b" },
  ];
  expect(find(talk, "cat")).toEqual(["What is your cat called?"]);
});

it("a question about a person finds what they said, not what was said to them", () => {
  const talk = [
    { text: "Hey Nora, I love pottery!", speakers: ["Felix"], thread: "t", at: start },
    { text: "The bus was late.", speakers: ["Felix"], thread: "t", at: start + day },
    { text: "I went to pottery again.", speakers: ["Nora"], thread: "t", at: start + 2 * day },
  ];
  expect(find(talk, "Does Nora do pottery?")[0]).toBe("I went to pottery again.");
});

it("related words are found in both languages", () => {
  const talk = [{ text: "I work at a bakery." }, { text: "花生我过敏。" }, { text: "It rains." }];
  expect(find(talk, "what is my job?")).toContain("I work at a bakery.");
  expect(find(talk, "what am I allergic to?")).toContain("花生我过敏。");
});

it("a month that the question names brings what was said then to the front", () => {
  const talk = [3, 5, 9].map((month) => ({
    text: `We had a picnic, number ${month}.`,
    at: Date.UTC(2026, month - 1, 10),
  }));
  const now = Date.UTC(2026, 11, 1);
  expect(find(talk, "the picnic in May", now)[0]).toBe("We had a picnic, number 5.");
  expect(find(talk, "三月的 picnic，也就是3月", now)[0]).toBe("We had a picnic, number 3.");
});

it("a replaced line is found by its new words only", () => {
  const index = createRecallIndex();
  index.add({ text: "the key is under the lantern" });
  index.replace(0, { text: "the key is in the well" });
  expect(index.search({ text: "lantern", most: 3 })).toEqual([]);
  expect(index.search({ text: "well key", most: 3 })).toHaveLength(1);
});

it.each([
  ["a question", "How was the marathon in the rain and the wind on Sunday?"],
  ["a short remark", "Haha, marathon!"],
])("%s that has the word comes after a line that tells about it", (_, little) => {
  const telling = "I ran the marathon in under four hours and could not walk for days afterwards";
  // The later one would come first if both counted the same.
  expect(find([{ text: telling }, { text: little }], "marathon")[0]).toBe(telling);
});

it("a line that tells something and then asks back counts as one that tells", () => {
  const telling = "I ran the marathon in under four hours and could not walk for days. And you?";
  const asking = "How was the marathon for you, with all that wind and rain on Sunday?";
  expect(find([{ text: telling }, { text: asking }], "marathon")[0]).toBe(telling);
});

it("a line is found by words that stand beside those of the question in other lines", () => {
  const talk = [
    { text: "The lighthouse keeper rowed his dinghy.", at: start },
    { text: "The lighthouse has a dinghy below its stairs.", at: start + day },
    { text: "We painted the dinghy green.", at: start + 2 * day },
    { text: "Bread was sold out again at the corner.", at: start + 3 * day },
  ];
  expect(find(talk, "lighthouse")[2]).toBe("We painted the dinghy green.");
});

it("recall finds at least three quarters of the evidence in long talks, and clearly more than BM25, in stories too", () => {
  const { ours, plain, stories, questions } = measureRecallQuality(readTalks(undefined));
  expect(questions).toBeGreaterThan(270);
  expect(ours).toBeGreaterThan(75);
  expect(ours / plain).toBeGreaterThan(1.25);
  expect(stories.ours / stories.plain).toBeGreaterThan(1.25);
});

it("recall finds most of the evidence of questions in other words than the lines", () => {
  const { ours, plain, questions } = measureRecallQuality(readDatedTalks());
  expect(questions).toBeGreaterThan(240);
  expect(ours).toBeGreaterThan(71.5);
  expect(ours / plain).toBeGreaterThan(2.5);
});

it("recall finds more than three quarters of the evidence of questions about long dated talks", () => {
  const { ours, plain, questions } = measureRecallQuality(readFamiliarTalks());
  expect(questions).toBeGreaterThan(190);
  expect(ours).toBeGreaterThan(80);
  expect(ours / plain).toBeGreaterThan(1.4);
});
