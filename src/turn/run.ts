import type { Span } from "../domain/ports/spans.ts";
import { Refusal } from "../domain/errors.ts";
import { abandon } from "./abandon.ts";
import { commitTurn, type Decided } from "./commit.ts";
import { decide } from "./decide.ts";
import { type TurnEngine, untilAborted } from "./engine.ts";
import { holdTurn } from "./hold.ts";
import { readyWindow } from "./ready-window.ts";
import type { RunningTurns } from "./running.ts";
import { handBack, settle } from "./settle.ts";
import { speakReply } from "./spoken-reply.ts";
import { startTurn, type StartedTurn } from "./start.ts";
import type { TakenLane } from "./take.ts";

/**
 * The life of a turn:
 *
 *   claimed and started → decided → committed
 *                 ╰────────┴─ stopped or superseded elsewhere: the fence is stale, nothing is written
 *                 ╰────────┴─ too long, or no answer from the model: the person is notified, nothing else happens
 *                 ╰────────┴─ this process ends or fails: the lane is handed back, the next attempt starts over
 *
 * Input that failed too often is abandoned, in whatever step it failed: the person is notified, and
 * the next message is processed.
 */
export async function runTurn(
  on: TurnEngine,
  running: RunningTurns,
  { lane, turn: started }: TakenLane,
): Promise<void> {
  try {
    if (lane.failures >= on.settings.maxAttempts) return await abandon(on, lane);
    const turn = started ?? (await startTurn(on, lane));
    if (turn === undefined) return await handBack(on, lane, { failed: false });
    on.failpoints.hit("turn.started");
    on.db.notify(`log:${lane.id}`);
    await holdTurn(on, running, { turn, work: (signal) => answer(on, turn, signal) });
  } catch (error) {
    await settle(on, { lane }, error);
  }
}

/** No transaction is open while files are fetched and while the skill and its model work. */
async function answer(on: TurnEngine, turn: StartedTurn, signal: AbortSignal): Promise<void> {
  const startMs = on.clock.now();
  const trace = (attributes: Span["attributes"], failure?: string): void =>
    on.metrics.span?.({
      step: "turn",
      of: { turnId: turn.id },
      startMs,
      endMs: on.clock.now(),
      attributes: { ...attributes, "meanwhile.messages": turn.window.length },
      failure,
    });
  try {
    const ready = await untilAborted(signal, readyWindow(on, turn, signal));
    const { skill, result } = await decideAndCommit(on, ready, signal);
    on.metrics.count("meanwhile_turns_total", { end: result.disposition, skill });
    observeAnswer(on, turn);
    trace({ "meanwhile.skill": skill, "meanwhile.end": result.disposition });
  } catch (error) {
    trace({}, error instanceof Error ? error.name : "error");
    await settle(on, { lane: turn.lane, turn }, error);
  }
}

/** From the first message of the window, as people wait for it. */
function observeAnswer(on: TurnEngine, { window: [first] }: StartedTurn): void {
  if (first === undefined) return;
  const ms = Math.max(0, on.clock.now() - Date.parse(first.at));
  on.metrics.observe("meanwhile_answer_seconds", ms / 1_000);
}

/**
 * The rows that a decision was based on may have changed meanwhile, such as a reminder that fired
 * while its owner cancelled it. Then the turn decides again.
 */
async function decideAndCommit(
  on: TurnEngine,
  turn: StartedTurn,
  signal: AbortSignal,
): Promise<Decided> {
  let isShown = false;
  for (let tries = 1; ; tries += 1) {
    const decided = await decide(on, turn, signal);
    isShown ||= decided.isShown;
    const { result } = decided;
    const spoken = await untilAborted(signal, speakReply(on, turn, { result, signal }));
    try {
      await commitTurn(on, turn, { ...decided, isShown, spoken });
      return decided;
    } catch (error) {
      const isStale = error instanceof Refusal && error.code === "version_conflict";
      if (!isStale || tries >= 3) throw error;
      on.metrics.count("meanwhile_turn_decided_again_total", {});
    }
  }
}
