import { describe, expect, it } from "vitest";
import { parseMissedRequest } from "./missed.ts";

describe("what was missed", () => {
  it.each([
    "what did I miss?",
    "What have I missed while I was away?",
    "did i miss anything",
    "Did I miss any reminders today?",
    "any missed reminders?",
    "show me the missed reminders",
    "which reminders didn't reach me?",
    "which reminders did I miss",
    "我错过了什么？",
    "我错过了什么提醒",
    "有没有漏掉的提醒",
    "有没有错过的提醒？",
    "我是不是错过了什么",
    "哪些提醒没送到？",
    "有什么提醒我没收到吗",
    "没收到的提醒有哪些",
    "最近有没有没送到的提醒",
  ])("missed reminders are asked for by %s", (text) => {
    expect(parseMissedRequest(text)).toEqual({ kind: "list" });
  });

  it.each([
    "forget the missed ones",
    "Dismiss all missed reminders.",
    "clear the missed reminders please",
    "never mind the late ones",
    "错过的都不用了",
    "错过的提醒不用补了",
    "把错过的提醒都清掉",
    "忘掉错过的提醒吧",
    "没送到的都算了",
  ])("missed reminders are given up by %s", (text) => {
    expect(parseMissedRequest(text)).toEqual({ kind: "dismiss", bare: false });
  });

  it.each([
    "都不用了",
    "都不用了。",
    "forget them",
    "ok, just forget about them",
    "算了都不要了",
    "那些都算了吧",
    "I don't need them anymore",
    "算了",
    "全都不要了",
  ])("missed reminders are given up by %s right after they were listed", (text) => {
    expect(parseMissedRequest(text)).toEqual({ kind: "dismiss", bare: true });
  });

  it.each([
    "what did I miss in the meeting?",
    "I miss you",
    "did I miss the bus?",
    "我错过了末班车",
    "明天提醒我别错过飞机",
    "remind me not to miss the train at 5pm",
    "错过的课怎么补",
    "不用了，谢谢，明天再说吧",
    "取消明天的提醒",
    "delete all reminders",
    "有什么提醒",
    "今天有什么提醒",
  ])("missed reminders are not meant by %s", (text) => {
    expect(parseMissedRequest(text)).toBeUndefined();
  });
});
