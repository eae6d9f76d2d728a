import type { ChatState, Scene } from "./chat-state.ts";

/**
 * Nobody is in two scenes at once. Whoever is listed in several that are open is in the one that they came to last, and back in
 * the one before when that one ends.
 */
export const roomOf = (state: ChatState, who: string): number | undefined =>
  state.rooms.get(who)?.at(-1);

export function enterRoom(state: ChatState, who: string, sceneId: number): void {
  leaveRoom(state, who, sceneId);
  state.rooms.set(who, [...(state.rooms.get(who) ?? []), sceneId]);
}

export function leaveRoom(state: ChatState, who: string, sceneId: number): void {
  const rooms = state.rooms.get(who);
  if (rooms === undefined) return;
  const left = rooms.filter((id) => id !== sceneId);
  if (left.length === 0) state.rooms.delete(who);
  else state.rooms.set(who, left);
}

/** A scene with those who are really there, and without those who are in another one meanwhile. */
export function withoutTheElsewhere(state: ChatState, scene: Scene): Scene {
  const isHere = (id: string): boolean => (roomOf(state, id) ?? scene.id) === scene.id;
  const present = [...scene.present].filter(isHere);
  return present.length === scene.present.size ? scene : { ...scene, present: new Set(present) };
}

/** Whether a scene goes on by itself, so that nobody can be called away from it by the way. */
export const isUnattended = (state: ChatState, sceneId: number): boolean =>
  [...state.plans.values()].some((plan) => plan.status === "running" && plan.sceneId === sceneId);
