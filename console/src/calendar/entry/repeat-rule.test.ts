import { expect, test } from "vitest";
import { nthWeekday, parseRule, writeRule } from "./repeat-rule.ts";

// A Tuesday, the third of its month.
const start = "2026-11-17";

test("a rule that the form can show is written as it was read", () => {
  for (const rule of [
    "FREQ=DAILY",
    "FREQ=DAILY;INTERVAL=3;COUNT=5",
    "FREQ=WEEKLY;BYDAY=MO,WE,FR",
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;UNTIL=20270101T235959",
    "FREQ=MONTHLY;BYMONTHDAY=17",
    "FREQ=MONTHLY;BYDAY=3TU",
    "FREQ=MONTHLY;BYMONTHDAY=-1",
    "FREQ=YEARLY",
  ]) {
    const repeat = parseRule(rule, start);
    expect(repeat === undefined ? rule + " was not read" : writeRule(repeat, start)).toBe(rule);
  }
});

test("a rule that the form can't show whole is not shown in parts", () => {
  for (const rule of [
    "RSCALE=CHINESE;FREQ=YEARLY",
    "FREQ=HOURLY",
    "FREQ=DAILY;BYHOUR=9,12",
    "FREQ=MONTHLY;BYMONTHDAY=1",
    "FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1",
    "FREQ=WEEKLY;BYDAY=TU;UNTIL=20270101T120000",
  ])
    expect(parseRule(rule, start)).toBeUndefined();
});

test("the fifth weekday of a month is its last", () => {
  expect(nthWeekday("2026-11-30")).toBe("-1MO");
  expect(nthWeekday("2026-11-03")).toBe("1TU");
});
