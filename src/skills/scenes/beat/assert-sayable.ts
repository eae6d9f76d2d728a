import { Refusal } from "../../../domain/errors.ts";
import type { LineTarget } from "../../../domain/views/scenes.ts";
import { assertNoCommand } from "./command-lines.ts";
import type { People } from "../state/people.ts";
import { listPresentBots } from "../state/present.ts";
import { findOwnScene, findSceneOf } from "../state/scene-membership.ts";
import { previewScene } from "./open-scene.ts";
import { type ChatState, type Scene, you } from "../state/chat-state.ts";

interface StoryPeople {
  readonly state: ChatState;
  readonly people: People;
}

/** The scene in which the line can be said as intended; otherwise the line is refused. */
export function assertSayable(on: StoryPeople, target: LineTarget): Scene {
  const { sceneId, whisperTo, speaker = you } = target;
  const scene = previewScene(on.state, sceneId ?? findOwnScene(on.state, target.speaker));
  assertNoCommand(target.text ?? "", scene.kind === "meanwhile");
  for (const id of whisperTo)
    if (id === speaker || !on.people.bots.some((bot) => bot.id === id))
      throw new Refusal("unknown_person", { field: "whisper_to", value: id });
  if (scene.kind === "you" && !scene.present.has(speaker))
    throw new Refusal("you_are_away", { scene_id: scene.id });
  assertPresent(on, scene, whisperTo);
  assertSpeakers(on, scene, target.speakers ?? []);
  if (whisperTo.length > 0) assertHearing(target.speakers ?? [], whisperTo);
  // People can talk among themselves.
  if (on.state.room === undefined) assertAnyBot(on, scene);
  return scene;
}

/** Asserts that the addressees are in this scene. */
export function assertPresent(
  { state, people }: StoryPeople,
  scene: Scene,
  ids: readonly string[],
): void {
  for (const id of ids) {
    if (scene.present.has(id)) continue;
    const name = people.nameOf(id);
    const elsewhere = findSceneOf(state, id);
    // In a shared story, where another person is stays unknown.
    if (elsewhere !== undefined && elsewhere !== scene.id && state.room === undefined)
      throw new Refusal("in_another_scene", { id, name, scene_id: elsewhere });
    throw new Refusal("not_present", { id, name });
  }
}

/** Asserts that these are characters of the scene, and none of them played by a person. */
export function assertSpeakers(on: StoryPeople, scene: Scene, speakers: readonly string[]): void {
  for (const id of speakers)
    if (scene.people.has(id) || !on.people.bots.some((bot) => bot.id === id))
      throw new Refusal("unknown_person", { field: "speakers", value: id });
  assertPresent(on, scene, speakers);
}

/** A character that does not hear a line can't answer it. */
export function assertHearing(speakers: readonly string[], ears: readonly string[]): void {
  const deaf = speakers.find((id) => !ears.includes(id));
  if (deaf !== undefined)
    throw new Refusal("invalid_request", {
      field: "speakers",
      value: deaf,
      problem: "this character does not hear the line",
    });
}

/** Asserts that a bot is present to answer. */
export function assertAnyBot({ state, people }: StoryPeople, scene: Scene): void {
  if (listPresentBots(scene).length > 0) return;
  const away = (state.scenes.get(scene.id)?.participants ?? []).filter(
    (id) => !scene.people.has(id) && state.scenes.get(scene.id)?.present.has(id),
  );
  const [first] = away;
  const elsewhere = first === undefined ? undefined : findSceneOf(state, first);
  if (first === undefined || elsewhere === undefined)
    throw new Refusal("nobody_there", { scene_id: scene.id });
  throw new Refusal("in_another_scene", {
    id: first,
    name: people.nameOf(first),
    scene_id: elsewhere,
  });
}
