import type { RecordedEvent } from "../../../domain/events/catalogue.ts";
import type { LineEvent } from "./events.ts";
import { listPresent } from "./present.ts";
import { readSegments } from "./segments.ts";
import { type ChatState, type Turn, you } from "./chat-state.ts";

/** Indexes a turn by its witnesses, who are the only ones to read it later. */
export function foldTurn(state: ChatState, event: LineEvent): void {
  const turn = toTurn(state, event);
  state.turns.push(turn);
  state.turnById.set(turn.id, turn);
  for (const witness of turn.witnesses) {
    const seen = state.turnsOf.get(witness) ?? [];
    seen.push(turn);
    state.turnsOf.set(witness, seen);
  }
}

export const readTurnId = ({ id, payload }: LineEvent): string => payload.id || `event-${id}`;

export const isTurnEvent = (event: RecordedEvent): event is LineEvent =>
  event.kind === "user_turn" || event.kind === "assistant_turn";

function toTurn(state: ChatState, event: LineEvent): Turn {
  const { payload } = event;
  const meanwhileSceneId = payload.meanwhile_scene_id ?? null;
  const sceneId = payload.scene_id ?? meanwhileSceneId;
  const scene = sceneId === null ? undefined : state.scenes.get(sceneId);
  // An empty list is a valid answer; only a record without a list falls back to the scene.
  const said = payload.witnesses ?? payload.present;
  return {
    id: readTurnId(event),
    eventId: event.id,
    kind: event.kind === "user_turn" ? "user" : "assistant",
    sceneId,
    meanwhileSceneId,
    speaker:
      event.kind === "user_turn" ? (event.payload.speaker_id ?? you) : event.payload.speaker_id,
    text: payload.text ?? "",
    segments: readSegments(payload.segments),
    witnesses: new Set(said === undefined && scene !== undefined ? listPresent(scene) : said),
    status: payload.status === "cancelled" ? "cancelled" : "completed",
    storyTime: payload.story_time || state.clock,
    messageEventIds: event.kind === "user_turn" ? (event.payload.message_event_ids ?? []) : [],
  };
}
