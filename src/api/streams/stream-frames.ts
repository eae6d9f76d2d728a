import type { ServerResponse } from "node:http";
import type { DeliveryStatus } from "../../domain/delivery.ts";
import type { Payload, RecordedEvent } from "../../domain/events.ts";
import { type MessagePage, listAttachments } from "../views/conversation-view.ts";
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

type Shown = { readonly type: StreamEvent["type"]; readonly data: unknown } | undefined;
type Show = (event: RecordedEvent) => Shown;

/**
 * The contract of the stream: which event becomes what. Everything comes from the log, so every
 * process sends the same.
 */
const shows: Readonly<Record<string, Show>> = {
  message_received: (event) => ({ type: "message", data: inbound(event, null) }),
  message_rejected: (event) => ({ type: "message", data: inbound(event, "rejected") }),
  control_word_received: (event) => ({ type: "message", data: inbound(event, "answered") }),
  message_sent: (event) => ({
    type: "message",
    data: message(event, {
      direction: "outbound",
      turn_id: event.payload["turn_id"] ?? null,
      end: null,
    }),
  }),
  turn_started: turn("started"),
  turn_restarted: turn("restarted"),
  turn_committed: turn("replied"),
  turn_stopped: turn("stopped"),
  turn_superseded: turn("superseded"),
  turn_failed: turn("failed"),
  // Input that was stopped before a turn took it: the messages end, no turn does.
  input_stopped: turn("stopped"),
  delivery_queued: delivery("pending"),
  delivery_requeued: delivery("pending"),
  delivery_retry: delivery("pending"),
  delivery_started: delivery("sending"),
  delivery_sent: delivery("sent"),
  delivery_unknown: delivery("unknown"),
  delivery_failed: delivery("failed"),
  delivery_waiting: delivery("waiting_for_user"),
  delivery_expired: delivery("expired"),
  delivery_discarded: delivery("discarded"),
  delivery_withdrawn: delivery("withdrawn"),
};

const endings = new Set(["turn_committed", "turn_stopped", "turn_superseded", "turn_failed"]);

export function toFrame(event: RecordedEvent): Frame {
  const shown = Object.hasOwn(shows, event.kind) ? shows[event.kind]?.(event) : undefined;
  return {
    id: event.id,
    bytes: shown === undefined ? undefined : sse(shown.type, shown.data, event.id),
    ends: findEndedText(event),
  };
}

function findEndedText({ kind, payload }: RecordedEvent): EndedText | undefined {
  const turnId = text(payload["turn_id"]);
  if (turnId === undefined) return undefined;
  if (endings.has(kind)) return { turnId, beforeAttempt: Infinity };
  return kind === "turn_restarted"
    ? { turnId, beforeAttempt: Number(payload["attempt"]) }
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

function inbound(event: RecordedEvent, end: MessagePage["messages"][number]["end"]): unknown {
  return message(event, { direction: "inbound", turn_id: null, end });
}

function message({ id, payload, at }: RecordedEvent, rest: Payload): unknown {
  const attachments = listAttachments((payload["payload"] ?? {}) as Payload);
  return {
    id: payload["id"],
    event_id: id,
    text: payload["text"],
    created_at: at,
    deliveries: [],
    attachments,
    ...rest,
  };
}

function turn(state: TurnEvent["state"]): Show {
  return ({ payload }) => ({
    type: "turn",
    data: {
      turn_id: payload["turn_id"] ?? null,
      state,
      ...(payload["message_ids"] === undefined ? {} : { message_ids: payload["message_ids"] }),
      ...(payload["shown_text"] === undefined ? {} : { text: payload["shown_text"] }),
    },
  });
}

function delivery(status: DeliveryStatus): Show {
  return ({ payload }) => {
    const messageId = text(payload["message_id"]);
    if (messageId === undefined) return undefined;
    return {
      type: "delivery",
      data: {
        id: payload["delivery_id"],
        message_id: messageId,
        status,
        error_code: payload["code"] ?? null,
      },
    };
  };
}

const text = (value: unknown): string | undefined =>
  typeof value === "string" ? value : undefined;
