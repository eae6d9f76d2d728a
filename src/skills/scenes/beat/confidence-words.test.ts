import { describe, expect, it } from "vitest";
import { findKeptFrom } from "./kept-from.ts";
import { createPeople } from "../state/people.ts";

const names = ["Ann", "Bob", "Cid", "小雨"];
const people = createPeople(
  names.map((name) => ({ id: name, name })),
  undefined,
);
const findKept = (text: string, others: readonly string[] = ["Ann", "Bob", "小雨"]) =>
  findKeptFrom(text, people, others);

describe("words that are kept from someone present", () => {
  it.each([
    "Don’t you dare tell Bob, Ann.",
    "Never mention this to Bob.",
    "Ann, you mustn't let Bob know.",
    "Not a word to Bob, Ann!",
    "Keep this from Bob, will you?",
    "I haven't told Bob, but I am leaving.",
    "I'd rather Bob didn't know.",
    "Don't say it in front of Bob.",
    "Before Bob finds out, we should go.",
    "千万不要让Bob知道。",
    "别把这事告诉Bob",
    "這件事先瞞著Bob",
    "别在Bob面前提这事",
    "Bob还不知道呢",
  ])("a person who is not to know is found: %s", (text) => {
    expect(findKept(text)?.ids).toEqual(["Bob"]);
  });

  it.each([
    "This stays between us.",
    "Can you keep a secret?",
    "Tell no one.",
    "Promise you won't tell.",
    "Don't tell anyone.",
    "这事只有你我知道",
    "你要替我保密",
    "千万别说出去",
    "答应我别告诉任何人",
    "这是我们俩的秘密",
  ])("what one alone is to know is kept from the others: %s", (text) => {
    expect(findKept(text)?.isKeptBy(["Ann"])).toBe(true);
    expect(findKept(text)?.isKeptBy(["Ann", "Bob", "小雨"])).toBe(false);
  });

  it.each([
    "Don't tell me you lost it, Ann.",
    "I can't hear you over the wind, Bob.",
    "I can't tell.",
    "Why don't you tell Bob?",
    "Nobody knows the way.",
    "Keep away from Bob.",
    "Ann, don't tell Cid.",
    "In front of Bob I tell Ann where I was.",
    "我不知道。",
    "你别说，还真好吃。",
    "别跟Bob说话！",
    "我没有告诉过你吗？",
    "当着大家的面，我说：别告诉国王。",
    "小雨，你知道吗？",
  ])("other words are kept from no one: %s", (text) => {
    expect(findKept(text)).toBeUndefined();
  });

  it("words to the only other person present are kept from no one", () => {
    expect(findKept("Don't tell Bob.", ["Ann"])).toBeUndefined();
  });
});
