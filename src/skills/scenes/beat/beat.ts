import type { EventDraft } from "../../../domain/events/catalogue.ts";
import { Refusal } from "../../../domain/errors.ts";
import { nameOf } from "../state/cast.ts";
import type { ChatEventDraft } from "../state/events.ts";
import { nameLabel } from "../state/name-label.ts";
import { draftStoryEvent } from "../state/story-events.ts";
import { describePresentSet, listPresent } from "../state/present.ts";
import { updateFeelings } from "./feelings.ts";
import { setFeelingsTimer } from "./later-feelings.ts";
import { recordActivations } from "./active-lore.ts";
import { type Prose, readProse } from "./read-prose.ts";
import { speak } from "./speak.ts";
import { buildSpeakRequest } from "./speak-request.ts";
import { pickSpeakers } from "./speaker.ts";
import { cutAtStops, listStops } from "./speech.ts";
import { createSpokenTurn, createTurn, draftMemories, type NewTurn } from "./new-turn.ts";
import { toFactContext, type PlayContext, createPromptContext } from "./play-context.ts";
import { citeSources } from "./prompt-messages.ts";
import { type Scene, you } from "../state/chat-state.ts";
import {
  findWitnesses,
  isUnspoken,
  type KnownWords,
  perceiveTurn,
  unpromptedWords,
} from "../state/witness.ts";

export interface Beat {
  readonly events: readonly ChatEventDraft[];
  /** The timer of feelings that follow. */
  readonly timers: readonly EventDraft[];
  /** Of the first reply. */
  readonly speaker: string;
  /** One, or several if several characters were spoken to. */
  readonly replies: readonly Reply[];
}

export interface Reply {
  readonly speaker: string;
  readonly text: string;
}

/**
 * One beat: the person's text is parsed, the characters addressed answer, every witness remembers, and
 * feelings between the witnesses change. All model calls happen here, in this order; memories need
 * none.
 */
export const playBeat = (on: PlayContext, scene: Scene, asked: AskedBeat): Promise<Beat> =>
  runBeat(on, scene, { ...asked, feelsLater: false });

/**
 * A beat that a person waits for: feelings follow after the reply. Two characters who are alone need
 * two short calls, which are made at once.
 */
export const playAttendedBeat = (on: PlayContext, scene: Scene, asked: AskedBeat): Promise<Beat> =>
  runBeat(on, scene, {
    ...asked,
    feelsLater: scene.kind !== "meanwhile" || listPresent(scene).length !== 2,
  });

interface AskedBeat {
  /** Absent where the characters go on by themselves. */
  readonly prose?: Prose | undefined;
  /** Who answers, if the person chose it. */
  readonly speakers?: readonly string[] | undefined;
}

interface BeatInput extends AskedBeat {
  readonly feelsLater: boolean;
}

async function runBeat(
  on: PlayContext,
  scene: Scene,
  { prose, speakers: chosen, feelsLater }: BeatInput,
): Promise<Beat> {
  const asked = prose === undefined ? undefined : await parseWrittenTurn(on, scene, prose);
  // To a thought no one answers: the scene goes on, before everyone.
  const heard = asked !== undefined && isUnspoken(asked.segments) ? undefined : asked;
  const witnesses = findWitnesses(scene, heard);
  const text = heard === undefined ? undefined : joinHearable(heard);
  const speakers =
    on.recorded?.speakers ??
    pickSpeakers(on, { scene, text, witnesses, asker: asked?.speaker, chosen });
  const [speaker] = speakers;
  if (speaker === undefined) return recordUnanswered(on, scene, asked);
  const earlier: NewTurn[] = [];
  const events: ChatEventDraft[] = asked === undefined ? [] : [draftTurn(on, scene, asked)];
  for (const [at, each] of speakers.entries()) {
    // Feelings are about the whole beat, so they are asked for once.
    const isLast = at === speakers.length - 1;
    const answer = { asked, earlier: [...earlier], speaker: each, witnesses };
    const { said, made } = await answerLine(on, scene, {
      ...answer,
      feelsLater: feelsLater || !isLast,
    });
    earlier.push(said);
    events.push(draftTurn(on, scene, said), ...made);
  }
  return {
    events,
    timers: feelsLater
      ? earlier.slice(-1).map(({ id }) => setFeelingsTimer(toFactContext(on), id))
      : [],
    speaker,
    replies: earlier.map(({ speaker: by, text }) => ({ speaker: by, text })),
  };
}

/** A line without the thoughts in it: whom one thinks of is not spoken to. */
const joinHearable = ({ text, segments }: NewTurn): string =>
  segments.some(({ kind }) => kind === "thought")
    ? segments.flatMap((part) => (part.kind === "thought" ? [] : [part.text])).join("\n")
    : text;

/** People who talk among themselves get no answer from a character. */
function recordUnanswered(on: PlayContext, scene: Scene, asked: NewTurn | undefined): Beat {
  if (asked === undefined || on.state.room === undefined)
    throw new Refusal("nobody_there", { scene_id: scene.id });
  const memories = draftMemories(on, scene, { remembered: [asked], turns: [asked] });
  const events = [draftTurn(on, scene, asked), ...memories];
  return { events, timers: [], speaker: asked.speaker, replies: [] };
}

interface AnswerInput {
  readonly asked: NewTurn | undefined;
  /** What others answered before, in the same beat. */
  readonly earlier?: readonly NewTurn[] | undefined;
  readonly speaker: string;
  readonly witnesses: readonly string[];
  readonly feelsLater?: boolean | undefined;
  readonly attempt?: number | undefined;
}

/** One character's answer and everything derived from it for its witnesses. */
export async function answerLine(
  on: PlayContext,
  scene: Scene,
  { asked, earlier = [], speaker, witnesses, feelsLater = false, attempt }: AnswerInput,
): Promise<{ readonly said: NewTurn; readonly made: readonly ChatEventDraft[] }> {
  const now = perceiveNow(on, speaker, [...(asked === undefined ? [] : [asked]), ...earlier]);
  const context = createPromptContext(on, scene, speaker);
  await on.recall?.prepare?.(context);
  const recall = (await on.recall?.rankSemantically?.(context, now, on.turn)) ?? on.recall;
  const request = buildSpeakRequest(on, scene, { speaker, now, recall, attempt });
  const name = nameOf(on.cast, speaker);
  const spoken = await speak(on, request, {
    before: labelReplies(on, earlier),
    label: on.label?.(speaker) ?? (earlier.length === 0 ? "" : nameLabel(name)),
    cut: (text) => cutAtStops(text, name, listStops(on, scene, speaker)),
  });
  const said = createSpokenTurn(on, scene, {
    speaker,
    text: spoken,
    witnesses,
    sourceEventIds: request.sourceEventIds,
  });
  const turns = [...(asked === undefined ? [] : [asked]), ...earlier, said];
  const feelings = feelsLater ? [] : await updateFeelings(on, scene, turns);
  // The first reply is remembered with the line that it answers, each further one by itself.
  const remembered = earlier.length === 0 ? turns : [said];
  return {
    said,
    made: [
      ...recordActivations(on, context, now),
      ...draftMemories(on, scene, { remembered, turns }),
      ...feelings,
    ],
  };
}

/** What a character perceives just before it speaks. */
function perceiveNow({ cast }: PlayContext, viewer: string, turns: readonly NewTurn[]): KnownWords {
  const heard = turns
    .filter(({ witnesses }) => witnesses.has(viewer))
    .map((turn) => perceiveTurn(turn, { cast, viewer }));
  if (heard.length === 0) return unpromptedWords;
  return {
    lines: heard.flatMap(({ lines }) => lines),
    eventIds: heard.flatMap(({ eventIds }) => eventIds),
  };
}

/** What the reader saw of the beat so far. */
const labelReplies = (on: PlayContext, replies: readonly NewTurn[]): string =>
  replies
    .map(({ speaker, text }, at) => {
      const label = on.label?.(speaker) ?? (at === 0 ? "" : nameLabel(nameOf(on.cast, speaker)));
      return `${label}${text}\n\n`;
    })
    .join("");

async function parseWrittenTurn(on: PlayContext, scene: Scene, prose: Prose): Promise<NewTurn> {
  const segments = await readProse(on, scene, prose);
  const { speaker = you } = prose;
  const witnesses = new Set(findWitnesses(scene, { segments, speaker }));
  return {
    ...createTurn(on, scene),
    kind: "user",
    speaker,
    text: prose.text,
    segments,
    witnesses,
    messageEventIds: prose.eventIds,
  };
}

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
      ...citeSources(turn.sourceEventIds),
    });
  return draftStoryEvent(toFactContext(on), "user_turn", {
    ...said,
    segments: turn.segments,
    message_event_ids: turn.messageEventIds,
    ...(turn.speaker === you ? {} : { speaker_id: turn.speaker }),
  });
}
