import type { Language } from "../domain/language.ts";
import { plainName } from "../domain/plain-name.ts";
import { iso } from "../domain/ports/clock.ts";
import type { EventDraft } from "../domain/events/catalogue.ts";
import { engine } from "../domain/principal.ts";
import type { Recipient } from "../domain/say.ts";
import type { AccountView, WindowMessage } from "../domain/skill.ts";
import { anyOf, type Sql } from "../store/database/database.ts";
import { assertFence, type Held } from "../store/work/claim.ts";
import { record } from "../store/log/record.ts";
import { type TurnEngine, TurnEnded } from "./engine.ts";

/** A conversation that this worker holds: its fence goes into every write that follows. */
export interface ClaimedLane {
  readonly id: string;
  readonly account_id: string;
  readonly provider_type: string;
  readonly channel_account: string;
  readonly scope: string;
  readonly peer: string;
  readonly last_closed_inbound_seq: number;
  readonly running_turn_id: string | null;
  readonly cleared_through_event: number;
  readonly fence: number;
  /** Failed attempts since the last success. */
  readonly failures: number;
}

export interface StartedTurn {
  readonly id: string;
  readonly held: Held;
  readonly lane: ClaimedLane;
  readonly to: Recipient;
  readonly account: AccountView;
  readonly attempt: number;
  readonly window: readonly WindowMessage[];
  /** The clock of the turn. */
  readonly now: number;
}

/** A message of a window as it is read, with its person. */
export interface WindowRow extends Omit<WindowMessage, "id"> {
  readonly messageId: string;
  readonly accountId: string;
  readonly displayName: string | null;
  readonly language: Language | null;
  readonly timezone: string | null;
  readonly linkHosts: readonly string[] | null;
}

/** Everything not yet closed, by SQL that names the conversation and where it is closed. */
export const windowSql = (conversation: string, closed: string): string =>
  `select m.id as "messageId", m.account_id as "accountId", m.seq, m.event_id as "eventId", m.text, m.sender_name as "senderName", m.payload, m.created_at as at,
     m.causal_inbound_event_id as "vendorId", a.display_name as "displayName", a.language, a.default_timezone as timezone,
     a.link_hosts as "linkHosts"
   from message m left join account a on a.id = m.account_id
   where m.conversation_id = ${conversation} and m.direction = 'inbound' and m.seq > ${closed}
   order by m.seq limit 500`;

/**
 * In a shared conversation a window holds one person's messages; the next person's wait for the
 * next turn.
 */
export function ownWindow<R extends WindowRow>(open: readonly R[]): readonly R[] {
  const stranger = open.findIndex((message) => message.accountId !== open[0]?.accountId);
  return stranger === -1 ? open : open.slice(0, stranger);
}

/** Takes everything not yet closed as the turn's input. */
export async function startTurn(
  on: TurnEngine,
  lane: ClaimedLane,
): Promise<StartedTurn | undefined> {
  const held: Held = { table: "conversation", id: lane.id, fence: lane.fence };
  return on.db.transaction(engine, async (sql) => {
    const open = sql.rows<WindowRow>(windowSql("$1", "$2"), [
      lane.id,
      lane.last_closed_inbound_seq,
    ]);
    const [ours, window] = await Promise.all([assertFence(sql, held), open]);
    if (!ours) throw new TurnEnded("lost");
    if (window.length === 0) return undefined;
    const left = await findUnfinished(
      sql,
      lane.running_turn_id === null ? [] : [lane.running_turn_id],
    );
    const { turn, draft } = begin(on, lane, { window: ownWindow(window), left });
    await record(sql, on.projector, [draft]);
    return turn;
  });
}

interface Begun {
  readonly turn: StartedTurn;
  readonly draft: EventDraft;
}

/** A turn that a crash left running continues as its next attempt. The window is not empty. */
export function begin(
  on: TurnEngine,
  lane: ClaimedLane,
  from: { readonly window: readonly WindowRow[]; readonly left: ReadonlyMap<string, number> },
): Begun {
  const now = on.clock.now();
  const [first, last] = [from.window[0] as WindowRow, from.window.at(-1) as WindowRow];
  const before = from.left.get(lane.running_turn_id ?? "");
  const turnId = before === undefined ? on.chance.id() : (lane.running_turn_id as string);
  const attempt = (before ?? 0) + 1;
  const { accountId, displayName, language, timezone, linkHosts } = first;
  const draft: EventDraft = {
    stream: `conversation:${lane.id}`,
    kind: before === undefined ? "turn_started" : "turn_restarted",
    at: iso(now),
    accountId,
    conversationId: lane.id,
    turnId,
    payload: {
      turn_id: turnId,
      conversation_id: lane.id,
      account_id: accountId,
      // With the fence, because newer input of another member may replace a turn without changing
      // its window.
      trigger_id: `inbound:${last.messageId}:${lane.fence}`,
      trigger_type: "inbound",
      mode: "interactive",
      attempt,
      fence: lane.fence,
      from_seq: first.seq,
      to_seq: last.seq,
    },
  };
  const turn: StartedTurn = {
    id: turnId,
    held: { table: "conversation", id: lane.id, fence: lane.fence },
    lane,
    to: listener(lane, accountId),
    account: {
      id: accountId,
      displayName: plainName(displayName),
      language,
      timezone: timezone ?? "UTC",
      linkHosts: linkHosts ?? [],
    },
    attempt,
    window: from.window.map(messageOf),
    now,
  };
  return { turn, draft };
}

const messageOf = ({
  messageId: id,
  seq,
  eventId,
  text,
  senderName,
  payload,
  at,
  vendorId,
}: WindowRow): WindowMessage => ({
  id,
  seq,
  eventId,
  text,
  senderName,
  payload,
  at,
  vendorId,
});

/** Turns that a crash left running, or that were handed back, with their last attempt. */
export async function findUnfinished(
  sql: Sql,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await sql.rows<{ id: string; attempt: number }>(
    `select id, attempt from turn where id = ${anyOf("$1")} and completed_at is null`,
    [ids],
  );
  return new Map(rows.map(({ id, attempt }) => [id, attempt]));
}

function listener(lane: ClaimedLane, accountId: string): Recipient {
  return {
    conversationId: lane.id,
    accountId,
    channel: lane.provider_type,
    channelAccount: lane.channel_account,
    scope: lane.scope,
    peer: lane.peer,
  };
}
