import { spawnSync } from "node:child_process";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { instantOf, wallTimeAt } from "./instants.ts";
import { latestOccurrence, nextOccurrence, type Schedule } from "./occurrences.ts";

const zones = [
  "Asia/Shanghai",
  "America/New_York",
  "Europe/London",
  "Australia/Lord_Howe",
  "America/Sao_Paulo",
  "Africa/Casablanca",
  "Asia/Kathmandu",
  "Pacific/Apia",
  "UTC",
];
const at = (wall: string, zone: string): number => instantOf(wall, zone);
const series = (row: Schedule, from: number, count: number): string[] => {
  const found: string[] = [];
  let after = from;
  for (let index = 0; index < count; index += 1) {
    const next = nextOccurrence(row, after);
    if (next === undefined) break;
    found.push(next.wall);
    after = next.instant;
  }
  return found;
};

describe("a single time", () => {
  it("a single time comes once", () => {
    const row: Schedule = { start: "2026-06-10T15:00:00", zone: "Asia/Shanghai", rrule: null };
    expect(nextOccurrence(row, at("2026-06-10T14:59:59", row.zone))).toEqual({
      wall: row.start,
      instant: Date.UTC(2026, 5, 10, 7),
    });
    expect(nextOccurrence(row, at(row.start, row.zone))).toBeUndefined();
  });

  it("a single time keeps the moment that was said as elapsed time, whatever the wall shows by then", () => {
    const instant = Date.UTC(2026, 2, 8, 9);
    const row: Schedule = {
      start: "2026-03-08T05:00:00",
      zone: "America/New_York",
      rrule: null,
      instant,
    };
    expect(nextOccurrence(row, 0)).toEqual({ wall: "2026-03-08T05:00:00", instant });
  });

  it("a single time is the later one in a gap and the earlier one in an overlap", () => {
    expect(
      wallTimeAt(instantOf("2026-03-08T02:30:00", "America/New_York"), "America/New_York"),
    ).toBe("2026-03-08T03:30:00");
    expect(instantOf("2026-11-01T01:30:00", "America/New_York")).toBe(Date.UTC(2026, 10, 1, 5, 30));
  });
});

describe("a series", () => {
  it("a series keeps its wall time over a change of the clocks, and a day without that hour still has its turn", () => {
    const row: Schedule = {
      start: "2026-03-06T02:30:00",
      zone: "America/New_York",
      rrule: "FREQ=DAILY;COUNT=4",
    };
    const found = [0, 1, 2, 3].reduce<number[]>(
      (list) => [...list, nextOccurrence(row, list.at(-1) ?? 0)?.instant ?? NaN],
      [],
    );
    expect(found.map((instant) => wallTimeAt(instant, row.zone))).toEqual([
      "2026-03-06T02:30:00",
      "2026-03-07T02:30:00",
      "2026-03-08T03:30:00",
      "2026-03-09T02:30:00",
    ]);
    expect(nextOccurrence(row, found.at(-1) ?? 0)).toBeUndefined();
  });

  it("a series leaves out the days that were cancelled, ends with UNTIL, skips months without the day", () => {
    const daily: Schedule = {
      start: "2026-06-10T20:00:00",
      zone: "Asia/Shanghai",
      rrule: "FREQ=DAILY;UNTIL=20260613T235959",
      exdates: ["2026-06-11T20:00:00"],
    };
    expect(series(daily, 0, 9)).toEqual([
      "2026-06-10T20:00:00",
      "2026-06-12T20:00:00",
      "2026-06-13T20:00:00",
    ]);
    const monthly: Schedule = {
      start: "2026-08-31T20:00:00",
      zone: "Asia/Shanghai",
      rrule: "FREQ=MONTHLY;BYMONTHDAY=31",
    };
    expect(series(monthly, 0, 3)).toEqual([
      "2026-08-31T20:00:00",
      "2026-10-31T20:00:00",
      "2026-12-31T20:00:00",
    ]);
  });

  it("a series runs within a window of the day", () => {
    const row: Schedule = {
      start: "2026-06-10T17:30:00",
      zone: "Asia/Shanghai",
      rrule: "FREQ=DAILY;BYHOUR=9,17;BYMINUTE=0,30",
    };
    expect(series(row, 0, 4)).toEqual([
      "2026-06-10T17:30:00",
      "2026-06-11T09:00:00",
      "2026-06-11T09:30:00",
      "2026-06-11T17:00:00",
    ]);
  });

  it("follows the Chinese calendar, also where a new moon falls close to midnight", () => {
    const row: Schedule = {
      start: "2026-02-17T09:00:00",
      zone: "Asia/Shanghai",
      rrule: "RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1",
    };
    expect(series(row, 0, 5).map((wall) => wall.slice(0, 10))).toEqual([
      "2026-02-17",
      "2027-02-06",
      "2028-01-26",
      "2029-02-13",
      "2030-02-03",
    ]);
  });

  it("a series counts statutory workdays with their holidays and make-up Saturdays", () => {
    const row: Schedule = {
      start: "2026-09-18T08:00:00",
      zone: "Asia/Shanghai",
      rrule: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
      workdays: "CN",
    };
    expect(series(row, 0, 7).map((wall) => wall.slice(5, 10))).toEqual([
      "09-18",
      "09-20",
      "09-21",
      "09-22",
      "09-23",
      "09-24",
      "09-28",
    ]);
    expect(
      series(row, at("2026-09-30T09:00:00", row.zone), 2).map((wall) => wall.slice(5, 10)),
    ).toEqual(["10-08", "10-09"]);
  });

  it("knows which one came last", () => {
    const row: Schedule = {
      start: "2026-06-01T11:20:00",
      zone: "Asia/Shanghai",
      rrule: "FREQ=DAILY",
    };
    expect(latestOccurrence(row, at("2026-06-10T11:30:00", row.zone), 3_600_000)?.wall).toBe(
      "2026-06-10T11:20:00",
    );
    expect(latestOccurrence(row, at("2026-06-01T11:00:00", row.zone), 3_600_000)).toBeUndefined();
  });
});

const rules = [
  "FREQ=DAILY",
  "FREQ=DAILY;INTERVAL=3",
  "FREQ=WEEKLY;BYDAY=MO,WE,FR",
  "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU",
  "FREQ=MONTHLY;BYMONTHDAY=31",
  "FREQ=MONTHLY;BYMONTHDAY=-1",
  "FREQ=MONTHLY;BYDAY=2WE",
  "FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=8",
  "FREQ=HOURLY;INTERVAL=5",
  "FREQ=MINUTELY;INTERVAL=45",
];
const anyRow = fc.record({
  zone: fc.constantFrom(...zones),
  rrule: fc.constantFrom(...rules),
  // Whole minutes from 2024 on, so that hours of the night and changes of the clocks are among
  // them.
  minute: fc.integer({ min: 0, max: 60 * 24 * 365 * 4 }),
  ahead: fc.integer({ min: 0, max: 60 * 24 * 700 }),
});
const startOf = (minute: number): string =>
  new Date(Date.UTC(2024, 0, 1) + minute * 60_000).toISOString().slice(0, 19);

describe("for any rule, zone and moment", () => {
  it("the next occurrence is strictly later, and asking again from there goes on", () => {
    fc.assert(
      fc.property(anyRow, ({ zone, rrule, minute, ahead }) => {
        const row: Schedule = { start: startOf(minute), zone, rrule };
        const after = instantOf(row.start, zone) + ahead * 60_000;
        const first = nextOccurrence(row, after);
        const second = first === undefined ? undefined : nextOccurrence(row, first.instant);
        expect(first?.instant).toBeGreaterThan(after);
        expect(second?.instant).toBeGreaterThan(first?.instant ?? Infinity);
        // Nothing lies between: from a moment in the middle the same one comes.
        expect(nextOccurrence(row, (first?.instant ?? 0) - 1)?.instant).toBe(first?.instant);
      }),
      { numRuns: 150 },
    );
  });

  it("a daily series comes once on every local day", () => {
    fc.assert(
      fc.property(anyRow, ({ zone, minute }) => {
        const row: Schedule = { start: startOf(minute), zone, rrule: "FREQ=DAILY" };
        const days = series(row, instantOf(row.start, zone) - 1, 12).map(
          (wall) => Date.parse(`${wall.slice(0, 10)}T00:00:00Z`) / 86_400_000,
        );
        expect(days.map((day) => day - (days[0] ?? 0))).toEqual([
          0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
        ]);
      }),
      { numRuns: 60 },
    );
  });
});

describe("the host's zone", () => {
  it("the host's zone changes nothing", () => {
    const script = `
      import { nextOccurrence } from ${JSON.stringify(new URL("occurrences.ts", import.meta.url).href)};
      import { interpret } from ${JSON.stringify(new URL("../interpret.ts", import.meta.url).href)};
      const row = { start: "2026-03-06T02:30:00", zone: "America/New_York", rrule: "FREQ=DAILY" };
      console.log(JSON.stringify([nextOccurrence(row, ${Date.UTC(2026, 2, 8, 1)}), interpret({ text: "on March 9 at 3pm remind me to run", now: "2026-03-07T20:00:00", tz: "America/New_York" }).items]));`;
    const run = (tz: string): string =>
      spawnSync(process.execPath, ["--input-type=module", "--no-warnings", "-e", script], {
        env: { ...process.env, TZ: tz },
        encoding: "utf8",
      }).stdout;
    const [utc, shanghai, losAngeles] = ["UTC", "Asia/Shanghai", "America/Los_Angeles"].map(run);
    expect(utc).toContain("2026-03-09T15:00:00");
    expect([shanghai, losAngeles]).toEqual([utc, utc]);
  });
});
