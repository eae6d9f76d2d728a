import type { EventDraft } from "../../../domain/events/catalogue.ts";
import type { BookingEnd } from "../../../domain/events/booking.ts";
import { iso } from "../../../domain/ports/clock.ts";
import type { BookingAnswer } from "../../../domain/views/bookings.ts";
import { instantOf, wallTimeAt } from "../../../language/calendar/instants.ts";
import { create } from "../../reminders/commands/commands.ts";
import type { Maker, NewReminder } from "../../reminders/commands/new-row.ts";
import { eventOf } from "../../reminders/commands/reminder-events.ts";
import { ownTime } from "../availability/own-time.ts";
import { bookingStream } from "./projection.ts";
import type { BookingRow } from "./request-rows.ts";

/** The end of a request as an event. */
export const draftAnswer = (
  { id, account_id: accountId }: Pick<BookingRow, "id" | "account_id">,
  now: number,
  how: {
    readonly state: BookingEnd;
    readonly reminderId?: string;
    readonly otherTime?: boolean;
  },
): EventDraft<"booking_answered"> => ({
  stream: bookingStream(accountId),
  kind: "booking_answered",
  at: iso(now),
  accountId,
  payload: {
    id,
    account_id: accountId,
    state: how.state,
    reminder_id: how.reminderId ?? null,
    other_time: how.otherTime ?? false,
  },
});

/** The title is a stranger's words, and marked as such by its source. */
function toMeeting(row: BookingRow, zone: string): NewReminder {
  const at = Date.parse(row.starts_at);
  const start = wallTimeAt(at, zone);
  return {
    content: `${row.subject} (${row.name})`,
    zone,
    start,
    durationMinutes: row.minutes,
    ...(instantOf(start, zone) === at ? {} : { instant: at }),
  };
}

/** A yes writes the entry and the answer together; a no writes the answer alone. */
export function decideAnswer(
  by: Maker,
  row: BookingRow,
  how: { readonly answer: BookingAnswer; readonly zone: string; readonly hasFriends: boolean },
): EventDraft[] {
  if (how.answer !== "confirm")
    return [
      draftAnswer(row, by.now, { state: "declined", otherTime: how.answer === "other_time" }),
    ];
  const { changes } = create({ ...by, source: "import" }, toMeeting(row, how.zone));
  const taken = how.hasFriends ? ownTime(by, changes).events : [];
  return [
    ...changes.map((change) => eventOf(by, change)),
    ...taken,
    ...changes.map(({ after }) =>
      draftAnswer(row, by.now, { state: "confirmed", reminderId: after.id }),
    ),
  ];
}

/** The time is over, or about to be: a yes would write an entry that never reminds. */
export const isOver = ({ starts_at: at }: Pick<BookingRow, "starts_at">, now: number): boolean =>
  Date.parse(at) <= now;
