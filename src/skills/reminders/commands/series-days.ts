import { iso } from "../../../domain/ports/clock.ts";
import type { NewReminder } from "./new-row.ts";
import { isPing } from "./overlap.ts";
import type { ReminderRow } from "../rows.ts";

/**
 * Days that were taken out of a series stay out when only its hour changes. Any other change resets
 * them.
 */
export function keepSkippedDays(
  row: Pick<ReminderRow, "local_start" | "captured_timezone" | "rrule" | "exdates">,
  to: Pick<NewReminder, "start" | "zone" | "rrule">,
): readonly string[] {
  if (
    row.rrule === null ||
    to.rrule !== row.rrule ||
    to.zone !== row.captured_timezone ||
    to.start === null
  )
    return [];
  const clock = to.start.slice(10);
  // Where the rule itself says the hours, the start's does not matter.
  return isPing(row) || clock === row.local_start?.slice(10)
    ? row.exdates
    : row.exdates.map((day) => `${day.slice(0, 10)}${clock}`);
}

interface Renamed {
  readonly before: ReminderRow;
  readonly after: ReminderRow;
}

/** A changed occurrence replaces the same day of its series as before, at the series' new hour. */
export function rekeyOccurrence(
  own: readonly ReminderRow[],
  on: { row: ReminderRow; after: ReminderRow; now: number },
): Renamed[] {
  const { row, after, now } = on;
  if (after.exdates.length !== row.exdates.length) return [];
  return own.flatMap((before): Renamed[] => {
    const occurrence =
      before.occurrence === null
        ? undefined
        : after.exdates[row.exdates.indexOf(before.occurrence)];
    if (occurrence === undefined || occurrence === before.occurrence) return [];
    return [
      {
        before,
        after: { ...before, occurrence, updated_at: iso(now), version: before.version + 1 },
      },
    ];
  });
}
