import { describe, expect, it } from "vitest";
import { patience, runs } from "../../../../test/support/runs.ts";
import { type ClockChange, clockChanges } from "../../../language/calendar/transitions.ts";
import { nextFireAt } from "./schedule.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const [firstYear, lastYear] = [2024, 2037];
const isLong = runs(0, 1) === 1;
const zones = Intl.supportedValuesOf("timeZone");

/**
 * Every change of every zone in the long run; otherwise one year of each zone, another one for
 * each.
 */
function changesOf(zone: string, nth: number): ClockChange[] {
  const year = firstYear + (nth % (lastYear - firstYear + 1));
  const [from, until] = isLong ? [firstYear, lastYear + 1] : [year, year + 1];
  return clockChanges(zone, Date.UTC(from), Date.UTC(until));
}

/**
 * Minutes east of UTC as the runtime's own formatter has them: another way to the same data than
 * the one under test.
 */
function clockOf(zone: string): (at: number) => number {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  return (at) => {
    const found = Object.fromEntries(
      parts.formatToParts(at).map(({ type, value }) => [type, Number(value)]),
    );
    const { year = 0, month = 1, day: date, hour, minute: min, second } = found;
    return Math.round(
      (Date.UTC(year, month - 1, date, hour, min, second) - Math.floor(at / 1_000) * 1_000) /
        minute,
    );
  };
}

/** The moment that a wall time means: in a gap the later reading, in an overlap the earlier. */
function computeInstant(wall: number, offsetAt: (at: number) => number): number {
  const offsets = [offsetAt(wall - 1.5 * day), offsetAt(wall + 1.5 * day)];
  const fitting = offsets
    .map((offset) => wall - offset * minute)
    .filter((at) => offsetAt(at) * minute === wall - at);
  return fitting.length > 0 ? Math.min(...fitting) : wall - (offsets[0] as number) * minute;
}

const wallText = (wall: number): string => new Date(wall).toISOString().slice(0, 19);

/**
 * Times of the day that a change can hurt: the first and last minute of the hour that is missing or
 * double, its middle, and midnight's sides.
 */
function clocks(change: ClockChange): number[] {
  const [from, to] = [change.at + change.from * minute, change.at + change.to * minute].toSorted(
    (a, b) => a - b,
  ) as [number, number];
  const times = [from, from + Math.floor((to - from) / 2 / minute) * minute, to - minute, to].map(
    (wall) => ((wall % day) + day) % day,
  );
  return [...new Set([...times, 0, day - minute])];
}

/** A daily reminder across the change: the moments of the five days around it. */
function daily(zone: string, first: number): number[] {
  const row = {
    local_start: wallText(first),
    captured_timezone: zone,
    rrule: "FREQ=DAILY",
    exdates: [],
    workdays: null,
    instant: null,
  };
  const found: number[] = [];
  for (let after = first - 3 * day; found.length < 5; after = found.at(-1) as number)
    found.push(Date.parse(nextFireAt(row, after) ?? ""));
  return found;
}

describe(
  "F14 B30: a daily reminder, in every time zone and across every change of its clocks",
  { timeout: patience },
  () => {
    it("F14 B30: a daily reminder fires once for each local day: later where its time is missing, at the first of two where it is double", () => {
      let seen = { gaps: 0, overlaps: 0 };
      for (const [nth, zone] of zones.entries()) {
        const offsetAt = clockOf(zone);
        for (const change of changesOf(zone, nth)) {
          seen =
            change.to > change.from
              ? { ...seen, gaps: seen.gaps + 1 }
              : { ...seen, overlaps: seen.overlaps + 1 };
          const today = Math.floor((change.at + change.from * minute) / day) * day;
          for (const clock of clocks(change)) {
            const first = today + clock - 2 * day;
            const expected = [0, 1, 2, 3, 4].map((ahead) =>
              computeInstant(first + ahead * day, offsetAt),
            );
            const found = daily(zone, first);
            if (found.join() !== expected.join())
              expect({ zone, at: wallText(first), found }).toEqual({
                zone,
                at: wallText(first),
                found: expected,
              });
            for (const [index, at] of found.entries())
              if (index > 0) expect(at).toBeGreaterThan(found[index - 1] as number);
          }
        }
      }
      expect(zones.length).toBeGreaterThan(400);
      expect(Math.min(seen.gaps, seen.overlaps)).toBeGreaterThan(100);
    });

    it("F14 B30: a daily reminder is the same wherever the process runs", () => {
      const before = process.env["TZ"];
      const first = Date.UTC(2026, 2, 6, 2, 30);
      try {
        const results = ["UTC", "America/Los_Angeles", "Asia/Shanghai"].map((host) => {
          process.env["TZ"] = host;
          return daily("America/New_York", first).join();
        });
        expect(new Set(results).size).toBe(1);
      } finally {
        if (before === undefined) delete process.env["TZ"];
        else process.env["TZ"] = before;
      }
    });

    it("F14 B30: a daily reminder in New York on the night the clocks go forward comes at half past three, once", () => {
      const found = daily("America/New_York", Date.UTC(2026, 2, 7, 2, 30)).map((at) =>
        new Date(at).toISOString().slice(5, 16),
      );
      expect(found).toEqual([
        "03-07T07:30",
        "03-08T07:30",
        "03-09T06:30",
        "03-10T06:30",
        "03-11T06:30",
      ]);
    });
  },
);
