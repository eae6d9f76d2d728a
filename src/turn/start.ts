import { iso } from "../domain/clock.ts";
import type { EventDraft } from "../domain/events.ts";
import { engine } from "../domain/principal.ts";
import type { Listener } from "../domain/say.ts";
import type { AccountView, WindowMessage } from "../domain/skill.ts";
import type { Sql } from "../store/database.ts";
import { assertFence, type Held } from "../store/claim.ts";
import { record } from "../store/record.ts";
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
  /** Attempts that ended by a fault, since the last one that ended well. */
  readonly failures: number;
}

export interface StartedTurn {
  readonly id: string;
  readonly held: Held;
  readonly lane: ClaimedLane;
  readonly to: Listener;
  readonly account: AccountView;
  readonly attempt: number;
  readonly window: readonly WindowMessage[];
  /** The clock of the turn. */
  readonly now: number;
}

interface WindowRow extends WindowMessage {
  readonly accountId: string;
  readonly displayName: string | null;
  readonly language: "zh" | "en" | null;
  readonly timezone: string | null;
}

/** Takes everything not yet closed as the turn's input. A turn that a crash left running goes on as its next attempt. */
export async function startTurn(on: TurnEngine, lane: ClaimedLane): Promise<StartedTurn | undefined> {
  const held: Held = { table: "conversation", id: lane.id, fence: lane.fence };
  const now = on.clock.now();
  return on.db.transaction(engine, async (sql) => {
    const [ours, window] = await Promise.all([assertFence(sql, held), readWindow(sql, lane)]);
    if (!ours) throw new TurnEnded("lost");
    const first = window[0];
    const last = window.at(-1);
    if (first === undefined || last === undefined) return undefined;
    const left = lane.running_turn_id === null ? undefined : await leftRunning(sql, lane.running_turn_id);
    const turnId = left?.id ?? on.chance.id();
    const attempt = (left?.attempt ?? 0) + 1;
    const bounds = { from_seq: first.seq, to_seq: last.seq };
    const draft: EventDraft = {
      stream: `conversation:${lane.id}`,
      kind: left === undefined ? "turn_started" : "turn_restarted",
      at: iso(now),
      accountId: first.accountId,
      conversationId: lane.id,
      turnId,
      payload: {
        turn_id: turnId,
        conversation_id: lane.id,
        account_id: first.accountId,
        // With the fence: newer input of somebody else may take a turn's place without changing its window.
        trigger_id: `inbound:${last.id}:${lane.fence}`,
        trigger_type: "inbound",
        mode: "interactive",
        attempt,
        fence: lane.fence,
        ...bounds,
      },
    };
    await record(sql, on.projector, [draft]);
    const account = { id: first.accountId, displayName: first.displayName, language: first.language, timezone: first.timezone ?? "UTC" };
    return { id: turnId, held, lane, to: listener(lane, first.accountId), account, attempt, window, now };
  });
}

/** In a shared conversation a window holds one person's messages; the next person's wait for the next turn. */
async function readWindow(sql: Sql, lane: ClaimedLane): Promise<WindowRow[]> {
  const open = await sql.rows<WindowRow>(
    `select m.id, m.account_id as "accountId", m.seq, m.event_id as "eventId", m.text, m.sender_name as "senderName", m.payload, m.created_at as at, m.causal_inbound_event_id as "vendorId",
       a.display_name as "displayName", a.language, a.default_timezone as timezone
     from message m left join account a on a.id = m.account_id
     where m.conversation_id = $1 and m.direction = 'inbound' and m.seq > $2
     order by m.seq limit 500`,
    [lane.id, lane.last_closed_inbound_seq],
  );
  const stranger = open.findIndex((message) => message.accountId !== open[0]?.accountId);
  return stranger === -1 ? open : open.slice(0, stranger);
}

/** The turn that a crash left running, or that was handed back. */
async function leftRunning(sql: Sql, id: string): Promise<{ id: string; attempt: number } | undefined> {
  const [turn] = await sql.rows<{ id: string; attempt: number }>("select id, attempt from turn where id = $1 and completed_at is null", [
    id,
  ]);
  return turn;
}

function listener(lane: ClaimedLane, accountId: string): Listener {
  return {
    conversationId: lane.id,
    accountId,
    channel: lane.provider_type,
    channelAccount: lane.channel_account,
    scope: lane.scope,
    peer: lane.peer,
  };
}
