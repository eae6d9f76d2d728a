import type { EventDraft } from "../../domain/events/catalogue.ts";
import type { Sql } from "../database/database.ts";
import { type OwnRows, ownSql } from "./own-rows.ts";
import { manyRows } from "./row-writes.ts";
import { listSentTexts, toStoredPayload } from "./stored-payload.ts";
import { asArray, toArray } from "./table-shapes.ts";

type AppendedBy = NonNullable<Sql["by"]> | "anyone";

interface Appending {
  readonly drafts: readonly EventDraft[];
  readonly own: OwnRows | undefined;
  readonly held: readonly string[];
}

interface AppendSql {
  readonly text: string;
  readonly params: readonly unknown[];
}

/**
 * One statement for any number of streams. What two writers could wait for is locked in one order:
 * the writer's own rows, then shared rows, then the heads by their names. Steps that there is nothing
 * to do for are left out: at this size a statement costs by its parts, not by its rows.
 */
export function appendSql(by: AppendedBy, { drafts, own, held }: Appending): AppendSql {
  const params: unknown[] = [];
  const place = (value: unknown): string => `$${params.push(value)}`;
  const counts = countByStream(drafts);
  const events = eventsSql(toRows(drafts, counts), place);
  const streams = place([...counts.keys()]);
  const many = place([...counts.values()]);
  const ours = own && ownSql(own, place);
  const isOurs = ours === undefined ? [] : [ours.isHeld];
  const isLocked = held.length === 0 ? isOurs : [...isOurs, "(select rows from held) >= 0"];
  const when = isLocked.length === 0 ? "true" : isLocked.join(" and ");
  const steps = [
    ...(ours === undefined ? [] : [`own as materialized (${ours.query})`]),
    ...(held.length === 0 ? [] : [lockRowsSql(place(held), isOurs)]),
    `head as (${headsBy[by]({ streams, many, when })})`,
  ];
  const text = `
with ${steps.join(", ")}
insert into event_log (at, stream, stream_version, kind, payload_json, account_id, conversation_id, chat_id, turn_id, causation_id, idempotency_key)
select d.at, d.stream, head.version - d.after, d.kind, d.payload, d.account_id, d.conversation_id, d.chat_id, d.turn_id, d.causation_id, d.idempotency_key
from head join ${events} using (stream)
order by d.ord
returning id, stream_version${ours?.isRaised === undefined ? "" : `, ${ours.isRaised} as is_raised`}`;
  return { text, params };
}

function countByStream(drafts: readonly EventDraft[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { stream } of drafts) counts.set(stream, (counts.get(stream) ?? 0) + 1);
  return counts;
}

type EventRow = ReturnType<typeof toRows>[number];

/** Each with the number of events of its stream that follow it in the batch. */
function toRows(drafts: readonly EventDraft[], counts: ReadonlyMap<string, number>) {
  const left = new Map(counts);
  const texts = listSentTexts(drafts);
  return drafts.map((draft, ord) => {
    const after = (left.get(draft.stream) ?? 0) - 1;
    left.set(draft.stream, after);
    return {
      ord,
      after,
      at: draft.at,
      stream: draft.stream,
      kind: draft.kind,
      payload: toStoredPayload(draft, texts),
      account_id: draft.accountId,
      conversation_id: draft.conversationId,
      chat_id: draft.chatId,
      turn_id: draft.turnId,
      causation_id: draft.causationId,
      idempotency_key: draft.idempotencyKey,
    };
  });
}

const eventColumns: readonly (readonly [name: keyof EventRow, type: string])[] = [
  ["ord", "int"],
  ["after", "int"],
  ["at", "timestamptz"],
  ["stream", "text"],
  ["kind", "text"],
  ["payload", "jsonb"],
  ["account_id", "text"],
  ["conversation_id", "text"],
  ["chat_id", "text"],
  ["turn_id", "text"],
  ["causation_id", "text"],
  ["idempotency_key", "text"],
];

/**
 * The events as a list named `d`: few as JSON, many as an array for each column, whichever the
 * server reads with less work.
 */
function eventsSql(rows: readonly EventRow[], place: (value: unknown) => string): string {
  if (rows.length < manyRows) {
    const typed = eventColumns.map(([name, type]) => `${name} ${type}`).join(", ");
    return `json_to_recordset(${place(JSON.stringify(rows))}::json) as d(${typed})`;
  }
  const arrays = eventColumns.map(([name, type]) => {
    const values = rows.map((row) => row[name] ?? null);
    const texts = name === "payload" ? values.map((value) => JSON.stringify(value)) : values;
    return asArray(place(toArray(texts)), type);
  });
  return `unnest(${arrays.join(", ")}) as d(${eventColumns.map(([name]) => name).join(", ")})`;
}

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

interface Heads {
  readonly streams: string;
  readonly many: string;
  /** What must be true for them to move. */
  readonly when: string;
}

const advanceBy =
  (advance: string) =>
  ({ streams, many, when }: Heads): string =>
    `select a.stream, a.version from ${advance}(case when ${when} then ${streams}::text[] end, case when ${when} then ${many}::bigint[] end) a`;

/** The engine moves every stream by itself; the check of an account's own is the database's. */
const headsBy: Readonly<Record<AppendedBy, (heads: Heads) => string>> = {
  engine: ({ streams, many, when }) => `
  insert into stream_head as h (stream, version)
  select s.stream, s.many from unnest(${streams}::text[], ${many}::bigint[]) as s(stream, many) where ${when} order by s.stream
  on conflict (stream) do update set version = h.version + excluded.version
  returning h.stream, h.version`,
  account: advanceBy("advance_own_streams"),
  anyone: advanceBy("advance_streams"),
};
