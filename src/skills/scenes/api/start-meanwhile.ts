import type { Language } from "../../../domain/language.ts";
import type { PreparedDecision } from "../../../domain/ports/decisions.ts";
import { Refusal } from "../../../domain/errors.ts";
import type { ScenePlan } from "../../../domain/events/story.ts";
import type { JsonObject } from "../../../domain/json.ts";
import type { MeanwhileStart } from "../../../domain/views/scenes.ts";
import type { ChatDecision } from "../brought/withdraw-brought.ts";
import { readChatState } from "../state/chat-states.ts";
import { assertKnownBots, assertPlace } from "./validate-ids.ts";
import { draftStoryEvent } from "../state/story-events.ts";
import { type People, readPeople } from "../state/people.ts";
import { setPlanTimer } from "../plans/plans.ts";
import { isUnattended, findSceneOf } from "../state/scene-membership.ts";
import { type ChatState, chatStream, pickNextNumber, you } from "../state/chat-state.ts";
import { serialiseCondition, parseCondition, UnknownName } from "../plans/stop-conditions.ts";

const defaultSeconds = 30;

/** Starts a scene without the person: now or at a time of the story, directed or unattended. */
export async function startMeanwhile(
  at: ChatDecision,
  start: MeanwhileStart,
): Promise<PreparedDecision<JsonObject>> {
  const state = await readChatState(at.read, at.chatId);
  if (state === undefined) throw new Refusal("not_found");
  const people = await readPeople(at.read, at.accountId, state);
  await assertKnownBots(at, listNamedBots(start));
  assertPlace(state, start.container_id);
  return draftMeanwhile({ state, now: at.now, newId: () => at.newId(), people }, start);
}

const listNamedBots = ({
  host_bot_id,
  guest_bot_id,
  participants = [],
}: MeanwhileStart): { field: string; value: string }[] => [
  ...(host_bot_id === undefined ? [] : [{ field: "host_bot_id", value: host_bot_id }]),
  ...(guest_bot_id === undefined ? [] : [{ field: "guest_bot_id", value: guest_bot_id }]),
  ...participants.filter((id) => id !== you).map((value) => ({ field: "participants", value })),
];

export interface MeanwhileContext {
  readonly state: ChatState;
  readonly now: number;
  readonly people: People;
  /**
   * The chat-app conversation to notify when a stop condition is met; otherwise the person sees it
   * on return.
   */
  readonly tell?: { readonly conversation_id: string; readonly language: Language } | undefined;
  newId(): string;
}

export function draftMeanwhile(
  at: MeanwhileContext,
  start: MeanwhileStart,
): PreparedDecision<JsonObject> {
  const { state } = at;
  const participants = listParticipants(state, start);
  const moment = { chat: state, now: at.now };
  const expects = { [chatStream(state.id)]: state.version };
  const planId = at.newId();
  const details = toDetails(at, start, participants);
  if (start.starts_at !== undefined) {
    const payload = { id: planId, scene_id: null, starts_at: start.starts_at, details };
    return {
      events: [draftStoryEvent(moment, "scene_plan_set", payload)],
      expects,
      result: payload,
    };
  }
  assertCanCome(at, participants);
  const parent = [...state.scenes.values()].findLast(
    ({ kind, closedAt }) => kind === "you" && closedAt === null,
  );
  const [host, guest, ...others] = participants;
  const scene = {
    scene_id: pickNextNumber(state.scenes),
    parent_scene_id: parent?.id ?? null,
    host_bot_id: host ?? state.host,
    guest_bot_id: guest ?? null,
    ...(others.length === 0 ? {} : { participants: others }),
    container_id: start.container_id ?? parent?.containerId ?? null,
    started_at: start.started_at ?? state.clock,
  };
  const started = draftStoryEvent(moment, "meanwhile_scene_started", scene);
  if (start.unattended === undefined)
    return { events: [started], expects, result: started.payload };
  const plan = draftStoryEvent(moment, "scene_plan_set", {
    id: planId,
    scene_id: scene.scene_id,
    starts_at: null,
    details,
  });
  return {
    events: [started, plan, setPlanTimer(moment, planId, 0)],
    expects,
    result: { ...started.payload, plan_id: planId },
  };
}

/** An unattended scene keeps its characters until it ends. */
function assertCanCome({ state, people }: MeanwhileContext, ids: readonly string[]): void {
  for (const id of ids) {
    const current = findSceneOf(state, id);
    if (current !== undefined && isUnattended(state, current))
      throw new Refusal("in_another_scene", { id, name: people.nameOf(id), scene_id: current });
  }
}

/** Host first, then the guest, without the person. */
function listParticipants(state: ChatState, start: MeanwhileStart): string[] {
  const host = start.host_bot_id ?? start.participants?.[0] ?? state.host;
  const guest = start.guest_bot_id ?? (start.participants === undefined ? state.guest : null);
  const cast = [
    ...new Set([host, ...(guest === null ? [] : [guest]), ...(start.participants ?? [])]),
  ].filter((id) => id !== you);
  if (cast.length < 2)
    throw new Refusal("invalid_request", {
      field: "participants",
      problem: "a meanwhile scene needs two bots",
    });
  return cast;
}

function toDetails(
  { people, tell }: MeanwhileContext,
  { unattended, container_id }: MeanwhileStart,
  participants: readonly string[],
): ScenePlan {
  return {
    beats: unattended?.beats ?? 6,
    stop_if: (unattended?.stop_if ?? []).map((asked) => toStoredCondition(asked, people)),
    budget_tokens: unattended?.budget_tokens ?? null,
    every_seconds: unattended?.every_seconds ?? defaultSeconds,
    participants,
    container_id: container_id ?? null,
    ...(tell === undefined ? {} : { tell }),
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
