import { describe, expect, it } from "vitest";
import { splitThoughts } from "./thought-words.ts";

const listThoughts = (text: string): string[] =>
  splitThoughts(text).flatMap((part) => (part.isThought ? [part.text] : []));

describe("thoughts in what a person writes", () => {
  it.each([
    [
      "I think to myself: Bob lies. He always lies.",
      "I think to myself: Bob lies. He always lies.",
    ],
    ["Good evening, Bob. I tell myself that he lies.", "I tell myself that he lies."],
    ["*I wonder who took it* “Good evening.”", "*I wonder who took it*"],
    ["(thinking: he lies) Good evening.", "(thinking: he lies)"],
    ["I smile. I silently curse him.\nGood evening.", "I silently curse him."],
    ["I think to myself: “He lies.” Then I bow.", "I think to myself: “He lies.”"],
    ["我心想，他在骗人。", "我心想，他在骗人。"],
    ["晚上好。（心里话：他在骗人）", "（心里话：他在骗人）"],
    ["我在心里骂他。“晚上好。”", "我在心里骂他。"],
    ["我笑了笑，心里却想：他在骗人。", "心里却想：他在骗人。"],
  ])("%s", (text, thought) => {
    expect(listThoughts(text)).toEqual([thought]);
  });

  it.each([
    "I think that Bob lies.",
    "“I think to myself too much,” I say.",
    "I say to myself out loud: nobody listens.",
    "Do you ever think to yourself?",
    "我想你了。",
    "我心里想着你。",
    "“我心想事成了！”",
    "你心里想什么？",
  ])("what is said aloud is no thought: %s", (text) => {
    expect(listThoughts(text)).toEqual([]);
  });

  it("nothing of the text is lost", () => {
    const text = "I bow. “Good evening.” I think to myself: he lies.\nAnd then I sit down.";
    const parts = splitThoughts(text).map((part) => part.text);
    expect(parts.join(" ").replaceAll(/\s+/gu, " ")).toBe(text.replaceAll(/\s+/gu, " "));
  });
});
