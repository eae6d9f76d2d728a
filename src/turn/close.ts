import { engine } from "../domain/principal.ts";
import type { Sql } from "../store/database/database.ts";
import { NoLongerOwned } from "../store/log/own-rows.ts";
import { type TurnEngine, TurnEnded } from "./engine.ts";
import type { StartedTurn } from "./start.ts";
import { type TurnEnd, writeEnds, type WrittenEnds } from "./write-ends.ts";

/** Everything that ends a turn. */
interface Closing extends Pick<TurnEnd, "drafts" | "expected"> {
  /**
   * What a skill has drafted is written with the rights of the turn's account. The engine's own drafts
   * name nothing but the turn, its conversation and its account.
   */
  readonly draftedBy: "engine" | "skill";
  /** Its events also belong to other accounts. */
  readonly reachesOthers?: boolean;
  /** Whether other processes may have text of this attempt. Default: true. */
  readonly isShown?: boolean;
}

/**
 * Ends a turn: its events are recorded and its lane is free, in one transaction that only happens
 * while the lane is held. Turns that end together share it.
 */
export async function closeTurn(
  on: TurnEngine,
  turn: StartedTurn,
  closing: Closing,
): Promise<void> {
  on.failpoints.hit("turn.before_commit");
  const { isMoreOpen } = await commit(on, turn, closing).catch((error: unknown) => {
    throw error instanceof NoLongerOwned ? new TurnEnded("lost") : error;
  });
  on.failpoints.hit("turn.committed");
  const first = closing.drafts.find((draft) => draft.kind === "delivery_queued");
  if (first === undefined || !on.queued(first.payload.delivery_id)) on.db.notify("outbox");
  on.db.notify(`log:${turn.lane.id}`);
  if (isMoreOpen) on.db.notify("lane");
}

function commit(on: TurnEngine, turn: StartedTurn, closing: Closing): Promise<WrittenEnds> {
  const { lane, account } = turn;
  const end: TurnEnd = {
    drafts: closing.drafts,
    expected: closing.expected,
    lane,
    throughSeq: turn.window.at(-1)?.seq ?? 0,
    shownTurnId: closing.isShown !== false || turn.attempt > 1 ? turn.id : undefined,
  };
  if (closing.draftedBy === "engine") return on.endTogether(assertOwn(turn, end));
  const run = (sql: Sql): Promise<WrittenEnds> => writeEnds(on, sql, [end]);
  // A group's conversation row belongs to the member who opened it; a turn of another member can't
  // reach it as that member.
  return lane.account_id !== account.id || closing.reachesOthers === true
    ? on.db.transaction(engine, run)
    : on.closeTogether({ accountId: account.id, conversationId: lane.id, run });
}

/** The engine's rights reach every account, so what is written with them is looked at before. */
function assertOwn({ id, lane, account }: StartedTurn, end: TurnEnd): TurnEnd {
  for (const draft of end.drafts) {
    const { account_id: accountId = account.id, conversation_id: conversationId = lane.id } =
      draft.payload as { readonly account_id?: string; readonly conversation_id?: string };
    const isOwn =
      draft.stream === `conversation:${lane.id}` &&
      draft.turnId === id &&
      [draft.accountId, accountId].every((named) => named === account.id) &&
      [draft.conversationId, conversationId].every((named) => named === lane.id);
    if (!isOwn) throw new Error(`the end of turn ${id} has a ${draft.kind} that is not its own`);
  }
  return end;
}
