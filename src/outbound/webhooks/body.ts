import type { CataloguedEvent } from "../../domain/events/catalogue.ts";
import { decodeEvent } from "../../domain/events/decode.ts";
import type { DeliveryPayload, Piece } from "../../domain/events/delivery.ts";
import type { JsonObject } from "../../domain/json.ts";
import { endingIn, piecesIn } from "../../domain/timed-words.ts";
import type { WebhookBody, WebhookReminder } from "../../domain/views/webhooks.ts";
import type { Sql } from "../../store/database/database.ts";

interface EventRow {
  readonly at: string;
  readonly kind: string;
  readonly chat_id: string | null;
  readonly payload_json: JsonObject;
}

/**
 * What a call says, made of its event at every try: the queue holds no words, so nothing has to be
 * erased from it. Undefined where the words are gone.
 */
export async function readBody(
  sql: Sql,
  call: { readonly event_id: number; readonly account_id: string },
): Promise<WebhookBody | undefined> {
  const [row] = await sql.rows<EventRow>(
    "select at, kind, chat_id, payload_json from event_log where id = $1 and account_id = $2",
    [call.event_id, call.account_id],
  );
  return row && describe({ sql, ...row }, decodeEvent(row.kind, row.payload_json));
}

interface Reading {
  readonly sql: Sql;
  readonly at: string;
  readonly chat_id: string | null;
}

/** Every kind that the database queues calls for (migration 0260). */
async function describe(on: Reading, event: CataloguedEvent): Promise<WebhookBody | undefined> {
  const { kind, payload } = event;
  if (kind === "reminder_fired") {
    const { content, due_at, missed_catch_up: isLate, nag = 0 } = payload.fire;
    const data = { reminder: { id: payload.id, content, due_at }, is_late: isLate, repeat: nag };
    return { type: "reminder.fired", timestamp: on.at, data };
  }
  if (kind === "reminder_completed") {
    const reminder = await readReminder(on.sql, payload.id);
    const occurrence = payload.completed_occurrence ?? null;
    return reminder && { type: "reminder.done", timestamp: on.at, data: { reminder, occurrence } };
  }
  if (kind === "digest_written") {
    const story = await readStory(on);
    const digest = { id: payload.id ?? null, noticed: payload.noticed };
    return story && { type: "story.digest", timestamp: on.at, data: { story, digest } };
  }
  return describeDelivery(on, event);
}

async function describeDelivery(
  { sql, at: timestamp }: Reading,
  { kind, payload }: CataloguedEvent,
): Promise<WebhookBody | undefined> {
  if (kind === "delivery_sent" || kind === "delivery_delivered" || kind === "delivery_read") {
    const found = await readDelivery(sql, payload.delivery_id);
    const data = found && withStatus(found, { status: statusOf[kind] });
    return data && { type: "reminder.delivered", timestamp, data };
  }
  if (kind === "delivery_waiting") {
    const found = await readDelivery(sql, payload.delivery_id);
    const now = { status: "waiting_for_user", code: payload.code } as const;
    return found && { type: "reminder.waiting", timestamp, data: withStatus(found, now) };
  }
  if (kind === "delivery_unknown" || kind === "delivery_failed" || kind === "delivery_expired") {
    const found = await readDelivery(sql, payload.delivery_id);
    const data = found && withStatus(found, { status: statusOf[kind], code: payload.code });
    return data && { type: "reminder.failed", timestamp, data };
  }
  return undefined;
}

const statusOf = {
  delivery_sent: "sent",
  delivery_delivered: "delivered",
  delivery_read: "read",
  delivery_unknown: "unknown",
  delivery_failed: "failed",
  delivery_expired: "expired",
} as const;

interface StoryName {
  readonly id: string;
  readonly title: string | null;
}

interface DeliveredReminders {
  readonly id: string;
  readonly channel: string;
  readonly reminders: readonly WebhookReminder[];
}

const withStatus = <Status extends string>(
  { id, channel, reminders }: DeliveredReminders,
  { status, code = null }: { readonly status: Status; readonly code?: string | null | undefined },
) => ({ reminders, delivery: { id, channel, status, code } });

async function readStory({ sql, chat_id: id }: Reading): Promise<StoryName | undefined> {
  const [row] = await sql.rows<StoryName>("select id, title from chats where id = $1", [id]);
  return row;
}

async function readReminder(sql: Sql, id: string): Promise<WebhookReminder | undefined> {
  const [row] = await sql.rows<WebhookReminder>(
    "select id, content, coalesce(last_fired_at, instant, next_fire_at) as due_at from reminder where id = $1",
    [id],
  );
  return row;
}

async function readDelivery(sql: Sql, id: string): Promise<DeliveredReminders | undefined> {
  const [row] = await sql.rows<{ channel: string; payload: DeliveryPayload }>(
    "select provider_type as channel, payload from delivery_attempt where id = $1",
    [id],
  );
  if (row === undefined) return undefined;
  const reminders = [...piecesIn(row.payload), ...endingIn(row.payload)].flatMap(listReminders);
  return reminders.length === 0 ? undefined : { id, channel: row.channel, reminders };
}

const listReminders = (piece: Piece): readonly WebhookReminder[] =>
  piece.kind === "reminders"
    ? piece.items.map(({ id, content, due }) => ({ id, content, due_at: due }))
    : [];
