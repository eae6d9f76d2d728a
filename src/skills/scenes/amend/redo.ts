import type { EventDraft } from "../../../domain/events/catalogue.ts";
import type { Amend } from "../../../domain/events/story.ts";
import { slices } from "../../../domain/slices.ts";
import { readStateUpdate } from "../beat/answers.ts";
import { toEdgePayload, noChange } from "../beat/beat.ts";
import { nameOf } from "../state/cast.ts";
import { findThreads, summariseFor } from "../beat/summarise-scene.ts";
import { draftStoryEvent } from "../state/story-events.ts";
import { foldChat } from "../state/fold.ts";
import { feelInstructions } from "../beat/instructions.ts";
import { type ChatEventDraft, type RecordedChatEvent, withFields } from "../state/events.ts";
import { cutPath } from "../state/path.ts";
import { buildJustHappened, buildRelationship, createSection } from "../beat/prompt.ts";
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
  for (const { scene_id, owner_id, after } of redo.views) {
    const then = await rewindTo(on, path, after);
    const scene = then.state.scenes.get(scene_id);
    const view = scene === undefined ? undefined : await summariseFor(then, scene, owner_id);
    made.push(...(view?.facts ?? []).map((fact) => placeAfter(fact, after)));
  }
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
      ...buildRelationship(context, target),
      ...buildJustHappened(heard.map(({ known }) => known)),
    ],
  });
  const update = await withFallback(on.turn.model.object(request, readStateUpdate), noChange);
  const payload = toEdgePayload(
    { source, target, scene, turns: heard.map(({ turn }) => turn) },
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
  const after = [
    ...path,
    ...made.map((fact, nth): RecordedChatEvent => ({
      ...fact,
      id: 2 ** 52 + nth,
      streamVersion: 0,
    })),
  ];
  return path.flatMap((event): Amend[] => {
    if (event.kind !== "digest_written" || !scenes.has(event.payload.scene_id)) return [];
    const { scene_id: sceneId, directors_cut: cut = "" } = event.payload;
    const isOurs = cut === buildDirectorsCut(on, path, sceneId);
    return isOurs
      ? [{ event_id: event.id, set: { directors_cut: buildDirectorsCut(on, after, sceneId) } }]
      : [];
  });
}
