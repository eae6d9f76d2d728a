import { Refusal } from "../../../domain/errors.ts";
import type { RecordedEvent } from "../../../domain/events.ts";
import { isTurnEvent, turnWith } from "../amend/amendment.ts";
import { number, text, texts } from "../state/payload.ts";
import { isUnattended } from "../state/rooms.ts";
import { type ChatState, you } from "../state/chat-state.ts";
import { lineId, rootOf } from "./aside.ts";

interface Told {
  readonly path: readonly RecordedEvent[];
  readonly state: ChatState;
}

/** The reply that is meant: the one that is named by any of its versions, or the last of the scene that is played. */
export function replyMeant({ path, state }: Told, named: string | undefined): RecordedEvent {
  const replies = path.filter(({ kind }) => kind === "assistant_turn");
  const isNamed = (line: RecordedEvent): boolean =>
    lineId(line) === named ||
    rootOf(line) === named ||
    versionsIn(line).some(({ id }) => id === named);
  const found = named === undefined ? lastReply(replies, state) : replies.findLast(isNamed);
  if (found === undefined) {
    if (named !== undefined && turnWith(path, named) === undefined)
      throw new Refusal("not_found", "", { field: "turn_id" });
    throw refusal("it is no reply");
  }
  return found;
}

function lastReply(replies: readonly RecordedEvent[], state: ChatState): RecordedEvent | undefined {
  const open = [...state.scenes.values()]
    .filter(({ closedAt }) => closedAt === null)
    .map(({ id }) => id);
  return (
    replies.findLast(({ payload }) => open.includes(number(payload, "scene_id") ?? 0)) ??
    replies.at(-1)
  );
}

export const versionsIn = ({
  payload,
}: RecordedEvent): { readonly id: string; readonly version: number; readonly text: string }[] =>
  (payload["versions"] ?? []) as unknown as { id: string; version: number; text: string }[];

/** Nothing was built on it: it is the last line of a scene that is open, and whoever heard it has said and heard nothing since. */
export function assertReplaceable({ path, state }: Told, line: RecordedEvent): void {
  const sceneId = number(line.payload, "scene_id") ?? 0;
  const scene = state.scenes.get(sceneId);
  if (scene === undefined || scene.closedAt !== null) throw refusal("its scene is over");
  if (isUnattended(state, sceneId)) throw refusal("its scene goes on by itself");
  const heard = new Set(
    texts(line.payload["witnesses"] ?? line.payload["present"]).filter((id) => id !== you),
  );
  const later = path.slice(path.indexOf(line) + 1).filter(isTurnEvent);
  if (later.some(({ payload }) => number(payload, "scene_id") === sceneId))
    throw refusal("the scene has gone on since");
  const isTold = ({ payload }: RecordedEvent): boolean =>
    [text(payload, "speaker_id"), ...texts(payload["witnesses"] ?? payload["present"])].some((id) =>
      heard.has(id),
    );
  if (later.some(isTold)) throw refusal("whoever heard it has spoken elsewhere since");
}

const refusal = (problem: string): Refusal =>
  new Refusal("not_the_last_reply", "", { field: "turn_id", problem, offer: "branch" });

/** The line itself and all that came of it for those who heard it. */
export function madeOf(path: readonly RecordedEvent[], line: RecordedEvent): RecordedEvent[] {
  const id = lineId(line);
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
