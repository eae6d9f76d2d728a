import { describe, expect, test } from "vitest";
import { addDays, addMonths, daysBetween, firstOfWeek, isDay, monthWeeks, wallAt } from "./days.ts";
import { partOf, placeOf, listDays, turn } from "./view-part.ts";

describe("days", () => {
  test("weeks begin on Monday", () => {
    expect(firstOfWeek("2026-11-22")).toBe("2026-11-16");
    expect(firstOfWeek("2026-11-16")).toBe("2026-11-16");
  });

  test("a month is shown in whole weeks, as many as it needs", () => {
    const february = monthWeeks("2027-02-10");
    expect([february.length, february[0]?.[0], february.at(-1)?.at(-1)]).toEqual([
      4,
      "2027-02-01",
      "2027-02-28",
    ]);
    const may = monthWeeks("2027-05-31");
    expect([may.length, may[0]?.[0], may.at(-1)?.at(-1)]).toEqual([6, "2027-04-26", "2027-06-06"]);
  });

  test("the next month of the 31st is the last day of a shorter one", () => {
    expect(addMonths("2027-01-31", 1)).toBe("2027-02-28");
    expect(addMonths("2027-01-31", -2)).toBe("2026-11-30");
  });

  test("days in which clocks are changed count as one", () => {
    expect(addDays("2027-03-27", 2)).toBe("2027-03-29");
    expect(daysBetween("2026-10-24", "2026-10-27")).toBe(3);
  });

  test("minutes beyond midnight belong to the next day", () => {
    expect(wallAt("2026-12-31", 1440 + 15)).toBe("2027-01-01T00:15:00");
    expect(wallAt("2026-12-31", -15)).toBe("2026-12-30T23:45:00");
  });

  test("only real days are days", () => {
    expect(["2026-02-30", "2026-1-1", "", undefined].map(isDay)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});

describe("the address", () => {
  const otherwise = { view: "week", day: "2026-11-16" } as const;

  test("the calendar's address names view and day, and what makes no sense in it is ignored", () => {
    expect(placeOf("month/2027-01-05", otherwise)).toEqual({ view: "month", day: "2027-01-05" });
    expect(placeOf("decade/2027-02-30", otherwise)).toEqual(otherwise);
    expect(placeOf(partOf({ view: "agenda", day: "2027-01-05" }), otherwise)).toEqual({
      view: "agenda",
      day: "2027-01-05",
    });
  });

  test("turning a page goes on by what it shows", () => {
    expect(turn({ view: "week", day: "2026-11-18" }, 1).day).toBe("2026-11-25");
    expect(turn({ view: "month", day: "2026-11-18" }, -1).day).toBe("2026-10-18");
    expect(listDays({ view: "day", day: "2026-11-18" })).toEqual(["2026-11-18"]);
  });
});
