import { describe, expect, test } from "vitest";
import { distance, toDropWall, toMovedSeries, shiftWall } from "./moves.ts";
import { instantOfWall, wallAtInstant } from "./zone-time.ts";

describe("dragging", () => {
  test("dragging snaps to quarters and stays within the day", () => {
    expect(toDropWall("2026-11-16", 907)).toBe("2026-11-16T15:00:00");
    expect(toDropWall("2026-11-16", -20)).toBe("2026-11-16T00:00:00");
    expect(toDropWall("2026-11-16", 1439)).toBe("2026-11-16T23:45:00");
  });

  test("dragging goes by what clocks show, also over the night in which they are changed", () => {
    const by = distance("2027-03-27T09:00:00", "2027-03-29T08:30:00");
    expect(by).toEqual({ days: 2, minutes: -30 });
    expect(shiftWall("2026-10-24T09:00:20", by)).toBe("2026-10-26T08:30:20");
  });
});

describe("wall times of another zone", () => {
  test("wall times of another zone are moments as the server finds them: skipped hours move on, doubled ones are the first", () => {
    expect(new Date(instantOfWall("2027-03-28T02:30:00", "Europe/Berlin")).toISOString()).toBe(
      "2027-03-28T01:30:00.000Z",
    );
    expect(
      wallAtInstant(instantOfWall("2027-03-28T02:30:00", "Europe/Berlin"), "Europe/Berlin"),
    ).toBe("2027-03-28T03:30:00");
    expect(new Date(instantOfWall("2026-10-25T02:30:00", "Europe/Berlin")).toISOString()).toBe(
      "2026-10-25T00:30:00.000Z",
    );
    expect(new Date(instantOfWall("2026-11-16T09:00:00", "Asia/Kathmandu")).toISOString()).toBe(
      "2026-11-16T03:15:00.000Z",
    );
  });
});

describe("a series that follows one of its occurrences", () => {
  const weekly = { start: "2026-11-17T15:00:00", rrule: "FREQ=WEEKLY;BYDAY=TU", workdays: null };

  test("a series that follows one of its occurrences keeps its days when only the hour changes", () => {
    expect(toMovedSeries(weekly, "2026-12-01T15:00:00", "2026-12-01T16:15:00")).toEqual({
      start: "2026-11-17T16:15:00",
      rrule: "FREQ=WEEKLY;BYDAY=TU",
      daysStay: false,
    });
  });

  test("a series that follows one of its occurrences comes on the other weekday from then on, and its other days stay", () => {
    expect(toMovedSeries(weekly, "2026-12-01T15:00:00", "2026-12-03T15:00:00")).toMatchObject({
      start: "2026-11-19T15:00:00",
      rrule: "FREQ=WEEKLY;BYDAY=TH",
    });
    const twice = { ...weekly, rrule: "FREQ=WEEKLY;BYDAY=TU,FR;COUNT=8" };
    expect(toMovedSeries(twice, "2026-12-04T15:00:00", "2026-11-30T15:00:00").rrule).toBe(
      "FREQ=WEEKLY;BYDAY=MO,TU;COUNT=8",
    );
  });

  test("a monthly series that follows one of its occurrences comes on the other date; where a day cannot be exchanged only the hour moves", () => {
    const monthly = {
      start: "2026-11-15T09:00:00",
      rrule: "FREQ=MONTHLY;BYMONTHDAY=15",
      workdays: null,
    };
    expect(toMovedSeries(monthly, "2026-12-15T09:00:00", "2026-12-17T09:00:00").rrule).toBe(
      "FREQ=MONTHLY;BYMONTHDAY=17",
    );
    for (const rrule of [
      "FREQ=DAILY",
      "FREQ=MONTHLY;BYDAY=-1FR",
      "FREQ=YEARLY;BYMONTH=6;BYMONTHDAY=3",
      "RSCALE=CHINESE;FREQ=MONTHLY;BYMONTHDAY=1",
    ])
      expect(
        toMovedSeries({ ...monthly, rrule }, "2026-12-15T09:00:00", "2026-12-17T10:00:00"),
      ).toEqual({
        start: "2026-11-15T10:00:00",
        rrule: rrule,
        daysStay: true,
      });
  });
});
