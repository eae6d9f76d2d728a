import type { DeskJob } from "../../../domain/ports/decisions.ts";
import { Refusal } from "../../../domain/errors.ts";
import type { Payload } from "../../../domain/events.ts";
import type { ScenePlan } from "../../../domain/views/scenes.ts";
import { readChatState } from "../state/chat-states.ts";
import { chatFact } from "../state/story-events.ts";
import { type People, readPeople } from "../state/people.ts";
import { planTimer, planTimerGone } from "../plans/plans.ts";
import { presentBots } from "../state/present.ts";
import { withoutTheElsewhere } from "../state/rooms.ts";
import { type ChatState, chatStream } from "../state/chat-state.ts";
import { keptCondition, readCondition, UnknownName } from "../plans/stop-conditions.ts";

type At = Parameters<DeskJob<unknown>>[0] & { readonly accountId: string; readonly chatId: string };
type Done<T> = Awaited<ReturnType<DeskJob<T>>>;

const fewSeconds = 5;

/** The person leans back: a scene without them, which they directed so far, goes on by itself for a while. */
export async function letTalk(
  at: At,
  of: { readonly sceneId: number; readonly plan: ScenePlan },
): Promise<Done<Payload>> {
  const state = await chatOf(at);
  const scene = state.scenes.get(of.sceneId);
  if (scene === undefined) throw new Refusal("not_found", "", { field: "scene_id" });
  if (scene.closedAt !== null || scene.kind !== "meanwhile")
    throw new Refusal("invalid_request", "", {
      field: "scene_id",
      problem: "only an open meanwhile scene goes on by itself",
    });
  const isRunning = [...state.plans.values()].some(
    ({ sceneId, status }) => sceneId === scene.id && status === "running",
  );
  if (isRunning)
    throw new Refusal("already_recorded", "", {
      field: "scene_id",
      problem: "it goes on by itself already",
    });
  const moment = { chat: state, now: at.now };
  const { beats, stop_if: asked = [], budget_tokens = null, every_seconds = fewSeconds } = of.plan;
  const people = await readPeople(at.read, at.accountId);
  const stop_if = asked.map((condition) => kept(condition, people));
  const details = {
    beats,
    stop_if,
    budget_tokens,
    every_seconds,
    participants: presentBots(withoutTheElsewhere(state, scene)),
    container_id: scene.containerId,
  };
  const payload = { id: at.newId(), scene_id: scene.id, starts_at: null, details };
  return {
    events: [chatFact(moment, "scene_plan_set", payload), planTimer(moment, payload.id, 0)],
    expects: { [chatStream(state.id)]: state.version },
    result: payload,
  };
}

function kept(asked: string, people: People): string {
  try {
    return keptCondition(readCondition(asked, (name) => people.idOf(name)));
  } catch (error) {
    if (error instanceof UnknownName)
      throw new Refusal("invalid_request", "", { field: "stop_if", problem: error.message });
    throw error;
  }
}

/** No further beat comes by itself; the scene stays open. One that is being played is stopped like any turn. */
export async function hush(at: At, planId: string): Promise<Done<Payload>> {
  const state = await chatOf(at);
  const plan = state.plans.get(planId);
  if (plan === undefined) throw new Refusal("not_found", "", { field: "plan" });
  const result = { id: planId, scene_id: plan.sceneId };
  const moment = { chat: state, now: at.now };
  const ended =
    plan.status === "ended"
      ? []
      : [chatFact(moment, "scene_plan_ended", { id: planId, reason: "stopped" })];
  return {
    events: [...ended, planTimerGone(moment, planId)],
    expects: { [chatStream(state.id)]: state.version },
    result,
  };
}

async function chatOf({ read, accountId, chatId }: At): Promise<ChatState> {
  const found = await read.rows("select 1 from chats where account_id = $1 and id = $2", [
    accountId,
    chatId,
  ]);
  const state = found.length === 0 ? undefined : await readChatState(read, chatId);
  if (state === undefined) throw new Refusal("not_found", "");
  return state;
}
