import { Refusal } from "../../../domain/errors.ts";
import type { AddressedWords } from "../../../domain/views/scenes.ts";
import type { People } from "../state/people.ts";
import { presentBots } from "../state/present.ts";
import { roomOf } from "../state/rooms.ts";
import { sceneAhead } from "./scene-for.ts";
import { type ChatState, type Scene, you } from "../state/chat-state.ts";

interface In {
  readonly state: ChatState;
  readonly people: People;
}

/** The scene in which it can be said as it is meant. Otherwise nothing of it is said. */
export function assertCanBeSaid(on: In, { sceneId, whisperTo }: AddressedWords): Scene {
  const scene = sceneAhead(on.state, sceneId);
  for (const id of whisperTo)
    if (id === you || !on.people.bots.some((bot) => bot.id === id))
      throw new Refusal("unknown_person", "", { field: "whisper_to", value: id });
  if (scene.kind === "you" && !scene.present.has(you))
    throw new Refusal("you_are_away", "", { scene_id: scene.id });
  assertThere(on, scene, whisperTo);
  assertSomebody(on, scene);
  return scene;
}

/** Whoever shall hear it is in this very scene. */
export function assertThere({ state, people }: In, scene: Scene, ids: readonly string[]): void {
  for (const id of ids) {
    if (scene.present.has(id)) continue;
    const name = people.nameOf(id);
    const elsewhere = roomOf(state, id);
    if (elsewhere !== undefined && elsewhere !== scene.id)
      throw new Refusal("in_another_scene", "", { id, name, scene_id: elsewhere });
    throw new Refusal("not_present", "", { id, name });
  }
}

/** Somebody is there who can answer. */
export function assertSomebody({ state, people }: In, scene: Scene): void {
  if (presentBots(scene).length > 0) return;
  const away = (state.scenes.get(scene.id)?.participants ?? []).filter(
    (id) => id !== you && state.scenes.get(scene.id)?.present.has(id),
  );
  const [first] = away;
  const elsewhere = first === undefined ? undefined : roomOf(state, first);
  if (first === undefined || elsewhere === undefined)
    throw new Refusal("nobody_there", "", { scene_id: scene.id });
  throw new Refusal("in_another_scene", "", {
    id: first,
    name: people.nameOf(first),
    scene_id: elsewhere,
  });
}
