import { describe, expect, it } from "vitest";
import { interpret } from "../interpret.ts";
import type { KnownReminder } from "../request.ts";

const parcel: KnownReminder = {
  title: "取快递",
  start: "2026-11-20T15:00:00",
  rrule: null,
  durationMinutes: null,
};
const plan: KnownReminder = {
  title: "plan",
  start: "2026-11-23T09:00:00",
  rrule: "FREQ=WEEKLY;BYDAY=MO",
  durationMinutes: null,
};

/** Said on Monday 16 November 2026 at 12:05. */
function summarise(
  text: string,
  reminders: readonly KnownReminder[],
  previous?: { readonly target: string },
): string {
  const context = { reminders, ...(previous === undefined ? {} : { previous }) };
  const { intent, target, items, occurrence, reasons } = interpret({
    text,
    now: "2026-11-16T12:05:00",
    tz: "Asia/Shanghai",
    context,
  });
  const [item] = items;
  return [
    intent,
    target,
    item?.start.slice(5, 16),
    item?.rrule,
    occurrence?.slice(5, 10),
    intent === "clarify" ? reasons[0] : undefined,
  ]
    .filter((part) => part !== undefined && part !== null)
    .join(" ");
}

describe("what is pointed at by its time alone", () => {
  it.each([
    ["取消周五的提醒", "cancel 取快递"],
    ["取消下午3点的提醒", "cancel 取快递"],
    ["取消明天的提醒", "clarify target_not_found"],
    ["取消下午4点的提醒", "clarify target_not_found"],
    ["明天的提醒改到5点", "clarify target_not_found"],
    ["cancel tomorrow's reminder", "clarify target_not_found"],
  ])("a target that is named by its time alone is at that time: %s", (text, expected) =>
    expect(summarise(text, [parcel])).toBe(expected),
  );
});

describe("one day of a series", () => {
  it.each([
    ["move monday's plan to 10am", "update plan 11-23T10:00 11-23"],
    ["move next monday's plan to 10am", "update plan 11-23T10:00 11-23"],
    ["move friday's plan to 10am", "clarify target_not_found"],
    ["move plan to 10am", "update plan 11-23T10:00 FREQ=WEEKLY;BYDAY=MO"],
  ])("one day of a series is moved alone, and no other in its place: %s", (text, expected) =>
    expect(summarise(text, [plan])).toBe(expected),
  );
});

describe("a time behind a word of doubt", () => {
  it.each([
    ["no, saturday", "update 取快递 11-21T15:00"],
    ["wait, at 6pm", "update 取快递 11-20T18:00"],
    ["不，周六", "update 取快递 11-21T15:00"],
    ["no, 6pm is dinner", "none"],
  ])("a time behind a word of doubt corrects what was just written: %s", (text, expected) =>
    expect(summarise(text, [parcel], { target: "取快递" })).toBe(expected),
  );

  it("a time behind a word of doubt is nothing when nothing was said before", () =>
    expect(summarise("no, saturday", [parcel])).toBe("none"));
});

it.each(["what's on friday", "whats on wednesday?", "what's happening on sunday"])(
  "a question about one day lists it: %s",
  (text) => expect(summarise(text, [parcel])).toBe("list"),
);

describe("a Chinese name in an English sentence", () => {
  const context = {
    reminders: [
      { id: "1", title: "dentist", start: "2026-11-19T15:00:00" },
      { id: "2", title: "交电费", start: "2026-11-20T09:00:00" },
    ],
  };
  const read = (text: string) =>
    interpret({ text, now: "2026-11-17T10:00:00", tz: "Europe/London", context });

  it("a Chinese name in an English sentence finds the reminder of that name", () =>
    expect(read("cancel the 交电费 reminder please")).toMatchObject({
      intent: "cancel",
      targetId: "2",
    }));

  it("a Chinese name that no reminder has finds none, whatever letters stand around it", () =>
    expect(read("cancel the 瑜伽 reminder").reasons).toEqual(["target_not_found"]));
});
