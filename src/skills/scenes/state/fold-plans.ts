import type { PayloadOf, RecordedEvent } from "../../../domain/events/catalogue.ts";
import type { ChatState } from "./chat-state.ts";
import type { Plan, PlanDetails } from "./plan-state.ts";

export const planKinds = [
  "scene_plan_set",
  "scene_plan_begun",
  "scene_plan_advanced",
  "scene_plan_ended",
] as const;

/** Folds unattended scenes: the plan, its progress and its end. */
export function foldPlan(state: ChatState, event: RecordedEvent<(typeof planKinds)[number]>): void {
  const plan = state.plans.get(event.payload.id);
  switch (event.kind) {
    case "scene_plan_set":
      return void state.plans.set(event.payload.id, toPlan(event));
    case "scene_plan_begun":
      if (plan !== undefined)
        Object.assign(plan, { sceneId: event.payload.scene_id, status: "running" });
      return;
    case "scene_plan_advanced":
      if (plan !== undefined) plan.beatsDone = event.payload.beats_done;
      return;
    case "scene_plan_ended":
      if (plan !== undefined)
        Object.assign(plan, { status: "ended", endedWhy: event.payload.why || null });
      return;
    default:
      event satisfies never;
  }
}

function toPlan({ id: eventId, at, payload }: RecordedEvent<"scene_plan_set">): Plan {
  const startsAt = payload.starts_at || null;
  return {
    id: payload.id,
    startsAt,
    details: readPlan(payload.details),
    at,
    eventId,
    sceneId: payload.scene_id ?? null,
    beatsDone: 0,
    status: startsAt === null ? "running" : "waiting",
    endedWhy: null,
  };
}

export function readPlan(details: PayloadOf<"scene_plan_set">["details"]): PlanDetails {
  const { tell } = details;
  const conversationId = tell?.conversation_id ?? "";
  return {
    beats: details.beats,
    stopIf: details.stop_if,
    budgetTokens: details.budget_tokens ?? null,
    everySeconds: details.every_seconds ?? 60,
    participants: details.participants ?? [],
    containerId: details.container_id ?? null,
    tell:
      conversationId === ""
        ? null
        : { conversationId, language: tell?.language === "zh" ? "zh" : "en" },
  };
}
