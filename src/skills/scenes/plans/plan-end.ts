import type { EventDraft } from "../../../domain/events.ts";
import type { Beat } from "../beat/beat.ts";
import { edgeAfter } from "../state/edges.ts";
import { text } from "../state/payload.ts";
import { sceneClock } from "../state/present.ts";
import type { Playing } from "../beat/playing.ts";
import { type ChatState, edgeKey, type Plan, type Scene } from "../state/chat-state.ts";
import { holds, keptAs, keptCondition, type StopCondition } from "./stop-conditions.ts";
import { minutesBetween, nextTime } from "../state/story-clock.ts";

/** Why a plan ends here. `why` is the condition that was met, and by what. */
export interface PlanEnd {
  readonly reason: "stop_word" | "edge" | "entered" | "left" | "time" | "beats" | "budget";
  readonly why?: string | undefined;
}

interface Looked {
  readonly on: Playing;
  readonly plan: Plan;
  readonly scene: Scene;
  /** Of the beat that was just played, and nothing before one. */
  readonly beat?: Beat | undefined;
  readonly done: number;
}

/** Before a beat: whoever came or went meanwhile, and the hour, may have ended it already. */
export async function endBefore(
  on: Playing,
  plan: Plan,
  scene: Scene,
): Promise<PlanEnd | undefined> {
  return firstMet({ on, plan, scene, done: plan.beatsDone });
}

export async function endAfter(
  on: Playing,
  plan: Plan,
  of: { readonly scene: Scene; readonly beat: Beat },
): Promise<PlanEnd | undefined> {
  return firstMet({ on, plan, ...of, done: plan.beatsDone + 1 });
}

async function firstMet(at: Looked): Promise<PlanEnd | undefined> {
  const { details } = at.plan;
  for (const kept of details.stopIf) {
    const met = await metBy(at, keptAs(kept));
    if (met !== undefined) return met;
  }
  if (at.done >= details.beats) return { reason: "beats" };
  if (at.beat === undefined || details.budgetTokens === null) return undefined;
  return (await spent(at)) >= details.budgetTokens ? { reason: "budget" } : undefined;
}

async function metBy(at: Looked, condition: StopCondition): Promise<PlanEnd | undefined> {
  const asked = keptCondition(condition);
  switch (condition.kind) {
    case "edge": {
      // What they feel now is what they felt when it was asked for: only a beat can change that.
      if (at.beat === undefined) return undefined;
      const now = feelingAfter(at.on.state, at.beat.events, condition);
      return holds(condition.is, now, condition.value)
        ? { reason: "edge", why: `${asked}: ${Math.round(now)}` }
        : undefined;
    }
    case "entered":
    case "left": {
      const wasThere = at.plan.details.participants.includes(condition.who);
      const isThere = at.scene.present.has(condition.who);
      const met = condition.kind === "entered" ? isThere && !wasThere : wasThere && !isThere;
      return met ? { reason: condition.kind, why: asked } : undefined;
    }
    case "minutes":
      return minutesBetween(at.scene.startedAt, clockAfter(at)) >= condition.minutes
        ? { reason: "time", why: asked }
        : undefined;
    case "until":
      return Date.parse(clockAfter(at)) >= Date.parse(nextTime(at.scene.startedAt, condition))
        ? { reason: "time", why: asked }
        : undefined;
    case "beats":
      return at.done >= condition.beats ? { reason: "beats", why: asked } : undefined;
    case "budget":
      return at.beat !== undefined && (await spent(at)) >= condition.tokens
        ? { reason: "budget", why: asked }
        : undefined;
    case "word":
    default:
      return at.beat?.text.toLowerCase().includes(condition.word.toLowerCase()) === true
        ? { reason: "stop_word", why: asked }
        : undefined;
  }
}

/** The scene's time once the beat is told. */
const clockAfter = ({ on, scene, beat }: Looked): string =>
  beat?.events.map(({ payload }) => text(payload, "story_time")).findLast((time) => time !== "") ??
  sceneClock(on.state, scene);

/** What one feels for the other once the beat is told; those who never met begin in the middle. */
function feelingAfter(
  state: ChatState,
  events: readonly EventDraft[],
  of: Extract<StopCondition, { kind: "edge" }>,
): number {
  const moved = events.filter(
    ({ kind, payload }) =>
      kind === "edge_update" &&
      payload["source_id"] === of.source &&
      payload["target_id"] === of.target,
  );
  const edge = moved.reduce(
    (before, draft) => edgeAfter(before, { ...draft, id: 0, streamVersion: 0 }),
    state.edges.get(edgeKey(of.source, of.target)),
  );
  return edge?.[of.what] ?? 50;
}

async function spent({ on, plan }: Looked): Promise<number> {
  const [row] = await on.turn.read.rows<{ tokens: number }>(
    `select coalesce(sum(coalesce(input_tokens, 0) + coalesce(output_tokens, 0)), 0) as tokens from model_call
     where chat_id = $1 and started_at >= $2`,
    [on.state.id, plan.at],
  );
  return row?.tokens ?? 0;
}
