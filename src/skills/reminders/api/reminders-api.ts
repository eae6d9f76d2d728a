import type { Reads } from "../../../domain/ports/reads.ts";
import type { RemindersApi } from "../../../domain/views/reminders.ts";
import { interpret } from "../../../language/interpret.ts";
import { wallTimeAt } from "../../../language/calendar/instants.ts";
import { moveIntoZone, previewZone, takeDeviceZone } from "./change-zone.ts";
import { actOn, actOnAll, withForecast } from "./act-on-reminder.ts";
import { runBatch } from "./batch.ts";
import { calendarPage } from "./calendar.ts";
import { calendarRows } from "./calendar-rows.ts";
import { importInto } from "./import-calendar.ts";
import { speak, undoLastChange } from "./speak.ts";
import { explainSentence, fieldProgram, readSentence, writeSentence } from "./quick-add.ts";
import { listReminders } from "./list-reminders.ts";
import { type RemindersApiDeps, theRow, viewOf, zoneOf } from "./reminder-views.ts";
import { calendarLinks } from "./calendar-link.ts";
import { writeCalendar } from "../ics/write.ts";
import { dismissMissed, isUnseen, readMissed } from "../firing/missed-reminders.ts";
import type { ReminderRow } from "../rows.ts";
import { iso } from "../../../domain/ports/clock.ts";
import type { RowChange } from "../commands/commands.ts";
import { nextFireAt } from "../commands/schedule.ts";
import { factsOf, maker } from "./record-commands.ts";

/** Reminders without a conversation: the same commands and the same events as in a turn. */
export function createRemindersApi(on: RemindersApiDeps): RemindersApi {
  const links = calendarLinks(on);
  const look = <T>(
    accountId: string,
    job: (at: { read: Reads; now: number }) => Promise<T>,
  ): Promise<T> =>
    on.decisions.run(accountId, async (at) => ({ events: [], result: await job(at) }));
  return {
    batch: (accountId, items) => runBatch(on, accountId, items),
    act: (accountId, which, act) => actOn(on, { accountId, ...which }, act),
    actAll: (accountId, acts) => actOnAll(on, accountId, acts),
    speak: (accountId, said) => speak(on, accountId, said),
    undo: (accountId) => undoLastChange({ ...on, program: on.program ?? fieldProgram }, accountId),
    forProgram: (program) => createRemindersApi({ ...on, program }),
    setMorning: (accountId, clock) => setMorning(on, accountId, clock),
    previewZone: (accountId, zone) => previewZone(on, accountId, zone),
    moveIntoZone: (accountId, zone) => moveIntoZone(on, accountId, zone),
    takeDeviceZone: (accountId, zone) => takeDeviceZone(on, accountId, zone),
    importCalendar: (accountId, text) => importInto(on, accountId, text),
    list: (accountId, query) =>
      look(accountId, ({ read }) => listReminders(read, accountId, query)),
    missed: (accountId) => look(accountId, ({ read, now }) => readMissed(read, accountId, now)),
    dismissMissed: (accountId, ids) =>
      on.decisions.run(accountId, async ({ read, now }) => {
        const missed = await readMissed(read, accountId, now);
        const meant = missed.filter(
          (each) => isUnseen(each) && (ids === undefined || ids.includes(each.reminder_id)),
        );
        return {
          ...(await dismissMissed({ read, now }, accountId, meant)),
          result: new Set(meant.map(({ reminder_id: id }) => id)).size,
        };
      }),
    read: async (accountId, id) =>
      withForecast(
        on,
        accountId,
        await look(accountId, async ({ read }) => viewOf(await theRow(read, accountId, id))),
      ),
    // Rows are read in a transaction, and the entries are computed after it.
    calendar: async (accountId, query) =>
      calendarPage(
        await look(accountId, ({ read }) => calendarRows(read, accountId, query)),
        query,
      ),
    interpret: async (accountId, text) => {
      const { zone, now } = await look(accountId, async (at) => ({
        zone: await zoneOf(at.read, accountId),
        now: at.now,
      }));
      return { ...interpret({ text, now: wallTimeAt(now, zone), tz: zone }) };
    },
    explainSentence: (accountId, said) =>
      look(accountId, (at) => explainSentence(at, accountId, said)),
    readSentence: (accountId, said) =>
      look(accountId, async (at) => (await readSentence(at, accountId, said)).reading),
    writeSentence: (accountId, said) => writeSentence(on, accountId, said),
    calendarCode: (accountId, ask) => links.code(accountId, ask),
    async feed(code) {
      const owner = await links.ownerOf(code);
      if (owner === undefined) return undefined;
      const { reminders, now } = await look(owner.accountId, async (at) => ({
        now: at.now,
        reminders: await at.read.rows<ReminderRow>(
          `select * from reminder where owner_account_id = $1 and lifecycle = 'active' and not hidden_from_calendar
           order by created_at, id limit 5000`,
          [owner.accountId],
        ),
      }));
      return writeCalendar({ name: owner.name ?? "Meanwhile", now, reminders });
    },
  };
}

/** Changes the hour of whole days, also for those that are upcoming. */
function setMorning(on: RemindersApiDeps, accountId: string, clock: string): Promise<void> {
  return on.decisions.run(accountId, async ({ read, now, newId }) => {
    const by = maker(on, { accountId, now, newId, source: "api", morning: clock });
    const rows = await read.rows<ReminderRow>(
      "select * from reminder where owner_account_id = $1 and all_day and lifecycle = 'active' and next_fire_at is not null order by id",
      [accountId],
    );
    const changes = rows.flatMap((row) => moveMorning(row, clock, now));
    const facts = await factsOf({ on, read, by }, [
      { operation: "update_reminder", payload: {}, changes },
    ]);
    const event = {
      stream: `account:${accountId}`,
      kind: "account_updated",
      at: iso(now),
      accountId,
      payload: { id: accountId, morning: clock },
    } as const;
    return { ...facts, events: [event, ...facts.events], result: undefined };
  });
}

/** A day whose new morning is already over is reminded of at the old one: it is not lost. */
function moveMorning(row: ReminderRow, clock: string, now: number): RowChange[] {
  const moved = { ...row, remind_at: clock };
  const next = nextFireAt(moved, now);
  const dayOf = (at: string | null): string =>
    wallTimeAt(Date.parse(at ?? ""), row.captured_timezone).slice(0, 10);
  const isSameDay = next !== null && dayOf(next) === dayOf(row.next_fire_at);
  const after = { ...moved, next_fire_at: isSameDay ? next : row.next_fire_at };
  return row.remind_at === clock
    ? []
    : [
        {
          kind: "reminder_updated",
          before: row,
          after: { ...after, updated_at: iso(now), version: row.version + 1 },
        },
      ];
}
