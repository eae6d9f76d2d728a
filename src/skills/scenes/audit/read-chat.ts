import type { Payload, RecordedEvent } from "../../../domain/events.ts";
import type { Reads } from "../../../domain/reads.ts";
import { chatScope } from "../../../domain/scenes.ts";
import { chatEvents } from "../chat-states.ts";
import type { AuditedChat, RecordedCall } from "./audit.ts";

interface CallRow {
  readonly id: string;
  readonly purpose: string;
  readonly viewer: string | null;
  readonly turn_id: string | null;
  readonly prompt: { readonly messages?: RecordedCall["messages"] } | null;
  readonly source_event_ids: readonly (number | string)[];
  readonly started_at: string;
  readonly output: string | null;
  readonly began: number | null;
}

interface TypedRow {
  readonly turn_id: string;
  readonly event_id: number;
  readonly text: string;
}

/** A chat with every call that was ever made for it. */
export async function readAuditedChat(read: Reads, of: { readonly chatId: string; readonly accountId: string }): Promise<AuditedChat> {
  const events = await chatEvents(read, of.chatId, 0);
  const authored = await read.rows<{ id: number; at: string; kind: string; payload_json: Payload }>(
    "select id, at, kind, payload_json from event_log where account_id = $1 and kind in ('bot_authored', 'you_authored') order by id",
    [of.accountId],
  );
  const calls = await read.rows<CallRow>(
    `select m.id, m.purpose, m.viewer, m.turn_id, m.prompt, to_jsonb(m.source_event_ids) as source_event_ids, m.started_at, m.output,
       (select min(e.id) from event_log e where e.conversation_id = m.conversation_id and e.turn_id = m.turn_id and e.kind = 'turn_started') as began
     from model_call m where m.chat_id = $1 order by m.started_at, m.id`,
    [of.chatId],
  );
  const typed = await read.rows<TypedRow>(
    `select t.id as turn_id, m.event_id, m.text from conversation c join turn t on t.conversation_id = c.id
     join message m on m.conversation_id = c.id and m.direction = 'inbound' and m.seq between t.input_from_seq and t.input_to_seq
     where c.scope = $1`,
    [chatScope(of.chatId)],
  );
  return {
    chatId: of.chatId,
    events,
    authored: authored.map(({ payload_json: payload, ...row }) => ({ ...row, payload, stream: "", streamVersion: 0 })),
    calls: callsOf(calls, { events, typed }),
  };
}

function callsOf(rows: readonly CallRow[], on: { events: readonly RecordedEvent[]; typed: readonly TypedRow[] }): RecordedCall[] {
  const typed = Map.groupBy(on.typed, ({ turn_id }) => turn_id);
  const answered = new Map<string, string[]>();
  return rows.map((row) => {
    const before = answered.get(row.turn_id ?? "") ?? [];
    answered.set(row.turn_id ?? "", [...before, wordsOf(row.output)]);
    const sources = row.source_event_ids.map(Number);
    return {
      id: row.id,
      purpose: row.purpose,
      viewer: row.viewer ?? "",
      turnId: row.turn_id,
      messages: row.prompt?.messages ?? [],
      sourceEventIds: sources,
      position: positionOf(row, on.events),
      typed: new Map((typed.get(row.turn_id ?? "") ?? []).map(({ event_id, text }) => [event_id, text])),
      answered: before,
    };
  });
}

/** A turn knows what was there when it began; a call without one, what was written by then. */
function positionOf({ began, started_at, turn_id }: CallRow, events: readonly RecordedEvent[]): number {
  if (began !== null) return events.findLast(({ id }) => id < began)?.id ?? 0;
  const from = Date.parse(started_at);
  return events.findLast(({ at, turnId }) => Date.parse(at) <= from && (turn_id === null || turnId !== turn_id))?.id ?? 0;
}

/** An answer is kept as JSON; its line breaks are written out there. */
function wordsOf(output: string | null): string {
  if (output === null) return "";
  return JSON.stringify(JSON.parse(output)).replaceAll(String.raw`\n`, "\n");
}
