import * as fc from "fast-check";
import { RRuleTemporal } from "rrule-temporal";
import { describe, expect, it } from "vitest";
import { rulePartsOf } from "./rule-parts.ts";
import { walkRule } from "./rule-walk.ts";
import { wallOf, wallText } from "./wall.ts";
import { instantOf, wallTimeAt } from "./instants.ts";
import { zoneClock } from "./zone-clock.ts";

function first(rrule: string, start: string, most = 6): string[] {
  const next = walkRule(rulePartsOf(rrule), wallOf(start), { left: 50_000 });
  const found: string[] = [];
  for (
    let at: number | undefined = next(wallOf(start) - 1);
    at !== undefined && found.length < most;
    at = next(at)
  )
    found.push(wallText(at));
  return found;
}

/** The same by another reader of rules. A rule that it gives up on never comes. */
function elsewhere(rrule: string, start: string, most = 6): string[] {
  const rule = new RRuleTemporal({
    rruleString: `DTSTART:${start.replaceAll(/[-:]/g, "")}Z\nRRULE:${rrule}`,
    maxIterations: 500,
  });
  const found: string[] = [];
  try {
    for (
      let at = rule.next(new Date(wallOf(start) - 1));
      at !== null && found.length < most;
      at = rule.next(new Date(at.epochMilliseconds))
    )
      found.push(wallText(at.epochMilliseconds));
  } catch {
    return found;
  }
  return found;
}

const some = (values: readonly (number | string)[], most = 3): fc.Arbitrary<string> =>
  fc
    .uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: most })
    .map((list) => list.join(","));
const weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const nth = weekdays.flatMap((day) => [`1${day}`, `2${day}`, `-1${day}`]);
const part = (name: string, values: fc.Arbitrary<number | string>): fc.Arbitrary<string> =>
  fc
    .option(values, { nil: undefined, freq: 3 })
    .map((value) => (value === undefined ? "" : `;${name}=${value}`));
const common = fc
  .tuple(
    part("INTERVAL", fc.integer({ min: 1, max: 4 })),
    part("BYMONTH", some([1, 2, 3, 6, 9, 12])),
    part("BYHOUR", some([0, 9, 17, 23])),
    part("BYMINUTE", some([0, 15, 59])),
    part("COUNT", fc.integer({ min: 1, max: 9 })),
  )
  .map((parts) => parts.join(""));
const dates = part("BYMONTHDAY", some([1, 13, 28, 29, 30, 31, -1, -3]));
const plainDays = part("BYDAY", some(weekdays));
const rules = fc.oneof(
  fc
    .tuple(fc.constantFrom("FREQ=DAILY", "FREQ=HOURLY"), common, dates, plainDays)
    .map((parts) => parts.join("")),
  fc
    .tuple(fc.constant("FREQ=WEEKLY"), common, plainDays, part("WKST", fc.constantFrom("SU", "MO")))
    .map((parts) => parts.join("")),
  fc
    .tuple(
      fc.constant("FREQ=MONTHLY"),
      common,
      dates,
      part("BYDAY", fc.oneof(some(nth), some(weekdays))),
    )
    .map((parts) => parts.join("")),
  fc
    .tuple(
      fc.constant("FREQ=MONTHLY"),
      common,
      fc.constant(";BYDAY=MO,TU,WE,TH,FR;BYSETPOS="),
      some([1, 2, -1]),
    )
    .map((parts) => parts.join("")),
  fc
    .tuple(fc.constant("FREQ=YEARLY"), common, part("BYDAY", fc.oneof(some(nth), some(weekdays))))
    .map((parts) => parts.join("")),
  fc.tuple(fc.constant("FREQ=YEARLY"), common, dates).map((parts) => parts.join("")),
  fc
    .tuple(fc.constant("FREQ=YEARLY;BYYEARDAY="), some([1, 60, 100, 366, -1]), common)
    .map((parts) => parts.join("")),
  fc
    .tuple(fc.constant("FREQ=YEARLY;BYDAY=MO,SU;BYWEEKNO="), some([1, 20, 52, 53, -1]))
    .map((parts) => parts.join("")),
);
const starts = fc
  .record({ day: fc.integer({ min: 0, max: 1_500 }), hour: fc.integer({ min: 0, max: 23 }) })
  .map(({ day, hour }) => wallText(Date.UTC(2025, 0, 1 + day, hour)));

describe("a rule, step by step", () => {
  it("a rule comes when another reader of rules says so", () => {
    fc.assert(
      fc.property(rules, starts, (rrule, start) => {
        const theirs = elsewhere(rrule, start);
        expect(first(rrule, start, 6).slice(0, theirs.length), rrule).toEqual(theirs);
      }),
      { numRuns: 250 },
    );
  });

  it("a rule is the same wherever it is entered, also when its times are counted", () => {
    fc.assert(
      fc.property(rules, starts, (rrule, start) => {
        const walked = first(rrule, start, 12);
        for (const [at, wall] of walked.entries()) {
          const next = walkRule(rulePartsOf(rrule), wallOf(start), { left: 50_000 })(wallOf(wall));
          if (at + 1 < walked.length)
            expect(next === undefined ? undefined : wallText(next), rrule).toBe(walked[at + 1]);
        }
      }),
      { numRuns: 100 },
    );
  });

  it("a rule takes the named positions of a year that has millions of times, without writing them out", () => {
    const all = (count: number): string => Array.from({ length: count }, (_, at) => at).join(",");
    const rule = `FREQ=YEARLY;BYDAY=${weekdays.join(",")};BYHOUR=${all(24)};BYMINUTE=${all(60)};BYSECOND=${all(60)};BYSETPOS=2,-1`;
    expect(first(rule, "2026-03-01T00:00:00", 3)).toEqual([
      "2026-12-31T23:59:59",
      "2027-01-01T00:00:01",
      "2027-12-31T23:59:59",
    ]);
  });

  it("S15: a rule ends within its steps, however little it says and however long ago it began", () => {
    const never = [
      "FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO;BYMONTH=6",
      "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
      "FREQ=DAILY;BYMONTH=4,6;BYMONTHDAY=31",
      "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30",
      "FREQ=MINUTELY;INTERVAL=60;BYMINUTE=5",
      "FREQ=HOURLY;INTERVAL=24;BYHOUR=3",
      "FREQ=MONTHLY;INTERVAL=12;BYMONTH=6",
      "FREQ=MONTHLY;BYDAY=5MO;BYMONTHDAY=1",
      "FREQ=WEEKLY;BYDAY=MO;BYSETPOS=366",
      "FREQ=YEARLY;BYYEARDAY=366;BYMONTH=1",
    ];
    for (const rule of never) {
      const steps = { left: 50_000 };
      expect(
        walkRule(rulePartsOf(rule), wallOf("2026-03-05T10:00:00"), steps)(0),
        rule,
      ).toBeUndefined();
    }
    const steps = { left: 100 };
    const now = wallOf("2026-03-05T10:30:00");
    expect(
      walkRule(
        rulePartsOf("FREQ=MINUTELY;INTERVAL=7;COUNT=100000000"),
        wallOf("1901-01-01T00:00:00"),
        steps,
      )(now),
    ).toBeDefined();
    expect(steps.left).toBeGreaterThan(90);
  });

  it("a rule finds what comes once in many years", () => {
    expect(first("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO", "2026-01-01T09:00:00", 2)).toEqual(
      ["2044-02-29T09:00:00", "2072-02-29T09:00:00"],
    );
    expect(first("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO", "2026-01-01T09:00:00", 1)).toEqual([
      "2044-02-29T09:00:00",
    ]);
  });
});

it("the clocks of a zone, asked many times, say what they say when asked once", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(
        "Europe/London",
        "Africa/Casablanca",
        "Australia/Lord_Howe",
        "Pacific/Apia",
        "America/Sao_Paulo",
        "Asia/Kathmandu",
      ),
      fc.array(fc.integer({ min: Date.UTC(2010, 0, 1), max: Date.UTC(2040, 0, 1) }), {
        minLength: 20,
        maxLength: 20,
      }),
      (zone, moments) => {
        const clock = zoneClock(zone);
        for (const at of moments.map((each) => Math.floor(each / 60_000) * 60_000)) {
          expect(clock.instantOf(at)).toBe(instantOf(wallText(at), zone));
          expect(wallText(clock.wallAt(at))).toBe(wallTimeAt(at, zone));
        }
      },
    ),
    { numRuns: 60 },
  );
});
