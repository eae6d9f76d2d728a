import { iso } from "../domain/ports/clock.ts";
import { pickLanguage } from "../domain/language.ts";
import { engine } from "../domain/principal.ts";
import { say } from "../domain/say.ts";
import { assertFence } from "../store/work/claim.ts";
import { record } from "../store/log/record.ts";
import { type TurnEngine, TurnEnded } from "./engine.ts";
import { notices } from "../domain/notices.ts";
import type { ClaimedLane } from "./start.ts";

/**
 * Closes input that failed too often: a dead letter on record, an apology, and a free lane. It
 * depends on nothing that may have failed before, neither the skill nor the turn's own start.
 */
export async function abandon(on: TurnEngine, lane: ClaimedLane): Promise<void> {
  await on.db.transaction(engine, async (sql) => {
    if (!(await assertFence(sql, { table: "conversation", id: lane.id, fence: lane.fence })))
      throw new TurnEnded("lost");
    const open = await sql.rows<{
      id: string;
      seq: number;
      account_id: string;
      text: string;
      language: string | null;
    }>(
      `select m.id, m.seq, m.account_id, m.text, a.language from message m left join account a on a.id = m.account_id
       where m.conversation_id = $1 and m.direction = 'inbound' and m.seq > $2 order by m.seq`,
      [lane.id, lane.last_closed_inbound_seq],
    );
    const last = open.at(-1);
    if (last === undefined) return;
    const about = {
      conversation_id: lane.id,
      account_id: last.account_id,
      closed_through: last.seq,
      message_ids: open.map(({ id }) => id),
    };
    const envelope = {
      stream: `conversation:${lane.id}`,
      at: iso(on.clock.now()),
      accountId: last.account_id,
      conversationId: lane.id,
    };
    const turnId = lane.running_turn_id ?? undefined;
    const to = {
      conversationId: lane.id,
      accountId: last.account_id,
      channel: lane.provider_type,
      channelAccount: lane.channel_account,
      scope: lane.scope,
      peer: lane.peer,
    };
    const apology = notices.dead_letter[pickLanguage(last.language, last.text)];
    await record(sql, on.projector, [
      turnId === undefined
        ? { ...envelope, kind: "input_abandoned", payload: about }
        : {
            ...envelope,
            kind: "turn_failed",
            turnId,
            payload: { ...about, turn_id: turnId, reason: "dead_letter" },
          },
      ...say(on, {
        to,
        turnId,
        source: "notice",
        segments: [apology],
        now: on.clock.now(),
        expiresMs: on.settings.replyExpiresMs,
      }),
    ]);
    await sql.rows(
      "update conversation set lease_until = null, lease_holder = null, failures = 0, ready_at = null where id = $1",
      [lane.id],
    );
  });
  on.metrics.count("meanwhile_turn_ends_total", { why: "dead_letter" });
  on.db.notify("outbox");
  // Messages that came meanwhile.
  on.db.notify("lane");
  on.db.notify(`log:${lane.id}`);
}
