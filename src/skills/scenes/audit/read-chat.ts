import type { Reads } from "../../../domain/ports/reads.ts";
import { type Pausable, slices } from "../../../domain/slices.ts";
import { readAuthoredEvents, readChatEvents } from "../state/read-log.ts";
import type { RecordedChatEvent } from "../state/events.ts";
import type { RecordedCall } from "./citations.ts";
import type { AuditedChat } from "./derived-leaks.ts";

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

/** A chat with every model call ever made for it. */
export async function readAuditedChat(
  read: Reads,
  of: { readonly chatId: string; readonly accountId: string },
): Promise<AuditedChat> {
  const events = await readChatEvents(read, of.chatId, 0);
  const authored = await readAuthoredEvents(read, of.accountId);
  const calls = await read.rows<CallRow>(
    `select m.id, m.purpose, m.viewer, m.turn_id, m.prompt, to_jsonb(m.source_event_ids) as source_event_ids, m.started_at, m.output
     from model_call m where m.chat_id = $1 order by m.started_at, m.id`,
    [of.chatId],
  );
  const typed = await read.rows<TypedRow>(
    `select t.id as turn_id, m.event_id, m.text from conversation c join turn t on t.conversation_id = c.id
     join message m on m.conversation_id = c.id and m.direction = 'inbound' and m.seq between t.input_from_seq and t.input_to_seq
     where c.id in (${conversations})
     -- The messages of a turn that failed during a rerun are those its calls cite.
     union select m.turn_id, t.event_id, t.text from model_call m join message t on t.event_id = any(m.source_event_ids)
     where m.chat_id = $1 and exists (select from event_log e where e.chat_id = $1 and e.turn_id = m.turn_id and e.kind = 'turn_cancelled')
       and not exists (select from turn o where o.id = m.turn_id)`,
    [of.chatId],
  );
  const starts = await read.rows<StartRow>(
    `select turn_id, id, at from event_log where conversation_id in (${conversations}) and kind in ('turn_started', 'turn_restarted') order by id`,
    [of.chatId],
  );
  const around = {
    events,
    places: new Map(events.map(({ id }, place) => [id, place])),
    typed,
    starts: Map.groupBy(starts, ({ turn_id }) => turn_id),
  };
  return {
    chatId: of.chatId,
    events,
    authored,
    calls: await slices.run(toCalls(calls, around)),
  };
}

const conversations =
  "select conversation_id from model_call where chat_id = $1 and conversation_id is not null";

interface CallContext {
  readonly events: readonly RecordedChatEvent[];
  /** By id: their places in it. */
  readonly places: ReadonlyMap<number, number>;
  readonly typed: readonly TypedRow[];
  readonly starts: ReadonlyMap<string, readonly StartRow[]>;
}

function* toCalls(rows: readonly CallRow[], on: CallContext): Pausable<RecordedCall[]> {
  const typed = Map.groupBy(on.typed, ({ turn_id }) => turn_id);
  const answered = new Map<string, string[]>();
  const calls: RecordedCall[] = [];
  for (const row of rows) {
    yield;
    const before = answered.get(row.turn_id ?? "") ?? [];
    answered.set(row.turn_id ?? "", [...before, readOutput(row.output)]);
    const sources = row.source_event_ids.map(Number);
    calls.push({
      id: row.id,
      purpose: row.purpose,
      viewer: row.viewer ?? "",
      turnId: row.turn_id,
      messages: row.prompt?.messages ?? [],
      sourceEventIds: sources,
      position: findPosition(row, on),
      typed: new Map(
        (typed.get(row.turn_id ?? "") ?? []).map(({ event_id, text }) => [event_id, text]),
      ),
      answered: before,
    });
  }
  return calls;
}

/**
 * A turn knows the events before its start; a call without a turn, those before the call. A retried
 * turn may know more: events it cites count if they existed at the time.
 */
function findPosition(row: CallRow, { events, places, starts }: CallContext): number {
  const from = Date.parse(row.started_at);
  const isBefore = ({ at, turnId }: RecordedChatEvent): boolean =>
    Date.parse(at) <= from && (row.turn_id === null || turnId !== row.turn_id);
  const began = starts.get(row.turn_id ?? "")?.findLast(({ at }) => Date.parse(at) <= from)?.id;
  if (began === undefined) return events.findLast(isBefore)?.id ?? 0;
  const named = row.source_event_ids.flatMap((id) => events[places.get(Number(id)) ?? -1] ?? []);
  const known = named.filter((event) => event.id >= began && isBefore(event)).map(({ id }) => id);
  return Math.max(lastBefore(events, began), ...known);
}

/** Of events in the order of their ids: the last one before an id. */
function lastBefore(events: readonly RecordedChatEvent[], id: number): number {
  let [from, to] = [0, events.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((events[middle]?.id ?? Infinity) < id) from = middle + 1;
    else to = middle;
  }
  return events[from - 1]?.id ?? 0;
}

/** Answers are stored as JSON; line breaks are unescaped. */
function readOutput(output: string | null): string {
  if (output === null) return "";
  return JSON.stringify(JSON.parse(output)).replaceAll(String.raw`\n`, "\n");
}
