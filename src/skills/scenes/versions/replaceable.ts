import { isTurnEvent, readTurnId } from "../state/fold-turns.ts";
import { Refusal } from "../../../domain/errors.ts";
import type { RecordedEvent } from "../../../domain/events.ts";
import { findTurn } from "../amend/amendment.ts";
import { number, text, texts } from "../state/payload.ts";
import { isUnattended } from "../state/scene-membership.ts";
import { type ChatState, you } from "../state/chat-state.ts";
import { readRootId } from "./inactive-versions.ts";

interface StoryState {
  readonly path: readonly RecordedEvent[];
  readonly state: ChatState;
}

/** The named reply, by the id of any of its versions, or the last reply of an open scene. */
export function findReply({ path, state }: StoryState, named: string | undefined): RecordedEvent {
  const replies = path.filter(({ kind }) => kind === "assistant_turn");
  const isNamed = (line: RecordedEvent): boolean =>
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

function findLastReply(
  replies: readonly RecordedEvent[],
  state: ChatState,
): RecordedEvent | undefined {
  const open = [...state.scenes.values()]
    .filter(({ closedAt }) => closedAt === null)
    .map(({ id }) => id);
  return (
    replies.findLast(({ payload }) => open.includes(number(payload, "scene_id") ?? 0)) ??
    replies.at(-1)
  );
}

export const readVersions = ({
  payload,
}: RecordedEvent): { readonly id: string; readonly version: number; readonly text: string }[] =>
  (payload["versions"] ?? []) as unknown as { id: string; version: number; text: string }[];

/**
 * Asserts that nothing depends on the reply: it is the last line of an open scene, and its
 * witnesses have said and heard nothing since.
 */
export function assertReplaceable({ path, state }: StoryState, line: RecordedEvent): void {
  const sceneId = number(line.payload, "scene_id") ?? 0;
  const scene = state.scenes.get(sceneId);
  if (scene === undefined || scene.closedAt !== null) throw createRefusal("its scene is closed");
  if (isUnattended(state, sceneId)) throw createRefusal("its scene runs unattended");
  const heard = new Set(
    texts(line.payload["witnesses"] ?? line.payload["present"]).filter((id) => id !== you),
  );
  const later = path.slice(path.indexOf(line) + 1).filter(isTurnEvent);
  if (later.some(({ payload }) => number(payload, "scene_id") === sceneId))
    throw createRefusal("the scene has continued since");
  const isTold = ({ payload }: RecordedEvent): boolean =>
    [text(payload, "speaker_id"), ...texts(payload["witnesses"] ?? payload["present"])].some((id) =>
      heard.has(id),
    );
  if (later.some(isTold)) throw createRefusal("a witness has spoken elsewhere since");
}

const createRefusal = (problem: string): Refusal =>
  new Refusal("not_the_last_reply", { field: "turn_id", problem, offer: "branch" });

/** The line and everything derived from it for its witnesses. */
export function listDerived(path: readonly RecordedEvent[], line: RecordedEvent): RecordedEvent[] {
  const id = readTurnId(line);
  const isMade = ({ kind, payload, turnId }: RecordedEvent): boolean =>
    (["memory_written", "edge_update"].includes(kind) && texts(payload["cites"]).includes(id)) ||
    (kind === "lore_activated" && turnId !== undefined && turnId === line.turnId);
  const made = path.filter((event) => event === line || isMade(event));
  const memories = new Set(
    made.filter(({ kind }) => kind === "memory_written").map(({ payload }) => text(payload, "id")),
  );
  const edits = path.filter(
    ({ kind, payload }) => kind === "manual_edit" && memories.has(text(payload, "target_id")),
  );
  return [...made, ...edits];
}
