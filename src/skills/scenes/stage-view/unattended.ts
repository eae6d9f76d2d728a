import type { PreparedDecision } from "../../../domain/ports/decisions.ts";
import type { ChatDecision } from "../brought/withdraw-brought.ts";
import { Refusal } from "../../../domain/errors.ts";
import type { JsonObject } from "../../../domain/json.ts";
import { readChatState } from "../state/chat-states.ts";
import { draftStoryEvent } from "../state/story-events.ts";
import { type People, readPeople } from "../state/people.ts";
import { setPlanTimer, cancelPlanTimer } from "../plans/plans.ts";
import { listPresentBots } from "../state/present.ts";
import { excludeElsewhere } from "../state/scene-membership.ts";
import { type ChatState, chatStream } from "../state/chat-state.ts";
import { serialiseCondition, parseCondition, UnknownName } from "../plans/stop-conditions.ts";
import type { ScenePlan } from "../../../domain/views/stage.ts";

const defaultSeconds = 5;

/** Makes a directed meanwhile scene continue unattended. */
export async function startUnattended(
  at: ChatDecision,
  of: { readonly sceneId: number; readonly plan: ScenePlan },
): Promise<PreparedDecision<JsonObject>> {
  const state = await loadChat(at);
  const scene = state.scenes.get(of.sceneId);
  if (scene === undefined) throw new Refusal("not_found", { field: "scene_id" });
  if (scene.closedAt !== null || scene.kind !== "meanwhile")
    throw new Refusal("invalid_request", {
      field: "scene_id",
      problem: "only an open meanwhile scene can run unattended",
    });
  const isRunning = [...state.plans.values()].some(
    ({ sceneId, status }) => sceneId === scene.id && status === "running",
  );
  if (isRunning)
    throw new Refusal("already_recorded", {
      field: "scene_id",
      problem: "it is already running unattended",
    });
  const moment = { chat: state, now: at.now };
  const {
    beats,
    stop_if: asked = [],
    budget_tokens = null,
    every_seconds = defaultSeconds,
  } = of.plan;
  const people = await readPeople(at.read, at.accountId);
  const stop_if = asked.map((condition) => toStoredCondition(condition, people));
  const details = {
    beats,
    stop_if,
    budget_tokens,
    every_seconds,
    participants: listPresentBots(excludeElsewhere(state, scene)),
    container_id: scene.containerId,
  };
  const payload = { id: at.newId(), scene_id: scene.id, starts_at: null, details };
  return {
    events: [
      draftStoryEvent(moment, "scene_plan_set", payload),
      setPlanTimer(moment, payload.id, 0),
    ],
    expects: { [chatStream(state.id)]: state.version },
    result: payload,
  };
}

function toStoredCondition(asked: string, people: People): string {
  try {
    return serialiseCondition(parseCondition(asked, (name) => people.findId(name)));
  } catch (error) {
    if (error instanceof UnknownName)
      throw new Refusal("invalid_request", { field: "stop_if", problem: error.message });
    throw error;
  }
}

/** Stops unattended beats; the scene stays open. A beat in progress is stopped like any turn. */
export async function stopUnattended(
  at: ChatDecision,
  planId: string,
): Promise<PreparedDecision<JsonObject>> {
  const state = await loadChat(at);
  const plan = state.plans.get(planId);
  if (plan === undefined) throw new Refusal("not_found", { field: "plan" });
  const result = { id: planId, scene_id: plan.sceneId };
  const moment = { chat: state, now: at.now };
  const ended =
    plan.status === "ended"
      ? []
      : [draftStoryEvent(moment, "scene_plan_ended", { id: planId, reason: "stopped" })];
  return {
    events: [...ended, cancelPlanTimer(moment, planId)],
    expects: { [chatStream(state.id)]: state.version },
    result,
  };
}

async function loadChat({ read, accountId, chatId }: ChatDecision): Promise<ChatState> {
  const found = await read.rows("select 1 from chats where account_id = $1 and id = $2", [
    accountId,
    chatId,
  ]);
  const state = found.length === 0 ? undefined : await readChatState(read, chatId);
  if (state === undefined) throw new Refusal("not_found");
  return state;
}
