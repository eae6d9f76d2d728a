import { expect, it } from "vitest";
import { interpret } from "../interpret.ts";
import { summarise } from "../summary.ts";

/** Said directly behind a reminder for the coming Monday, the 15th, at 14:00. */
function sayBehind(text: string, kept: { title?: string; start?: string } = {}): string {
  const { title = "physio", start = "2026-06-15T14:00:00" } = kept;
  return summarise(
    interpret({
      text,
      now: "2026-06-10T09:00:00",
      tz: "Asia/Shanghai",
      context: {
        reminders: [{ id: "r1", title, start, rrule: null, durationMinutes: null }],
        previous: { target: title, targetId: "r1", isNext: true },
      },
    }),
  );
}

it.each([
  ["same thing on Friday", "06-12 14:00"],
  ["the week after as well", "06-22 14:00"],
  ["再下一周也约一次", "06-22 14:00"],
])("“%s” makes one more, and the first stays", (text, summary) => {
  expect(sayBehind(text)).toBe(summary);
});

it.each([
  ["make that half past", "update physio 06-15 14:30"],
  ["hm no, quarter past", "update physio 06-15 14:15"],
  ["make it quarter to", "update physio 06-15 13:45"],
  ["改成半点", "update physio 06-15 14:30"],
])("“%s” keeps the hour", (text, summary) => {
  expect(sayBehind(text)).toBe(summary);
});

it.each(["哦不对，周四", "no wait, thursday"])("“%s” stays in the week that was said", (text) => {
  expect(sayBehind(text, { start: "2026-06-16T10:00:00" })).toBe("update physio 06-18 10:00");
});

it.each(["stop the timer", "turn the timer off", "把计时器停了"])(
  "“%s” ends what was set to run, and nothing that comes on another day",
  (text) => {
    expect(sayBehind(text, { start: "2026-06-10T09:11:00" })).toBe("cancel physio");
    expect(sayBehind(text)).not.toMatch(/^cancel/);
  },
);

it("another place for an entry is not a new name for it", () => {
  const title = "lunch at the noodle place";
  expect(sayBehind("change the place to the thai place", { title })).toBe("no_request");
  expect(sayBehind("change the lunch to dinner", { title })).toMatch(/^update/);
});
