import type { Language } from "../language.ts";
import type { Event } from "./event.ts";

/** When a person can be asked for a time. */
export type BookingHours = {
  /** Clocks in the person's own zone, such as 09:00. */
  readonly starts: string;
  readonly ends: string;
  /** 1 is Monday, 7 is Sunday. */
  readonly weekdays: readonly number[];
  /** How long one time is. */
  readonly minutes: number;
  readonly days_ahead: number;
};

/** How a request ended. `withdrawn`: by the visitor. */
export type BookingEnd = "confirmed" | "declined" | "expired" | "withdrawn";

export type BookingEvent =
  | Event<
      "booking_page_set",
      BookingHours & {
        account_id: string;
        is_on: boolean;
        /** Counts the links. Null: there has been none. */
        generation: number;
        key_id: string | null;
        token_hash: string | null;
      }
    >
  | Event<
      "booking_asked",
      {
        id: string;
        account_id: string;
        starts_at: string;
        minutes: number;
        /** A stranger's words. */
        name: string;
        subject: string;
        email: string | null;
        /** Of the visitor, for what is written to them. */
        language: Language;
        zone: string;
        key_id: string;
        token_hash: string;
        expires_at: string;
        /** The person invited them. Missing: a visitor asked. */
        by_owner?: boolean;
      }
    >
  /** The person was asked, in this message. */
  | Event<"booking_told", { account_id: string; ids: readonly string[]; message_id: string }>
  | Event<
      "booking_answered",
      {
        id: string;
        account_id: string;
        state: BookingEnd;
        /** The entry that a confirmed one became. */
        reminder_id: string | null;
        /** Declined, with the wish that the visitor picks another time. */
        other_time: boolean;
      }
    >;
