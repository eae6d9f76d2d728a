import type { Language } from "../../../domain/language.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { BookingState, BookingView } from "../../../domain/views/bookings.ts";
import type { Interval } from "../availability/free-time.ts";

export interface BookingRow extends BookingView {
  readonly account_id: string;
  readonly state: BookingState;
  readonly language: Language;
  readonly zone: string;
  readonly message_id: string | null;
}

const columns = `id, account_id, name, subject, email, starts_at, minutes, state, other_time, asked_at, expires_at, reminder_id,
  language, zone, message_id, mail_state`;

/** Requests that wait for an answer, in the order of their times. */
export const readPending = (read: Reads, accountId: string): Promise<BookingRow[]> =>
  read.rows<BookingRow>(
    `select ${columns} from booking_request where account_id = $1 and state = 'pending' order by starts_at, id`,
    [accountId],
  );

export async function findBooking(
  read: Reads,
  accountId: string,
  id: string,
): Promise<BookingRow | undefined> {
  const [row] = await read.rows<BookingRow>(
    `select ${columns} from booking_request where account_id = $1 and id = $2`,
    [accountId, id],
  );
  return row;
}

export const listBookings = (read: Reads, accountId: string): Promise<BookingRow[]> =>
  read.rows<BookingRow>(
    `select ${columns} from booking_request where account_id = $1
     order by state <> 'pending', asked_at desc, id`,
    [accountId],
  );

export const toBookingView = ({
  account_id: _account,
  language: _language,
  zone: _zone,
  message_id: _message,
  ...view
}: BookingRow): BookingView => view;

const minute = 60_000;

/** Times that visitors asked for and that are not answered yet. */
export async function readHeld(read: Reads, accountId: string): Promise<Interval[]> {
  return (await readPending(read, accountId)).map(({ starts_at: at, minutes }) => ({
    from: Date.parse(at),
    to: Date.parse(at) + minutes * minute,
  }));
}
