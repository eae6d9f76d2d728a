import type { EventDraft, PayloadOf } from "../../../domain/events/catalogue.ts";
import { Refusal } from "../../../domain/errors.ts";
import { readStateUpdate, type StateUpdate } from "./answers.ts";
import { nameOf } from "../state/cast.ts";
import type { ChatEventDraft } from "../state/events.ts";
import { capDelta } from "../state/edges.ts";
import { draftStoryEvent } from "../state/story-events.ts";
import { feelInstructions, speakInstructions } from "./instructions.ts";
import {
  listDirectedPairs,
  listPresent,
  describePresentSet,
  readSceneClock,
  toWitnessFlags,
} from "../state/present.ts";
import { recordActivations } from "./active-lore.ts";
import {
  buildJustHappened,
  buildRelationship,
  createSection,
  buildSpeakerSections,
} from "./prompt.ts";
import { type Prose, readProse } from "./read-prose.ts";
import { speak } from "./speak.ts";
import { pickSpeaker } from "./speaker.ts";
import { addMinutes } from "../state/story-clock.ts";
import {
  buildRequest,
  toFactContext,
  type PlayContext,
  createPromptContext,
} from "./play-context.ts";
import { type Scene, type Turn, you } from "../state/chat-state.ts";
import { withFallback } from "./with-fallback.ts";
import { unpromptedWords, findWitnesses, perceiveTurn } from "../state/witness.ts";

export interface Beat {
  readonly events: readonly ChatEventDraft[];
  readonly speaker: string;
  readonly text: string;
}

const minutesPerBeat = 1;

/**
 * One beat: the person's text is parsed, one character speaks, every witness remembers, and
 * feelings between the witnesses change. All model calls happen here, in this order; memories need
 * none.
 */
export async function playBeat(
  on: PlayContext,
  scene: Scene,
  prose: Prose | undefined,
): Promise<Beat> {
  const asked = prose === undefined ? undefined : await parseWrittenTurn(on, scene, prose);
  const witnesses = findWitnesses(scene, asked);
  const speaker = pickSpeaker(on, { scene, text: asked?.text, witnesses });
  if (speaker === undefined) throw new Refusal("nobody_there", { scene_id: scene.id });
  const { said, made } = await answerLine(on, scene, { asked, speaker, witnesses });
  const turns = asked === undefined ? [said] : [asked, said];
  return {
    events: [...turns.map((turn) => draftTurn(on, scene, turn)), ...made],
    speaker,
    text: said.text,
  };
}

interface AnswerInput {
  readonly asked: NewTurn | undefined;
  readonly speaker: string;
  readonly witnesses: readonly string[];
}

/** One character's answer and everything derived from it for its witnesses. */
export async function answerLine(
  on: PlayContext,
  scene: Scene,
  { asked, speaker, witnesses }: AnswerInput,
): Promise<{ readonly said: NewTurn; readonly made: readonly ChatEventDraft[] }> {
  const now =
    asked === undefined ? unpromptedWords : perceiveTurn(asked, { cast: on.cast, viewer: speaker });
  const context = createPromptContext(on, scene, speaker);
  await on.recall?.prepare?.(context);
  const recall = (await on.recall?.rankSemantically?.(context, now, on.turn)) ?? on.recall;
  const sections = buildSpeakerSections(context, now, recall);
  const instructions = speakInstructions(nameOf(on.cast, speaker));
  const label = on.label?.(speaker) ?? "";
  if (label !== "") on.turn.show({ text: label });
  const spoken = await speak(
    on,
    buildRequest(on, { purpose: "narrative", viewer: speaker, instructions, sections }),
    label,
  );
  const said = createSpokenTurn(on, scene, { speaker, text: spoken, witnesses });
  const turns = asked === undefined ? [said] : [asked, said];
  const feelings = await updateFeelings(on, scene, turns);
  return {
    said,
    made: [...draftMemories(on, scene, turns), ...feelings, ...recordActivations(on, context, now)],
  };
}

/** A turn that is not in the log yet. */
export type NewTurn = Omit<Turn, "eventId">;

async function parseWrittenTurn(on: PlayContext, scene: Scene, prose: Prose): Promise<NewTurn> {
  const segments = await readProse(on, scene, prose);
  const witnesses = new Set(findWitnesses(scene, { segments }));
  return {
    ...createTurn(on, scene),
    kind: "user",
    speaker: you,
    text: prose.text,
    segments,
    witnesses,
    messageEventIds: prose.eventIds,
  };
}

function createTurn(
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

const createSpokenTurn = (
  on: PlayContext,
  scene: Scene,
  of: { speaker: string; text: string; witnesses: readonly string[] },
): NewTurn => ({
  ...createTurn(on, scene),
  kind: "assistant",
  speaker: of.speaker,
  text: of.text,
  segments: [],
  witnesses: new Set(of.witnesses),
});

export function draftTurn(
  on: PlayContext,
  scene: Scene,
  turn: NewTurn,
): EventDraft<"user_turn" | "assistant_turn"> {
  const present = listPresent(scene);
  const said = {
    id: turn.id,
    scene_id: scene.id,
    ...(turn.meanwhileSceneId === null ? {} : { meanwhile_scene_id: turn.meanwhileSceneId }),
    text: turn.text,
    present,
    witnesses: [...turn.witnesses],
    present_set_kind: describePresentSet(scene),
    status: turn.status,
    story_time: turn.storyTime,
  };
  if (turn.kind === "assistant")
    return draftStoryEvent(toFactContext(on), "assistant_turn", {
      ...said,
      speaker_id: turn.speaker,
    });
  return draftStoryEvent(toFactContext(on), "user_turn", {
    ...said,
    segments: turn.segments,
    message_event_ids: turn.messageEventIds,
  });
}

/** One memory per bot that was present, in the words it heard. */
function draftMemories(on: PlayContext, scene: Scene, turns: readonly NewTurn[]): ChatEventDraft[] {
  const witnesses = [...(turns.at(-1)?.witnesses ?? [])];
  return witnesses
    .filter((id) => id !== you)
    .map((owner) => {
      const text = turns
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
        cites: turns.map(({ id }) => id),
        story_time: turns.at(-1)?.storyTime ?? "",
      });
    });
}

async function updateFeelings(
  on: PlayContext,
  scene: Scene,
  turns: readonly NewTurn[],
): Promise<ChatEventDraft[]> {
  const facts: ChatEventDraft[] = [];
  for (const [source, target] of listDirectedPairs([...(turns.at(-1)?.witnesses ?? [])])) {
    const context = createPromptContext(on, scene, source);
    const happened = turns.map((turn) => perceiveTurn(turn, { cast: on.cast, viewer: source }));
    const request = buildRequest(on, {
      purpose: "state_update",
      viewer: source,
      instructions: feelInstructions(nameOf(on.cast, source), nameOf(on.cast, target)),
      sections: [
        ...createSection("pair", [nameOf(on.cast, source), nameOf(on.cast, target)]),
        ...buildRelationship(context, target),
        ...buildJustHappened(happened),
      ],
    });
    const update = await withFallback(on.turn.model.object(request, readStateUpdate), noChange);
    facts.push(
      draftStoryEvent(
        toFactContext(on),
        "edge_update",
        toEdgePayload({ source, target, scene, turns }, update),
      ),
    );
  }
  return facts;
}

export const noChange: StateUpdate = { affinity_delta: 0, trust_delta: 0, knowledge_facts: [] };

export function toEdgePayload(
  of: {
    source: string;
    target: string;
    scene: Scene;
    turns: readonly Pick<NewTurn, "id" | "witnesses">[];
  },
  update: StateUpdate,
): PayloadOf<"edge_update"> {
  return {
    source_id: of.source,
    target_id: of.target,
    scene_id: of.scene.id,
    affinity_delta: capDelta(update.affinity_delta),
    trust_delta: capDelta(update.trust_delta),
    raw_affinity_delta: update.affinity_delta,
    raw_trust_delta: update.trust_delta,
    knowledge_facts: update.knowledge_facts,
    cites: of.turns.filter(({ witnesses }) => witnesses.has(of.source)).map(({ id }) => id),
  };
}
