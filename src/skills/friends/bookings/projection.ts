import { handler, type Projection } from "../../../domain/events/projection.ts";
import type { RecordedEvent } from "../../../domain/events/catalogue.ts";

export const bookingStream = (accountId: string): string => `bookings:${accountId}`;
/** A timer is only a wake-up: the rows decide what it means. So an obsolete one may stay. */
export const newsTimerOf = (id: string): string => `booking-news:${id}`;
export const endTimerOf = (id: string): string => `booking-end:${id}`;
export const withdrawalTimerOf = (id: string): string => `booking-withdrawn:${id}`;

/** Every event of the stream moves it, so that two who ask at once do not get the same time. */
const version = ({
  payload,
  streamVersion,
}: RecordedEvent<"booking_asked" | "booking_told" | "booking_answered">) =>
  ({
    op: "patch",
    table: "booking_page",
    key: { account_id: payload.account_id },
    set: { version: streamVersion },
  }) as const;

/** Pages of free times, and what visitors asked for. */
export const bookingProjection: Projection = {
  tables: [
    { name: "booking_page", key: ["account_id"], unique: ["token_hash"] },
    {
      name: "booking_request",
      key: ["id"],
      unique: ["token_hash"],
      work: ["mail_told", "mail_sequence", "mail_failures", "mail_next_at", "mail_state"],
    },
  ],
  handlers: [
    handler("booking_page_set", ({ payload, at, streamVersion }) => [
      {
        op: "put",
        table: "booking_page",
        row: { ...payload, version: streamVersion, updated_at: at },
      },
    ]),
    handler("booking_asked", (event) => [
      {
        op: "put",
        table: "booking_request",
        row: {
          ...event.payload,
          by_owner: event.payload.by_owner ?? false,
          state: "pending",
          other_time: false,
          reminder_id: null,
          message_id: null,
          asked_at: event.at,
          answered_at: null,
        },
      },
      version(event),
      ...(event.payload.by_owner === true ? [] : timersOf(event)),
    ]),
    handler("booking_told", (event) => [
      ...event.payload.ids.map((id) => ({
        op: "patch" as const,
        table: "booking_request",
        key: { id },
        set: { message_id: event.payload.message_id },
      })),
      version(event),
    ]),
    handler("booking_answered", (event) => [
      {
        op: "patch",
        table: "booking_request",
        key: { id: event.payload.id },
        set: {
          state: event.payload.state,
          other_time: event.payload.other_time,
          reminder_id: event.payload.reminder_id,
          answered_at: event.at,
        },
      },
      version(event),
    ]),
  ],
};

/** The person is asked about a visitor's request; their own needs neither a question nor an end. */
const timersOf = (event: RecordedEvent<"booking_asked">) => [
  toTimer(event, "booking_news", { id: newsTimerOf(event.payload.id), due: event.at }),
  toTimer(event, "booking_end", {
    id: endTimerOf(event.payload.id),
    due: event.payload.expires_at,
  }),
];

const toTimer = (
  { payload }: RecordedEvent<"booking_asked">,
  kind: string,
  { id, due }: { readonly id: string; readonly due: string },
) =>
  ({
    op: "put",
    table: "timer",
    row: {
      id,
      kind,
      account_id: payload.account_id,
      conversation_id: null,
      due_at: due,
      failures: 0,
      last_error: null,
    },
  }) as const;
