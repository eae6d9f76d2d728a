import type { EventDraft, RecordedEvent } from "../../../domain/events.ts";
import { readStateUpdate } from "../beat/answers.ts";
import { edgePayload, unmoved } from "../beat/beat.ts";
import { nameOf } from "../state/cast.ts";
import { threadsOf, viewOf } from "../beat/sum-up.ts";
import { chatFact } from "../state/story-events.ts";
import { foldChat } from "../state/fold.ts";
import { feelInstructions } from "../beat/instructions.ts";
import { number, text } from "../state/payload.ts";
import { upToPlace } from "../state/path.ts";
import { justHappened, relationship, section } from "../beat/prompt.ts";
import { askAs, momentOf, type Playing, stageFor } from "../beat/playing.ts";
import { pastOf } from "../time/travel.ts";
import { unlessUnreadable } from "../beat/unreadable.ts";
import type { Amend, Redo } from "./amendment.ts";
import { amendmentPayload, merged } from "./amendment.ts";
import { cutOf } from "./digests.ts";
import { shownAgain, spokenAgain } from "./speak-again.ts";

/** What was made of lines that read otherwise now is made again, by the same questions, and stands where the first stood. */
export async function redoMade(on: Playing, redo: Redo): Promise<EventDraft[]> {
  const past = await pastOf(on.turn.read, on.state.id);
  const { path, amends: spoken } = await spokenAgain(on, past.path, redo.lines);
  const made: EventDraft[] = [];
  for (const feeling of redo.feelings)
    made.push(...(await feltAgain(asOf(on, path, feeling.after), feeling)));
  for (const { scene_id, owner_id, after } of redo.views) {
    const then = asOf(on, path, after);
    const scene = then.state.scenes.get(scene_id);
    const view = scene === undefined ? undefined : await viewOf(then, scene, owner_id);
    made.push(...(view?.facts ?? []).map((fact) => placed(fact, after)));
  }
  for (const { scene_id, after } of redo.threads) {
    const then = asOf(on, path, after);
    const scene = then.state.scenes.get(scene_id);
    if (scene !== undefined)
      made.push(...(await threadsOf(then, scene)).map((fact) => placed(fact, after)));
  }
  if (made.length + spoken.length === 0) return [];
  const amends = merged([...spoken, ...cutAgain(on, { redo, made, path })]);
  const branch_id = on.state.branchId;
  const done = chatFact(momentOf(on), "derivatives_redone", {
    branch_id,
    ...amendmentPayload({ amends, withdraws: [] }),
  });
  return [...made, done, ...(await shownAgain(on, path, redo.lines))];
}

/** What stands in the past is made of what was known then: the story may be wound back to it. */
function asOf(on: Playing, path: readonly RecordedEvent[], place: number): Playing {
  const { id, accountId, branchId, version } = on.state;
  const state = foldChat({ id, accountId }, upToPlace(path, place));
  return { ...on, state: Object.assign(state, { branchId, version, lastEventId: place }) };
}

const placed = (fact: EventDraft, after: number): EventDraft => ({
  ...fact,
  payload: { ...fact.payload, placed_after: after },
});

async function feltAgain(on: Playing, of: Redo["feelings"][number]): Promise<EventDraft[]> {
  const { source_id: source, target_id: target } = of;
  const heard = stageFor(on, anyScene(on), source)
    .sources.recent(Infinity)
    .filter(({ turn }) => of.turn_ids.includes(turn.id));
  const scene = on.state.scenes.get(heard.at(-1)?.turn.sceneId ?? 0);
  if (scene === undefined) return [];
  const stage = stageFor(on, scene, source);
  const request = askAs(on, {
    purpose: "state_update",
    viewer: source,
    instructions: feelInstructions(nameOf(on.cast, source), nameOf(on.cast, target)),
    sections: [
      ...section("pair", [nameOf(on.cast, source), nameOf(on.cast, target)]),
      ...relationship(stage, target),
      ...justHappened(heard.map(({ known }) => known)),
    ],
  });
  const update = await unlessUnreadable(on.turn.model.object(request, readStateUpdate), unmoved);
  const payload = edgePayload(
    { source, target, scene, turns: heard.map(({ turn }) => turn) },
    update,
  );
  return [placed(chatFact(momentOf(on), "edge_update", payload), of.after)];
}

/** What was heard is asked for in one's own name alone; the scene says nothing in it. */
const anyScene = ({ state }: Playing) =>
  [...state.scenes.values()][0] as Parameters<typeof stageFor>[1];

interface Made {
  readonly redo: Redo;
  readonly made: readonly EventDraft[];
  readonly path: readonly RecordedEvent[];
}

/** The director's cut with the new views in it. */
function cutAgain(on: Playing, { redo, made, path }: Made): Amend[] {
  const scenes = new Set(redo.views.map(({ scene_id }) => scene_id));
  if (scenes.size === 0) return [];
  const after = [
    ...path,
    ...made.map((fact, nth): RecordedEvent => ({ ...fact, id: 2 ** 52 + nth, streamVersion: 0 })),
  ];
  return path.flatMap((event): Amend[] => {
    const sceneId = number(event.payload, "scene_id") ?? 0;
    if (event.kind !== "digest_written" || !scenes.has(sceneId)) return [];
    const isOurs = text(event.payload, "directors_cut") === cutOf(on, path, sceneId);
    return isOurs
      ? [{ event_id: event.id, set: { directors_cut: cutOf(on, after, sceneId) } }]
      : [];
  });
}
