import { wallTimeAt } from "../../../language/calendar/instants.ts";
import type { ReminderRow } from "../rows.ts";

/**
 * When it comes next, as the rules see it: wall time in the person's zone. A whole day is a date,
 * wherever the person is; the hour of its reminder is not part of it. Days that have begun are known
 * by their first.
 */
export function toKnownStart(
  row: Pick<ReminderRow, "next_fire_at" | "local_start" | "all_day" | "captured_timezone">,
  zone: string,
): string | null {
  if (row.next_fire_at === null) return row.all_day ? row.local_start : null;
  const at = Date.parse(row.next_fire_at);
  return row.all_day
    ? `${wallTimeAt(at, row.captured_timezone).slice(0, 10)}T00:00:00`
    : wallTimeAt(at, zone);
}
