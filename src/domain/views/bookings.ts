import type { BookingEnd, BookingHours } from "../events/booking.ts";
import type { Language } from "../language.ts";

/** A person's page of free times, as they see it. */
export interface BookingPageView extends BookingHours {
  readonly is_on: boolean;
  /** The secret part of its address. Null while it is off. */
  readonly code: string | null;
}

export const bookingAnswers = ["confirm", "decline", "other_time"] as const;
export type BookingAnswer = (typeof bookingAnswers)[number];
export type BookingState = "pending" | BookingEnd;

/** A visitor's request. Name, subject and address are a stranger's words. */
export interface BookingView {
  readonly id: string;
  readonly name: string;
  readonly subject: string;
  readonly email: string | null;
  readonly starts_at: string;
  readonly minutes: number;
  readonly state: BookingState;
  readonly other_time: boolean;
  readonly asked_at: string;
  readonly expires_at: string;
  readonly reminder_id: string | null;
  /** Whether the last mail to the visitor was taken. Null: none was sent. */
  readonly mail_state: "sent" | "failed" | null;
}

export interface BookingsApi {
  page(accountId: string): Promise<BookingPageView>;
  /** Switched on without a link, it gets one. Switched off, its link ends. */
  setPage(
    accountId: string,
    wanted: { readonly [Name in keyof BookingHours | "is_on"]?: PageValue<Name> | undefined },
  ): Promise<BookingPageView>;
  /** A new link; the old one ends. */
  renewPage(accountId: string): Promise<BookingPageView>;
  /** Open requests, then answered ones, newest first. */
  list(accountId: string): Promise<readonly BookingView[]>;
  answer(accountId: string, id: string, answer: BookingAnswer): Promise<BookingView>;
}
type PageValue<Name extends keyof BookingHours | "is_on"> = BookingPageView[Name];

/** What a visitor sees: times, and nothing of what fills the others. */
export interface FreePageView {
  readonly name: string | null;
  readonly zone: string;
  readonly minutes: number;
  /** Milliseconds since the epoch, in order. */
  readonly slots: readonly number[];
}

export interface BookingWish {
  readonly start: number;
  readonly name: string;
  readonly subject: string;
  readonly email: string | null;
  readonly language: Language;
  readonly zone: string;
}

/** `taken`: the time is not free. The others: too much is waiting for an answer. */
export type BookingOutcome =
  | { readonly kind: "asked"; readonly code: string }
  | { readonly kind: "taken" | "too_many" | "gone" };

/** A request as its visitor sees it. `called_off`: the meeting was cancelled after it was confirmed. */
export interface VisitView {
  readonly state: BookingState | "called_off";
  readonly other_time: boolean;
  readonly name: string | null;
  readonly subject: string;
  readonly starts_at: string;
  readonly minutes: number;
  readonly zone: string;
  readonly visitor_zone: string;
  /** Whether it may still be withdrawn. */
  readonly is_open: boolean;
}

/** The public side: everything by a secret code. */
export interface FreePageApi {
  open(code: string): Promise<FreePageView | undefined>;
  ask(code: string, wish: BookingWish): Promise<BookingOutcome>;
  follow(code: string): Promise<VisitView | undefined>;
  withdraw(code: string): Promise<VisitView | undefined>;
}
