import type { Firing, TimerKind, TimerOutcome } from "../../../domain/timers.ts";
import { enqueueTurn, lockScope, toFeelingsScope } from "../api/internal-turns.ts";
import { feelingsTimer, toLineId } from "../beat/later-feelings.ts";

interface LineRow {
  readonly id: string;
  readonly chat_id: string;
  readonly account_id: string;
}

/**
 * After a beat: each due timer enqueues a turn in the feelings lane of its chat. Lines that were
 * rewound meanwhile are in no table.
 */
export function createFeelingsTimer(): TimerKind {
  return {
    kind: feelingsTimer,
    async fire(due, on) {
      const lines = await on.read.rows<LineRow>(
        `select t.id, t.chat_id, c.account_id from scene_turns t join chats c on c.id = t.chat_id
         where t.id = any($1) order by t.chat_id, t.event_id`,
        [due.map(({ id }) => toLineId(id))],
      );
      const fired: TimerOutcome[] = [];
      for (const [chatId, of] of Map.groupBy(lines, ({ chat_id }) => chat_id))
        fired.push(await enqueueLines(on, chatId, of));
      return fired;
    },
  };
}

async function enqueueLines(
  on: Firing,
  chatId: string,
  lines: readonly LineRow[],
): Promise<TimerOutcome> {
  const accountId = lines[0]?.account_id ?? "";
  const scope = toFeelingsScope(chatId);
  let lane = await lockScope(on.read, scope);
  const events: TimerOutcome["events"][number][] = [];
  for (const { id } of lines) {
    const { drafts, conversationId } = enqueueTurn(
      { lane, chatId, accountId, now: on.now, newId: () => on.newId(), scope },
      { op: "feel", lineId: id },
    );
    events.push(...drafts);
    lane = { id: conversationId, latest: (lane?.latest ?? 0) + 1, busy: true };
  }
  return { accountId, events, words: undefined };
}
