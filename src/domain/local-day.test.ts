import { describe, expect, it } from "vitest";
import { dayEnd, dayStart, localDay } from "./local-day.ts";

const at = (text: string): number => Date.parse(text);

describe("local days", () => {
  it.each([
    [
      "Asia/Shanghai",
      "2026-03-01T16:00:00Z",
      "2026-03-02",
      "2026-03-01T16:00:00Z",
      "2026-03-02T16:00:00Z",
    ],
    [
      "America/Los_Angeles",
      "2026-03-02T07:59:00Z",
      "2026-03-01",
      "2026-03-01T08:00:00Z",
      "2026-03-02T08:00:00Z",
    ],
    [
      "Asia/Kathmandu",
      "2026-03-01T18:14:00Z",
      "2026-03-01",
      "2026-02-28T18:15:00Z",
      "2026-03-01T18:15:00Z",
    ],
    // The clocks go forward and back.
    [
      "Europe/Berlin",
      "2026-03-29T12:00:00Z",
      "2026-03-29",
      "2026-03-28T23:00:00Z",
      "2026-03-29T22:00:00Z",
    ],
    [
      "Europe/Berlin",
      "2026-10-25T12:00:00Z",
      "2026-10-25",
      "2026-10-24T22:00:00Z",
      "2026-10-25T23:00:00Z",
    ],
    [
      "Not/AZone",
      "2026-03-01T23:59:00Z",
      "2026-03-01",
      "2026-03-01T00:00:00Z",
      "2026-03-02T00:00:00Z",
    ],
  ])("the local day in %s at %s is %s, from %s to %s", (...row) => {
    const [zone, now, day, start, end] = row;
    expect(localDay(at(now), zone)).toBe(day);
    expect([dayStart(at(now), zone), dayEnd(at(now), zone)]).toEqual([at(start), at(end)]);
  });
});
