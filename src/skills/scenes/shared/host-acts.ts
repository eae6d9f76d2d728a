import { Refusal } from "../../../domain/errors.ts";
import type { PreparedDecision } from "../../../domain/ports/decisions.ts";
import type { EnqueuedTurn } from "../../../domain/views/scenes.ts";
import { assertNotRunning, type LaneDecision } from "../api/decide-in-chat.ts";
import { enqueueTurn } from "../api/internal-turns.ts";
import { type ChatState, findCurrentScene } from "../state/chat-state.ts";
import { readChatState } from "../state/chat-states.ts";
import { foldChat } from "../state/fold.ts";
import { computePaths } from "../state/path.ts";
import { listPresentBots } from "../state/present.ts";
import type { Room } from "../state/room.ts";
import { excludeElsewhere, findSceneOf } from "../state/scene-membership.ts";
import { readChatEvents } from "../state/read-log.ts";
import { draftStoryEvent } from "../state/story-events.ts";
import { slices } from "../../../domain/slices.ts";
import { rewind } from "../time/history.ts";
import { regenerate } from "../versions/regenerate.ts";

/** The characters of the host's scene go on. */
export async function playOn(
  at: LaneDecision,
  entityId: string,
): Promise<PreparedDecision<EnqueuedTurn>> {
  assertNotRunning(at);
  const state = await readChatState(at.read, at.chatId);
  const scene = state?.scenes.get(findSceneOf(state, entityId) ?? 0);
  if (state === undefined || scene === undefined)
    throw new Refusal("you_are_away", { scene_id: null });
  if (listPresentBots(excludeElsewhere(state, scene)).length === 0)
    throw new Refusal("nobody_there", { scene_id: scene.id });
  const { drafts, conversationId, messageId } = enqueueTurn(at, { op: "next", sceneId: scene.id });
  return { events: drafts, result: { conversationId, messageId } };
}

/** Another version of the last reply that the host perceived. */
export async function regenerateReply(
  at: LaneDecision,
  entityId: string,
): Promise<PreparedDecision<EnqueuedTurn>> {
  const state = await readChatState(at.read, at.chatId);
  const last = state?.turnsOf.get(entityId)?.findLast(({ kind }) => kind === "assistant");
  if (last === undefined) throw new Refusal("not_found", { field: "turn_id" });
  const { result, ...decided } = await regenerate(at, last.id);
  if (result.kind === "say") throw new Refusal("not_the_last_reply");
  const { conversationId, messageId } = result;
  return { ...decided, result: { conversationId, messageId } };
}

/**
 * Takes the story back to the end of a line. Who takes part is not undone, and people stay where they
 * are: those who were in a scene are in the one that is played afterwards, and no one else of them,
 * as what is said there may not reach who went out.
 */
export async function rewindStory(
  at: LaneDecision,
  lineId: string,
): Promise<PreparedDecision<void>> {
  const before = await readChatState(at.read, at.chatId);
  const decided = await rewind(at, { turnId: lineId });
  const after = await foldAfter(at, decided.events);
  const scene = findCurrentScene(after);
  if (before?.room === undefined || scene === undefined) return { ...decided, result: undefined };
  const draft = (change: "enter" | "leave") => (entity_id: string) =>
    draftStoryEvent({ chat: after, now: at.now }, "presence_changed", {
      scene_id: scene.id,
      entity_id,
      change,
    });
  const isThere = (id: string): boolean => findSceneOf(before, id) !== undefined;
  const people = listPeople(before.room);
  const moves = [
    ...people.filter((id) => isThere(id) && !scene.present.has(id)).map(draft("enter")),
    ...people.filter((id) => !isThere(id) && scene.present.has(id)).map(draft("leave")),
  ];
  return { ...decided, events: [...decided.events, ...moves], result: undefined };
}

/** Everyone whose presence a person decides or decided; a character without one is the model's. */
const listPeople = (room: Room): string[] => [
  ...new Set(
    room.seats
      .filter(({ until, is_character }) => until === null || !is_character)
      .map(({ entity_id }) => entity_id),
  ),
];

async function foldAfter(
  at: LaneDecision,
  drafts: PreparedDecision<unknown>["events"],
): Promise<ChatState> {
  const events = await readChatEvents(at.read, at.chatId, 0);
  const cut = drafts.find(({ kind }) => kind === "chat_rewound");
  const last = events.at(-1)?.id ?? 0;
  const rewound =
    cut?.kind === "chat_rewound" ? [{ ...cut, id: last + 1, streamVersion: last + 1 }] : [];
  const paths = await slices.run(computePaths([...events, ...rewound]));
  const path = paths.byBranch.get(paths.active) ?? [];
  return slices.run(foldChat({ id: at.chatId, accountId: at.accountId }, path));
}
