import type { EventDraft } from "../../domain/events.ts";
import { chatFact } from "./facts.ts";
import { sceneOf } from "./fold.ts";
import { momentOf, type Playing } from "./stage.ts";
import { currentScene, nextNumber, type Scene, you } from "./state.ts";

/** The scene that was named, the one that is open, or a new one with everybody in it. */
export function sceneFor(on: Playing, named: number | null): { readonly scene: Scene; readonly opened: readonly EventDraft[] } {
  const { state } = on;
  const asked = named === null ? undefined : state.scenes.get(named);
  const open = asked?.closedAt === null ? asked : currentScene(state);
  if (open !== undefined) return { scene: open, opened: [] };
  const before = [...state.scenes.values()].findLast(({ kind }) => kind === "you");
  const payload = {
    scene_id: nextNumber(state.scenes),
    container_id: before?.containerId ?? state.containers.keys().next().value ?? null,
    started_at: state.clock,
    participants: before?.participants ?? [you, state.host, ...(state.guest === null ? [] : [state.guest])],
  };
  return { scene: sceneOf(state, { id: 0, payload }, "you"), opened: [chatFact(momentOf(on), "scene_opened", payload)] };
}
