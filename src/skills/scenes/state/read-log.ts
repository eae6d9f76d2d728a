import { isEventOf, type RecordedEvent } from "../../../domain/events/catalogue.ts";
import { decodeEvent } from "../../../domain/events/decode.ts";
import type { JsonObject } from "../../../domain/json.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import { slices } from "../../../domain/slices.ts";
import { type AuthoredEvent, isChatEvent, type RecordedChatEvent } from "./events.ts";

export interface LogRow {
  readonly id: number;
  readonly at: string;
  readonly stream: string;
  readonly stream_version: number;
  readonly kind: string;
  readonly payload_json: JsonObject;
  readonly account_id: string | null;
  readonly chat_id: string | null;
  readonly turn_id: string | null;
}

const pageOfEvents = 1_000;

/**
 * Events of the log that the reader may see, in order, read page by page. Those of one chat share a
 * stream, so that a lower id never appears after its page was read.
 */
export async function readLog(
  read: Reads,
  where: string,
  { params, payload = "payload_json", convert = (fields) => fields }: LogQuery,
): Promise<RecordedEvent[]> {
  const slice = slices.short();
  const events: RecordedEvent[] = [];
  for (let isMore = true; isMore;) {
    const page = await read.rows<LogRow>(
      `select id, at, stream, stream_version, kind, ${payload} as payload_json, account_id, chat_id, turn_id from event_log
       where ${where} and id > $${params.length + 1} order by id limit ${pageOfEvents}`,
      [...params, events.at(-1)?.id ?? 0],
    );
    for (const row of page)
      events.push(decodeLogRow({ ...row, payload_json: convert(row.payload_json) }));
    isMore = page.length === pageOfEvents;
    await slice.yieldIfDue();
  }
  return events;
}

/** With `payload` and `convert` for readers who need only a part of each payload. */
interface LogQuery {
  readonly params: readonly unknown[];
  readonly payload?: string;
  readonly convert?: (payload: JsonObject) => JsonObject;
}

export const decodeLogRow = (row: LogRow): RecordedEvent => ({
  id: row.id,
  at: row.at,
  stream: row.stream,
  streamVersion: row.stream_version,
  ...decodeEvent(row.kind, row.payload_json),
  accountId: row.account_id ?? undefined,
  chatId: row.chat_id ?? undefined,
  turnId: row.turn_id ?? undefined,
});

/** A chat's events after an id, in order. */
export const readChatEvents = async (
  read: Reads,
  chatId: string,
  after: number,
): Promise<RecordedChatEvent[]> =>
  (await readLog(read, "chat_id = $1 and id > $2", { params: [chatId, after] })).filter(
    isChatEvent,
  );

/** Character cards and the person's persona, as they were authored. */
export async function readAuthoredEvents(read: Reads, accountId: string): Promise<AuthoredEvent[]> {
  const events = await readLog(
    read,
    "account_id = $1 and kind in ('bot_authored', 'you_authored')",
    { params: [accountId] },
  );
  return events.filter((event) => isEventOf(event, "bot_authored", "you_authored"));
}
