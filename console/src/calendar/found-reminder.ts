import type { Entry, Reminder } from "./contract.ts";
import { type Wall } from "./days.ts";
import { wallAtInstant } from "./zone-time.ts";

/** Its next time, or the one that it had. */
export function whenOf(reminder: Reminder, zone: string): Wall | undefined {
  const { next_fire_at: next, all_day: allDay, local_start: start } = reminder;
  if (start === null) return undefined;
  if (allDay && reminder.rrule === null) return start;
  return next === null ? start : wallAtInstant(Date.parse(next), zone);
}

/** A to-do that was found is opened like one of the list. */
export const toDoOf = (reminder: Reminder): Entry => ({
  entry_type: reminder.lifecycle === "active" ? "unscheduled" : "done",
  reminder_id: reminder.id,
  content: reminder.content,
  kind: reminder.kind,
  display_start: null,
  display_end: null,
  starts_at: null,
  occurrence: null,
  is_recurring: false,
  rule_words: null,
  series_id: reminder.series_id,
  duration_minutes: null,
  all_day: false,
  fired_at: null,
  fire_state: null,
  shared_reminder_id: reminder.shared_reminder_id,
  place: reminder.place,
  color: reminder.color,
  order: reminder.order,
  is_to_do: true,
});
