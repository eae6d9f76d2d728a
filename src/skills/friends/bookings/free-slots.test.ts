import { expect, it } from "vitest";
import { listFreeSlots } from "./free-slots.ts";

const hours = { starts: "01:00", ends: "05:00", weekdays: [7], minutes: 60, days_ahead: 7 };
const zone = "Europe/Berlin";
const listAt = (now: string, busy: readonly { from: number; to: number }[] = []): string[] =>
  listFreeSlots(hours, { zone, now: Date.parse(now), busy }).map((at) =>
    new Date(at).toISOString().slice(5, 16),
  );

it("free times on the day that the clock is set forward have no hour twice, and stay within their hours", () => {
  expect(listAt("2026-03-28T12:00:00Z")).toEqual(["03-29T00:00", "03-29T01:00", "03-29T02:00"]);
});

it("free times on the day that the clock is set back are those of its clock", () => {
  expect(listAt("2026-10-24T12:00:00Z")).toEqual([
    "10-24T23:00",
    "10-25T00:00",
    "10-25T02:00",
    "10-25T03:00",
  ]);
});

it("free times end where something begins and begin where it ends", () => {
  const from = Date.parse("2026-06-14T00:30:00Z");
  expect(listAt("2026-06-13T12:00:00Z", [{ from, to: from + 3_600_000 }])).toEqual([
    "06-13T23:00",
    "06-14T02:00",
  ]);
});
