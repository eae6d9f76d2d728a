import { expect, it } from "vitest";
import { interpret } from "../interpret.ts";
import { summarise } from "../summary.ts";

/** A reminder was set at nine on a Wednesday with one sentence; this is said a minute later. */
function sayBehind(said: string, text: string, kept: { start: string; title?: string }): string {
  const { title = "x", start } = kept;
  const previous = {
    target: title,
    targetId: "r1",
    isNext: true as const,
    said: { text: said, at: "2026-06-10T09:00:00" },
  };
  return summarise(
    interpret({
      text,
      now: "2026-06-10T09:01:00",
      tz: "Asia/Shanghai",
      context: {
        reminders: [{ id: "r1", title, start, rrule: null, durationMinutes: null }],
        previous,
      },
    }),
  );
}

const soup = "remind me in 20 minutes to turn the soup off";
const flight = "flight to Boston Friday 8am, get me up 3 hours before";
const car = "45分钟后提醒我挪车";
const plane = "周五早上八点的飞机，提前三小时叫我";
const starts: Readonly<Record<string, string>> = {
  [soup]: "2026-06-10T09:20:00",
  [flight]: "2026-06-12T05:00:00",
  [car]: "2026-06-10T09:45:00",
  [plane]: "2026-06-12T05:00:00",
};

it.each([
  ["make it 30", soup, "update x 06-10 09:30"],
  ["actually make it half an hour", soup, "update x 06-10 09:30"],
  ["make it 4 hours", flight, "update x 06-12 04:00"],
  ["make that two hours before", flight, "update x 06-12 06:00"],
  ["改成三十分钟", car, "update x 06-10 09:30"],
  ["改成三十", car, "update x 06-10 09:30"],
  ["改成提前四小时", plane, "update x 06-12 04:00"],
  ["还是四个小时吧", plane, "update x 06-12 04:00"],
])("“%s” replaces the amount of “%s”", (text, said, summary) => {
  expect(sayBehind(said, text, { start: starts[said] ?? "" })).toBe(summary);
});

it("an amount that was a slip of the tongue counts from when it is put right", () => {
  const start = "2026-06-10T09:45:00";
  expect(sayBehind(car, "说错了，40分钟", { start })).toBe("update x 06-10 09:41");
  expect(sayBehind(soup.replace("20", "45"), "i said 45? make it 40", { start })).toBe(
    "update x 06-10 09:41",
  );
});

it("one more lead is counted from the same event, and the first reminder stays", () => {
  const start = "2026-06-11T15:00:00";
  expect(sayBehind("周五下午三点开会，前一天提醒我", "再提前一小时也提醒一下", { start })).toBe(
    "06-12 14:00",
  );
  expect(
    sayBehind(
      "meeting on Friday at 3pm, remind me the day before",
      "remind me an hour before too",
      {
        start,
      },
    ),
  ).toBe("06-12 14:00");
});

it("a sentence that no longer gives the reminder as it stands is asked about", () => {
  expect(sayBehind(soup, "make it 30 minutes", { start: "2026-06-10T11:00:00" })).toBe(
    "unread_time_word",
  );
  expect(sayBehind("改成四十分钟", "改成五十分钟", { start: "2026-06-10T09:40:00" })).toBe(
    "unread_time_word",
  );
  expect(sayBehind("改成提前四小时", "提前五小时吧", { start: "2026-06-12T04:00:00" })).toBe(
    "unread_time_word",
  );
});

it("a number that may be an hour, and a time that is over, are asked about", () => {
  const walk = "remind me in 3 hours to walk the dog";
  expect(sayBehind(walk, "make it 5", { start: "2026-06-10T12:00:00" })).toBe("unread_time_word");
  expect(sayBehind(soup, "make it 1 minute", { start: "2026-06-10T09:20:00" })).toBe(
    "unread_time_word",
  );
});

it("behind a sentence without an amount, a length is how long it takes", () => {
  const start = "2026-06-11T15:00:00";
  expect(sayBehind("remind me of the meeting tomorrow at 3pm", "make it 2 hours", { start })).toBe(
    "update x 06-11 15:00 120m",
  );
  expect(sayBehind("明天下午三点提醒我开会", "改成一小时", { start })).toBe(
    "update x 06-11 15:00 60m",
  );
});
