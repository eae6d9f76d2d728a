import type { Payload, RecordedEvent } from "../../../domain/events.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import { chatEvents } from "../state/chat-states.ts";
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
}

interface StartRow {
  readonly turn_id: string;
  readonly id: number;
  readonly at: string;
}

interface TypedRow {
  readonly turn_id: string;
  readonly event_id: number;
  readonly text: string;
}

/** A chat with every call that was ever made for it. */
export async function readAuditedChat(
  read: Reads,
  of: { readonly chatId: string; readonly accountId: string },
): Promise<AuditedChat> {
  const events = await chatEvents(read, of.chatId, 0);
  const authored = await read.rows<{ id: number; at: string; kind: string; payload_json: Payload }>(
    "select id, at, kind, payload_json from event_log where account_id = $1 and kind in ('bot_authored', 'you_authored') order by id",
    [of.accountId],
  );
  const calls = await read.rows<CallRow>(
    `select m.id, m.purpose, m.viewer, m.turn_id, m.prompt, to_jsonb(m.source_event_ids) as source_event_ids, m.started_at, m.output
     from model_call m where m.chat_id = $1 order by m.started_at, m.id`,
    [of.chatId],
  );
  const typed = await read.rows<TypedRow>(
    `select t.id as turn_id, m.event_id, m.text from conversation c join turn t on t.conversation_id = c.id
     join message m on m.conversation_id = c.id and m.direction = 'inbound' and m.seq between t.input_from_seq and t.input_to_seq
     where c.id in (${conversations})
     -- One that failed while the story was told again beside had the messages that it names.
     union select m.turn_id, t.event_id, t.text from model_call m join message t on t.event_id = any(m.source_event_ids)
     where m.chat_id = $1 and exists (select from event_log e where e.chat_id = $1 and e.turn_id = m.turn_id and e.kind = 'turn_cancelled')
       and not exists (select from turn o where o.id = m.turn_id)`,
    [of.chatId],
  );
  const starts = await read.rows<StartRow>(
    `select turn_id, id, at from event_log where conversation_id in (${conversations}) and kind in ('turn_started', 'turn_restarted') order by id`,
    [of.chatId],
  );
  return {
    chatId: of.chatId,
    events,
    authored: authored.map(({ payload_json: payload, ...row }) => ({
      ...row,
      payload,
      stream: "",
      streamVersion: 0,
    })),
    calls: callsOf(calls, { events, typed, starts: Map.groupBy(starts, ({ turn_id }) => turn_id) }),
  };
}

const conversations =
  "select conversation_id from model_call where chat_id = $1 and conversation_id is not null";

interface Around {
  readonly events: readonly RecordedEvent[];
  readonly typed: readonly TypedRow[];
  readonly starts: ReadonlyMap<string, readonly StartRow[]>;
}

function callsOf(rows: readonly CallRow[], on: Around): RecordedCall[] {
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
      position: positionOf(row, on),
      typed: new Map(
        (typed.get(row.turn_id ?? "") ?? []).map(({ event_id, text }) => [event_id, text]),
      ),
      answered: before,
    };
  });
}

/**
 * A turn knows what was there when it began; a call without one, what was written by then. One that was decided again knows more:
 * what it names is proof of that, if it was there at the time.
 */
function positionOf(row: CallRow, { events, starts }: Around): number {
  const from = Date.parse(row.started_at);
  const isBefore = ({ at, turnId }: RecordedEvent): boolean =>
    Date.parse(at) <= from && (row.turn_id === null || turnId !== row.turn_id);
  const began = starts.get(row.turn_id ?? "")?.findLast(({ at }) => Date.parse(at) <= from)?.id;
  if (began === undefined) return events.findLast(isBefore)?.id ?? 0;
  const named = new Set(row.source_event_ids.map(Number));
  return (
    events.findLast((event) => event.id < began || (named.has(event.id) && isBefore(event)))?.id ??
    0
  );
}

/** An answer is kept as JSON; its line breaks are written out there. */
function wordsOf(output: string | null): string {
  if (output === null) return "";
  return JSON.stringify(JSON.parse(output)).replaceAll(String.raw`\n`, "\n");
}
