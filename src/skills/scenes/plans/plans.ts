import { iso } from "../../../domain/ports/clock.ts";
import type { EventDraft } from "../../../domain/events.ts";
import { chatFact, type Moment } from "../state/story-events.ts";
import type { Beat } from "../beat/beat.ts";
import { endAfter } from "./plan-end.ts";
import { isUnattended, roomOf } from "../state/rooms.ts";
import { momentOf, type Playing } from "../beat/playing.ts";
import { type ChatState, nextNumber, type Plan, type Scene } from "../state/chat-state.ts";

export const beatTimer = "scene_beat";

/** When the plan is looked at again. */
export function planTimer({ chat, now }: Moment, planId: string, waitMs: number): EventDraft {
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

/** It is looked at no more: what is due at the end of a plan is the end of its scene. */
export function planTimerGone({ chat, now }: Moment, planId: string): EventDraft {
  const id = `scene:${planId}`;
  return {
    stream: `timer:${id}`,
    kind: "timers_fired",
    at: iso(now),
    accountId: chat.accountId,
    payload: { ids: [id] },
  };
}

/** A beat that nobody asked for is done: how far the plan is, and whether and why it ends here. */
export async function planAfter(
  on: Playing,
  plan: Plan,
  of: { readonly scene: Scene; readonly beat: Beat },
): Promise<EventDraft[]> {
  const moment = momentOf(on);
  const advanced = chatFact(moment, "scene_plan_advanced", {
    id: plan.id,
    beats_done: plan.beatsDone + 1,
  });
  const end = await endAfter(on, plan, of);
  if (end === undefined)
    return [advanced, planTimer(moment, plan.id, plan.details.everySeconds * 1_000)];
  return [advanced, ...planEnded(moment, plan, end)];
}

/** The end of a plan; its scene is closed by the timer that follows. */
export const planEnded = (
  moment: Moment,
  { id }: Plan,
  end: { readonly reason: string; readonly why?: string | undefined },
): EventDraft[] => [
  chatFact(moment, "scene_plan_ended", {
    id,
    reason: end.reason,
    ...(end.why === undefined ? {} : { why: end.why }),
  }),
  planTimer(moment, id, 0),
];

/** Scenes that were to begin by now, by the story's clock. So many numbers are taken by scenes that open with them. */
export function scenesThatBegin(
  moment: Moment,
  state: ChatState,
  at: { readonly clock: string; readonly opened: number },
): EventDraft[] {
  const { clock, opened } = at;
  let sceneId = nextNumber(state.scenes) + opened;
  const parent = [...state.scenes.values()].findLast(
    ({ kind, closedAt }) => kind === "you" && closedAt === null,
  );
  const isDue = ({ status, startsAt }: Plan): boolean =>
    status === "waiting" && startsAt !== null && Date.parse(startsAt) <= Date.parse(clock);
  const taken = new Set<string>();
  // Whoever is in a scene that goes on by itself comes when that one is over.
  const isFree = ({ details: { participants } }: Plan): boolean => {
    const free = participants.every(
      (id) => !taken.has(id) && !isUnattended(state, roomOf(state, id) ?? 0),
    );
    if (free) for (const id of participants) taken.add(id);
    return free;
  };
  return [...state.plans.values()]
    .filter((plan) => isDue(plan) && isFree(plan))
    .flatMap((plan) => {
      const [host, guest, ...others] = plan.details.participants;
      const started = chatFact(moment, "meanwhile_scene_started", {
        scene_id: sceneId,
        parent_scene_id: parent?.id ?? null,
        container_id: plan.details.containerId ?? parent?.containerId ?? null,
        host_bot_id: host ?? state.host,
        guest_bot_id: guest ?? state.guest,
        participants: others,
        started_at: plan.startsAt,
      });
      const begun = chatFact(moment, "scene_plan_begun", { id: plan.id, scene_id: sceneId });
      sceneId += 1;
      return [started, begun, planTimer(moment, plan.id, plan.details.everySeconds * 1_000)];
    });
}
