import { expect, it } from "vitest";
import { isQuestionAboutSelf } from "../answers/own-questions.ts";
import { readShareWish } from "./share.ts";
import { readMemoryRequest } from "./read-request.ts";

it.each([
  "把开会那个提醒删掉",
  "明天八点提醒我吃早饭，别忘了",
  "他让我三点去他办公室，我忘了",
  "forget it, cancel that",
  "remind me to forget nothing",
  "我钥匙忘了",
])("a request about a reminder is not one about the memory: %s", (sentence) => {
  expect(readMemoryRequest(sentence)).toBeUndefined();
});

it.each([
  ["Forget that!", "forget"],
  ["忘掉这个吧", "forget"],
  ["forget the one about my daughter", "forget"],
  ["delete the memory about my job", "forget"],
  ["忘掉关于我女儿的那条", "forget"],
  ["把我女儿那条删掉", "forget"],
  ["since when do you know that?", "source"],
  ["你是怎么知道的？", "source"],
  ["since when do you know my daughter is called Mia?", "source"],
  ["我车牌谁告诉你的", "source"],
  ["who told you about Mia?", "source"],
  ["since when do you know that I'm allergic?", "source"],
  ["你从什么时候知道我对芒果过敏的", "source"],
  ["我什么时候跟你说过我女儿的事", "source"],
  ["把我说的都忘了", "forget_all"],
  ["not Mia, Maya", "correct"],
  ["不是朵朵，是多多", "correct"],
  ["what do you remember about me", "list"],
  ["关闭记忆", "switch"],
  ["forget everything about Leo", "forget"],
  ["忘掉关于小山的一切", "forget"],
  ["do you remember Leo?", "list"],
  ["你还记得小山吗", "list"],
])("a request about the memory is read: %s", (sentence, kind) => {
  expect(readMemoryRequest(sentence)?.kind).toBe(kind);
});

it.each([
  "what's my daughter's name?",
  "where do I live",
  "what can't I eat?",
  "how old is my son?",
  "我车牌是多少",
  "我女儿叫什么名字",
])("a question about oneself is read: %s", (question) => {
  expect(isQuestionAboutSelf(question)).toBe(true);
});

it.each([
  "what should I cook tonight?",
  "what did I do last week?",
  "where is the station?",
  "我上周都干嘛了",
  "我明天有什么安排",
  "今天天气怎么样",
])("a question about something else is left to others: %s", (question) => {
  expect(isQuestionAboutSelf(question)).toBe(false);
});

it.each([
  ["you may tell them that my daughter is called Mia", "my daughter is called Mia"],
  ["You can let everyone know that I'm allergic to kiwis.", "I'm allergic to kiwis"],
  ["feel free to tell the others I moved to Lyon", "I moved to Lyon"],
  ["你可以告诉大家我对猕猴桃过敏", "我对猕猴桃过敏"],
  ["可以跟他们说，我女儿叫朵朵", "我女儿叫朵朵"],
])("“%s” allows something to be said to others", (text, words) => {
  expect(readShareWish(text)).toBe(words);
});

it.each([
  "can you tell them when I'm late?",
  "you may tell them about my trip",
  "tell Bob that I'm late",
  "我跟他们说我要走了",
  "你可以告诉我天气",
  "can everyone hear what I say",
])("“%s” allows nothing", (text) => {
  expect(readShareWish(text)).toBeUndefined();
});
