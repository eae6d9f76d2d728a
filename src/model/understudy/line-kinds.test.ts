import { describe, expect, it } from "vitest";
import { kindOfDoing, kindOfSpeech } from "./line-kinds.ts";

describe("what a line asks for, by its form", () => {
  it.each([
    ["How long have you been waiting?", "since"],
    ["When did the last boat come in?", "since"],
    ["When will it come?", "when"],
    ["Would you rather sit inside or walk home?", "choice"],
    ["What should we do about it?", "advice"],
    ["What now?", "advice"],
    ["That was delicious.", "praise"],
    ["What a lovely room!", "praise"],
    ["You are very kind.", "flattery"],
    ["You look pale.", "concern"],
    ["I don't believe a word of it.", "doubt"],
    ["I came all this way to see you.", "claim"],
    ["See you tomorrow.", "farewell"],
    ["Hahaha, you should have seen it.", "laugh"],
    ["Fair enough.", "agree"],
    ["I'm a little nervous.", "afraid"],
    ["I am Lea. And what's yours?", "identity"],
    ["Please!", "request"],
    ["You don't like me much, do you?", "opinion"],
  ])("%s", (text, kind) => {
    expect(kindOfSpeech(text, "en")).toBe(kind);
  });

  it.each([
    ["你在这儿等了多久？", "since"],
    ["末班船是什么时候走的？", "since"],
    ["船什么时候来？", "when"],
    ["这下怎么办？", "advice"],
    ["接下来呢？", "advice"],
    ["这汤真好喝！", "praise"],
    ["你真聪明。", "flattery"],
    ["你看上去有点累。", "concern"],
    ["我不信。", "doubt"],
    ["我走了三天才到这儿。", "claim"],
    ["那我先走了。", "farewell"],
    ["哈哈，你真该看看。", "laugh"],
    ["有道理。", "agree"],
    ["不，我不想去。", "deny"],
    ["我叫阿远，你呢？", "identity"],
    ["求你了。", "request"],
    ["我不知道该说什么。", "claim"],
  ])("%s", (text, kind) => {
    expect(kindOfSpeech(text, "zh")).toBe(kind);
  });

  it("a person who warms their hands gives nothing", () => {
    expect(kindOfDoing("I warm my hands at the fire.", "en")).toBe("action");
    expect(kindOfDoing("Robin hands Mira the key.", "en")).toBe("give");
  });
});
