import { Refusal } from "../../../domain/errors.ts";
import type { EventDraft } from "../../../domain/events/catalogue.ts";
import { draftStoryEvent } from "../state/story-events.ts";
import { toScene } from "../state/fold-stage.ts";
import { listPresent } from "../state/present.ts";
import { findSceneOf, excludeElsewhere } from "../state/scene-membership.ts";
import { toFactContext, type PlayContext } from "./play-context.ts";
import {
  type ChatState,
  findCurrentScene,
  pickNextNumber,
  type Scene,
  you,
} from "../state/chat-state.ts";

/**
 * The requested scene, the open one, or a new one with those who were present at the end of the
 * last.
 */
export function openSceneFor(
  on: PlayContext,
  named: number | null,
): { readonly scene: Scene; readonly opened: readonly EventDraft<"scene_opened">[] } {
  const { state } = on;
  const open = findOpenScene(state, named);
  if (open !== undefined) return { scene: open, opened: [] };
  const payload = draftNextScene(state);
  return {
    scene: toScene(state, { id: 0, payload }, "you"),
    opened: [draftStoryEvent(toFactContext(on), "scene_opened", payload)],
  };
}

/** The scene that `openSceneFor` will return, without any events. */
export const previewScene = (state: ChatState, named: number | null): Scene =>
  findOpenScene(state, named) ?? toScene(state, { id: 0, payload: draftNextScene(state) }, "you");

/** A requested scene is never replaced by another one. */
function findOpenScene(state: ChatState, named: number | null): Scene | undefined {
  const asked = named === null ? findCurrentScene(state) : state.scenes.get(named);
  if (named !== null && asked === undefined)
    throw new Refusal("scene_not_found", { field: "scene_id", scene_id: named });
  if (named !== null && asked?.closedAt !== null)
    throw new Refusal("scene_over", { field: "scene_id", scene_id: named });
  return asked === undefined ? undefined : excludeElsewhere(state, asked);
}

/** Characters who had left stay away, and so do those who are in another scene. */
function draftNextScene(state: ChatState) {
  const before = [...state.scenes.values()].findLast(({ kind }) => kind === "you");
  const cast =
    before === undefined
      ? [...state.people, state.host, ...(state.guest === null ? [] : [state.guest])]
      : listPresent(before);
  const isAway = (id: string): boolean => findSceneOf(state, id) !== undefined;
  return {
    scene_id: pickNextNumber(state.scenes),
    container_id: before?.containerId ?? state.containers.keys().next().value ?? null,
    started_at: state.clock,
    participants: [
      ...(state.room === undefined ? [you] : []),
      ...new Set(cast.filter((id) => id !== you && !isAway(id))),
    ],
  };
}
