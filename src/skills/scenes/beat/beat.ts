import type { EventDraft, Payload } from "../../../domain/events.ts";
import { Refusal } from "../../../domain/errors.ts";
import { readStateUpdate, type StateUpdate } from "./answers.ts";
import { nameOf } from "../state/cast.ts";
import { capped } from "../state/edges.ts";
import { chatFact } from "../state/story-events.ts";
import { feelInstructions, speakInstructions } from "./instructions.ts";
import {
  directedPairs,
  presentSet,
  presentSetKind,
  sceneClock,
  witnessFlags,
} from "../state/present.ts";
import { loreRisen } from "./active-lore.ts";
import { justHappened, relationship, section, speakerSections } from "./prompt.ts";
import { type Prose, readProse } from "./read-prose.ts";
import { speak } from "./speak.ts";
import { speakerOf } from "./speaker.ts";
import { later } from "../state/story-clock.ts";
import { askAs, momentOf, type Playing, stageFor } from "./playing.ts";
import { type Scene, type Turn, you } from "../state/chat-state.ts";
import { unlessUnreadable } from "./unreadable.ts";
import { goOn, heardBy, perceived } from "../state/witness.ts";

export interface Beat {
  readonly events: readonly EventDraft[];
  readonly speaker: string;
  readonly text: string;
}

const minutesPerBeat = 1;

/**
 * One beat: what was written is read, one of the cast speaks, everybody who was there remembers, and what they feel about each
 * other moves. Every model call stands here in its order; memories need none.
 */
export async function playBeat(on: Playing, scene: Scene, prose: Prose | undefined): Promise<Beat> {
  const asked = prose === undefined ? undefined : await writtenTurn(on, scene, prose);
  const witnesses = heardBy(scene, asked);
  const speaker = speakerOf(on, { scene, text: asked?.text, witnesses });
  if (speaker === undefined) throw new Refusal("nobody_there", "", { scene_id: scene.id });
  const { said, made } = await answered(on, scene, { asked, speaker, witnesses });
  const turns = asked === undefined ? [said] : [asked, said];
  return {
    events: [...turns.map((turn) => turnFact(on, scene, turn)), ...made],
    speaker,
    text: said.text,
  };
}

interface Answering {
  readonly asked: NewTurn | undefined;
  readonly speaker: string;
  readonly witnesses: readonly string[];
}

/** What one of the cast says to it, and all that comes of that for those who hear it. */
export async function answered(
  on: Playing,
  scene: Scene,
  { asked, speaker, witnesses }: Answering,
): Promise<{ readonly said: NewTurn; readonly made: readonly EventDraft[] }> {
  const now = asked === undefined ? goOn : perceived(asked, { cast: on.cast, viewer: speaker });
  const stage = stageFor(on, scene, speaker);
  const recall = (await on.recall?.byMeaning?.(stage, now, on.turn)) ?? on.recall;
  const sections = speakerSections(stage, now, recall);
  const instructions = speakInstructions(nameOf(on.cast, speaker));
  const label = on.label?.(speaker) ?? "";
  if (label !== "") on.turn.show({ text: label });
  const spoken = await speak(
    on,
    askAs(on, { purpose: "narrative", viewer: speaker, instructions, sections }),
    label,
  );
  const said = spokenTurn(on, scene, { speaker, text: spoken, witnesses });
  const turns = asked === undefined ? [said] : [asked, said];
  const feelings = await feel(on, scene, turns);
  return { said, made: [...memories(on, scene, turns), ...feelings, ...loreRisen(on, stage, now)] };
}

/** A turn that has no place in the log yet. */
export type NewTurn = Omit<Turn, "eventId">;

async function writtenTurn(on: Playing, scene: Scene, prose: Prose): Promise<NewTurn> {
  const segments = await readProse(on, scene, prose);
  const witnesses = new Set(heardBy(scene, { segments }));
  return {
    ...newTurn(on, scene),
    kind: "user",
    speaker: you,
    text: prose.text,
    segments,
    witnesses,
    messageEventIds: prose.eventIds,
  };
}

function newTurn(
  { turn, state }: Playing,
  scene: Scene,
): Omit<NewTurn, "kind" | "speaker" | "text" | "segments" | "witnesses"> {
  return {
    id: turn.newId(),
    sceneId: scene.id,
    meanwhileSceneId: scene.kind === "meanwhile" ? scene.id : null,
    status: "completed",
    storyTime: later(sceneClock(state, scene), minutesPerBeat),
    messageEventIds: [],
  };
}

const spokenTurn = (
  on: Playing,
  scene: Scene,
  of: { speaker: string; text: string; witnesses: readonly string[] },
): NewTurn => ({
  ...newTurn(on, scene),
  kind: "assistant",
  speaker: of.speaker,
  text: of.text,
  segments: [],
  witnesses: new Set(of.witnesses),
});

export function turnFact(on: Playing, scene: Scene, turn: NewTurn): EventDraft {
  const present = presentSet(scene);
  const payload: Payload = {
    id: turn.id,
    scene_id: scene.id,
    ...(turn.meanwhileSceneId === null ? {} : { meanwhile_scene_id: turn.meanwhileSceneId }),
    ...(turn.kind === "assistant"
      ? { speaker_id: turn.speaker }
      : { segments: turn.segments as unknown as Payload[] }),
    text: turn.text,
    present,
    witnesses: [...turn.witnesses],
    present_set_kind: presentSetKind(scene),
    status: turn.status,
    story_time: turn.storyTime,
    ...(turn.kind === "user" ? { message_event_ids: turn.messageEventIds } : {}),
  };
  return chatFact(momentOf(on), turn.kind === "user" ? "user_turn" : "assistant_turn", payload);
}

/** One row for each bot that was there, in the words that it heard. */
function memories(on: Playing, scene: Scene, turns: readonly NewTurn[]): EventDraft[] {
  const witnesses = [...(turns.at(-1)?.witnesses ?? [])];
  return witnesses
    .filter((id) => id !== you)
    .map((owner) => {
      const text = turns
        .flatMap((turn) => perceived(turn, { cast: on.cast, viewer: owner }).lines)
        .join("\n");
      return chatFact(momentOf(on), "memory_written", {
        id: on.turn.newId(),
        scene_id: scene.id,
        owner_id: owner,
        ...witnessFlags(scene, witnesses),
        witnesses,
        text,
        pov_summary: text,
        cites: turns.map(({ id }) => id),
        story_time: turns.at(-1)?.storyTime ?? "",
      });
    });
}

async function feel(on: Playing, scene: Scene, turns: readonly NewTurn[]): Promise<EventDraft[]> {
  const facts: EventDraft[] = [];
  for (const [source, target] of directedPairs([...(turns.at(-1)?.witnesses ?? [])])) {
    const stage = stageFor(on, scene, source);
    const happened = turns.map((turn) => perceived(turn, { cast: on.cast, viewer: source }));
    const request = askAs(on, {
      purpose: "state_update",
      viewer: source,
      instructions: feelInstructions(nameOf(on.cast, source), nameOf(on.cast, target)),
      sections: [
        ...section("pair", [nameOf(on.cast, source), nameOf(on.cast, target)]),
        ...relationship(stage, target),
        ...justHappened(happened),
      ],
    });
    const update = await unlessUnreadable(on.turn.model.object(request, readStateUpdate), unmoved);
    facts.push(
      chatFact(momentOf(on), "edge_update", edgePayload({ source, target, scene, turns }, update)),
    );
  }
  return facts;
}

export const unmoved: StateUpdate = { affinity_delta: 0, trust_delta: 0, knowledge_facts: [] };

export function edgePayload(
  of: {
    source: string;
    target: string;
    scene: Scene;
    turns: readonly Pick<NewTurn, "id" | "witnesses">[];
  },
  update: StateUpdate,
): Payload {
  return {
    source_id: of.source,
    target_id: of.target,
    scene_id: of.scene.id,
    affinity_delta: capped(update.affinity_delta),
    trust_delta: capped(update.trust_delta),
    raw_affinity_delta: update.affinity_delta,
    raw_trust_delta: update.trust_delta,
    knowledge_facts: update.knowledge_facts,
    cites: of.turns.filter(({ witnesses }) => witnesses.has(of.source)).map(({ id }) => id),
  };
}
