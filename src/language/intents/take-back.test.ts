import { describe, expect, it } from "vitest";
import { wantsDropped, wantsUndo } from "./take-back.ts";

describe("a wish to take the last change back", () => {
  it.each([
    "undo",
    "oops, undo",
    "wait undo",
    "oh no, undo that please",
    "Sorry — can you undo my last change?",
    "actually, take that back",
    "whoops, put it back",
    "undo undo",
    "revert the last edit, thanks",
    "撤销",
    "撤销吧",
    "哎呀撤销",
    "等等，撤销一下",
    "不对不对，撤回",
    "手滑了，刚才那个撤销",
    "能不能撤销刚才的修改？",
    "我反悔了",
  ])("a wish to undo is heard whatever stands around it: %s", (text) =>
    expect(wantsUndo(text)).toBe(true),
  );

  it.each([
    "don't undo that",
    "undo the dentist reminder",
    "I could not undo the knot",
    "撤销喝水的提醒",
    "不要撤销",
    "公司撤销了那个部门",
    "take the car back",
    `oops ${"so ".repeat(100)}undo`,
  ])("a wish to undo is not heard in what names something else: %s", (text) =>
    expect(wantsUndo(text)).toBe(false),
  );
});

describe("a wish that what was just said does not happen", () => {
  it.each([
    "算了",
    "算了不用了",
    "哎算了吧",
    "那还是算了",
    "never mind",
    "oh nevermind",
    "actually, forget it",
    "scratch that",
    "nvm",
  ])("a wish to drop the last request is sure: %s", (text) =>
    expect(wantsDropped(text)).toBe("sure"),
  );

  it.each(["不用了", "不要了", "不用了，谢谢", "no need", "don't bother", "not needed"])(
    "a wish to drop the last request may be a polite no: %s",
    (text) => expect(wantsDropped(text)).toBe("unsure"),
  );

  it.each([
    "算了一下，一共三百",
    "算一下",
    "算了一下吧",
    "don't forget it's Monday",
    "forget the milk",
    "我不用了那台电脑",
    "never mind the gap",
    "no",
  ])("a wish to drop the last request is not heard in other talk: %s", (text) =>
    expect(wantsDropped(text)).toBe(undefined),
  );
});
