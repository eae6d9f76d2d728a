import type { ChatState, Scene } from "./chat-state.ts";

/**
 * A character is in one scene at a time: among several open scenes that list them, the one they
 * entered last. When it ends they are back in the one before.
 */
export const findSceneOf = (state: ChatState, who: string): number | undefined =>
  state.scenesOf.get(who)?.at(-1);

/** Where a person of a shared story is; each may be in another scene. */
export const findOwnScene = (state: ChatState, speaker: string | undefined): number | null =>
  speaker === undefined ? null : (findSceneOf(state, speaker) ?? null);

export function enterScene(state: ChatState, who: string, sceneId: number): void {
  leaveScene(state, who, sceneId);
  state.scenesOf.set(who, [...(state.scenesOf.get(who) ?? []), sceneId]);
}

export function leaveScene(state: ChatState, who: string, sceneId: number): void {
  const rooms = state.scenesOf.get(who);
  if (rooms === undefined) return;
  const left = rooms.filter((id) => id !== sceneId);
  if (left.length === 0) state.scenesOf.delete(who);
  else state.scenesOf.set(who, left);
}

/** The scene without participants who are currently in another scene. */
export function excludeElsewhere(state: ChatState, scene: Scene): Scene {
  const isHere = (id: string): boolean => (findSceneOf(state, id) ?? scene.id) === scene.id;
  const present = [...scene.present].filter(isHere);
  return present.length === scene.present.size ? scene : { ...scene, present: new Set(present) };
}

/** True for an unattended scene, whose characters cannot be called away. */
export const isUnattended = (state: ChatState, sceneId: number): boolean =>
  [...state.plans.values()].some((plan) => plan.status === "running" && plan.sceneId === sceneId);
