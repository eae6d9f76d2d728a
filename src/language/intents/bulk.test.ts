import { expect, it } from "vitest";
import { bulkOf } from "./bulk.ts";

const reminders = [
  { title: "喝水", start: "2026-06-10T15:00:00" },
  { title: "call mom", start: "2026-06-11T18:00:00" },
];
const readBulk = (text: string) =>
  bulkOf({ text, now: "2026-06-10T11:30:00", tz: "Asia/Shanghai", context: { reminders } });
const today = { start: "2026-06-10T00:00:00", end: "2026-06-11T00:00:00" };

it.each([
  ["删除所有提醒", {}],
  ["把提醒都删了", {}],
  ["delete everything", {}],
  ["取消今天所有提醒", { range: today }],
  ["cancel all today's reminders", { range: today }],
  ["取消所有喝水的提醒", { keyword: "喝水" }],
  ["cancel all my call mom reminders", { keyword: "call mom" }],
])("“%s” is about all that fit", (text, of) => {
  expect(readBulk(text)).toEqual({ verb: "cancel", ...of });
});

it.each(["都做完了", "全部完成", "all done", "everything is done"])(
  "“%s” says that all is done",
  (text) => {
    expect(readBulk(text)).toEqual({ verb: "complete" });
  },
);

it.each([
  "取消喝水",
  "删除所有照片",
  "提醒我取消所有订阅",
  "remind me at 5 to cancel all subscriptions",
  "作业都做完了",
  "我把所有照片都删了",
])("“%s” is not", (text) => {
  expect(readBulk(text)).toBeUndefined();
});

const shared = [{ title: "打球", start: "2026-06-12T19:00:00", with: ["张三"] }];
const company = (text: string) =>
  bulkOf({
    text,
    now: "2026-06-10T11:30:00",
    tz: "Asia/Shanghai",
    context: { reminders, shared, friends: ["张三", "Bob"] },
  });
const week = { start: "2026-06-08T00:00:00", end: "2026-06-15T00:00:00" };

it.each([
  ["取消和张三的所有约", { with: ["张三"] }],
  ["把跟张三的约都取消", { with: ["张三"] }],
  ["张三的会全部取消", { with: ["张三"] }],
  ["取消和张三、Bob的所有活动", { with: ["张三", "Bob"] }],
  ["取消这周和张三的所有约", { with: ["张三"], range: week }],
  ["取消所有和张三打球的约", { with: ["张三"], keyword: "打球" }],
  ["取消所有共享的约", { with: [] }],
  ["我和张三的约都不要了", { with: ["张三"] }],
  ["取消和张三的所有约，除了打球", { with: ["张三"], except: "打球" }],
  ["call off everything with Bob except 打球", { with: ["Bob"], except: "打球" }],
  ["cancel everything with Bob", { with: ["Bob"] }],
  ["please cancel all my meetings with Bob this week", { with: ["Bob"], range: week }],
  ["delete all shared reminders", { with: [] }],
])("“%s” is about what is shared", (text, of) => {
  expect(company(text)).toEqual({ verb: "cancel", ...of });
});

it.each([
  ["取消和张三的约", undefined],
  ["提醒我取消和张三的所有约", undefined],
  ["取消和张三的所有照片", undefined],
  ["取消和张三的所有约，除了吃饭", undefined],
  ["删除所有提醒，除了喝水", { verb: "cancel", except: "喝水" }],
  ["cancel everything with Bob and remind me to rest", undefined],
  ["取消所有喝水的提醒", { verb: "cancel", keyword: "喝水" }],
])("“%s” is not", (text, of) => {
  expect(company(text)).toEqual(of);
});
