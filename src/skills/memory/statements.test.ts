import { describe, expect, it } from "vitest";
import { readDate, readRemembered, readStatements, statementRules } from "./statements.ts";

describe("every rule for statements reads its own examples", () => {
  const examples = statementRules.flatMap(({ name, examples: all }) =>
    all.map(([sentence, topic, value]) => ({ name, sentence, topic, value })),
  );
  it.each(examples)("$name is stated by: $sentence", ({ sentence, topic, value }) => {
    expect(readStatements(sentence)).toEqual([{ words: sentence, topic, value }]);
  });

  const others = statementRules.flatMap(({ name, not = [] }) =>
    not.map((sentence) => ({ name, sentence })),
  );
  it.each(others)("$name is not stated by: $sentence", ({ sentence }) => {
    expect(readStatements(sentence)).toEqual([]);
  });
});

it("a statement is found among other sentences", () => {
  const told = "What a day! By the way, I'm allergic to kiwis. Can you believe the rain?";
  expect(readStatements(told).map(({ words }) => words)).toEqual(["I'm allergic to kiwis"]);
  expect(readStatements("对了，我对芒果过敏，我搬到昆明了。").map(({ value }) => value)).toEqual([
    "芒果",
    "昆明",
  ]);
});

it("a clause is kept with what follows it, and without what was said before it", () => {
  const words = (said: string) => readStatements(said).map((each) => each.words);
  expect(words("I'm a vegan, have been for years")).toEqual(["I'm a vegan, have been for years"]);
  expect(words("Wrong, I live in Ghent")).toEqual(["I live in Ghent"]);
  expect(words("My mail is ann@example.org. Write to Dr. Wong.")).toEqual([]);
  expect(words("my email is ann@example.org")).toEqual(["my email is ann@example.org"]);
});

it.each([
  ["I'm vegetarian now", null, "vegetarian"],
  ["two years ago I moved to Bristol", "home", "Bristol"],
  ["next year we're moving to Canada", null, null],
  ["我去年搬到了深圳", "住处", "深圳"],
  ["我下个月搬去成都", null, "成都"],
])("the time that a sentence names is no part of what it states: %s", (words, topic, value) => {
  expect(readStatements(words)).toEqual([{ words, topic, value }]);
});

it("what will be replaces nothing that is", () => {
  const topics = (said: string) => readStatements(said).map(({ topic }) => topic);
  expect(topics("我住在上海")).toEqual(["住处"]);
  expect(topics("我明年搬去北京")).toEqual([null]);
});

it.each([
  ["remember that the spare key is under the blue pot", "the spare key is under the blue pot"],
  ["Please remember: my locker code is 4821", "my locker code is 4821"],
  ["记住我车牌是粤B12345", "我车牌是粤B12345"],
  ["帮我记一下，备用钥匙在花盆下面", "备用钥匙在花盆下面"],
])("a wish to be remembered is read: %s", (sentence, words) => {
  expect(readRemembered(sentence)?.words).toBe(words);
});

it.each([
  "remember to buy milk",
  "remember when we went to Porto?",
  "do you remember my name?",
  "记得明天买牛奶",
  "记住要带伞",
  "别忘了提醒我",
  "If I'm allergic to peanuts, what then",
  "Do I live in Porto?",
  "我住在成都吗？",
  "我老婆叫什么来着",
  "我老婆叫啥",
  "我女儿叫什么名字",
  "我车牌是多少来着",
  "我最喜欢的是哪个",
  "如果我对花生过敏",
])("nothing is stated by: %s", (sentence) => {
  expect(readStatements(sentence)).toEqual([]);
});

it("a date is kept as it was said and as it was meant", () => {
  const now = Date.UTC(2026, 10, 17);
  expect(readDate("my birthday is on March 3", now)).toEqual({
    said: "March 3",
    meant: "2026-03-03/2026-03-04",
  });
  expect(readDate("I live in Porto", now)).toEqual({ said: null, meant: null });
});
