import { expect, it } from "vitest";
import { isNextQuestion, howAsked } from "./how-to.ts";

it.each([
  ["how do I cancel something?", "cancel"],
  ["How can I delete all my reminders", "cancel"],
  ["how to change the time of a reminder?", "move"],
  ["how do i set an alarm", "create"],
  ["what do I say to snooze it?", "snooze"],
  ["怎么取消提醒？", "cancel"],
  ["提醒怎么删除", "cancel"],
  ["请问如何修改提醒的时间", "move"],
  ["怎么撤销", "undo"],
  ["怎么看我的安排呢", "list"],
])("“%s” asks how to %s", (text, kind) => {
  expect(howAsked(text)).toBe(kind);
});

it.each([
  "how do I cancel my flight?",
  "cancel it",
  "how do I make pancakes",
  "怎么做红烧肉",
  "取消提醒",
  "怎么改简历",
  "你怎么看",
  "怎么看",
  "how do I find it",
  "how are you",
])("“%s” asks nothing of the kind", (text) => {
  expect(howAsked(text)).toBeUndefined();
});

it.each([
  "what's next?",
  "What is next",
  "what do I have next?",
  "what's up next",
  "when is my next reminder?",
  "接下来有什么安排？",
  "下一个提醒是什么",
  "接下来要做什么",
])("“%s” asks what comes next", (text) => {
  expect(isNextQuestion(text)).toBe(true);
});

it.each([
  "what's next week like",
  "next",
  "what's the next train",
  "接下来呢",
  "下一个",
  "then what happens next in the story",
])("“%s” does not", (text) => {
  expect(isNextQuestion(text)).toBe(false);
});
