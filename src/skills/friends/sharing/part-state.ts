import type { ReminderRow } from "../../reminders/rows.ts";
import type { Person } from "../people.ts";

/**
 * What is shared with a person who wants to be asked first takes no place in their day until they
 * say yes.
 */
export const stateFor = ({ takes }: Pick<Person, "takes">): "active" | "asked" =>
  takes === "ask" ? "asked" : "active";

/** A row that never goes off and shows in no calendar. */
export const dormant = (row: ReminderRow): ReminderRow => ({
  ...row,
  lifecycle: "deleted",
  deleted_at: row.created_at,
  next_fire_at: null,
});
