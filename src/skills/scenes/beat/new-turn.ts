import type { ChatEventDraft } from "../state/events.ts";
import { draftStoryEvent } from "../state/story-events.ts";
import { readSceneClock, toWitnessFlags } from "../state/present.ts";
import { addMinutes } from "../state/story-clock.ts";
import { type Scene, type Turn, you } from "../state/chat-state.ts";
import { perceiveTurn } from "../state/witness.ts";
import { type PlayContext, toFactContext } from "./play-context.ts";

const minutesPerBeat = 1;

/** A turn that is not in the log yet. */
export type NewTurn = Omit<Turn, "eventId"> & {
  /** The events whose words were in the prompt that it was made from. */
  readonly sourceEventIds?: readonly number[] | undefined;
};

export function createTurn(
  { turn, state }: PlayContext,
  scene: Scene,
): Omit<NewTurn, "kind" | "speaker" | "text" | "segments" | "witnesses"> {
  return {
    id: turn.newId(),
    sceneId: scene.id,
    meanwhileSceneId: scene.kind === "meanwhile" ? scene.id : null,
    status: "completed",
    storyTime: addMinutes(readSceneClock(state, scene), minutesPerBeat),
    messageEventIds: [],
  };
}

export const createSpokenTurn = (
  on: PlayContext,
  scene: Scene,
  of: {
    speaker: string;
    text: string;
    witnesses: readonly string[];
    sourceEventIds: readonly number[];
  },
): NewTurn => ({
  ...createTurn(on, scene),
  kind: "assistant",
  speaker: of.speaker,
  text: of.text,
  segments: [],
  witnesses: new Set(of.witnesses),
  sourceEventIds: of.sourceEventIds,
});

/**
 * One memory per bot that was present, in the words it heard. It names the lines of its beat.
 * Personas have none; a character whom a person plays remembers, for the time when no one plays it.
 */
export function draftMemories(
  on: PlayContext,
  scene: Scene,
  { remembered, turns }: Readonly<Record<"remembered" | "turns", readonly NewTurn[]>>,
): ChatEventDraft[] {
  const witnesses = [...(turns.at(-1)?.witnesses ?? [])];
  return witnesses
    .filter((id) => id !== you && on.cast.players?.has(id) !== true)
    .map((owner) => {
      const text = remembered
        .flatMap((turn) => perceiveTurn(turn, { cast: on.cast, viewer: owner }).lines)
        .join("\n");
      return draftStoryEvent(toFactContext(on), "memory_written", {
        id: on.turn.newId(),
        scene_id: scene.id,
        owner_id: owner,
        ...toWitnessFlags(scene, witnesses),
        witnesses,
        text,
        pov_summary: text,
        cites: turns.filter(({ witnesses: by }) => by.has(owner)).map(({ id }) => id),
        story_time: turns.at(-1)?.storyTime ?? "",
      });
    });
}
