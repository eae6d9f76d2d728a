import { fromStoredPayload, type StoredColumns } from "../../src/store/log/stored-payload.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import type { AcceptOutcome } from "../../src/domain/message.ts";
import { rebuild } from "../../src/store/log/rebuild.ts";
import type { Sql } from "../../src/store/database/database.ts";
import type { ConnectionSettings } from "../../src/store/database/postgres-database.ts";
import { productProjector } from "../../src/main/projections.ts";
import type { PostedCall, PostOffice, Shown } from "../vendors/post-office.ts";
import { ownersConnection } from "../../src/store/database/owner.ts";
import type { Ended, CrashInstance } from "./instance.ts";
import type { InstancePlan, Posted } from "./instance-process.ts";

/** One call of a person's vendor. No status: no answer came, so it is unknown whether the message is in. */
export interface ClientEntry extends Posted {
  readonly status: number | undefined;
  readonly answer: AcceptOutcome | undefined;
}

/** All that is known when a test is over: what people sent and how it was answered, what they saw, and what the database says. */
export interface History extends Tables {
  readonly client: readonly ClientEntry[];
  readonly calls: readonly PostedCall[];
  readonly shown: readonly Shown[];
  readonly vendorComplaints: readonly string[];
  /** Channels that never send again what is in doubt. */
  readonly keeps: readonly string[];
  /** Tables that a rebuild from the log makes otherwise than they are. */
  readonly unlikeTheLog: readonly string[];
  readonly processes: readonly { readonly ended: Ended; readonly errors: readonly string[] }[];
}

export interface Tables {
  readonly events: readonly LoggedEvent[];
  readonly messages: readonly MessageRow[];
  readonly conversations: readonly ConversationRow[];
  readonly turns: readonly TurnRow[];
  readonly commands: readonly CommandRow[];
  readonly deliveries: readonly DeliveryRow[];
}

export interface LoggedEvent {
  readonly id: number;
  readonly kind: string;
  readonly conversation: string | null;
  readonly turn: string | null;
  readonly payload: JsonObject;
  /** Events with the same one were committed together. */
  readonly transaction: string;
  readonly at: string;
  readonly key: string | null;
  /** The process that wrote it, where that is known. */
  readonly by?: string | undefined;
}

export interface MessageRow {
  readonly id: string;
  readonly conversation: string;
  readonly turn: string | null;
  readonly direction: "inbound" | "outbound";
  readonly seq: number | null;
  readonly channel: string;
  readonly vendorId: string | null;
  readonly text: string;
  readonly endedAs: string | null;
}

export interface ConversationRow {
  readonly id: string;
  readonly latest: number;
  readonly closed: number;
  readonly runningTurn: string | null;
  readonly leased: boolean;
}

export interface TurnRow {
  readonly id: string;
  readonly conversation: string;
  readonly status: string;
  readonly skill: string | null;
  readonly disposition: string | null;
  readonly from: number;
}

export interface CommandRow {
  readonly turn: string;
  readonly status: string;
  readonly payload: JsonObject;
}

export interface DeliveryRow {
  readonly id: string;
  readonly conversation: string;
  readonly turn: string | null;
  readonly message: string | null;
  readonly channel: string;
  readonly peer: string;
  readonly ordinal: number;
  readonly source: string;
  readonly status: string;
  readonly text: string;
  readonly key: string;
  readonly vendorId: string | null;
  readonly hasDueTime: boolean;
  readonly leased: boolean;
  readonly mergedInto: string | null;
}

export async function readTables(sql: Sql): Promise<Tables> {
  return {
    events: await readEvents(sql),
    messages: await sql.rows(
      `select id, conversation_id as conversation, turn_id as turn, direction, seq, provider_type as channel,
         causal_inbound_event_id as "vendorId", text, ended_as as "endedAs" from message order by event_id`,
    ),
    conversations: await sql.rows(
      `select id, latest_inbound_seq as latest, last_closed_inbound_seq as closed, running_turn_id as "runningTurn",
         lease_until is not null as leased from conversation order by id`,
    ),
    turns: await sql.rows(
      `select t.id, t.conversation_id as conversation, t.status, t.skill, o.disposition, t.input_from_seq as "from"
       from turn t left join output_disposition o on o.turn_id = t.id order by t.started_at, t.id`,
    ),
    commands: await sql.rows(
      `select turn_id as turn, status, command_payload as payload from staged_command order by id`,
    ),
    deliveries: await sql.rows(
      `select id, conversation_id as conversation, turn_id as turn, message_id as message, provider_type as channel, peer, ordinal,
         delivery_source as source, status, text, provider_idempotency_key as key, provider_message_id as "vendorId",
         next_attempt_at is not null as "hasDueTime", lease_until is not null as leased,
         merged_into as "mergedInto"
       from delivery_attempt order by ordinal`,
    ),
  };
}

type StoredEvent = Omit<LoggedEvent, "payload"> & StoredColumns;

/** Events as they were recorded: with the words of their message, and what their columns say. */
async function readEvents(sql: Sql): Promise<readonly LoggedEvent[]> {
  const stored = await sql.rows<StoredEvent>(
    `select id, kind, account_id, conversation_id, turn_id, payload_json, conversation_id as conversation, turn_id as turn,
       xmin::text as transaction, at, idempotency_key as key
     from event_log order by id`,
  );
  const texts = new Map(
    stored
      .filter(({ kind }) => kind === "message_sent")
      .map(({ payload_json: sent }) => [sent["id"], sent["text"]]),
  );
  return stored.map(({ payload_json, account_id, conversation_id, turn_id, ...event }) => {
    const columns = { kind: event.kind, payload_json, account_id, conversation_id, turn_id };
    const payload = fromStoredPayload(columns);
    const text = texts.get(payload["message_id"]);
    return event.kind === "delivery_queued" && text !== undefined
      ? { ...event, payload: { text, ...payload } }
      : { ...event, payload };
  });
}

export type Stored = Tables & Pick<History, "unlikeTheLog">;

export async function readStored(connection: ConnectionSettings): Promise<Stored> {
  return ownersConnection(connection, async (sql) => ({
    ...(await readTables(sql)),
    unlikeTheLog: await unlikeTheLog(sql),
  }));
}

interface Witnesses {
  readonly channels: InstancePlan["channels"];
  readonly client: readonly ClientEntry[];
  readonly post: PostOffice;
  readonly instances: readonly CrashInstance[];
}

/** Waits for every process to end: only then is its last word known. */
export async function historyOf(stored: Stored, seen: Witnesses): Promise<History> {
  return {
    ...stored,
    client: [...seen.client],
    calls: [...seen.post.calls],
    shown: [...seen.post.ledger],
    vendorComplaints: [...seen.post.violations],
    keeps: Object.keys(seen.channels).filter((name) => seen.channels[name] === "keep"),
    processes: await Promise.all(
      seen.instances.map(async ({ ended, errors }) => ({ ended: await ended, errors })),
    ),
  };
}

/** Rebuilds everything, compares, and leaves the tables as they were. */
export async function unlikeTheLog(sql: Sql): Promise<string[]> {
  await sql.rows("begin");
  const report = await rebuild(sql, productProjector());
  await sql.rows("rollback");
  return report.tables.filter((table) => !table.same).map((table) => table.table);
}
