import type { DeskJob } from "../../../domain/ports/decisions.ts";
import { Refusal } from "../../../domain/errors.ts";
import type { Payload } from "../../../domain/events.ts";
import type { MeanwhileStart } from "../../../domain/views/scenes.ts";
import { readChatState } from "../state/chat-states.ts";
import { assertKnownBots, assertPlace } from "./validate-ids.ts";
import { chatFact } from "../state/story-events.ts";
import { type People, readPeople } from "../state/people.ts";
import { planTimer } from "../plans/plans.ts";
import { isUnattended, roomOf } from "../state/rooms.ts";
import { type ChatState, chatStream, nextNumber, you } from "../state/chat-state.ts";
import { keptCondition, readCondition, UnknownName } from "../plans/stop-conditions.ts";

type At = Parameters<DeskJob<unknown>>[0] & { readonly accountId: string; readonly chatId: string };
type Done<T> = Awaited<ReturnType<DeskJob<T>>>;

const fewSeconds = 30;

/** A scene without the person: now or at a time of the story, told by them or going on by itself. */
export async function startMeanwhile(at: At, start: MeanwhileStart): Promise<Done<Payload>> {
  const state = await readChatState(at.read, at.chatId);
  if (state === undefined) throw new Refusal("not_found", "");
  const people = await readPeople(at.read, at.accountId);
  await assertKnownBots(at, namedIn(start));
  assertPlace(state, start.container_id);
  return meanwhileOf({ state, now: at.now, newId: () => at.newId(), people }, start);
}

const namedIn = ({
  host_bot_id,
  guest_bot_id,
  participants = [],
}: MeanwhileStart): { field: string; value: string }[] => [
  ...(host_bot_id === undefined ? [] : [{ field: "host_bot_id", value: host_bot_id }]),
  ...(guest_bot_id === undefined ? [] : [{ field: "guest_bot_id", value: guest_bot_id }]),
  ...participants.filter((id) => id !== you).map((value) => ({ field: "participants", value })),
];

export interface MeanwhileOn {
  readonly state: ChatState;
  readonly now: number;
  readonly people: People;
  /** Where the person is told when what they named comes to pass; else they are told when they are back. */
  readonly tell?: { readonly conversation_id: string; readonly language: "zh" | "en" } | undefined;
  newId(): string;
}

export function meanwhileOf(at: MeanwhileOn, start: MeanwhileStart): Done<Payload> {
  const { state } = at;
  const participants = castOf(state, start);
  const moment = { chat: state, now: at.now };
  const expects = { [chatStream(state.id)]: state.version };
  const planId = at.newId();
  const details = detailsOf(at, start, participants);
  if (start.starts_at !== undefined) {
    const payload = { id: planId, scene_id: null, starts_at: start.starts_at, details };
    return { events: [chatFact(moment, "scene_plan_set", payload)], expects, result: payload };
  }
  assertCanCome(at, participants);
  const parent = [...state.scenes.values()].findLast(
    ({ kind, closedAt }) => kind === "you" && closedAt === null,
  );
  const [host, guest, ...others] = participants;
  const scene: Payload = {
    scene_id: nextNumber(state.scenes),
    parent_scene_id: parent?.id ?? null,
    host_bot_id: host ?? state.host,
    guest_bot_id: guest ?? null,
    ...(others.length === 0 ? {} : { participants: others }),
    container_id: start.container_id ?? parent?.containerId ?? null,
    started_at: start.started_at ?? state.clock,
  };
  const started = chatFact(moment, "meanwhile_scene_started", scene);
  if (start.unattended === undefined)
    return { events: [started], expects, result: started.payload };
  const plan = chatFact(moment, "scene_plan_set", {
    id: planId,
    scene_id: scene["scene_id"] ?? null,
    starts_at: null,
    details,
  });
  return {
    events: [started, plan, planTimer(moment, planId, 0)],
    expects,
    result: { ...started.payload, plan_id: planId },
  };
}

/** A scene that goes on by itself keeps its people until it is over. */
function assertCanCome({ state, people }: MeanwhileOn, ids: readonly string[]): void {
  for (const id of ids) {
    const room = roomOf(state, id);
    if (room !== undefined && isUnattended(state, room))
      throw new Refusal("in_another_scene", "", { id, name: people.nameOf(id), scene_id: room });
  }
}

/** Host first, then the guest. The person is not among them. */
function castOf(state: ChatState, start: MeanwhileStart): string[] {
  const host = start.host_bot_id ?? start.participants?.[0] ?? state.host;
  const guest = start.guest_bot_id ?? (start.participants === undefined ? state.guest : null);
  const cast = [
    ...new Set([host, ...(guest === null ? [] : [guest]), ...(start.participants ?? [])]),
  ].filter((id) => id !== you);
  if (cast.length < 2)
    throw new Refusal("invalid_request", "", {
      field: "participants",
      problem: "a meanwhile scene needs two bots",
    });
  return cast;
}

function detailsOf(
  { people, tell }: MeanwhileOn,
  { unattended, container_id }: MeanwhileStart,
  participants: readonly string[],
): Payload {
  return {
    beats: unattended?.beats ?? 6,
    stop_if: (unattended?.stop_if ?? []).map((asked) => kept(asked, people)),
    budget_tokens: unattended?.budget_tokens ?? null,
    every_seconds: unattended?.every_seconds ?? fewSeconds,
    participants,
    container_id: container_id ?? null,
    ...(tell === undefined ? {} : { tell }),
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
