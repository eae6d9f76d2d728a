import { describe, expect, it } from "vitest";
import { bulkOf } from "../intents/bulk.ts";
import { interpret } from "../interpret.ts";

const at = (title: string, start: string) => ({
  title,
  start: `2026-11-20T${start}:00`,
  rrule: null,
  durationMinutes: null,
});
const context = {
  reminders: [
    at("take insulin", "08:00"),
    at("call mom", "09:00"),
    at("吃药", "10:00"),
    at("和老板开会", "15:00"),
  ],
};
const request = (text: string) => ({
  text,
  now: "2026-11-16T12:05:00",
  tz: "Asia/Shanghai",
  context,
});
const read = (text: string) => interpret(request(text));

describe("a deletion that is denied never deletes", () => {
  it.each([
    "please don't drop that insulin thing",
    "don't you ever delete call mom",
    "do not cancel call mom",
    "dont remove the take insulin reminder",
    "never delete take insulin",
    "I don't want to cancel call mom",
    "you must not remove take insulin",
    "you shouldn't scrap call mom",
    "I didn't cancel call mom",
    "I'm not going to skip call mom",
    "no need to cancel call mom",
    "you can't just delete take insulin",
    "别删掉吃药的提醒",
    "不要取消和老板开会",
    "千万别把吃药的提醒删了",
    "吃药的提醒不要删除",
    "和老板开会不用取消",
    "先别取消和老板开会",
    "我没有取消和老板开会",
    "吃药那个不能删掉",
    "不许把吃药给我取消了",
    "和老板开会决定不取消了",
  ])("%s", (text) => {
    expect(read(text).intent).not.toMatch(/^cancel/);
    expect(bulkOf(request(text))).toBe(undefined);
  });

  it.each([
    "don't delete everything",
    "please never clear all my reminders",
    "别把提醒都删了",
    "不要取消所有提醒",
    "千万别清空全部提醒",
  ])("a denied deletion never deletes many at once: %s", (text) => {
    expect(bulkOf(request(text))).toBe(undefined);
    expect(read(text).intent).not.toMatch(/^cancel/);
  });

  it.each(["don't cancel call mom, cancel take insulin", "别取消吃药，取消和老板开会"])(
    "one of two is asked about: %s",
    (text) => expect(read(text).intent).toBe("clarify"),
  );

  it("the request beside a denied deletion is read", () =>
    expect(read("don't cancel call mom, move it to 4pm")).toMatchObject({
      intent: "update",
      target: "call mom",
    }));
});

describe("what is not done yet is not called done", () => {
  it.each([
    "call mom hasn't been done",
    "take insulin isn't done",
    "the insulin wasn't taken",
    "insulin hasn't been taken yet",
    "吃药还没吃完",
    "和老板开会没开完",
  ])("%s", (text) => expect(read(text).intent).not.toBe("complete"));
});

describe("a no beside it denies nothing", () => {
  it.each([
    ["I can't make it, cancel call mom", "call mom"],
    ["I'm not well, drop call mom", "call mom"],
    ["don't remind me to take insulin", "take insulin"],
    ["没空，取消和老板开会", "和老板开会"],
    ["能不能帮我取消和老板开会", "和老板开会"],
    ["可不可以把吃药的提醒删了", "吃药"],
    ["不要提醒我吃药了", "吃药"],
    ["不得不取消和老板开会", "和老板开会"],
    ["吃药的提醒不要了，删掉", "吃药"],
  ])("%s", (text, target) => expect(read(text)).toMatchObject({ intent: "cancel", target }));
});
