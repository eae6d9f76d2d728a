import { describe, expect, it } from "vitest";
import { findWhisperLead, mayWhisper } from "./whisper-words.ts";

describe("prose that may be a whisper", () => {
  it.each([
    "To Ann only: the key is under the mat",
    "@Ann (private) the key is under the mat",
    "I confide to Ann: the key is under the mat",
    "Out of Bob's earshot I say: the key is under the mat",
    "For Ann's ears only: the key is under the mat",
    "I mouth to Ann: the key is under the mat",
    "I reach Ann by telepathy: the key is under the mat",
    "When Bob isn't listening I tell Ann where the key is",
    "Without Bob noticing I tell Ann where the key is",
    "趁Bob不注意，我告诉Ann：钥匙在垫子下",
    "我凑近Ann：“钥匙在垫子下”",
    "我用口型对Ann说：钥匙在垫子下",
    "Ann，借一步说话：钥匙在垫子下",
  ])("prose that may be a whisper is looked at closely: %s", (prose) => {
    expect(mayWhisper(prose)).toBe(true);
  });

  it.each([
    "Good evening. Has anyone seen the key?",
    "I hear you are the only one who knows the harbour.",
    "I sign the letter and put it on the table.",
    "I am not looking for trouble, to be honest.",
    "晚上好，有人看见钥匙了吗？",
    "我凑合着过吧。",
  ])("other prose is said aloud: %s", (prose) => {
    expect(mayWhisper(prose)).toBe(false);
  });

  it("a command for private messages names its listeners", () => {
    const prose = "/w ann and Bob meet me outside";
    const lead = findWhisperLead(prose, ["Ann", "Bob"]);
    expect(lead?.names.map((name) => name.toLowerCase())).toEqual(["ann", "bob"]);
    expect(prose.slice(lead?.from).trim()).toBe("meet me outside");
    expect(findWhisperLead("/msg Zoe come", ["Ann"])?.names).toEqual(["Zoe"]);
  });
});
