import { expect, test } from "vitest";
import { type TimedEntry } from "../contract.ts";
import { linesInDay, partsOf } from "./day-parts.ts";

const entry = (start: string, minutes: number | null): TimedEntry =>
  ({
    reminder_id: start,
    display_start: start,
    duration_minutes: minutes,
  }) as unknown as TimedEntry;
const layOut = (day: string, ...entries: TimedEntry[]) => {
  const { whole, blocks } = partsOf(day, entries);
  return [whole.length, blocks.map(({ from, to, isRest }) => [from, to, isRest])];
};

test("an entry without a length is still visible, also at the end of the day", () => {
  expect(
    layOut("2026-11-17", entry("2026-11-17T10:00:00", null), entry("2026-11-17T23:50:00", null)),
  ).toEqual([
    0,
    [
      [600, 630, false],
      [1410, 1440, false],
    ],
  ]);
});

test("an entry that runs past midnight continues in the next day, and not in the one after", () => {
  const train = entry("2026-11-20T23:30:00", 90);
  expect(layOut("2026-11-20", train)).toEqual([0, [[1410, 1440, false]]]);
  expect(layOut("2026-11-21", train)).toEqual([0, [[0, 60, true]]]);
  expect(layOut("2026-11-22", train)).toEqual([0, []]);
  expect(layOut("2026-11-19", train)).toEqual([0, []]);
});

test("an entry of whole days is shown above the hours of each of its days", () => {
  const trip = entry("2026-11-19T00:00:00", 2 * 1440 + 60);
  expect(["2026-11-19", "2026-11-20", "2026-11-21"].map((day) => layOut(day, trip))).toEqual([
    [1, []],
    [1, []],
    [0, [[0, 60, true]]],
  ]);
});

test("a day of the month shows as many entries as fit: two at least, and more on a large screen", () => {
  expect([0, 300, 625, 900].map((height) => linesInDay(height, 6))).toEqual([3, 2, 2, 4]);
  expect(linesInDay(625, 5)).toBe(3);
});
