import type { EventDraft, RecordedEvent } from "../../domain/events/catalogue.ts";
import type { JsonObject } from "../../domain/json.ts";
import { decodeEvent } from "../../domain/events/decode.ts";
import { Refusal } from "../../domain/errors.ts";
import { slices } from "../../domain/slices.ts";
import { type Sql, isViolationOf } from "../database/database.ts";

/**
 * The version the writer expects each stream to have. Streams that are not named are not checked; a
 * named one must be written to, because only the writer's lock keeps the answer valid until the
 * commit.
 */
export type ExpectedVersions = Readonly<Record<string, number>>;

/** A row that this writer has claimed: nothing is appended unless the claim still holds. */
export interface OwnRow {
  readonly table: string;
  readonly id: string;
  readonly fence: number;
  /** What else must be true of it, as SQL over the alias `t`. */
  readonly where?: string | undefined;
  /** A number to read from it as it is locked, as SQL over `t`. */
  readonly read?: string | undefined;
}

/** The claim is over: another worker has the row, or its work has ended. */
export class NoLongerOwned extends Error {
  override readonly name = "NoLongerOwned";
}

type AppendedBy = NonNullable<Sql["by"]> | "anyone";

/**
 * One statement for any number of streams. What two writers could wait for is locked in one order:
 * the writer's own row, then shared rows, then the heads by their names. Steps that there is nothing
 * to do for are left out: at this size a statement costs by its parts, not by its rows.
 */
function appendSql(
  by: AppendedBy,
  { own, isHeld }: { own: OwnRow | undefined; isHeld: boolean },
): string {
  const isOwned = own === undefined ? [] : ["exists (select from own)"];
  const isLocked = isHeld ? [...isOwned, "(select rows from held) >= 0"] : isOwned;
  const earlier = [
    ...(own === undefined ? [] : [ownSql(own)]),
    ...(isHeld ? [lockRowsSql(own === undefined ? "$4" : "$6", isOwned)] : []),
    `head as (${headsBy[by](isLocked.length === 0 ? "true" : isLocked.join(" and "))})`,
  ];
  return `
with ${earlier.join(", ")}
insert into event_log (at, stream, stream_version, kind, payload_json, account_id, conversation_id, chat_id, turn_id, causation_id, idempotency_key)
select d.at, d.stream, head.version - d.after, d.kind, d.payload, d.account_id, d.conversation_id, d.chat_id, d.turn_id, d.causation_id, d.idempotency_key
from head join json_to_recordset($1::json) as d(
  ord int, after int, at timestamptz, stream text, kind text, payload jsonb, account_id text, conversation_id text,
  chat_id text, turn_id text, causation_id text, idempotency_key text) using (stream)
order by d.ord
returning id, stream_version${own?.read === undefined ? "" : ", (select read from own) as read"}`;
}

const ownSql = ({ table, where, read }: OwnRow): string => `own as materialized (
  select ${read === undefined ? "" : `${read} as read `}from ${table} t
  where t.id = $4 and t.fence = $5${where === undefined ? "" : ` and ${where}`} for update
)`;

const lockRowsSql = (
  names: string,
  conditions: readonly string[],
): string => `held as materialized (
  select count(*) as rows from (
    select pg_advisory_xact_lock(row) from (
      select distinct hashtextextended(name, 0) as row from unnest(${names}::text[]) name where ${["true", ...conditions].join(" and ")} order by row
    ) h
  ) l
)`;

const advanceBy =
  (advance: string) =>
  (when: string): string =>
    `select a.stream, a.version from ${advance}(case when ${when} then $2::text[] end, case when ${when} then $3::bigint[] end) a`;

/** The engine moves every stream by itself; the check of an account's own is the database's. */
const headsBy: Readonly<Record<AppendedBy, (when: string) => string>> = {
  engine: (when) => `
  insert into stream_head as h (stream, version)
  select s.stream, s.many from unnest($2::text[], $3::bigint[]) as s(stream, many) where ${when} order by s.stream
  on conflict (stream) do update set version = h.version + excluded.version
  returning h.stream, h.version`,
  account: advanceBy("advance_own_streams"),
  anyone: advanceBy("advance_streams"),
};

interface Conditions {
  readonly expected?: ExpectedVersions | undefined;
  /** Rows that no other transaction may change until the commit. */
  readonly held?: readonly string[] | undefined;
  readonly own?: OwnRow | undefined;
}

export interface Appended {
  readonly events: RecordedEvent[];
  /** What was read from the writer's own row. */
  readonly read: number | undefined;
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
  if (drafts.length === 0) return { events: [], read: undefined };
  const counts = new Map<string, number>();
  for (const { stream } of drafts) counts.set(stream, (counts.get(stream) ?? 0) + 1);
  const left = new Map(counts);
  const rows = drafts.map((draft, ord) => ({
    ord,
    after: countDown(left, draft.stream),
    at: draft.at,
    stream: draft.stream,
    kind: draft.kind,
    payload: draft.payload,
    account_id: draft.accountId,
    conversation_id: draft.conversationId,
    chat_id: draft.chatId,
    turn_id: draft.turnId,
    causation_id: draft.causationId,
    idempotency_key: draft.idempotencyKey,
  }));
  const placed = await sql
    .rows<{ id: number; stream_version: number; read?: number }>(
      appendSql(sql.by ?? "anyone", { own, isHeld: held.length > 0 }),
      [
        JSON.stringify(rows),
        [...counts.keys()],
        [...counts.values()],
        ...(own === undefined ? [] : [own.id, own.fence]),
        ...(held.length === 0 ? [] : [held]),
      ],
    )
    .catch((error: unknown) => {
      if (isViolationOf(error, "one_event_per_idempotency_key"))
        throw new Refusal("already_recorded", undefined, "This was already recorded.");
      if ((error as { constraint?: unknown }).constraint === "a_stream_is_its_accounts")
        throw toVersionConflict();
      throw error;
    });
  if (own !== undefined && placed.length === 0)
    throw new NoLongerOwned(`${own.table} ${own.id} is no longer held with fence ${own.fence}`);
  const events = drafts.map((draft, index): RecordedEvent => {
    const place = placed[index];
    if (place === undefined) throw new Error("the log returned fewer rows than were appended");
    return { ...draft, id: place.id, streamVersion: place.stream_version };
  });
  assertExpected(events, expected);
  return { events, read: placed[0]?.read };
}

/** How many events of the stream follow this one in the batch. */
function countDown(left: Map<string, number>, stream: string): number {
  const after = (left.get(stream) ?? 0) - 1;
  left.set(stream, after);
  return after;
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
    ...decodeEvent(row.kind, row.payload_json),
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
