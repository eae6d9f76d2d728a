import { expect, it } from "vitest";
import { interpret } from "./interpret.ts";
import { summarise } from "./summary.ts";

const context = {
  reminders: [
    { title: "pills", start: "2026-11-17T08:00:00", rrule: "FREQ=DAILY", durationMinutes: null },
    { title: "gym", start: "2026-11-19T15:00:00", rrule: null, durationMinutes: null },
    { title: "gym", start: "2026-11-20T15:00:00", rrule: null, durationMinutes: null },
  ],
};
const read = (text: string) =>
  interpret({ text, now: "2026-11-17T10:00:00", tz: "Asia/Shanghai", context });

it.each([
  ["cancel Friday's pills", "cancel pills", "2026-11-20T08:00:00"],
  ["move tomorrow's pills to 10am", "update pills 11-18 10:00", "2026-11-18T08:00:00"],
  ["push Friday’s gym to Saturday", "update gym 11-21 15:00", undefined],
])("the genitive of a day says which one of those that exist: %s", (text, summary, occurrence) => {
  const result = read(text);
  expect(summarise(result)).toBe(summary);
  expect(result.occurrence).toBe(occurrence);
});

it("the genitive of a day in a new reminder stays in its title", () => {
  expect(read("remind me to read today's paper at 9pm").items).toMatchObject([
    { title: "read today's paper", start: "2026-11-17T21:00:00" },
  ]);
});

it("a day of a series that is moved without the rest of it is asked about", () => {
  expect(read("Saturday's pills at 9 instead").intent).toBe("clarify");
});
