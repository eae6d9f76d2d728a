import { readVersionMark } from "../../domain/answer-versions.ts";
import type { ServerResponse } from "node:http";
import type { DeliveryStatus } from "../../domain/delivery.ts";
import { type EventKind, isEventOf, type RecordedEvent } from "../../domain/events/catalogue.ts";
import type { JsonObject } from "../../domain/json.ts";
import {
  type MessagePage,
  listAttachments,
  readQuote,
  readSpeaker,
} from "../views/conversation-view.ts";
import type { StreamEvent, TurnEvent } from "./stream-events.ts";

/**
 * One event of the log as a client's stream shows it. The bytes are made once and written to every
 * client.
 */
export interface Frame {
  readonly id: number;
  /** Undefined for events that no client needs. The position still moves past them. */
  readonly bytes: Buffer | undefined;
  /** How this event affects the text that a turn has shown so far. */
  readonly ends: EndedText | undefined;
}

/** A turn that has ended, or whose earlier attempts have. */
export interface EndedText {
  readonly turnId: string;
  readonly beforeAttempt: number;
}

type ShownEvent = { readonly type: StreamEvent["type"]; readonly data: unknown } | undefined;
type Show = (event: RecordedEvent) => ShownEvent;

/** One kind of event as the stream shows it. */
const show = <Kind extends EventKind>(
  kind: Kind,
  of: (event: RecordedEvent<Kind>) => ShownEvent,
): readonly [EventKind, Show] => [
  kind,
  (event) => (isEventOf(event, kind) ? of(event) : undefined),
];

/**
 * The contract of the stream: which event becomes what. Everything comes from the log, so every
 * process sends the same.
 */
const shows: ReadonlyMap<EventKind, Show> = new Map([
  show("message_received", (event) => ({ type: "message", data: inbound(event, null) })),
  show("message_rejected", (event) => ({ type: "message", data: inbound(event, "rejected") })),
  show("control_word_received", (event) => ({ type: "message", data: inbound(event, "answered") })),
  show("message_sent", (event) => ({
    type: "message",
    data: message(event, {
      direction: "outbound",
      turn_id: event.payload.turn_id ?? null,
      end: null,
    }),
  })),
  show("turn_started", turn("started")),
  show("turn_restarted", turn("restarted")),
  show("turn_committed", turn("replied")),
  show("turn_stopped", turn("stopped")),
  show("turn_superseded", turn("superseded")),
  show("turn_failed", turn("failed")),
  // Input that was stopped before a turn took it: the messages end, no turn does.
  show("input_stopped", turn("stopped")),
  show("delivery_queued", delivery("pending")),
  show("delivery_requeued", delivery("pending")),
  show("delivery_retry", delivery("pending")),
  show("delivery_started", delivery("sending")),
  show("delivery_sent", delivery("sent")),
  show("delivery_unknown", delivery("unknown")),
  show("delivery_failed", delivery("failed")),
  show("delivery_waiting", delivery("waiting_for_user")),
  show("delivery_expired", delivery("expired")),
  show("delivery_discarded", delivery("discarded")),
  show("delivery_withdrawn", delivery("withdrawn")),
]);

export function toFrame(event: RecordedEvent): Frame {
  const shown = shows.get(event.kind)?.(event);
  return {
    id: event.id,
    bytes: shown === undefined ? undefined : sse(shown.type, shown.data, event.id),
    ends: findEndedText(event),
  };
}

function findEndedText(event: RecordedEvent): EndedText | undefined {
  if (isEventOf(event, "turn_committed", "turn_stopped", "turn_superseded", "turn_failed"))
    return { turnId: event.payload.turn_id, beforeAttempt: Infinity };
  return isEventOf(event, "turn_restarted")
    ? { turnId: event.payload.turn_id, beforeAttempt: event.payload.attempt }
    : undefined;
}

/** JSON contains no line break, so one data line is enough. */
export function sse(type: string, data: unknown, id?: number): Buffer {
  return Buffer.from(
    `${id === undefined ? "" : `id: ${id}\n`}event: ${type}\ndata: ${JSON.stringify(data)}\n\n`,
  );
}

/** The beginning of every stream. */
export function startStream(out: ServerResponse): void {
  // The stream ends with its connection, so its events need no chunk framing: less work for every
  // token of every client.
  out.removeHeader("Transfer-Encoding");
  out.writeHead(200, {
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-store",
    Connection: "close",
    // Asks proxies to pass each event on at once.
    "X-Accel-Buffering": "no",
  });
  out.write("retry: 2000\n\n");
}

type InboundKind = "message_received" | "message_rejected" | "control_word_received";

function inbound(
  event: RecordedEvent<InboundKind>,
  end: MessagePage["messages"][number]["end"],
): unknown {
  return message(event, { direction: "inbound", turn_id: null, end });
}

function message(
  { id, payload, at }: RecordedEvent<InboundKind | "message_sent">,
  rest: JsonObject,
): unknown {
  return {
    id: payload.id,
    event_id: id,
    text: payload.text,
    created_at: at,
    deliveries: [],
    attachments: listAttachments(payload.payload ?? {}),
    quote: readQuote(payload.payload ?? {}),
    spoken_as: readSpeaker(payload.payload ?? {}),
    versions: readVersionMark(payload.payload ?? {}),
    ...rest,
  };
}

interface TurnFields {
  readonly turn_id?: string;
  readonly message_ids?: readonly string[];
  readonly shown_text?: string;
}

function turn(state: TurnEvent["state"]): (event: { readonly payload: TurnFields }) => ShownEvent {
  return ({ payload }) => ({
    type: "turn",
    data: {
      turn_id: payload.turn_id ?? null,
      state,
      ...(payload.message_ids === undefined ? {} : { message_ids: payload.message_ids }),
      ...(payload.shown_text === undefined ? {} : { text: payload.shown_text }),
    },
  });
}

interface PartFields {
  readonly delivery_id: string;
  readonly message_id?: string | null;
  readonly code?: string;
}

function delivery(status: DeliveryStatus): (event: { readonly payload: PartFields }) => ShownEvent {
  return ({ payload }) =>
    typeof payload.message_id === "string"
      ? {
          type: "delivery",
          data: {
            id: payload.delivery_id,
            message_id: payload.message_id,
            status,
            error_code: payload.code ?? null,
          },
        }
      : undefined;
}
