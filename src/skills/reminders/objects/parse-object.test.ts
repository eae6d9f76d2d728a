import { describe, expect, it } from "vitest";
import { Refusal } from "../../../domain/errors.ts";
import { parseObject } from "./parse-object.ts";

const home = "Asia/Shanghai";
const file = (component: "VEVENT" | "VTODO", ...lines: readonly string[]): string =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `BEGIN:${component}`,
    "UID:u",
    "SUMMARY:Stand-up",
    ...lines,
    `END:${component}`,
    "END:VCALENDAR",
    "",
  ].join("\r\n");
const event = (...lines: readonly string[]): string => file("VEVENT", ...lines);
const todo = (...lines: readonly string[]): string => file("VTODO", ...lines);

const refusalOf = (text: string): unknown => {
  try {
    return parseObject(text, home);
  } catch (error) {
    if (error instanceof Refusal) return error.fact?.["precondition"];
    throw error;
  }
};

const start = "DTSTART;TZID=Europe/Berlin:20270105T090000";

describe("the file of an entry", () => {
  it.each([
    ["an end before its start", event(start, "DTEND;TZID=Europe/Berlin:20270105T080000")],
    ["a date as the end of a time", event(start, "DTEND;VALUE=DATE:20270106")],
    ["an end in an unknown zone", event(start, "DTEND;TZID=Nowhere/Land:20270105T100000")],
    ["an end that is no time", event(start, "DTEND:tomorrow")],
    ["a length that goes back", event(start, "DURATION:-PT1H")],
    ["a length that is none", event(start, "DURATION:an hour")],
    ["a time that lasts for more than a month", event(start, "DURATION:P40D")],
    ["whole days for more than a year", event("DTSTART;VALUE=DATE:20270105", "DURATION:P400D")],
    ["hours of a whole day", event("DTSTART;VALUE=DATE:20270105", "DURATION:PT6H")],
    ["a start in an unknown zone", event("DTSTART;TZID=Nowhere/Land:20270105T090000")],
    ["two rules", event(start, "RRULE:FREQ=DAILY", "RRULE:FREQ=WEEKLY")],
    ["a rule of exceptions", event(start, "RRULE:FREQ=DAILY", "EXRULE:FREQ=WEEKLY")],
    ["a left-out day that is no time", event(start, "RRULE:FREQ=DAILY", "EXDATE:someday")],
    ["a rule without a first date", todo("RRULE:FREQ=DAILY")],
    ["a to-do whose length is none", todo(start, "DURATION:soon")],
  ])("a file with %s is refused, because it would come back as another entry", (_, text) => {
    expect(refusalOf(text)).toBe("valid-calendar-data");
  });

  it.each([
    ["an end at its start is a moment", [start, "DTEND;TZID=Europe/Berlin:20270105T090000"], null],
    ["the clocks of two zones", [start, "DTEND;TZID=America/New_York:20270105T090000"], 360],
    ["weeks and days", [start, "DURATION:P1W2D"], 9 * 1_440],
    ["one whole day", ["DTSTART;VALUE=DATE:20270105", "DTEND;VALUE=DATE:20270106"], null],
    ["whole days", ["DTSTART;VALUE=DATE:20270105", "DURATION:P3D"], 3 * 1_440],
  ])("the length of an entry is read from %s", (_, lines, minutes) => {
    expect(parseObject(event(...lines), home).whole.item.durationMinutes).toBe(minutes);
  });

  it.each([
    ["when it began and how long it may take", [start, "DURATION:PT90M"], "2027-01-05T10:30:00"],
    ["whole days", ["DTSTART;VALUE=DATE:20270105", "DURATION:P3D"], "2027-01-07T00:00:00"],
    ["its start alone", [start], "2027-01-05T09:00:00"],
    ["its end", [start, "DUE;TZID=Europe/Berlin:20270107T120000"], "2027-01-07T12:00:00"],
  ])("a to-do is due by %s", (_, lines, due) => {
    expect(parseObject(todo(...lines), home).whole.item.start).toBe(due);
  });

  it("one day of a series that came without the series is an entry of its own, which keeps whose day it is", () => {
    const day = "RECURRENCE-ID;TZID=Europe/Berlin:20270105T080000";
    const { whole, occurrences } = parseObject(event(start, day), home);
    expect([whole.item, whole.rest.lines, occurrences]).toMatchObject([
      { start: "2027-01-05T09:00:00", occurrence: null },
      [day],
      [],
    ]);
  });

  it("several days of a series without the series are refused", () => {
    const other = event(start, "RECURRENCE-ID;TZID=Europe/Berlin:20270106T080000");
    const both = event(start, "RECURRENCE-ID;TZID=Europe/Berlin:20270105T080000").replace(
      "END:VCALENDAR",
      other.slice(other.indexOf("BEGIN:VEVENT")),
    );
    expect(refusalOf(both)).toBe("valid-calendar-object-resource");
  });

  it("a to-do with a start and a length keeps its start", () => {
    expect(parseObject(todo(start, "DURATION:PT90M"), home).whole.rest.lines).toContain(start);
  });
});
