import type { BookingEvent } from "../../../src/domain/events/booking.ts";
import type { Earlier } from "./earlier.ts";

const account = "00000000-0000-7000-8000-000000000026";
const id = "00000000-0000-7000-8000-0000000000d1";
const envelope = {
  stream: `bookings:${account}`,
  at: "2026-11-18T02:40:00.000Z",
  accountId: account,
};

export const bookingEvents: Earlier<BookingEvent["kind"]> = {
  booking_page_set: {
    ...envelope,
    id: 980,
    streamVersion: 1,
    kind: "booking_page_set",
    payload: {
      account_id: account,
      is_on: true,
      generation: 1,
      key_id: "0a1b2c3d",
      token_hash: "b".repeat(64),
      starts: "09:00",
      ends: "17:00",
      weekdays: [1, 2, 3, 4, 5],
      minutes: 30,
      days_ahead: 14,
    },
  },
  booking_asked: {
    ...envelope,
    id: 981,
    streamVersion: 2,
    kind: "booking_asked",
    payload: {
      id,
      account_id: account,
      starts_at: "2026-11-19T15:00:00.000Z",
      minutes: 30,
      name: "Ann",
      subject: "coffee",
      email: "ann@example.org",
      language: "en",
      zone: "Europe/Berlin",
      key_id: "0a1b2c3d",
      token_hash: "c".repeat(64),
      expires_at: "2026-11-19T15:00:00.000Z",
    },
  },
  booking_told: {
    ...envelope,
    id: 982,
    streamVersion: 3,
    kind: "booking_told",
    payload: {
      account_id: account,
      ids: [id],
      message_id: "00000000-0000-7000-8000-0000000000d2",
    },
  },
  booking_answered: {
    ...envelope,
    id: 983,
    streamVersion: 4,
    kind: "booking_answered",
    payload: {
      id,
      account_id: account,
      state: "declined",
      reminder_id: null,
      other_time: true,
    },
  },
};
