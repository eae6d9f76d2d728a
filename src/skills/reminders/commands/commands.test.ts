import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cancel, restoreRow, update } from "./commands.ts";
import { eventOf, listExpectedVersions, toStagedCommand, undoables } from "./reminder-events.ts";
import { type Maker, newRow } from "./new-row.ts";
import type { ReminderRow } from "../rows.ts";
import { occurrenceAfter } from "./schedule.ts";
import { keepSkippedDays } from "./series-days.ts";
import { complete, editOccurrence, skip, snooze } from "./occurrence-commands.ts";

const noon = Date.UTC(2026, 5, 10, 12);
const maker = (now = noon): Maker => {
  let count = 0;
  const newId = (): string => `r${(count += 1)}`;
  return {
    accountId: "ada",
    conversationId: "talk",
    turnId: "turn",
    source: "chat",
    latePolicy: "fire",
    now,
    newId,
  };
};

const zones = [
  "UTC",
  "Asia/Shanghai",
  "America/New_York",
  "Australia/Lord_Howe",
  "America/Sao_Paulo",
] as const;
const rules = [
  null,
  "FREQ=DAILY",
  "FREQ=WEEKLY;BYDAY=MO,WE",
  "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR",
  "FREQ=MONTHLY;BYMONTHDAY=31",
  "FREQ=DAILY;COUNT=3",
] as const;

const reminders = fc
  .record({
    day: fc.integer({ min: 11, max: 28 }),
    hour: fc.integer({ min: 0, max: 23 }),
    zone: fc.constantFrom(...zones),
    rrule: fc.constantFrom(...rules),
    durationMinutes: fc.constantFrom(null, 30, 90),
  })
  .map(({ day, hour, ...rest }) =>
    newRow(maker(), {
      content: "drink water",
      start: `2026-06-${day}T${String(hour).padStart(2, "0")}:00:00`,
      ...rest,
    }),
  );

const after = (command: { changes: readonly { after: ReminderRow }[] }, at = 0): ReminderRow =>
  command.changes[at]?.after as ReminderRow;

describe("whatever the reminder", () => {
  it("a reminder's next moment lies strictly ahead, and each step goes strictly further", () => {
    fc.assert(
      fc.property(reminders, (row) => {
        expect(Date.parse(row.next_fire_at ?? "")).toBeGreaterThan(noon);
        const first = occurrenceAfter(row, noon)?.instant ?? 0;
        const second = occurrenceAfter(row, first)?.instant;
        if (second !== undefined) expect(second).toBeGreaterThan(first);
      }),
    );
  });

  it("a skipped occurrence never comes, and the rest comes as before", () => {
    fc.assert(
      fc.property(
        reminders.filter(({ rrule }) => rrule !== null),
        (row) => {
          const first = occurrenceAfter(row, noon);
          const second = occurrenceAfter(row, first?.instant ?? 0);
          const left = after(skip(maker(), row, first?.wall ?? ""));
          expect(left.next_fire_at).toBe(
            second === undefined ? null : new Date(second.instant).toISOString(),
          );
          expect(left.lifecycle).toBe(second === undefined ? "completed" : "active");
        },
      ),
    );
  });

  it("a cancelled or completed reminder has no next time, and undoing restores the row", () => {
    fc.assert(
      fc.property(reminders, fc.boolean(), (row, isDone) => {
        const gone = after(
          isDone && row.rrule === null ? complete(maker(), row) : cancel(maker(), row),
        );
        expect([gone.next_fire_at, gone.lifecycle === "active"]).toEqual([null, false]);
        const back = restoreRow(maker(), { ...row, version: gone.version });
        expect(back).toEqual({ ...row, version: gone.version + 1 });
      }),
    );
  });
});

describe("one occurrence of a series", () => {
  const series = newRow(maker(), {
    content: "pills",
    zone: "UTC",
    start: "2026-06-11T08:00:00",
    rrule: "FREQ=DAILY",
  });

  it("an occurrence of a series that is moved leaves the series and becomes a reminder that knows where it came from", () => {
    const wish = { content: "pills", zone: "UTC", start: "2026-06-11T09:00:00" };
    const command = editOccurrence(maker(), series, { occurrence: "2026-06-11T08:00:00", wish });
    expect(after(command)).toMatchObject({
      exdates: ["2026-06-11T08:00:00"],
      next_fire_at: "2026-06-12T08:00:00.000Z",
    });
    expect(after(command, 1)).toMatchObject({
      series_id: series.id,
      occurrence: "2026-06-11T08:00:00",
      kind: "timed",
      rrule: null,
    });
  });

  it("an occurrence of a series that was moved goes on standing for its day when the whole series gets another hour", () => {
    const row = newRow(maker(), {
      content: "x",
      zone: "UTC",
      start: "2026-06-11T08:00:00",
      rrule: "FREQ=DAILY",
    });
    const wish = { content: "x", zone: "UTC", start: "2026-06-12T09:00:00" };
    const edited = editOccurrence(maker(), row, { occurrence: "2026-06-12T08:00:00", wish });
    const timing = { zone: "UTC", start: "2026-06-11T07:00:00", rrule: "FREQ=DAILY" };
    const own = [after(edited, 1)];
    const moved = update(maker(), after(edited), {
      timing: { ...timing, exdates: keepSkippedDays(after(edited), timing) },
      own,
    });
    expect(after(moved)).toMatchObject({
      exdates: ["2026-06-12T07:00:00"],
      next_fire_at: "2026-06-11T07:00:00.000Z",
    });
    expect(after(moved, 1)).toMatchObject({
      occurrence: "2026-06-12T07:00:00",
      local_start: "2026-06-12T09:00:00",
      version: 2,
    });
    const rare = { ...timing, rrule: "FREQ=WEEKLY" };
    expect(
      update(maker(), after(edited), {
        timing: { ...rare, exdates: keepSkippedDays(after(edited), rare) },
        own,
      }).changes,
    ).toHaveLength(1);
  });

  it("an occurrence of a series that is snoozed is a reminder of its own; the series keeps its times", () => {
    const fired = {
      ...series,
      last_fired_at: "2026-06-11T08:00:00.000Z",
      next_fire_at: "2026-06-12T08:00:00.000Z",
    };
    const command = snooze(maker(Date.UTC(2026, 5, 11, 8, 1)), fired, {
      start: "2026-06-11T08:11:00",
      zone: "UTC",
    });
    expect(command.changes.map(({ kind }) => kind)).toEqual(["reminder_created"]);
    expect(after(command)).toMatchObject({
      series_id: series.id,
      next_fire_at: "2026-06-11T08:11:00.000Z",
    });
  });

  it("an occurrence that is repeated after midnight and then done leaves the coming one alone", () => {
    const late = newRow(maker(), {
      content: "lock the door",
      zone: "UTC",
      start: "2026-06-10T23:50:00",
      rrule: "FREQ=DAILY",
    });
    const repeated = {
      ...late,
      last_fired_at: "2026-06-10T23:50:00.000Z",
      next_fire_at: "2026-06-11T23:50:00.000Z",
      nag_at: "2026-06-11T00:10:00.000Z",
    };
    const command = complete(maker(Date.UTC(2026, 5, 11, 0, 5)), repeated);
    expect(after(command)).toMatchObject({
      nag_at: null,
      next_fire_at: "2026-06-11T23:50:00.000Z",
    });
    expect(command.payload).toMatchObject({ occurrence: "2026-06-10T23:50:00" });
  });

  it("an occurrence of a series that is done early does not go off any more today", () => {
    const command = complete(maker(Date.UTC(2026, 5, 11, 7)), series);
    expect(after(command)).toMatchObject({
      lifecycle: "active",
      next_fire_at: "2026-06-12T08:00:00.000Z",
    });
  });
});

describe("facts", () => {
  const row = newRow(maker(), { content: "pills", zone: "UTC", start: "2026-06-11T08:00:00" });

  it("the events of a change name what changes, the row and its owner, and the version it was decided on", () => {
    const command = update(maker(), { ...row, version: 7 }, { content: "vitamins" });
    expect(eventOf(maker(), command.changes[0] as never).payload).toEqual({
      id: row.id,
      owner_account_id: "ada",
      conversation_id: "talk",
      content: "vitamins",
      content_hash: expect.any(String),
    });
    expect(listExpectedVersions(command.changes)).toEqual({ [`reminder:${row.id}`]: 7 });
  });

  it("the events of several commands are one batch, and can be taken back to what was there before all of them", () => {
    const first = update(maker(), row, { content: "vitamins" });
    const second = cancel(maker(), after(first));
    const staged = toStagedCommand(maker(), [first, second], []);
    expect([staged.operation, staged.events.length, staged.expects]).toEqual([
      "execute_batch",
      2,
      { [`reminder:${row.id}`]: 1 },
    ]);
    expect(undoables([...first.changes, ...second.changes])).toEqual([
      { id: row.id, version: 3, before: row },
    ]);
  });
});
