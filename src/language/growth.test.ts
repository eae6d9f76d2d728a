import { expect, it } from "vitest";
import { interpret } from "./interpret.ts";

const titles = ["pills", "rent", "flight to Rome", "开会", "吃药", "call Ann", "milk"];
const context = {
  reminders: Array.from({ length: 200 }, (_, nth) => ({
    id: String(nth),
    title: `${titles[nth % titles.length] ?? ""} ${nth}`,
    start: "2026-06-11T15:00:00",
    rrule: nth % 3 === 0 ? "FREQ=DAILY" : null,
    durationMinutes: null,
  })),
  friends: ["张三", "Bob", "Ann"],
};
/**
 * What was slowest: pictures that stand like spaces, words before which a friend could stand, names
 * that fit many reminders.
 */
const hostile: readonly (readonly [head: string, again: string])[] = [
  ["undo ", "©"],
  ["undo ", "™"],
  ["cancel ", "🎉"],
  ["取消", "and "],
  ["取消", "move it to "],
  ["取消", "1"],
  ["取消", "with Bob "],
  ["undo ", "晚上8点"],
  ["remind me ", "跳过"],
  ["", "\u2003"],
  ["undo ", "吃药 "],
  ["cancel ", "call ann "],
  ["undo ", "。"],
  ["取消", "明天"],
];

/** What people say every day: the measure that a busy machine changes alike. */
const everyday = [
  "明天下午3点提醒我开会",
  "remind me tomorrow at 3pm to call Ann",
  "move the rent to friday at 5pm",
  "取消吃药",
  "what do i have tomorrow",
];

const read = (text: string) =>
  interpret({ text, now: "2026-06-10T12:00:00", tz: "Asia/Shanghai", context });

/** Milliseconds of this thread alone, whatever else runs on the machine; the least of several. */
const cost = (text: string): number =>
  Math.min(
    ...Array.from({ length: 3 }, () => {
      const before = process.threadCpuUsage();
      read(text);
      const { user, system } = process.threadCpuUsage(before);
      return (user + system) / 1000;
    }),
  );
const sum = (costs: readonly number[]): number => costs.reduce((all, each) => all + each, 0);

const cut = (length: number): string[] =>
  hostile.map(([head, again]) => (head + again.repeat(length)).slice(0, length));

it("S15: a text four times as long takes about four times as long to read, and one of 1,000 characters at most fifteen times as long as an everyday sentence", () => {
  // The first reading compiles patterns.
  for (const text of [...cut(250), ...everyday]) read(text);
  const [short, long] = [cut(250).map(cost), cut(1_000).map(cost)];
  expect(sum(long) / sum(short)).toBeLessThan(8);
  // Of one text, on a machine that is busy; it was two seconds.
  expect(sum(long) / hostile.length).toBeLessThan(80);
  const most = Math.max(15 * (sum(everyday.map(cost)) / everyday.length), 20);
  const slow = cut(1_000).filter((_, nth) => (long[nth] ?? 0) > most);
  expect(slow.map((text) => text.slice(0, 20))).toEqual([]);
});

it("a row of pictures in a sentence stands like a space, and a very long one names nothing", () => {
  expect(read("remind me 🎉🎉🎉 tomorrow at 5pm to call Ann")).toMatchObject({
    intent: "create",
    items: [{ title: expect.stringContaining("call Ann") as string }],
  });
  expect(read(`remind me tomorrow at 5pm to call Ann ${"🎉".repeat(100)}`)).toMatchObject({
    intent: "create",
  });
});
