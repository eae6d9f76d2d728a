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

/** Milliseconds of this thread alone, whatever else runs on the machine. */
function cost(length: number): number {
  const text = ([head, again]: readonly [string, string]): string =>
    (head + again.repeat(length)).slice(0, length);
  const before = process.threadCpuUsage();
  for (const each of hostile)
    interpret({ text: text(each), now: "2026-06-10T12:00:00", tz: "Asia/Shanghai", context });
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

it("S15: a text four times as long takes about four times as long to read, and no text long enough to hold up other requests", () => {
  cost(250);
  const [short, long] = [250, 1_000].map((length) =>
    Math.min(cost(length), cost(length), cost(length)),
  ) as [number, number];
  expect(long / short).toBeLessThan(8);
  // Of one text, on a machine that is busy; it was two seconds.
  expect(long / hostile.length).toBeLessThan(80);
});

it("a row of pictures in a sentence stands like a space, and a very long one names nothing", () => {
  const read = (text: string) =>
    interpret({ text, now: "2026-06-10T12:00:00", tz: "Asia/Shanghai" });
  expect(read("remind me 🎉🎉🎉 tomorrow at 5pm to call Ann")).toMatchObject({
    intent: "create",
    items: [{ title: expect.stringContaining("call Ann") as string }],
  });
  expect(read(`remind me tomorrow at 5pm to call Ann ${"🎉".repeat(100)}`)).toMatchObject({
    intent: "create",
  });
});
