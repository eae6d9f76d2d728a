import type { ReminderRow } from "../rows.ts";
import { type Command, reviseRow, update } from "./commands.ts";
import type { Maker } from "./new-row.ts";

/**
 * Whether a reminder's hour was said by a clock of this zone and is still to come. "In 20 minutes" is
 * the same moment everywhere.
 */
export const isByClockOf = (row: ReminderRow, zone: string): boolean =>
  (row.kind === "timed" || row.kind === "recurring") &&
  row.lifecycle === "active" &&
  row.local_start !== null &&
  row.instant === null &&
  row.next_fire_at !== null &&
  row.captured_timezone === zone;

/** The same date and hour by the clocks of another zone. Undefined: that hour is over there. */
export function moveToZone(maker: Maker, row: ReminderRow, zone: string): Command | undefined {
  const { local_start: start, rrule, workdays, exdates } = row;
  const revision = { timing: { start, zone, rrule, workdays, exdates } };
  if (reviseRow(maker, row, revision).next_fire_at === null) return undefined;
  const command = update(maker, row, revision);
  // One that repeats until it is done goes on repeating.
  const { nag_at, nags } = row;
  const changes = command.changes.map((each) => ({
    ...each,
    after: { ...each.after, nag_at, nags },
  }));
  return { ...command, changes };
}
