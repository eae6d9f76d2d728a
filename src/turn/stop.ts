import { iso } from "../domain/ports/clock.ts";
import type { EventBody, EventDraft } from "../domain/events/catalogue.ts";
import { pickLanguage } from "../domain/language.ts";
import { type Recipient, say } from "../domain/say.ts";
import type { StoppedTurn } from "../domain/skill.ts";
import type { StopResult } from "../domain/turn.ts";
import type { Sql } from "../store/database/database.ts";
import type { LockedLane } from "../store/work/lane-lock.ts";
import type { TurnEngine } from "./engine.ts";
import { type Notice, notices } from "../domain/notices.ts";

/** A locked conversation, with what its transaction has done to it so far. */
export interface Lane extends LockedLane {
  /** Messages that this transaction is about to write. */
  readonly arrived?: readonly { readonly id: string; readonly seq: number }[];
  /** This transaction has stopped the lane before. */
  readonly stopped?: boolean;
}

export interface Stopped {
  readonly drafts: EventDraft[];
  readonly result: StopResult;
  /** The lane's input is closed up to here once the drafts are recorded. */
  readonly closedSeq: number;
}

type StopOn = Pick<TurnEngine, "clock" | "chance" | "settings" | "partsOf" | "skills">;

/**
 * Ends what the conversation is doing, from any process, in the stopper's own transaction. The
 * fence rises, so the process that runs the turn finds it stale and writes nothing, whether it
 * listens to its abort signal or not.
 *
 *   running     the turn ends as stopped, its window is closed, the lane is free
 *   waiting     the input that no turn has taken yet is closed
 *   delivering  parts that were not handed over yet are withdrawn
 */
export async function stopLane(on: StopOn, sql: Sql, lane: Lane): Promise<Stopped> {
  if (lane.runningTurnId !== null)
    return stopTurn(on, sql, { ...lane, runningTurnId: lane.runningTurnId });
  if (lane.latestSeq > lane.closedSeq) {
    const ids = await inputIds(sql, lane, lane.latestSeq);
    await raiseFence(sql, lane.id);
    const payload = { conversation_id: lane.id, closed_through: lane.latestSeq, message_ids: ids };
    return {
      drafts: [draft(on, lane, { kind: "input_stopped", payload })],
      result: "stopped",
      closedSeq: lane.latestSeq,
    };
  }
  if (lane.stopped === true)
    return { drafts: [], result: "nothing_to_stop", closedSeq: lane.closedSeq };
  return { ...(await withdrawParts(on, sql, lane)), closedSeq: lane.closedSeq };
}

/**
 * Newer input replaces the running turn: nothing it decided happens, and its input stays open for
 * the next one.
 */
export async function supersedeLane(
  on: StopOn,
  sql: Sql,
  of: { lane: Lane; bySeq: number },
): Promise<EventDraft[]> {
  const turnId = of.lane.runningTurnId;
  if (turnId === null) return [];
  await raiseFence(sql, of.lane.id);
  // The turn before its frames, in the order in which a frame takes them.
  await sql.rows("select from turn where id = $1 for update", [turnId]);
  await keepWhatWasRead(sql, turnId);
  const payload = {
    turn_id: turnId,
    conversation_id: of.lane.id,
    account_id: of.lane.runningAccountId ?? of.lane.accountId,
    by_seq: of.bySeq,
    reason: "newer_inbound",
  };
  return [draft(on, of.lane, { kind: "turn_superseded", payload, turnId })];
}

/**
 * For vendors that show it: the shown text is kept outside of the log, where the answer continues
 * elsewhere.
 */
async function keepWhatWasRead(sql: Sql, turnId: string): Promise<void> {
  await sql.rows(
    `with shown as (delete from turn_stream where turn_id = $1 returning turn_id, without_thoughts(text) as text)
     update answer_stream s set read_before = shown.text from shown join turn t on t.id = shown.turn_id
       join message m on m.conversation_id = t.conversation_id and m.direction = 'inbound' and m.seq = t.input_to_seq
     where s.provider_type = m.provider_type and s.channel_account = m.channel_account and s.vendor_id = m.causal_inbound_event_id`,
    [turnId],
  );
}

/** A fixed sentence of the spine, queued like any other message. */
export function noticeDrafts(
  on: StopOn,
  lane: Lane,
  what: { notice: Notice; sample: string; language: string | null },
): EventDraft[] {
  const to: Recipient = { ...lane, conversationId: lane.id };
  const text = notices[what.notice][pickLanguage(what.language, what.sample)];
  return say(on, {
    to,
    source: "notice",
    segments: [text],
    now: on.clock.now(),
    expiresMs: on.settings.replyExpiresMs,
  });
}

async function stopTurn(
  on: StopOn,
  sql: Sql,
  lane: Lane & { runningTurnId: string },
): Promise<Stopped> {
  const [turn] = await sql.rows<{ input_to_seq: number; account_id: string; text: string | null }>(
    `select t.input_to_seq, t.account_id, s.text from turn t left join turn_stream s on s.turn_id = t.id where t.id = $1 for update of t`,
    [lane.runningTurnId],
  );
  const through = turn?.input_to_seq ?? lane.latestSeq;
  const ids = await inputIds(sql, lane, through);
  await raiseFence(sql, lane.id);
  await sql.rows("delete from turn_stream where turn_id = $1", [lane.runningTurnId]);
  const stopped = draft(on, lane, {
    kind: "turn_stopped",
    turnId: lane.runningTurnId,
    payload: {
      turn_id: lane.runningTurnId,
      conversation_id: lane.id,
      account_id: turn?.account_id ?? lane.accountId,
      closed_through: through,
      message_ids: ids,
      reason: "stopped_by_person",
      shown_text: turn?.text ?? "",
    },
  });
  const left = await draftLeftovers(on, { sql, lane, through }, turn?.text ?? "");
  return { drafts: [stopped, ...left], result: "stopped", closedSeq: through };
}

/** The skill that had the turn decides whether anything of it is kept. */
async function draftLeftovers(
  on: StopOn,
  { sql, lane, through }: { sql: Sql; lane: Lane & { runningTurnId: string }; through: number },
  shownText: string,
): Promise<EventDraft[]> {
  const asked = on.skills.filter((skill) => skill.stopped !== undefined);
  if (asked.length === 0) return [];
  const window = await sql.rows<StoppedTurn["window"][number]>(
    `select id, event_id as "eventId", text, payload from message
     where conversation_id = $1 and direction = 'inbound' and seq > $2 and seq <= $3 order by seq`,
    [lane.id, lane.closedSeq, through],
  );
  const { runningTurnId: turnId, id: conversationId, accountId, scope } = lane;
  const of: StoppedTurn = {
    turnId,
    conversationId,
    accountId,
    scope,
    shownText,
    window,
    read: sql,
    now: on.clock.now(),
    newId: () => on.chance.id(),
  };
  const drafts: EventDraft[] = [];
  for (const skill of asked) drafts.push(...((await skill.stopped?.(of)) ?? []));
  return drafts;
}

/** Waiting parts are withdrawn; a part that is being sent may arrive, but is not tried again. */
async function withdrawParts(
  on: StopOn,
  sql: Sql,
  lane: Lane,
): Promise<Omit<Stopped, "closedSeq">> {
  const parts = await sql.rows<{
    id: string;
    status: "pending" | "sending";
    message_id: string | null;
    turn_id: string | null;
  }>(
    `select id, status, message_id, turn_id from delivery_attempt
     where conversation_id = $1 and status in ('pending', 'sending') and delivery_source = 'reply' order by ordinal for update`,
    [lane.id],
  );
  if (parts.some(({ status }) => status === "pending")) {
    const drafts = parts.map(({ id, status, message_id, turn_id }) =>
      draft(on, lane, {
        kind: status === "pending" ? "delivery_withdrawn" : "delivery_last_try",
        payload: { delivery_id: id, message_id },
        turnId: turn_id ?? undefined,
      }),
    );
    return { drafts, result: "stopped" };
  }
  const since = iso(on.clock.now() - 10_000);
  const recent = await sql.rows(
    `select 1 from turn where conversation_id = $1 and completed_at > $2 and status = 'committed' limit 1`,
    [lane.id, since],
  );
  return { drafts: [], result: recent.length > 0 ? "already_finished" : "nothing_to_stop" };
}

async function inputIds(sql: Sql, lane: Lane, through: number): Promise<string[]> {
  const rows = await sql.rows<{ id: string }>(
    `select id from message where conversation_id = $1 and direction = 'inbound' and seq > $2 and seq <= $3 order by seq`,
    [lane.id, lane.closedSeq, through],
  );
  return [
    ...rows,
    ...(lane.arrived ?? []).filter(({ seq }) => seq > lane.closedSeq && seq <= through),
  ].map((row) => row.id);
}

async function raiseFence(sql: Sql, conversationId: string): Promise<void> {
  await sql.rows(
    "update conversation set fence = fence + 1, lease_until = null, lease_holder = null, failures = 0, ready_at = null where id = $1",
    [conversationId],
  );
}

function draft(
  on: StopOn,
  lane: Lane,
  event: EventBody & { readonly turnId?: string | undefined },
): EventDraft {
  return {
    stream: `conversation:${lane.id}`,
    at: iso(on.clock.now()),
    accountId: lane.accountId,
    conversationId: lane.id,
    ...event,
  };
}
