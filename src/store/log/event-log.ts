import type { EventDraft, RecordedEvent } from "../../domain/events/catalogue.ts";
import type { JsonObject } from "../../domain/json.ts";
import { decodeEvent } from "../../domain/events/decode.ts";
import { Refusal } from "../../domain/errors.ts";
import { slices } from "../../domain/slices.ts";
import { type Sql, isViolationOf, write } from "../database/database.ts";
import { appendSql } from "./append-sql.ts";
import { NoLongerOwned, type OwnRows } from "./own-rows.ts";
import { fromStoredPayload } from "./stored-payload.ts";

/**
 * The version the writer expects each stream to have. Streams that are not named are not checked; a
 * named one must be written to, because only the writer's lock keeps the answer valid until the
 * commit.
 */
export type ExpectedVersions = Readonly<Record<string, number>>;

interface Conditions {
  readonly expected?: ExpectedVersions | undefined;
  /** Rows that no other transaction may change until the commit. */
  readonly held?: readonly string[] | undefined;
  readonly own?: OwnRows | undefined;
}

export interface Appended {
  readonly events: RecordedEvent[];
  /** Others have raised the counter of one of the writer's own rows. */
  readonly isRaised: boolean;
}

/** Appends events to the log: all of them, in this order, or none. */
export async function append(
  sql: Sql,
  drafts: readonly EventDraft[],
  under: Conditions = {},
): Promise<Appended> {
  const { expected = {}, held = [], own } = under;
  const unwritten = Object.keys(expected).find(
    (stream) => !drafts.some((draft) => draft.stream === stream),
  );
  if (unwritten !== undefined)
    throw new Error(`a version of ${unwritten} was expected, but nothing was appended to it`);
  if (drafts.length === 0) return { events: [], isRaised: false };
  const { text, params } = appendSql(sql.by ?? "anyone", { drafts, own, held });
  const placed = await sql
    .rows<{ id: number; stream_version: number; is_raised?: boolean }>(text, params)
    .catch((error: unknown) => {
      if (isViolationOf(error, "one_event_per_idempotency_key"))
        throw new Refusal("already_recorded", undefined, "This was already recorded.");
      if ((error as { constraint?: unknown }).constraint === "a_stream_is_its_accounts")
        throw toVersionConflict();
      throw error;
    });
  if (own !== undefined && placed.length === 0) throw new NoLongerOwned(own);
  const events = drafts.map((draft, index): RecordedEvent => {
    const place = placed[index];
    if (place === undefined) throw new Error("the log returned fewer rows than were appended");
    return { ...draft, id: place.id, streamVersion: place.stream_version };
  });
  assertExpected(events, expected);
  return { events, isRaised: placed[0]?.is_raised === true };
}

/** The same without an answer: the commit fails if they could not be appended. */
export async function appendUnread(
  sql: Sql,
  drafts: readonly EventDraft[],
  held: readonly string[],
): Promise<void> {
  const { text, params } = appendSql(sql.by ?? "anyone", { drafts, own: undefined, held });
  await write(sql, text, params);
}

function assertExpected(events: readonly RecordedEvent[], expected: ExpectedVersions): void {
  const seen = new Set<string>();
  for (const event of events) {
    if (seen.has(event.stream)) continue;
    seen.add(event.stream);
    const wanted = expected[event.stream];
    if (wanted !== undefined && event.streamVersion !== wanted + 1) {
      throw toVersionConflict();
    }
  }
}

/** The stream is not named: its name may belong to another account. */
const toVersionConflict = (): Refusal =>
  new Refusal(
    "version_conflict",
    undefined,
    "Another request changed this first. Read it again and retry.",
  );

interface LogRow {
  id: number;
  at: string;
  stream: string;
  stream_version: number;
  kind: string;
  payload_json: JsonObject;
  account_id: string | null;
  conversation_id: string | null;
  chat_id: string | null;
  turn_id: string | null;
  causation_id: string | null;
  idempotency_key: string | null;
}

const columns =
  "id, at, stream, stream_version, kind, payload_json, account_id, conversation_id, chat_id, turn_id, causation_id, idempotency_key";

function fromRow(row: LogRow): RecordedEvent {
  return {
    id: row.id,
    at: row.at,
    stream: row.stream,
    streamVersion: row.stream_version,
    ...decodeEvent(row.kind, fromStoredPayload(row)),
    accountId: row.account_id ?? undefined,
    conversationId: row.conversation_id ?? undefined,
    chatId: row.chat_id ?? undefined,
    turnId: row.turn_id ?? undefined,
    causationId: row.causation_id ?? undefined,
    idempotencyKey: row.idempotency_key ?? undefined,
  };
}

/**
 * Reads the log in order, for a rebuild. Only safe without active writers: with several, a lower id
 * can commit later.
 */
export async function readLog(sql: Sql, after: number, limit: number): Promise<RecordedEvent[]> {
  const rows = await sql.rows<LogRow>(
    `select ${columns} from event_log where id > $1 order by id limit $2`,
    [after, limit],
  );
  return rows.map(fromRow);
}

/**
 * Events of one conversation after an id. Safe with any number of writers: events of one
 * conversation share stream locks.
 */
export async function readConversation(
  sql: Sql,
  query: { conversationId: string; after: number; limit: number },
): Promise<RecordedEvent[]> {
  const rows = await sql.rows<LogRow>(
    `select ${columns} from event_log where conversation_id = $1 and id > $2 order by id limit $3`,
    [query.conversationId, query.after, query.limit],
  );
  return rows.map(fromRow);
}

const pageOfEvents = 1_000;

/**
 * All events of one chat up to an id, read page by page. Events of one chat share a stream, so a
 * lower id never appears later.
 */
export async function readChat(
  sql: Sql,
  query: { chatId: string; through: number },
): Promise<RecordedEvent[]> {
  const slice = slices.short();
  const events: RecordedEvent[] = [];
  for (let isMore = true; isMore;) {
    const page = await sql.rows<LogRow>(
      `select ${columns} from event_log where chat_id = $1 and id <= $2 and id > $3 order by id limit ${pageOfEvents}`,
      [query.chatId, query.through, events.at(-1)?.id ?? 0],
    );
    for (const row of page) events.push(fromRow(row));
    isMore = page.length === pageOfEvents;
    await slice.yieldIfDue();
  }
  return events;
}
