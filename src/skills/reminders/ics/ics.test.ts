import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import { instantOf } from "../../../language/calendar/instants.ts";
import { offsetAt } from "../../../language/calendar/transitions.ts";
import { foldLine, readLines } from "./lines.ts";
import { readCalendar } from "./read.ts";
import { writeCalendar } from "./write.ts";
import type { ReminderRow } from "../rows.ts";
import { occurrenceAfter } from "../commands/schedule.ts";

const now = Date.parse("2026-03-01T00:00:00Z");

const reminder = (fields: Partial<ReminderRow>): ReminderRow => ({
  id: "r-1",
  owner_account_id: "a-1",
  conversation_id: null,
  content: "喝水",
  content_hash: "",
  kind: fields.rrule === undefined || fields.rrule === null ? "timed" : "recurring",
  lifecycle: "active",
  completion: null,
  local_start: "2026-03-02T09:00:00",
  captured_timezone: "Asia/Shanghai",
  instant: null,
  rrule: null,
  workdays: null,
  exdates: [],
  calendar: null,
  recurrence_rule: {},
  duration_minutes: null,
  all_day: false,
  remind_at: null,
  late_policy: "fire",
  insist: null,
  nag_at: null,
  alert_at: null,
  nags: 0,
  next_fire_at: null,
  last_fired_at: null,
  series_id: null,
  occurrence: null,
  shared_reminder_id: null,
  hidden_from_calendar: false,
  source: "chat",
  uid: null,
  turn_id: null,
  version: 1,
  created_at: "2026-03-01T00:00:00.000Z",
  updated_at: "2026-03-01T00:00:00.000Z",
  completed_at: null,
  deleted_at: null,
  ...fields,
});

const write = (...reminders: ReminderRow[]): Promise<string> =>
  writeCalendar({ name: "小明", now, reminders });

/** The calendar as a reader of another program takes it. */
function theirs(text: string): { root: ICAL.Component; events: ICAL.Event[] } {
  // Strict: a line that it cannot read is an error.
  const root = new ICAL.Component(ICAL.parse(text));
  for (const zone of root.getAllSubcomponents("vtimezone")) ICAL.TimezoneService.register(zone);
  return { root, events: root.getAllSubcomponents("vevent").map((each) => new ICAL.Event(each)) };
}

function theirMoments(event: ICAL.Event, count: number): number[] {
  const iterator = event.iterator();
  const moments: number[] = [];
  for (let each = iterator.next(); each && moments.length < count; each = iterator.next())
    moments.push(each.toUnixTime() * 1000);
  return moments;
}

function ourMoments(row: ReminderRow, count: number): number[] {
  const moments: number[] = [];
  let at = instantOf(row.local_start ?? "", row.captured_timezone) - 1;
  while (moments.length < count) {
    const next = occurrenceAfter(row, at);
    if (next === undefined) break;
    moments.push(next.instant);
    at = next.instant;
  }
  return moments;
}

describe("a calendar for other programs", async () => {
  it.each([
    [
      "every day over two changes of the clocks",
      { rrule: "FREQ=DAILY", captured_timezone: "America/New_York" },
    ],
    [
      "every Monday in a zone south of the equator",
      { rrule: "FREQ=WEEKLY;BYDAY=MO", captured_timezone: "Australia/Sydney" },
    ],
    [
      "weekdays in Europe",
      { rrule: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", captured_timezone: "Europe/Berlin" },
    ],
    ["half-hour summer time", { rrule: "FREQ=DAILY", captured_timezone: "Australia/Lord_Howe" }],
    [
      "the last day of a month",
      { rrule: "FREQ=MONTHLY;BYMONTHDAY=-1", captured_timezone: "Asia/Shanghai" },
    ],
    [
      "the second Tuesday",
      {
        rrule: "FREQ=MONTHLY;BYDAY=2TU",
        local_start: "2026-03-10T07:30:00",
        captured_timezone: "Europe/London",
      },
    ],
    [
      "a rule that ends on a local day",
      { rrule: "FREQ=DAILY;UNTIL=20260315T235959", captured_timezone: "America/Los_Angeles" },
    ],
    [
      "a rule that counts",
      { rrule: "FREQ=WEEKLY;INTERVAL=2;COUNT=7", captured_timezone: "Asia/Kolkata" },
    ],
    [
      "a series without two of its days",
      { rrule: "FREQ=DAILY;COUNT=9", exdates: ["2026-03-04T09:00:00", "2026-03-06T09:00:00"] },
    ],
  ])(
    "a calendar for other programs means the same moments to a strict reader: %s",
    async (_, fields) => {
      const row = reminder(fields);
      const [event] = theirs(await write(row)).events;
      const ours = ourMoments(row, 240);
      expect(ours.length).toBeGreaterThan(5);
      expect(theirMoments(event as ICAL.Event, 240)).toEqual(ours);
    },
  );

  it("a calendar for other programs describes every zone's clocks as they are, twenty years on", async () => {
    const wrong: string[] = [];
    const zones = Intl.supportedValuesOf("timeZone").filter(
      (_, nth) => process.env["MEANWHILE_LONG"] === "1" || nth % 9 === 0,
    );
    for (const zone of zones) {
      const { root } = theirs(await write(reminder({ captured_timezone: zone })));
      const told = new ICAL.Timezone(root.getFirstSubcomponent("vtimezone"));
      // At noon by UTC no zone's clocks show an hour twice.
      for (let at = now + 43_200_000; at < now + 19 * 366 * 86_400_000; at += 37 * 86_400_000) {
        const wall = new Date(at + offsetAt(zone, at) * 60_000).toISOString();
        const offset = told.utcOffset(
          ICAL.Time.fromString(wall.slice(0, 19), new ICAL.Property("dtstart")),
        );
        if (offset !== offsetAt(zone, at) * 60) wrong.push(`${zone} ${wall}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it("a calendar for other programs writes the Chinese calendar and statutory workdays out as days, since no other calendar knows those rules", async () => {
    const lunar = reminder({
      rrule: "RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=8;BYMONTHDAY=15",
      local_start: "2026-09-25T18:00:00",
    });
    const { root, events } = theirs(await write(lunar));
    expect(root.toString()).not.toContain("RSCALE");
    expect(theirMoments(events[0] as ICAL.Event, 2)).toEqual(ourMoments(lunar, 2));
    const work = reminder({
      rrule: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
      workdays: "CN",
      local_start: "2026-09-28T08:00:00",
    });
    expect(theirMoments(theirs(await write(work)).events[0] as ICAL.Event, 20)).toEqual(
      ourMoments(work, 20),
    );
  });

  it("a calendar for other programs keeps a moment that was said as elapsed time as that moment", async () => {
    const at = "2026-03-01T00:25:00.000Z";
    const [event] = theirs(
      await write(reminder({ local_start: "2026-03-01T08:25:00", instant: at })),
    ).events;
    expect(event?.startDate.toJSDate().toISOString()).toBe(at);
  });

  it("a calendar for other programs puts a changed occurrence in the place of its day, for a strict reader too", async () => {
    const day = "2026-03-04T09:00:00";
    const series = reminder({
      id: "s",
      rrule: "FREQ=DAILY;COUNT=5",
      exdates: [day, "2026-03-05T09:00:00"],
    });
    const moved = reminder({
      id: "m",
      series_id: "s",
      occurrence: day,
      local_start: "2026-03-04T11:00:00",
    });
    const { events } = theirs(await write(series, moved));
    const [whole, single] = events as [ICAL.Event, ICAL.Event];
    expect(events.map((event) => event.uid)).toEqual(["s@meanwhile", "s@meanwhile"]);
    expect(single.recurrenceId.toString()).toBe(day);
    whole.relateException(single);
    const iterator = whole.iterator();
    const readEvents: string[] = [];
    for (let each = iterator.next(); each; each = iterator.next())
      readEvents.push(whole.getOccurrenceDetails(each).startDate.toString());
    expect(readEvents).toEqual([
      "2026-03-02T09:00:00",
      "2026-03-03T09:00:00",
      "2026-03-04T11:00:00",
      "2026-03-06T09:00:00",
    ]);
  });

  it("a calendar for other programs shows what stands for no day of a series as an event of its own: a repeat, and what the series has moved away from", async () => {
    const series = reminder({
      id: "s",
      rrule: "FREQ=DAILY",
      exdates: ["2026-03-04T10:00:00"],
      local_start: "2026-03-02T10:00:00",
    });
    const again = reminder({
      id: "again",
      series_id: "s",
      occurrence: "2026-03-03T10:00:00",
      local_start: "2026-03-03T10:20:00",
    });
    const stale = reminder({
      id: "stale",
      series_id: "s",
      occurrence: "2026-03-04T09:00:00",
      local_start: "2026-03-04T11:00:00",
    });
    const { events } = theirs(await write(series, again, stale));
    expect(events.map((event) => [event.uid, event.isRecurrenceException()])).toEqual([
      ["s@meanwhile", false],
      ["again@meanwhile", false],
      ["stale@meanwhile", false],
    ]);
  });

  it("a calendar for other programs begins a series with its first occurrence, also where its start is none", async () => {
    const row = reminder({
      rrule: "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;COUNT=8",
      local_start: "2026-03-04T09:00:00",
    });
    expect(theirMoments(theirs(await write(row)).events[0] as ICAL.Event, 20)).toEqual(
      ourMoments(row, 20),
    );
  });

  it("a calendar for other programs describes no clocks of a year that is thousands of years away", async () => {
    const far = await write(
      reminder({ local_start: "9999-12-31T09:00:00", captured_timezone: "America/New_York" }),
    );
    expect(far.length).toBeLessThan(20_000);
    expect(theirs(far).events[0]?.startDate.year).toBe(9999);
  });

  it("a calendar for other programs carries any title whole, whatever characters it has, in lines of at most 75 bytes", async () => {
    const title = `a;b,c\\d\nsecond line "quoted" ${"长标题🎂".repeat(40)}`;
    const text = await write(reminder({ content: title }));
    expect(theirs(text).events[0]?.summary).toBe(title);
    expect(
      Math.max(...text.split("\r\n").map((line) => Buffer.byteLength(line))),
    ).toBeLessThanOrEqual(75);
    expect(text.endsWith("END:VCALENDAR\r\n")).toBe(true);
    expect(foldLine("x".repeat(75))).toBe("x".repeat(75));
  });

  it("a calendar for other programs shows an untimed to-do as a to-do", async () => {
    const { root } = theirs(await write(reminder({ kind: "no_trigger_time", local_start: null })));
    expect(
      root.getAllSubcomponents("vtodo").map((each) => each.getFirstPropertyValue("summary")),
    ).toEqual(["喝水"]);
  });
});

const file = (...lines: string[]): string =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", ...lines, "END:VCALENDAR"].join("\r\n");
const event = (...lines: string[]): string =>
  file("BEGIN:VEVENT", "UID:u", "SUMMARY:Stand-up", ...lines, "END:VEVENT");
const read = (text: string) => readCalendar(text, "Asia/Shanghai");

describe("a calendar from another program", async () => {
  it("a calendar from another program is read back as this product wrote it", async () => {
    const row = reminder({
      rrule: "FREQ=DAILY;UNTIL=20260315T235959",
      captured_timezone: "America/New_York",
      duration_minutes: 45,
      exdates: ["2026-03-04T09:00:00"],
    });
    expect(read(await write(row))).toEqual({
      items: [
        {
          uid: "r-1@meanwhile",
          occurrence: null,
          title: "喝水",
          start: "2026-03-02T09:00:00",
          zone: "America/New_York",
          rrule: "FREQ=DAILY;UNTIL=20260315T235959",
          exdates: ["2026-03-04T09:00:00"],
          durationMinutes: 45,
          isAllDay: false,
        },
      ],
      skipped: [],
    });
  });

  it.each([
    [
      "a time in UTC is wall time at home",
      "DTSTART:20260610T010000Z",
      { start: "2026-06-10T09:00:00", zone: "Asia/Shanghai" },
    ],
    [
      "a time without a zone is meant at home",
      "DTSTART:20260610T090000",
      { start: "2026-06-10T09:00:00", zone: "Asia/Shanghai" },
    ],
    [
      "a zone stays",
      "DTSTART;TZID=Europe/Paris:20260610T090000",
      { start: "2026-06-10T09:00:00", zone: "Europe/Paris" },
    ],
    [
      "Outlook's names of zones",
      "DTSTART;TZID=W. Europe Standard Time:20260610T090000",
      { zone: "Europe/Berlin" },
    ],
    [
      "quoted names",
      'DTSTART;TZID="Pacific Standard Time":20260610T090000',
      { zone: "America/Los_Angeles" },
    ],
    [
      "a whole day is a date",
      "DTSTART;VALUE=DATE:20260610",
      { start: "2026-06-10T00:00:00", isAllDay: true, durationMinutes: null },
    ],
  ])("a calendar from another program: %s", (_, line, expected) => {
    expect(read(event(line))?.items).toEqual([expect.objectContaining(expected)]);
  });

  const clocks = (
    name: string,
    [winter, summer]: readonly [string, string],
    ...rest: readonly string[]
  ) => [
    "BEGIN:VTIMEZONE",
    `TZID:${name}`,
    ...rest,
    "BEGIN:STANDARD",
    "DTSTART:16010101T030000",
    `TZOFFSETFROM:${summer}`,
    `TZOFFSETTO:${winter}`,
    ...(winter === summer ? [] : ["RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10"]),
    "END:STANDARD",
    ...(winter === summer
      ? []
      : [
          "BEGIN:DAYLIGHT",
          "DTSTART:16010101T020000",
          `TZOFFSETFROM:${winter}`,
          `TZOFFSETTO:${summer}`,
          "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3",
          "END:DAYLIGHT",
        ]),
    "END:VTIMEZONE",
  ];
  const meeting = (zone: string) => [
    "BEGIN:VEVENT",
    "UID:u",
    "SUMMARY:Stand-up",
    `DTSTART;TZID=${zone}:20260710T090000`,
    "RRULE:FREQ=WEEKLY",
    `EXDATE;TZID=${zone}:20260717T090000`,
    "END:VEVENT",
  ];

  it.each([
    ["the clocks of Central Europe", clocks("Our zone", ["+0100", "+0200"]), "Europe/Budapest"],
    ["clocks that no other place has", clocks("Our zone", ["+0845", "+0845"]), "Australia/Eucla"],
    ["the clocks at home", clocks("Our zone", ["+0800", "+0800"]), "Asia/Shanghai"],
    [
      "a name beside",
      clocks("Our zone", ["+0100", "+0200"], "X-LIC-LOCATION:Europe/Vienna"),
      "Europe/Vienna",
    ],
  ])("a zone of the file's own is found by %s", (_, zone, expected) => {
    expect(read(file(...zone, ...meeting("Our zone")))?.items).toEqual([
      expect.objectContaining({
        zone: expected,
        start: "2026-07-10T09:00:00",
        exdates: ["2026-07-17T09:00:00"],
      }),
    ]);
  });

  it("a zone of Outlook's own is found, whatever its name and the days of its first year", () => {
    const name = "(UTC-05:00) Eastern Time (US & Canada), and more";
    const zone = [
      "BEGIN:VTIMEZONE",
      `TZID:${name.replace(",", "\\,")}`,
      "BEGIN:STANDARD",
      "DTSTART:16011104T020000",
      "RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11",
      "TZOFFSETFROM:-0400",
      "TZOFFSETTO:-0500",
      "END:STANDARD",
      "BEGIN:DAYLIGHT",
      "DTSTART:16010311T020000",
      "RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3",
      "TZOFFSETFROM:-0500",
      "TZOFFSETTO:-0400",
      "END:DAYLIGHT",
      "END:VTIMEZONE",
    ];
    for (const year of [2026, 2027, 2028, 2029, 2030, 2031, 2032]) {
      const entry = [
        "BEGIN:VEVENT",
        "UID:u",
        "SUMMARY:Stand-up",
        `DTSTART;TZID="${name}":${year}0701T090000`,
        "END:VEVENT",
      ];
      expect(read(file(...zone, ...entry))?.items, String(year)).toMatchObject([
        { zone: "America/New_York" },
      ]);
    }
  });

  it.each([
    ["that the file does not define", []],
    ["whose clocks are nowhere", clocks("Our zone", ["+0117", "+0217"])],
    ["that has no clocks", ["BEGIN:VTIMEZONE", "TZID:Our zone", "END:VTIMEZONE"]],
  ])("an entry in a zone %s is left out by name, never read as a time at home", (_, zone) => {
    expect(read(file(...zone, ...meeting("Our zone")))).toMatchObject({
      items: [],
      skipped: [{ title: "Stand-up", reason: "bad_start" }],
    });
  });

  it("a file with many zones of its own and rules without end is read in bounded time", () => {
    const zones = Array.from({ length: 300 }, (_, nth) =>
      clocks(`Zone ${nth}`, ["+0117", "+0217"]).map((line) =>
        line.replace("FREQ=YEARLY", "FREQ=YEARLY;BYHOUR=0,1,2,3,4,5,6;BYMINUTE=0,1,2,3,4,5,6,7"),
      ),
    );
    expect(read(file(...zones.flat(), ...meeting("Zone 299")))?.skipped).toHaveLength(1);
  });

  it("a calendar from another program takes the length from an end or from a duration", async () => {
    expect(
      read(event("DTSTART:20260610T090000", "DTEND:20260610T103000"))?.items[0]?.durationMinutes,
    ).toBe(90);
    expect(
      read(event("DTSTART:20260610T090000", "DURATION:P1DT2H"))?.items[0]?.durationMinutes,
    ).toBe(1560);
    expect(
      read(event("DTSTART:20260610T090000", "DTEND:20260610T080000"))?.items[0]?.durationMinutes,
    ).toBeNull();
    const flight = event(
      "DTSTART;TZID=Asia/Shanghai:20260610T090000",
      "DTEND;TZID=Europe/Paris:20260610T140000",
    );
    expect(read(flight)?.items[0]?.durationMinutes).toBe(660);
    const night = event(
      "DTSTART;TZID=Europe/Paris:20260328T230000",
      "DTEND;TZID=Europe/Paris:20260329T070000",
    );
    expect(read(night)?.items[0]?.durationMinutes).toBe(420);
  });

  it("a calendar from another program keeps a series in UTC in UTC, where its days of the week are", async () => {
    const [item] =
      read(event("DTSTART:20260609T230000Z", "RRULE:FREQ=WEEKLY;BYDAY=TU"))?.items ?? [];
    expect(item).toMatchObject({
      start: "2026-06-09T23:00:00",
      zone: "UTC",
      rrule: "FREQ=WEEKLY;BYDAY=TU",
    });
  });

  it("a calendar from another program names the days of a series by its own clocks, whichever clocks name them", async () => {
    const part = (...lines: string[]) => [
      "BEGIN:VEVENT",
      "UID:u",
      "SUMMARY:Stand-up",
      ...lines,
      "END:VEVENT",
    ];
    const text = file(
      ...part("DTSTART;TZID=Asia/Tokyo:20260612T200000", "RECURRENCE-ID:20260612T070000Z"),
      ...part(
        "DTSTART;TZID=Europe/Paris:20260610T090000",
        "RRULE:FREQ=DAILY",
        "EXDATE;TZID=Asia/Tokyo:20260611T160000",
      ),
      ...part(
        "DTSTART:20260613T000000Z",
        "RECURRENCE-ID;TZID=Europe/Paris:20260613T090000",
        "STATUS:CANCELLED",
      ),
    );
    expect(read(text)?.items).toMatchObject([
      { occurrence: "2026-06-12T09:00:00", start: "2026-06-12T20:00:00", zone: "Asia/Tokyo" },
      { occurrence: null, exdates: ["2026-06-11T09:00:00", "2026-06-13T09:00:00"] },
    ]);
  });

  describe("with a change of this and all that follow", async () => {
    const part = (...lines: string[]) => [
      "BEGIN:VEVENT",
      "UID:u",
      "SUMMARY:Stand-up",
      ...lines,
      "END:VEVENT",
    ];
    const from = (day: string, ...lines: string[]) =>
      part(`RECURRENCE-ID;RANGE=THISANDFUTURE:${day}T090000`, ...lines);
    const readEvents = (...lines: string[]) => {
      const calendar = read(file(...lines));
      const items = calendar?.items.map(({ occurrence, start, rrule, exdates }) => [
        occurrence,
        start,
        rrule,
        exdates.join(),
      ]);
      return { items, skipped: calendar?.skipped.map(({ reason }) => reason) };
    };

    it("a change of this and all that follow ends the series on the day before and begins another one, which takes its later days along", async () => {
      const daily = part(
        "DTSTART:20260610T090000",
        "RRULE:FREQ=DAILY",
        "EXDATE:20260611T090000,20260622T090000",
      );
      const later = from("20260620", "DTSTART:20260620T103000");
      const single = part("DTSTART:20260625T150000", "RECURRENCE-ID:20260625T090000");
      expect(readEvents(...daily, ...later, ...single)).toEqual({
        items: [
          [null, "2026-06-10T09:00:00", "FREQ=DAILY;UNTIL=20260620T085959", "2026-06-11T09:00:00"],
          [null, "2026-06-20T10:30:00", "FREQ=DAILY", "2026-06-22T10:30:00"],
          ["2026-06-25T10:30:00", "2026-06-25T15:00:00", null, ""],
        ],
        skipped: [],
      });
    });

    it("a change of this and all that follow counts on, moves weekdays along, and is done twice over", async () => {
      const weekly = part("DTSTART:20260608T090000", "RRULE:FREQ=WEEKLY;COUNT=10;BYDAY=MO,WE");
      const twice = [
        ...from("20260615", "DTSTART:20260616T090000"),
        ...from("20260629", "DTSTART:20260630T120000"),
      ];
      expect(readEvents(...weekly, ...twice).items).toEqual([
        [null, "2026-06-16T09:00:00", "FREQ=WEEKLY;BYDAY=TU,TH;COUNT=4", ""],
        [null, "2026-06-30T12:00:00", "FREQ=WEEKLY;COUNT=4;BYDAY=TU,TH", ""],
        [null, "2026-06-08T09:00:00", "FREQ=WEEKLY;BYDAY=MO,WE;COUNT=2", ""],
      ]);
    });

    it("a change of this and all that follow that is cancelled ends the series there", async () => {
      const daily = part("DTSTART:20260610T090000", "RRULE:FREQ=DAILY;UNTIL=20260630");
      expect(
        readEvents(...daily, ...from("20260620", "STATUS:CANCELLED", "DTSTART:20260620T090000")),
      ).toEqual({
        items: [[null, "2026-06-10T09:00:00", "FREQ=DAILY;UNTIL=20260620T085959", ""]],
        skipped: ["cancelled"],
      });
    });

    it("a change of this and all that follow leaves the series whole and says so where no rule can express it", async () => {
      const monthly = part("DTSTART:20260610T090000", "RRULE:FREQ=MONTHLY;BYMONTHDAY=10");
      const other = from("20260710", "DTSTART:20260711T090000");
      expect(readEvents(...monthly, ...other)).toEqual({
        items: [[null, "2026-06-10T09:00:00", "FREQ=MONTHLY;BYMONTHDAY=10", ""]],
        skipped: ["range"],
      });
      expect(readEvents(...other).skipped).toEqual(["range"]);
    });
  });

  it("a calendar from another program says why each thing that it leaves out is left out", async () => {
    const reasons = (text: string) => read(text)?.skipped.map(({ reason }) => reason);
    expect(reasons(event("DTSTART:20260610T090000", "STATUS:CANCELLED"))).toEqual(["cancelled"]);
    expect(reasons(event("DTSTART:20269910T090000"))).toEqual(["bad_start"]);
    expect(reasons(event("DTEND:20260610T090000"))).toEqual(["no_start"]);
    expect(reasons(event("DTSTART:20260610T090000", "RRULE:FREQ=SECONDLY"))).toEqual(["too_often"]);
    expect(reasons(event("DTSTART:20260610T090000", "RRULE:FREQ=SOMETIMES"))).toEqual(["bad_rule"]);
    expect(reasons(event("DTSTART:20260610T090000", "RRULE:FREQ=MONTHLY;BYMONTHDAY=99"))).toEqual([
      "bad_rule",
    ]);
    expect(reasons(file("BEGIN:VEVENT", "UID:x", "DTSTART:20260610T090000", "END:VEVENT"))).toEqual(
      ["no_title"],
    );
    expect(reasons(event("DTSTART:20260230T090000"))).toEqual(["bad_start"]);
    expect(reasons(event("DTSTART:20260610T240000"))).toEqual(["bad_start"]);
    expect(
      reasons(event("DTSTART:20260610T090000", "RRULE:FREQ=DAILY", "EXRULE:FREQ=WEEKLY")),
    ).toEqual(["bad_rule"]);
    expect(
      reasons(event("DTSTART:20260610T090000", "RRULE:FREQ=DAILY", "RRULE:FREQ=WEEKLY")),
    ).toEqual(["bad_rule"]);
    expect(reasons(event("DTSTART:20260610T090000", "RDATE:20260612T090000"))).toEqual([
      "extra_days",
    ]);
    expect(reasons(file("BEGIN:VTODO", "SUMMARY:soap", "STATUS:COMPLETED", "END:VTODO"))).toEqual([
      "done",
    ]);
    const many = Array.from({ length: 30_000 }, (_, nth) => `EXDATE:${20_270_101 + nth}T090000`);
    expect(reasons(event("DTSTART:20260610T090000", "RRULE:FREQ=DAILY", ...many))).toEqual([
      "too_many",
    ]);
  });

  it("a calendar from another program takes titles from events only, not from the alarms inside them", async () => {
    const text = event(
      "DTSTART:20260610T090000",
      "BEGIN:VALARM",
      "SUMMARY:alarm",
      "DTSTART:20200101T000000",
      "END:VALARM",
    );
    expect(read(text)?.items).toEqual([
      expect.objectContaining({ title: "Stand-up", start: "2026-06-10T09:00:00" }),
    ]);
  });

  it("a file that is not a calendar is refused, and hostile bytes are survived", async () => {
    expect(read("")).toBeUndefined();
    expect(read("<html>")).toBeUndefined();
    expect(
      read(
        file(
          "BEGIN:VEVENT",
          "CONSTRUCTOR:x",
          "SUMMARY;CONSTRUCTOR=y:t",
          "DTSTART:20260610T090000",
          "END:VEVENT",
        ),
      )?.items,
    ).toHaveLength(1);
    expect(readLines(`A${";B=".repeat(20_000)}`)).toEqual([]);
  });
});

describe("S15: a file that was made to take long", () => {
  const calendar = (rule: string, count: number): string =>
    [
      "BEGIN:VCALENDAR",
      ...Array.from({ length: count }, (_, nth) =>
        [
          "BEGIN:VEVENT",
          `UID:${nth}`,
          "SUMMARY:x",
          "DTSTART:20260305T100000",
          `RRULE:${rule}`,
          "END:VEVENT",
        ].join("\r\n"),
      ),
      "END:VCALENDAR",
    ].join("\r\n");

  it("S15: a calendar file that was made to take long is read no further than two thousand entries, also when none of them can be taken", () => {
    const read = readCalendar(
      calendar("FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO;BYMONTH=6", 16_000),
      "Europe/London",
    );
    expect(read?.items).toEqual([]);
    expect(read?.skipped.filter(({ reason }) => reason === "bad_rule").length).toBeLessThanOrEqual(
      2_000,
    );
    expect(read?.skipped).toHaveLength(16_000);
    expect(read?.skipped.at(-1)?.reason).toBe("too_many");
  });

  it("S15: a calendar file that was made to take long has steps for all its rules together: what stands behind a costly one is named as too much", () => {
    const read = readCalendar(
      calendar("FREQ=SECONDLY;INTERVAL=60;BYSECOND=7", 500),
      "Europe/London",
    );
    expect(read?.skipped.filter(({ reason }) => reason === "bad_rule").length).toBeLessThan(100);
    expect(read?.skipped.at(-1)?.reason).toBe("too_many");
  });
});

describe("whole days", () => {
  const day = { all_day: true, remind_at: "08:30", local_start: "2026-03-03T00:00:00" } as const;

  it("whole days are dates to a strict reader, with an alarm in the morning, and leave the hours free", async () => {
    const text = await write(
      reminder({ ...day, rrule: "FREQ=YEARLY", exdates: ["2027-03-03T00:00:00"] }),
      reminder({ ...day, id: "r-2", content: "trip", duration_minutes: 8 * 1_440 }),
    );
    const { events } = theirs(text);
    expect(
      events.map(({ startDate, endDate }) => [startDate.toString(), endDate.toString()]),
    ).toEqual([
      ["2026-03-03", "2026-03-04"],
      ["2026-03-03", "2026-03-11"],
    ]);
    expect(text).toContain("EXDATE;VALUE=DATE:20270303");
    expect(text).toContain("TRIGGER:PT8H30M");
    expect(text.match(/TRANSP:TRANSPARENT/g)).toHaveLength(2);
    expect(text).not.toContain("VTIMEZONE");
  });

  it("whole days come back from a file as they went into it", async () => {
    const text = await write(
      reminder({ ...day, rrule: "FREQ=YEARLY;UNTIL=20300303T235959" }),
      reminder({ ...day, id: "r-2", content: "trip", duration_minutes: 8 * 1_440 }),
    );
    expect(readCalendar(text, "Europe/Berlin")?.items).toEqual([
      expect.objectContaining({
        start: "2026-03-03T00:00:00",
        isAllDay: true,
        durationMinutes: null,
        rrule: "FREQ=YEARLY;UNTIL=20300303",
      }),
      expect.objectContaining({ isAllDay: true, durationMinutes: 8 * 1_440 }),
    ]);
  });

  it("whole days of a file may say how long they are instead of when they end", () => {
    const text = [
      "BEGIN:VCALENDAR",
      "BEGIN:VEVENT",
      "UID:1",
      "SUMMARY:offsite",
      "DTSTART;VALUE=DATE:20260610",
      "DURATION:P1W",
      "END:VEVENT",
      "END:VCALENDAR",
    ].join("\r\n");
    expect(readCalendar(text, "UTC")?.items[0]).toMatchObject({
      start: "2026-06-10T00:00:00",
      durationMinutes: 7 * 1_440,
    });
  });
});
