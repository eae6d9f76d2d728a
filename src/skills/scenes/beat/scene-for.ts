import { Refusal } from "../../../domain/errors.ts";
import type { EventDraft } from "../../../domain/events.ts";
import { chatFact } from "../state/story-events.ts";
import { sceneOf } from "../state/fold.ts";
import { presentSet } from "../state/present.ts";
import { roomOf, withoutTheElsewhere } from "../state/rooms.ts";
import { momentOf, type Playing } from "./playing.ts";
import { type ChatState, currentScene, nextNumber, type Scene, you } from "../state/chat-state.ts";

/** The scene that was named, the one that is open, or a new one with those who were there at the end of the last. */
export function sceneFor(
  on: Playing,
  named: number | null,
): { readonly scene: Scene; readonly opened: readonly EventDraft[] } {
  const { state } = on;
  const open = openScene(state, named);
  if (open !== undefined) return { scene: open, opened: [] };
  const payload = nextScene(state);
  return {
    scene: sceneOf(state, { id: 0, payload }, "you"),
    opened: [chatFact(momentOf(on), "scene_opened", payload)],
  };
}

/** As `sceneFor` will find it, before anything is decided. */
export const sceneAhead = (state: ChatState, named: number | null): Scene =>
  openScene(state, named) ?? sceneOf(state, { id: 0, payload: nextScene(state) }, "you");

/** A scene that was named is that one or none: words for it are said nowhere else. */
function openScene(state: ChatState, named: number | null): Scene | undefined {
  const asked = named === null ? currentScene(state) : state.scenes.get(named);
  if (named !== null && asked === undefined)
    throw new Refusal("scene_not_found", "", { field: "scene_id", scene_id: named });
  if (named !== null && asked?.closedAt !== null)
    throw new Refusal("scene_over", "", { field: "scene_id", scene_id: named });
  return asked === undefined ? undefined : withoutTheElsewhere(state, asked);
}

/** Whoever had left stays away, and so does whoever is in another scene. */
function nextScene(state: ChatState) {
  const before = [...state.scenes.values()].findLast(({ kind }) => kind === "you");
  const cast =
    before === undefined
      ? [state.host, ...(state.guest === null ? [] : [state.guest])]
      : presentSet(before);
  return {
    scene_id: nextNumber(state.scenes),
    container_id: before?.containerId ?? state.containers.keys().next().value ?? null,
    started_at: state.clock,
    participants: [you, ...cast.filter((id) => id !== you && roomOf(state, id) === undefined)],
  };
}
