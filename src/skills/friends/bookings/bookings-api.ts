import { Refusal, refuseField } from "../../../domain/errors.ts";
import type { Decisions } from "../../../domain/ports/decisions.ts";
import type { LinkCodes } from "../../../domain/ports/link-codes.ts";
import type { BookingAnswer, BookingsApi, BookingView } from "../../../domain/views/bookings.ts";
import type { Maker } from "../../reminders/commands/new-row.ts";
import type { ReminderRow } from "../../reminders/rows.ts";
import { hasFriends } from "../availability/own-time.ts";
import { decideAnswer, isOver } from "./answer.ts";
import { decidePage, type PageWish, readPage, toPageView } from "./page-settings.ts";
import { bookingStream } from "./projection.ts";
import { findBooking, listBookings, toBookingView } from "./request-rows.ts";

export interface BookingsDeps {
  readonly decisions: Decisions;
  readonly codes: LinkCodes;
  readonly latePolicy: ReminderRow["late_policy"];
}

/** The page of free times and its requests, for their owner. */
export function createBookingsApi(on: BookingsDeps): BookingsApi {
  const { decisions, codes } = on;
  const setPage = (accountId: string, wish: PageWish) =>
    decisions.run(accountId, async ({ read, now }) => {
      const before = await readPage(read, accountId);
      const hours = { ...before, ...wish };
      if (hours.ends <= hours.starts) throw refuseField("ends", "is not after the beginning");
      const { events, expects, view } = decidePage(codes, { accountId, now, before }, wish);
      return { events, expects, result: view };
    });
  return {
    page: (accountId) =>
      decisions.read(accountId, async (read) =>
        toPageView(codes, accountId, await readPage(read, accountId)),
      ),
    setPage: (accountId, wanted) =>
      setPage(
        accountId,
        Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined)),
      ),
    renewPage: (accountId) => setPage(accountId, { renew: true }),
    list: (accountId) =>
      decisions.read(accountId, async (read) =>
        (await listBookings(read, accountId)).map(toBookingView),
      ),
    answer: (accountId, id, how) => answer(on, { accountId, id, how }),
  };
}

const answer = (
  { decisions, latePolicy }: BookingsDeps,
  of: { readonly accountId: string; readonly id: string; readonly how: BookingAnswer },
): Promise<BookingView> =>
  decisions.run(of.accountId, async ({ read, now, newId }) => {
    const { accountId } = of;
    const row = await findBooking(read, accountId, of.id);
    if (row === undefined) throw new Refusal("not_found");
    if (row.state !== "pending" || isOver(row, now)) throw new Refusal("booking_over");
    const [account] = await read.rows<{ zone: string }>(
      "select default_timezone as zone from account where id = $1",
      [accountId],
    );
    const by: Maker = {
      accountId,
      conversationId: null,
      turnId: null,
      source: "api",
      latePolicy,
      now,
      newId,
    };
    const events = decideAnswer(by, row, {
      answer: of.how,
      zone: account?.zone ?? "UTC",
      hasFriends: await hasFriends(read),
    });
    const { version } = await readPage(read, accountId);
    const end = events.find((event) => event.kind === "booking_answered")?.payload;
    return {
      events,
      expects: { [bookingStream(accountId)]: version },
      result: toBookingView({
        ...row,
        state: end?.state ?? row.state,
        other_time: end?.other_time ?? false,
        reminder_id: end?.reminder_id ?? null,
      }),
    };
  });
