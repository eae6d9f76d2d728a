import type { EventDraft } from "../../../domain/events/catalogue.ts";
import type { Amend } from "../../../domain/events/story.ts";
import { slices } from "../../../domain/slices.ts";
import { readStateUpdate } from "../beat/answers.ts";
import { toEdgePayload, noChange } from "../beat/feelings.ts";
import { nameOf } from "../state/cast.ts";
import { findThreads, summariseFor } from "../beat/summarise-scene.ts";
import { draftStoryEvent, firstUnrecordedId } from "../state/story-events.ts";
import { foldChat } from "../state/fold.ts";
import { feelInstructions } from "../beat/instructions.ts";
import {
  type ChatEventDraft,
  readPosition,
  type RecordedChatEvent,
  withFields,
} from "../state/events.ts";
import { cutPath } from "../state/path.ts";
import {
  buildJustHappened,
  buildRelationship,
  createSection,
  feelingOnly,
} from "../beat/prompt.ts";
import {
  buildRequest,
  toFactContext,
  type PlayContext,
  createPromptContext,
} from "../beat/play-context.ts";
import { readPast } from "../time/history.ts";
import { withFallback } from "../beat/with-fallback.ts";
import { mergeAmends, type Redo } from "./amendment.ts";
import { buildDirectorsCut } from "./digests.ts";
import { rewordMessages, speakLinesAgain } from "./speak-again.ts";

/** Generates what was withdrawn again, with the same requests and at the original positions. */
export async function redoDerivatives(on: PlayContext, redo: Redo): Promise<EventDraft[]> {
  const past = await readPast(on.turn.read, on.state.id);
  const { path, amends: spoken } = await speakLinesAgain(on, past.path, redo.lines);
  const made: ChatEventDraft[] = [];
  for (const feeling of redo.feelings)
    made.push(...(await redoFeeling(await rewindTo(on, path, feeling.after), feeling)));
  for (const view of redo.views.toSorted((a, b) => a.after - b.after))
    made.push(...(await redoView(on, { path, made }, view)));
  for (const { scene_id, after } of redo.threads) {
    const then = await rewindTo(on, path, after);
    const scene = then.state.scenes.get(scene_id);
    if (scene !== undefined)
      made.push(...(await findThreads(then, scene)).map((fact) => placeAfter(fact, after)));
  }
  if (made.length + spoken.length === 0) return [];
  const amends = mergeAmends([...spoken, ...rebuildCut(on, { redo, made, path })]);
  const branch_id = on.state.branchId;
  const done = draftStoryEvent(toFactContext(on), "derivatives_redone", {
    branch_id,
    amends,
    withdraws: [],
  });
  return [...made, done, ...(await rewordMessages(on, path, redo.lines))];
}

/**
 * The state at an earlier position: the story may be rewound to it, so later knowledge must not be
 * used.
 */
async function rewindTo(
  on: PlayContext,
  path: readonly RecordedChatEvent[],
  place: number,
): Promise<PlayContext> {
  const { id, accountId, branchId, version } = on.state;
  const state = await slices.run(foldChat({ id, accountId }, cutPath(path, place)));
  return { ...on, state: Object.assign(state, { branchId, version, lastEventId: place }) };
}

/**
 * A summary rests on the relationship as it was summed up before, which may have been redone just
 * now. That event has no place in the log yet, so the lines behind it are cited instead.
 */
async function redoView(
  on: PlayContext,
  { path, made }: Pick<RedoneEvents, "path" | "made">,
  { scene_id, owner_id, after }: Redo["views"][number],
): Promise<ChatEventDraft[]> {
  const then = await rewindTo(on, withMade(path, made), after);
  const scene = then.state.scenes.get(scene_id);
  const view = scene === undefined ? undefined : await summariseFor(then, scene, owner_id);
  const behind = made.flatMap((fact) =>
    fact.kind === "relationship_summarised" && fact.payload.source_id === owner_id
      ? (fact.payload.cites ?? [])
      : [],
  );
  return (view?.facts ?? []).map((fact) => {
    const cites = "cites" in fact.payload ? (fact.payload.cites ?? []) : [];
    return placeAfter(withFields(fact, { cites: [...new Set([...cites, ...behind])] }), after);
  });
}

/** The path with events that are not in the log yet. */
const withMade = (
  path: readonly RecordedChatEvent[],
  made: readonly ChatEventDraft[],
): RecordedChatEvent[] =>
  [
    ...path,
    ...made.map((fact, nth): RecordedChatEvent => ({
      ...fact,
      id: firstUnrecordedId + nth,
      streamVersion: 0,
    })),
  ].toSorted((a, b) => readPosition(a) - readPosition(b));

const placeAfter = (fact: ChatEventDraft, after: number): ChatEventDraft =>
  withFields(fact, { placed_after: after });

async function redoFeeling(
  on: PlayContext,
  of: Redo["feelings"][number],
): Promise<ChatEventDraft[]> {
  const { source_id: source, target_id: target } = of;
  const heard = createPromptContext(on, pickAnyScene(on), source)
    .sources.listRecent(Infinity)
    .filter(({ turn }) => of.turn_ids.includes(turn.id));
  const scene = on.state.scenes.get(heard.at(-1)?.turn.sceneId ?? 0);
  if (scene === undefined) return [];
  const context = createPromptContext(on, scene, source);
  const request = buildRequest(on, {
    purpose: "state_update",
    viewer: source,
    instructions: feelInstructions(nameOf(on.cast, source), nameOf(on.cast, target)),
    sections: [
      ...createSection("pair", [nameOf(on.cast, source), nameOf(on.cast, target)]),
      ...buildRelationship(context, target, feelingOnly),
      ...buildJustHappened(heard.map(({ known }) => known)),
    ],
  });
  const update = await withFallback(on.turn.model.object(request, readStateUpdate), noChange);
  const payload = toEdgePayload(
    {
      source,
      target,
      scene,
      turns: heard.map(({ turn }) => turn),
      sourceEventIds: request.sourceEventIds,
    },
    update,
  );
  return [placeAfter(draftStoryEvent(toFactContext(on), "edge_update", payload), of.after)];
}

/** The scene is irrelevant for reading the viewer's own turns. */
const pickAnyScene = ({ state }: PlayContext) =>
  [...state.scenes.values()][0] as Parameters<typeof createPromptContext>[1];

interface RedoneEvents {
  readonly redo: Redo;
  readonly made: readonly ChatEventDraft[];
  readonly path: readonly RecordedChatEvent[];
}

/** The director's cut with the new summaries. */
function rebuildCut(on: PlayContext, { redo, made, path }: RedoneEvents): Amend[] {
  const scenes = new Set(redo.views.map(({ scene_id }) => scene_id));
  if (scenes.size === 0) return [];
  const after = withMade(path, made);
  return path.flatMap((event): Amend[] => {
    if (event.kind !== "digest_written" || !scenes.has(event.payload.scene_id)) return [];
    const { scene_id: sceneId, directors_cut: cut = "" } = event.payload;
    const isOurs = cut === buildDirectorsCut(on, path, sceneId);
    return isOurs
      ? [{ event_id: event.id, set: { directors_cut: buildDirectorsCut(on, after, sceneId) } }]
      : [];
  });
}
