import { literal, readJson, type Stack } from "./stack.ts";

/** The outcome of one message, as the rows have it. */
export interface TurnView {
  /** When the message was kept: the moment that "tomorrow" counts from. */
  readonly saidAt: number;
  readonly turnId: string;
  readonly status: string;
  readonly skill: string | null;
  /** Messages that the turn answered. */
  readonly window: number;
  readonly disposition: string | null;
  readonly replies: readonly string[];
  readonly deliveries: readonly string[];
  readonly staged: readonly {
    readonly domain: string;
    readonly operation: string;
    readonly status: string;
  }[];
}

interface TurnRow {
  readonly turn_id: string;
  readonly said_at: string;
  readonly status: string;
  readonly skill: string | null;
  readonly completed_at: string | null;
  readonly messages: number;
  readonly disposition: string | null;
}

/** The turn that ended with this message answered. `undefined`: it has not come to that yet. */
export async function readTurn(stack: Stack, eventId: string): Promise<TurnView | undefined> {
  const turns = `select t.id as turn_id, m.created_at as said_at, t.status, t.skill, t.completed_at,
      (t.input_to_seq - t.input_from_seq + 1)::int as messages, d.disposition
    from message m join turn t on m.conversation_id = t.conversation_id and m.seq between t.input_from_seq and t.input_to_seq
    left join output_disposition d on d.turn_id = t.id
    where m.causal_inbound_event_id = ${literal(eventId)} and m.direction = 'inbound' and t.status <> 'superseded'
    order by t.started_at, t.id`;
  const mine = `select turn_id from (${turns}) t`;
  const [rows, replies, deliveries, staged] = (await readJson(stack, [
    turns,
    `select text from message where direction = 'outbound' and turn_id in (${mine}) order by segment_index`,
    `select status from delivery_attempt where turn_id in (${mine}) order by ordinal`,
    `select domain, operation, status from staged_command where turn_id in (${mine}) order by id`,
  ])) as [TurnRow[], { text: string }[], { status: string }[], TurnView["staged"]];
  const row = rows.findLast(({ completed_at: at }) => at !== null);
  if (
    row === undefined ||
    deliveries.some(({ status }) => status === "pending" || status === "sending")
  )
    return undefined;
  return {
    saidAt: Date.parse(row.said_at),
    turnId: row.turn_id,
    status: row.status,
    skill: row.skill,
    window: row.messages,
    disposition: row.disposition,
    replies: replies.map(({ text }) => text),
    deliveries: deliveries.map(({ status }) => status),
    staged,
  };
}
