import type { RecordedEvent } from "../../../domain/events.ts";
import { number, optionalText, planIn, text } from "./payload.ts";
import type { ChatState } from "./chat-state.ts";

/** Scenes that go on by themselves: what was asked for, how far it is, and its end. */
export function keepPlan(
  state: ChatState,
  { kind, id: eventId, at, payload }: RecordedEvent,
): void {
  const id = text(payload, "id");
  const plan = state.plans.get(id);
  if (kind === "scene_plan_set") {
    const startsAt = optionalText(payload, "starts_at");
    const status = startsAt === null ? "running" : "waiting";
    const sceneId = number(payload, "scene_id");
    state.plans.set(id, {
      id,
      startsAt,
      details: planIn(payload),
      at,
      eventId,
      sceneId,
      beatsDone: 0,
      status,
      endedWhy: null,
    });
  }
  if (plan === undefined) return;
  if (kind === "scene_plan_begun")
    Object.assign(plan, { sceneId: number(payload, "scene_id"), status: "running" });
  if (kind === "scene_plan_advanced")
    plan.beatsDone = number(payload, "beats_done") ?? plan.beatsDone;
  if (kind === "scene_plan_ended")
    Object.assign(plan, { status: "ended", endedWhy: optionalText(payload, "why") });
}
