import { expect, it } from "vitest";
import { friendWish } from "../dialogue/friend-wishes.ts";
import { quietUntil } from "../../../language/calendar/quiet-until.ts";

const until = (now: string, hours: string, zone = "Asia/Shanghai"): string | undefined => {
  const [starts = "", ends = ""] = hours.split("-");
  const end = quietUntil(Date.parse(now), { starts, ends }, zone);
  return end === undefined ? undefined : new Date(end).toISOString();
};

it("quiet hours end by the person's local time, over midnight as within a day", () => {
  expect(until("2026-06-08T14:00:00Z", "22:00-08:00")).toBe("2026-06-09T00:00:00.000Z");
  expect(until("2026-06-08T20:00:00Z", "22:00-08:00")).toBe("2026-06-09T00:00:00.000Z");
  expect(until("2026-06-09T00:00:00Z", "22:00-08:00")).toBeUndefined();
  expect(until("2026-06-08T13:59:59Z", "22:00-08:00")).toBeUndefined();
  expect(until("2026-06-08T05:00:00Z", "12:30-14:00")).toBe("2026-06-08T06:00:00.000Z");
  // The night in which the clocks go back is an hour longer.
  expect(until("2026-10-24T21:00:00Z", "22:00-08:00", "Europe/Berlin")).toBe(
    "2026-10-25T07:00:00.000Z",
  );
});

it.each([
  ["免打扰 22:00 到 08:00", { kind: "quiet", from: "22:00", to: "08:00" }],
  ["晚上十一点到早上七点别打扰我", { kind: "quiet", from: "晚上十一点", to: "早上七点" }],
  ["每天晚上10点到第二天早上8点不要打扰我", { kind: "quiet", from: "晚上10点", to: "早上8点" }],
  ["Quiet hours 10pm to 7am please", { kind: "quiet", from: "10pm", to: "7am" }],
  [
    "don't disturb me between 23:00 and 6:30 every night",
    { kind: "quiet", from: "23:00", to: "6:30" },
  ],
  ["取消免打扰", { kind: "quiet_off" }],
  ["turn off my quiet hours", { kind: "quiet_off" }],
  ["我的免打扰时间", { kind: "quiet_shown" }],
  ["把张三设为免打扰", { kind: "mute", name: "张三" }],
  ["明天下午3点到4点提醒我别打扰妈妈", undefined],
])("a wish for quiet is heard, and nothing else is taken for one: %s", (text, wish) =>
  expect(friendWish(text)).toEqual(wish),
);
