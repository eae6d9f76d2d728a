import { describe, expect, it } from "vitest";
import { nextFireAt, occurrencesBetween, ruleParts, type Timing } from "./schedule.ts";

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
