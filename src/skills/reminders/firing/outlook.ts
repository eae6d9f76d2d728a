import type { Outlook, OutlookPlace } from "../../../domain/ports/delivery-outlook.ts";
import type { ReminderPlace } from "../../../domain/ports/reminder-routes.ts";
import { nextFireAt } from "../commands/schedule.ts";
import type { ReminderRow } from "../rows.ts";

/** The conversation a reminder would be sent in. */
export const placeOf = (row: ReminderRow): ReminderPlace => ({
  accountId: row.owner_account_id,
  conversationId: row.conversation_id,
});

/** Of a series also its second time counts: few people write every day. */
export async function outlookOf(place: OutlookPlace, row: ReminderRow): Promise<Outlook> {
  const first = row.next_fire_at;
  if (first === null) return { kind: "open" };
  const soon = await place.deliverableAt(first);
  const second = row.rrule === null ? null : nextFireAt(row, Date.parse(first));
  return soon.kind === "closed" || second === null ? soon : place.deliverableAt(second);
}
