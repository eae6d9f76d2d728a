import { isTurnEvent, readTurnId } from "../state/fold-turns.ts";
import { Refusal } from "../../../domain/errors.ts";
import { isEventOf, type RecordedEvent } from "../../../domain/events/catalogue.ts";
import type { ReplyVersion } from "../../../domain/events/story.ts";
import { findTurn } from "../amend/amendment.ts";
import { readWitnesses } from "../audit/perceived-words.ts";
import { type LineEvent, readCites, readId, type RecordedChatEvent } from "../state/events.ts";
import { isUnattended } from "../state/scene-membership.ts";
import type { ChatState } from "../state/chat-state.ts";
import { isReply, readRootId } from "./inactive-versions.ts";

type Reply = RecordedEvent<"assistant_turn">;

interface StoryState {
  readonly path: readonly RecordedChatEvent[];
  readonly state: ChatState;
}

/** The named reply, by the id of any of its versions, or the last reply of an open scene. */
export function findReply({ path, state }: StoryState, named: string | undefined): Reply {
  const replies = path.filter(isReply);
  const isNamed = (line: Reply): boolean =>
    readTurnId(line) === named ||
    readRootId(line) === named ||
    readVersions(line).some(({ id }) => id === named);
  const found = named === undefined ? findLastReply(replies, state) : replies.findLast(isNamed);
  if (found === undefined) {
    if (named !== undefined && findTurn(path, named) === undefined)
      throw new Refusal("not_found", { field: "turn_id" });
    throw createRefusal("it is not a reply");
  }
  return found;
}

function findLastReply(replies: readonly Reply[], state: ChatState): Reply | undefined {
  const open = [...state.scenes.values()]
    .filter(({ closedAt }) => closedAt === null)
    .map(({ id }) => id);
  return replies.findLast(({ payload }) => open.includes(payload.scene_id ?? 0)) ?? replies.at(-1);
}

export const readVersions = ({ payload }: Reply): readonly ReplyVersion[] => payload.versions ?? [];

/**
 * Asserts that nothing depends on the reply: it is the last line of an open scene, and its
 * witnesses have said and heard nothing since.
 */
export function assertReplaceable({ path, state }: StoryState, line: Reply): void {
  const sceneId = line.payload.scene_id ?? 0;
  const scene = state.scenes.get(sceneId);
  if (scene === undefined || scene.closedAt !== null) throw createRefusal("its scene is closed");
  if (isUnattended(state, sceneId)) throw createRefusal("its scene runs unattended");
  const heard = new Set(readWitnesses(line).filter((id) => !state.people.has(id)));
  const later = path.slice(path.indexOf(line) + 1).filter(isTurnEvent);
  if (later.some(({ payload }) => payload.scene_id === sceneId))
    throw createRefusal("the scene has continued since");
  const isTold = (event: LineEvent): boolean =>
    (isReply(event) && heard.has(event.payload.speaker_id)) ||
    readWitnesses(event).some((id) => heard.has(id));
  if (later.some(isTold)) throw createRefusal("a witness has spoken elsewhere since");
}

const createRefusal = (problem: string): Refusal =>
  new Refusal("not_the_last_reply", { field: "turn_id", problem, offer: "branch" });

/** The line and everything derived from it for its witnesses. */
export function listDerived(path: readonly RecordedChatEvent[], line: Reply): RecordedChatEvent[] {
  const id = readTurnId(line);
  const isMade = (event: RecordedChatEvent): boolean =>
    (isEventOf(event, "memory_written", "edge_update") && readCites(event).includes(id)) ||
    (event.kind === "lore_activated" &&
      event.turnId !== undefined &&
      event.turnId === line.turnId &&
      event.payload.owner_id === line.payload.speaker_id);
  const made = path.filter((event) => event === line || isMade(event));
  const memories = new Set(made.filter(({ kind }) => kind === "memory_written").map(readId));
  const edits = path.filter(
    ({ kind, payload }) => kind === "manual_edit" && memories.has(payload.target_id),
  );
  return [...made, ...edits];
}
