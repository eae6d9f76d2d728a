import { iso } from "../../../domain/ports/clock.ts";
import type { EventDraft } from "../../../domain/events/catalogue.ts";
import { draftStoryEvent, type FactContext } from "../state/story-events.ts";
import type { Beat } from "../beat/beat.ts";
import { findEndAfter } from "./plan-end.ts";
import { isUnattended, findSceneOf } from "../state/scene-membership.ts";
import { toFactContext, type PlayContext } from "../beat/play-context.ts";
import { type ChatState, pickNextNumber, type Scene } from "../state/chat-state.ts";
import type { Plan } from "../state/plan-state.ts";

export const beatTimer = "scene_beat";

export function setPlanTimer(
  { chat, now }: FactContext,
  planId: string,
  waitMs: number,
): EventDraft {
  const id = `scene:${planId}`;
  const payload = {
    id,
    kind: beatTimer,
    account_id: chat.accountId,
    conversation_id: null,
    due_at: iso(now + waitMs),
  };
  return {
    stream: `timer:${id}`,
    kind: "timer_set",
    at: iso(now),
    accountId: chat.accountId,
    payload,
  };
}

/** Cancels the plan's timer, which would otherwise close its scene. */
export function cancelPlanTimer({ chat, now }: FactContext, planId: string): EventDraft {
  const id = `scene:${planId}`;
  return {
    stream: `timer:${id}`,
    kind: "timers_fired",
    at: iso(now),
    accountId: chat.accountId,
    payload: { ids: [id] },
  };
}

/** After an unattended beat: records progress, and the end of the plan if a condition is met. */
export async function advancePlan(
  on: PlayContext,
  plan: Plan,
  of: { readonly scene: Scene; readonly beat: Beat },
): Promise<EventDraft[]> {
  const moment = toFactContext(on);
  const advanced = draftStoryEvent(moment, "scene_plan_advanced", {
    id: plan.id,
    beats_done: plan.beatsDone + 1,
  });
  const end = await findEndAfter(on, plan, of);
  if (end === undefined)
    return [advanced, setPlanTimer(moment, plan.id, plan.details.everySeconds * 1_000)];
  return [advanced, ...endPlan(moment, plan, end)];
}

/** Ends a plan; its scene is closed by the timer that follows. */
export const endPlan = (
  moment: FactContext,
  { id }: Plan,
  end: { readonly reason: string; readonly why?: string | undefined },
): EventDraft[] => [
  draftStoryEvent(moment, "scene_plan_ended", {
    id,
    reason: end.reason,
    ...(end.why === undefined ? {} : { why: end.why }),
  }),
  setPlanTimer(moment, id, 0),
];

/**
 * Starts the scenes that are due by the story's clock. `opened` scene numbers are already taken by
 * scenes opened in the same transaction.
 */
export function startDueScenes(
  moment: FactContext,
  state: ChatState,
  at: { readonly clock: string; readonly opened: number },
): EventDraft[] {
  const { clock, opened } = at;
  let sceneId = pickNextNumber(state.scenes) + opened;
  const parent = [...state.scenes.values()].findLast(
    ({ kind, closedAt }) => kind === "you" && closedAt === null,
  );
  const isDue = ({ status, startsAt }: Plan): boolean =>
    status === "waiting" && startsAt !== null && Date.parse(startsAt) <= Date.parse(clock);
  const taken = new Set<string>();
  // Scenes whose characters are in an unattended scene wait until that one ends.
  const isFree = ({ details: { participants } }: Plan): boolean => {
    const free = participants.every(
      (id) => !taken.has(id) && !isUnattended(state, findSceneOf(state, id) ?? 0),
    );
    if (free) for (const id of participants) taken.add(id);
    return free;
  };
  return [...state.plans.values()]
    .filter((plan) => isDue(plan) && isFree(plan))
    .flatMap((plan) => {
      const [host, guest, ...others] = plan.details.participants;
      const started = draftStoryEvent(moment, "meanwhile_scene_started", {
        scene_id: sceneId,
        parent_scene_id: parent?.id ?? null,
        container_id: plan.details.containerId ?? parent?.containerId ?? null,
        host_bot_id: host ?? state.host,
        guest_bot_id: guest ?? state.guest,
        participants: others,
        ...(plan.startsAt === null ? {} : { started_at: plan.startsAt }),
      });
      const begun = draftStoryEvent(moment, "scene_plan_begun", { id: plan.id, scene_id: sceneId });
      sceneId += 1;
      return [started, begun, setPlanTimer(moment, plan.id, plan.details.everySeconds * 1_000)];
    });
}
