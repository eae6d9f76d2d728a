import { expect, it } from "vitest";
import { type NewReminder, newRow } from "./new-row.ts";
import { duplicateOf, overlapping } from "./overlap.ts";
import type { ReminderRow } from "../rows.ts";

const now = Date.UTC(2026, 5, 10, 12);
let count = 0;
const row = (content: string, start: string, more: Partial<NewReminder> = {}): ReminderRow =>
  newRow(
    {
      accountId: "ada",
      conversationId: "talk",
      turnId: null,
      source: "chat",
      latePolicy: "fire",
      now,
      newId: () => `r${(count += 1)}`,
    },
    { content, zone: "UTC", start: `2026-06-${start}:00`, ...more },
  );

const meeting = row("meeting", "11T15:00", { durationMinutes: 60 });
const standUp = row("stand-up", "11T09:00", { rrule: "FREQ=DAILY", durationMinutes: 15 });

it.each([
  ["within it", row("kids", "11T15:30"), meeting],
  ["around a point", row("trip", "11T14:00", { durationMinutes: 90 }), row("call", "11T15:00")],
  ["on a later time of a series", row("dentist", "20T09:05"), standUp],
  [
    "with a later time of its own",
    row("swim", "04T15:15", { rrule: "FREQ=WEEKLY;BYDAY=TH" }),
    meeting,
  ],
])("what falls %s overlaps", (_, mine, other) => {
  expect(overlapping(mine, [other], { now })?.content).toBe(other.content);
});

it.each([
  ["shortly before it", row("kids", "11T14:45")],
  [
    "on it, but shown as free by a calendar program",
    row("market", "11T15:00", {
      durationMinutes: 60,
      calendar: {
        name: "m.ics",
        component: "VEVENT",
        lines: ["TRANSP:TRANSPARENT"],
        parts: [],
        start: null,
      },
    }),
  ],
  ["on the whole day", row("offsite", "11T00:00", { allDay: true })],
  ["right before it", row("kids", "11T14:30")],
  ["right after it", row("kids", "11T16:00")],
  ["on another day", row("kids", "12T15:00")],
  ["every hour, all day", row("water", "11T08:00", { rrule: "FREQ=HOURLY;COUNT=10" })],
])("what falls %s does not overlap", (_, mine) => {
  expect(overlapping(mine, [meeting], { now })).toBeUndefined();
});

it("two points without length do not overlap, even at the same moment", () => {
  expect(overlapping(row("a", "11T15:00"), [row("b", "11T15:00")], { now })).toBeUndefined();
});

it("L11: nothing overlaps itself, or what is over", () => {
  expect(
    overlapping(
      meeting,
      [meeting, { ...meeting, id: "x", lifecycle: "deleted", next_fire_at: null }],
      { now },
    ),
  ).toBeUndefined();
});

it("reminders with the same words at the same time are duplicates, however they are spelled", () => {
  expect(duplicateOf(row("Meeting!", "11T15:00"), [meeting])?.id).toBe(meeting.id);
  expect(duplicateOf(row("meeting", "11T16:00"), [meeting])).toBeUndefined();
  expect(
    duplicateOf(row("meeting", "11T15:00", { rrule: "FREQ=DAILY" }), [meeting]),
  ).toBeUndefined();
  expect(duplicateOf(row("stand-up", "11T09:00", { rrule: "FREQ=DAILY" }), [standUp])?.id).toBe(
    standUp.id,
  );
});
