import { iso } from "../../../domain/ports/clock.ts";
import type { EventDraft } from "../../../domain/events/catalogue.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { ZoneChangePreview } from "../../../domain/views/zone-change.ts";
import { wallTimeAt } from "../../../language/calendar/instants.ts";
import { isByClockOf, moveToZone } from "../commands/zone-moves.ts";
import type { ReminderRow } from "../rows.ts";
import { factsOf, maker } from "./record-commands.ts";
import { activeRows, morningOf, type RemindersApiDeps, zoneOf } from "./reminder-views.ts";

/** Active reminders whose hour was said by the clocks of the person's zone, soonest first. */
async function rowsByClock(
  read: Reads,
  accountId: string,
): Promise<{ readonly home: string; readonly rows: readonly ReminderRow[] }> {
  const home = await zoneOf(read, accountId);
  const rows = await activeRows(read, accountId);
  return { home, rows: rows.filter((row) => isByClockOf(row, home)) };
}

/** What another zone would mean for the reminders that are there. */
export function previewZone(
  on: RemindersApiDeps,
  accountId: string,
  zone: string,
): Promise<ZoneChangePreview> {
  return on.decisions.read(accountId, async (read) => {
    const { home, rows } = await rowsByClock(read, accountId);
    const [first] = home === zone ? [] : rows;
    return {
      reminders: home === zone ? 0 : rows.length,
      first:
        first === undefined
          ? null
          : {
              content: first.content,
              at: wallTimeAt(Date.parse(first.next_fire_at ?? ""), home),
              at_there: wallTimeAt(Date.parse(first.next_fire_at ?? ""), zone),
            },
    };
  });
}

/** The person's zone, and their reminders at the same date and hour there. One whose hour is over there keeps its moment. */
export function moveIntoZone(on: RemindersApiDeps, accountId: string, zone: string): Promise<void> {
  return on.decisions.run(accountId, async ({ read, now, newId }) => {
    const morning = await morningOf(read, accountId);
    const by = maker(on, { accountId, now, newId, source: "api", morning });
    const { home, rows } = await rowsByClock(read, accountId);
    const commands = home === zone ? [] : rows.flatMap((row) => moveToZone(by, row, zone) ?? []);
    const facts = await factsOf({ on, read, by }, commands);
    return {
      ...facts,
      events: [zoneEvent({ accountId, now, zone }), ...facts.events],
      result: undefined,
    };
  });
}

/**
 * The zone of the person's device, where none is known of them. Reminders that go by the zone's clock
 * are theirs to decide about: then nothing changes.
 */
export function takeDeviceZone(
  on: RemindersApiDeps,
  accountId: string,
  zone: string,
): Promise<void> {
  return on.decisions.run(accountId, async ({ read, now }) => {
    const [unsure] = await read.rows(
      "select 1 from account where id = $1 and zone_source <> 'chosen'",
      [accountId],
    );
    const { home, rows } = await rowsByClock(read, accountId);
    const isFree = unsure !== undefined && (rows.length === 0 || home === zone);
    return { events: isFree ? [zoneEvent({ accountId, now, zone })] : [], result: undefined };
  });
}

const zoneEvent = (to: { accountId: string; now: number; zone: string }): EventDraft => ({
  stream: `account:${to.accountId}`,
  kind: "account_updated",
  at: iso(to.now),
  accountId: to.accountId,
  payload: { id: to.accountId, default_timezone: to.zone },
});
