import type { RecordedEvent } from "../../../domain/events.ts";
import { list, number, segmentsIn, text, texts } from "./payload.ts";
import { listPresent } from "./present.ts";
import { type ChatState, type Turn, you } from "./chat-state.ts";

/** Indexes a turn by its witnesses, who are the only ones to read it later. */
export function foldTurn(state: ChatState, event: RecordedEvent, kind: Turn["kind"]): void {
  const turn = toTurn(state, event, kind);
  state.turns.push(turn);
  state.turnById.set(turn.id, turn);
  for (const witness of turn.witnesses) {
    const seen = state.turnsOf.get(witness) ?? [];
    seen.push(turn);
    state.turnsOf.set(witness, seen);
  }
}

export const readTurnId = (event: RecordedEvent): string =>
  text(event.payload, "id") || `event-${event.id}`;

export const isTurnEvent = ({ kind }: Pick<RecordedEvent, "kind">): boolean =>
  kind === "user_turn" || kind === "assistant_turn";

function toTurn(state: ChatState, event: RecordedEvent, kind: Turn["kind"]): Turn {
  const { payload } = event;
  const meanwhileSceneId = number(payload, "meanwhile_scene_id");
  const sceneId = number(payload, "scene_id") ?? meanwhileSceneId;
  const scene = sceneId === null ? undefined : state.scenes.get(sceneId);
  // An empty list is a valid answer; only a record without a list falls back to the scene.
  const said = payload["witnesses"] ?? payload["present"];
  return {
    id: readTurnId(event),
    eventId: event.id,
    kind,
    sceneId,
    meanwhileSceneId,
    speaker: kind === "user" ? you : text(payload, "speaker_id"),
    text: text(payload, "text"),
    segments: segmentsIn(payload),
    witnesses: new Set(
      said === undefined && scene !== undefined ? listPresent(scene) : texts(said),
    ),
    status: payload["status"] === "cancelled" ? "cancelled" : "completed",
    storyTime: text(payload, "story_time") || state.clock,
    messageEventIds: list(payload["message_event_ids"]).filter(
      (id): id is number => typeof id === "number",
    ),
  };
}
