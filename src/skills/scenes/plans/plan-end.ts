import { isDraftOf } from "../../../domain/events/catalogue.ts";
import type { Beat } from "../beat/beat.ts";
import { evolveEdge } from "../state/edges.ts";
import type { ChatEventDraft } from "../state/events.ts";
import { readSceneClock } from "../state/present.ts";
import type { PlayContext } from "../beat/play-context.ts";
import { type ChatState, edgeKey, type Scene } from "../state/chat-state.ts";
import type { Plan } from "../state/plan-state.ts";
import {
  isMet,
  parseStoredCondition,
  serialiseCondition,
  type StopCondition,
} from "./stop-conditions.ts";
import { countMinutesBetween, findNextTime } from "../state/story-clock.ts";

/** Why a plan ends. `why` is the condition that was met, and what met it. */
export interface PlanEnd {
  readonly reason: "stop_word" | "edge" | "entered" | "left" | "time" | "beats" | "budget";
  readonly why?: string | undefined;
}

interface EndCheck {
  readonly on: PlayContext;
  readonly plan: Plan;
  readonly scene: Scene;
  /** The beat that was just played; undefined before a beat. */
  readonly beat?: Beat | undefined;
  readonly done: number;
}

/** Before a beat: arrivals, departures or the time may already have ended the plan. */
export async function findEndBefore(
  on: PlayContext,
  plan: Plan,
  scene: Scene,
): Promise<PlanEnd | undefined> {
  return findFirstMet({ on, plan, scene, done: plan.beatsDone });
}

export async function findEndAfter(
  on: PlayContext,
  plan: Plan,
  of: { readonly scene: Scene; readonly beat: Beat },
): Promise<PlanEnd | undefined> {
  return findFirstMet({ on, plan, ...of, done: plan.beatsDone + 1 });
}

async function findFirstMet(at: EndCheck): Promise<PlanEnd | undefined> {
  const { details } = at.plan;
  for (const kept of details.stopIf) {
    const met = await checkCondition(at, parseStoredCondition(kept));
    if (met !== undefined) return met;
  }
  if (at.done >= details.beats) return { reason: "beats" };
  if (at.beat === undefined || details.budgetTokens === null) return undefined;
  return (await countSpentTokens(at)) >= details.budgetTokens ? { reason: "budget" } : undefined;
}

async function checkCondition(
  at: EndCheck,
  condition: StopCondition,
): Promise<PlanEnd | undefined> {
  const why = serialiseCondition(condition);
  const end = (isMetNow: boolean, reason: PlanEnd["reason"]): PlanEnd | undefined =>
    isMetNow ? { reason, why } : undefined;
  switch (condition.kind) {
    case "edge":
      return checkFeeling(at, condition, why);
    case "entered":
    case "left":
      return end(hasMoved(at, condition), condition.kind);
    case "minutes":
      return end(
        countMinutesBetween(at.scene.startedAt, readClockAfter(at)) >= condition.minutes,
        "time",
      );
    case "until":
      return end(
        Date.parse(readClockAfter(at)) >= Date.parse(findNextTime(at.scene.startedAt, condition)),
        "time",
      );
    case "beats":
      return end(at.done >= condition.beats, "beats");
    case "budget":
      return end(
        at.beat !== undefined && (await countSpentTokens(at)) >= condition.tokens,
        "budget",
      );
    case "word":
    default:
      return end(
        at.beat?.replies.some(({ text }) =>
          text.toLowerCase().includes(condition.word.toLowerCase()),
        ) === true,
        "stop_word",
      );
  }
}

/** Feelings change only through a beat, so they are not checked before one. */
function checkFeeling(
  { beat, on }: EndCheck,
  condition: Extract<StopCondition, { kind: "edge" }>,
  asked: string,
): PlanEnd | undefined {
  if (beat === undefined) return undefined;
  const now = computeFeelingAfter(on.state, beat.events, condition);
  return isMet(condition.is, now, condition.value)
    ? { reason: "edge", why: `${asked}: ${Math.round(now)}` }
    : undefined;
}

function hasMoved(
  { plan, scene }: EndCheck,
  { kind, who }: Extract<StopCondition, { kind: "entered" | "left" }>,
): boolean {
  const wasThere = plan.details.participants.includes(who);
  const isThere = scene.present.has(who);
  return kind === "entered" ? isThere && !wasThere : wasThere && !isThere;
}

/** The scene's time after the beat. */
const readClockAfter = ({ on, scene, beat }: EndCheck): string =>
  beat?.events.map(readStoryTime).findLast((time) => time !== "") ??
  readSceneClock(on.state, scene);

const readStoryTime = ({ payload }: ChatEventDraft): string =>
  "story_time" in payload ? (payload.story_time ?? "") : "";

/** A feeling after the beat. It starts at the midpoint. */
function computeFeelingAfter(
  state: ChatState,
  events: readonly ChatEventDraft[],
  of: Extract<StopCondition, { kind: "edge" }>,
): number {
  const moved = events
    .filter((draft) => isDraftOf(draft, "edge_update"))
    .filter(({ payload }) => payload.source_id === of.source && payload.target_id === of.target);
  const edge = moved.reduce(
    (before, { payload }) => evolveEdge(before, { id: 0, payload }),
    state.edges.get(edgeKey(of.source, of.target)),
  );
  return edge?.[of.what] ?? 50;
}

async function countSpentTokens({ on, plan }: EndCheck): Promise<number> {
  const [row] = await on.turn.read.rows<{ tokens: number }>(
    `select coalesce(sum(coalesce(input_tokens, 0) + coalesce(output_tokens, 0)), 0) as tokens from model_call
     where chat_id = $1 and started_at >= $2`,
    [on.state.id, plan.at],
  );
  return row?.tokens ?? 0;
}
