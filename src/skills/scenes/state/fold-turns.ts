import type { RecordedEvent } from "../../../domain/events.ts";
import { list, number, segmentsIn, text, texts } from "./payload.ts";
import { presentSet } from "./present.ts";
import { type ChatState, type Turn, you } from "./chat-state.ts";

/** A turn, and with it for everybody who was there: only they will ever find it. */
export function keepTurn(state: ChatState, event: RecordedEvent, kind: Turn["kind"]): void {
  const turn = turnOf(state, event, kind);
  state.turns.push(turn);
  state.turnById.set(turn.id, turn);
  for (const witness of turn.witnesses) {
    const seen = state.turnsOf.get(witness) ?? [];
    seen.push(turn);
    state.turnsOf.set(witness, seen);
  }
}

export const turnId = (event: RecordedEvent): string =>
  text(event.payload, "id") || `event-${event.id}`;

function turnOf(state: ChatState, event: RecordedEvent, kind: Turn["kind"]): Turn {
  const { payload } = event;
  const meanwhileSceneId = number(payload, "meanwhile_scene_id");
  const sceneId = number(payload, "scene_id") ?? meanwhileSceneId;
  const scene = sceneId === null ? undefined : state.scenes.get(sceneId);
  // Nobody is an answer, too: only a record that says nothing of who was there leaves it to the scene.
  const said = payload["witnesses"] ?? payload["present"];
  return {
    id: turnId(event),
    eventId: event.id,
    kind,
    sceneId,
    meanwhileSceneId,
    speaker: kind === "user" ? you : text(payload, "speaker_id"),
    text: text(payload, "text"),
    segments: segmentsIn(payload),
    witnesses: new Set(said === undefined && scene !== undefined ? presentSet(scene) : texts(said)),
    status: payload["status"] === "cancelled" ? "cancelled" : "completed",
    storyTime: text(payload, "story_time") || state.clock,
    messageEventIds: list(payload["message_event_ids"]).filter(
      (id): id is number => typeof id === "number",
    ),
  };
}
