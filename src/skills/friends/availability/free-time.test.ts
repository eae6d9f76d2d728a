import { describe, expect, it } from "vitest";
import { type BusyRow, busyWithin, commonSlots, freeWithin } from "./free-time.ts";

const at = (text: string): number => Date.parse(`${text}:00Z`);
const row = (more: Partial<BusyRow>): BusyRow => ({
  local_start: "2026-06-11T15:00:00",
  captured_timezone: "UTC",
  instant: null,
  rrule: null,
  workdays: null,
  exdates: [],
  duration_minutes: 60,
  ...more,
});
const span = { from: at("2026-06-11T00:00"), to: at("2026-06-12T00:00") };

describe("busy times", () => {
  it("the busy times of a series are each time of it, touching ones are one, and pings are none", async () => {
    const rows = [
      row({}),
      row({ local_start: "2026-06-11T16:00:00" }),
      row({ local_start: "2026-06-01T08:00:00", rrule: "FREQ=DAILY", duration_minutes: null }),
      row({ local_start: "2026-06-01T08:00:00", rrule: "FREQ=HOURLY" }),
    ];
    expect(await busyWithin(rows, span)).toEqual([
      { from: at("2026-06-11T08:00"), to: at("2026-06-11T08:30") },
      { from: at("2026-06-11T15:00"), to: at("2026-06-11T17:00") },
    ]);
  });

  it("busy times leave the rest free, to the last minute", async () => {
    expect(freeWithin(await busyWithin([row({})], span), span)).toEqual([
      { from: span.from, to: at("2026-06-11T15:00") },
      { from: at("2026-06-11T16:00"), to: span.to },
    ]);
  });
});

it("S15: the whole time counts as taken for a person with more series than are looked through", async () => {
  const rows = Array.from({ length: 2_000 }, () => row({ rrule: "FREQ=DAILY" }));
  const month = { from: span.from, to: span.from + 31 * 86_400_000 };
  expect(await busyWithin(rows, month)).toEqual([month]);
});

describe("common free times", () => {
  const wish = {
    wish: at("2026-06-11T15:00"),
    minutes: 30,
    zones: ["UTC"],
    now: at("2026-06-10T12:00"),
  };

  it("common free times are the three nearest ones in their order, apart from each other, and never at once", () => {
    const busy = [{ from: at("2026-06-11T15:00"), to: at("2026-06-11T16:00") }];
    expect(commonSlots({ ...wish, busy })).toEqual([
      at("2026-06-11T14:00"),
      at("2026-06-11T14:30"),
      at("2026-06-11T16:00"),
    ]);
    expect(commonSlots({ ...wish, busy, now: at("2026-06-11T15:10") })[0]).toBe(
      at("2026-06-11T16:00"),
    );
  });

  it("common free times wake no person, wherever they live, unless there is no other way", () => {
    const zones = ["Asia/Shanghai", "America/New_York"];
    const slots = commonSlots({ ...wish, zones, busy: [] });
    const hours = slots.flatMap((slot) =>
      zones.map((zone) =>
        Number(
          new Intl.DateTimeFormat("en", {
            timeZone: zone,
            hour: "numeric",
            hourCycle: "h23",
          }).format(slot),
        ),
      ),
    );
    expect(Math.min(...hours)).toBeGreaterThanOrEqual(8);
    expect(Math.max(...hours)).toBeLessThan(22);
    expect(
      commonSlots({
        ...wish,
        zones: ["UTC", "Pacific/Honolulu", "Asia/Tokyo", "Europe/Berlin"],
        busy: [],
      }),
    ).toHaveLength(3);
  });
});
