import { noLongerNeeded } from "../domain/ports/clock.ts";
import { stripThoughts } from "../domain/text.ts";
import { keepLease } from "../store/work/claim.ts";
import { type TurnEngine, TurnEnded } from "./engine.ts";
import type { RunningTurns } from "./running.ts";
import type { StartedTurn } from "./start.ts";

interface HeldWork {
  readonly turn: StartedTurn;
  /** The signal says why the turn has to end. */
  readonly work: (signal: AbortSignal) => Promise<void>;
}

/**
 * Holds a turn while it is worked on: its lease is renewed, it can be aborted, it ends when it takes
 * too long, and the channel shows that an answer is being written.
 */
export async function holdTurn(
  on: TurnEngine,
  running: RunningTurns,
  { turn, work }: HeldWork,
): Promise<void> {
  const abort = new AbortController();
  const end = (why: TurnEnded["why"]): void => abort.abort(new TurnEnded(why));
  const finished = new AbortController();
  const { signal } = finished;
  const lease = { sql: on.db, clock: on.clock, leaseMs: on.settings.leaseMs, signal };
  const keeper = keepLease(lease, turn.held, () => end("lost"));
  running.add(turn.id, end);
  const alarm = on.clock
    .wait(limitOf(on, turn), signal)
    .then(() => signal.aborted || end("timeout"));
  const typing = showTyping(on, turn);
  try {
    await work(abort.signal);
  } finally {
    typing?.end();
    finished.abort(noLongerNeeded);
    running.remove(turn.id);
    await Promise.all([keeper, alarm]);
  }
}

const limitOf = ({ channels, settings }: TurnEngine, { to }: StartedTurn): number =>
  channels.get(to.channel)?.limits.turnTimeoutMs ?? settings.timeoutMs;

function showTyping(
  on: TurnEngine,
  { id, to, window, lane }: StartedTurn,
): { end(): void } | undefined {
  const newest = window.at(-1);
  if (typeof newest?.vendorId !== "string") return undefined;
  return on.channels.get(to.channel)?.typing?.({
    channelAccount: to.channelAccount,
    peer: to.peer,
    scope: to.scope,
    vendorId: newest.vendorId,
    contextToken: newest.payload.context_token,
    turnId: id,
    shown: () => stripThoughts(on.streams.shownHere(lane.id)),
  });
}
