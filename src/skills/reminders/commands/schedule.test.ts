import { describe, expect, it } from "vitest";
import { endOfDays, nextFireAt, occurrencesBetween, ruleParts, type Timing } from "./schedule.ts";

const timing = (change: Partial<Timing>): Timing => ({
  local_start: "2026-06-10T08:00:00",
  captured_timezone: "Asia/Shanghai",
  instant: null,
  rrule: null,
  workdays: null,
  exdates: [],
  ...change,
});
const at = (text: string): number => Date.parse(text);

describe("the next moment of a reminder", () => {
  it("the next moment of a reminder is its wall time in its own zone, once", () => {
    expect(nextFireAt(timing({}), at("2026-06-09T00:00:00Z"))).toBe("2026-06-10T00:00:00.000Z");
    expect(nextFireAt(timing({}), at("2026-06-10T00:00:00Z"))).toBeNull();
  });

  it("the next moment of a reminder is the moment itself where elapsed time was said", () => {
    expect(
      nextFireAt(timing({ instant: "2026-06-10T00:00:30.000Z" }), at("2026-06-09T00:00:00Z")),
    ).toBe("2026-06-10T00:00:30.000Z");
  });

  it("the next moment of a reminder leaves out the days that were taken out of a series", () => {
    const daily = timing({ rrule: "FREQ=DAILY", exdates: ["2026-06-11T08:00:00"] });
    expect(nextFireAt(daily, at("2026-06-10T01:00:00Z"))).toBe("2026-06-12T00:00:00.000Z");
    expect(
      occurrencesBetween(daily, {
        from: at("2026-06-10T00:00:00Z"),
        to: at("2026-06-13T00:00:00Z"),
      }).map(({ wall }) => wall),
    ).toEqual(["2026-06-10T08:00:00", "2026-06-12T08:00:00"]);
  });

  it("a next moment does not exist for a to-do without a time", () => {
    expect(nextFireAt(timing({ local_start: null }), 0)).toBeNull();
  });
});

it("a rule is shown in parts", () => {
  expect(ruleParts(null)).toEqual({});
  expect(ruleParts("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE")).toEqual({
    frequency: "weekly",
    interval: 2,
    byday: "MO,WE",
  });
});

describe("whole days", () => {
  const days = (change: Partial<Timing>): Timing =>
    timing({ local_start: "2026-06-10T00:00:00", all_day: true, remind_at: "07:30", ...change });

  it("whole days come at the morning of their first day, named by its midnight", () => {
    expect(occurrencesBetween(days({}), { from: 0, to: Infinity })).toEqual([
      { wall: "2026-06-10T00:00:00", instant: at("2026-06-09T23:30:00Z") },
    ]);
    expect(nextFireAt(days({ remind_at: null }), 0)).toBe("2026-06-10T01:00:00.000Z");
  });

  it("whole days of a series leave out dates, and keep their hour where the clocks have no midnight", () => {
    // In Beirut the clocks go from 00:00 to 01:00 on 28 March 2027.
    const daily = days({
      local_start: "2027-03-27T00:00:00",
      captured_timezone: "Asia/Beirut",
      rrule: "FREQ=DAILY;COUNT=4",
      exdates: ["2027-03-29T00:00:00"],
    });
    expect(occurrencesBetween(daily, { from: 0, to: Infinity })).toEqual([
      { wall: "2027-03-27T00:00:00", instant: at("2027-03-27T05:30:00Z") },
      { wall: "2027-03-28T00:00:00", instant: at("2027-03-28T04:30:00Z") },
      { wall: "2027-03-30T00:00:00", instant: at("2027-03-30T04:30:00Z") },
    ]);
  });

  it("whole days end with the midnight after the last of them", () => {
    expect(endOfDays("2026-12-30T00:00:00", null)).toBe("2026-12-31T00:00:00");
    expect(endOfDays("2026-12-30T00:00:00", 3 * 1_440)).toBe("2027-01-02T00:00:00");
  });
});
