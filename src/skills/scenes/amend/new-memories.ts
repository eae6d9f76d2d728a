import { isTurnEvent, readTurnId } from "../state/fold-turns.ts";
import { isEventOf, type PayloadOf } from "../../../domain/events/catalogue.ts";
import type { Amend } from "../../../domain/events/story.ts";
import type { Pausable } from "../../../domain/slices.ts";
import { type LineEvent, readCites, type RecordedChatEvent } from "../state/events.ts";
import { toWitnessFlags } from "../state/present.ts";
import { type Scene, you } from "../state/chat-state.ts";
import { findTurnEnd } from "../time/history.ts";
import { type AddedEvent, type Amendment, type StoryBranch, applyAmends } from "./amendment.ts";
import { mapPerceived } from "./reword-memories.ts";

interface NewWitness {
  readonly entityId: string;
  readonly amends: readonly Amend[];
  /** Turns the character now witnesses. */
  readonly turns: readonly LineEvent[];
  readonly scene: Scene;
  newId(): string;
}

/**
 * Memories for a character who was present after all, one per beat, in the words they perceived.
 */
export function* addMemories(
  story: StoryBranch,
  asked: NewWitness,
): Pausable<Pick<Amendment, "amends" | "adds" | "redo">> {
  const nothing = {
    amends: [],
    adds: [],
    redo: { feelings: [], views: [], threads: [], lines: [] },
  };
  if (asked.entityId === you || asked.turns.length === 0) return nothing;
  const after = applyAmends(story.path, asked.amends);
  const heard = yield* (yield* mapPerceived(story, after))(asked.entityId);
  const amends: Amend[] = [];
  const adds: AddedEvent[] = [];
  for (const beat of groupBeats(after, asked.turns)) {
    yield;
    const cites = beat.map(readTurnId).filter((id) => heard.has(id));
    const words = cites.flatMap((id) => heard.get(id) ?? []).join("\n");
    const last = beat.at(-1);
    if (words === "" || last === undefined) continue;
    const own = after.find(
      (event) =>
        isMemoryOf(event, asked.entityId) && readCites(event).some((id) => cites.includes(id)),
    );
    if (own !== undefined)
      amends.push({ event_id: own.id, set: { text: words, pov_summary: words, cites } });
    else
      adds.push({
        kind: "memory_written",
        payload: draftMemory(asked, {
          last,
          words,
          cites,
          place: findTurnEnd(story.path, readTurnId(last)),
        }),
      });
  }
  const summedUp = story.path.findLast(
    ({ kind, payload }) => kind === "scene_summarised" && payload.scene_id === asked.scene.id,
  );
  const views =
    summedUp === undefined
      ? []
      : [{ scene_id: asked.scene.id, owner_id: asked.entityId, after: summedUp.id }];
  return { amends, adds, redo: { ...nothing.redo, views } };
}

const isMemoryOf = ({ kind, payload }: RecordedChatEvent, owner: string): boolean =>
  kind === "memory_written" && payload.owner_id === owner;

/** The beats of the changed turns, including turns that were perceived before. */
function groupBeats(
  path: readonly RecordedChatEvent[],
  turns: readonly LineEvent[],
): LineEvent[][] {
  const changed = new Set(turns.map(({ id }) => id));
  const all = path.filter(isTurnEvent);
  // Imported turns have no turn id: turns cited by the same memory form a beat.
  const together = new Map(
    path
      .filter((event) => isEventOf(event, "memory_written"))
      .flatMap((event) => readCites(event).map((id) => [id, readCites(event).join("\n")] as const)),
  );
  const groups = [
    ...Map.groupBy(
      all,
      (turn) => turn.turnId ?? together.get(readTurnId(turn)) ?? readTurnId(turn),
    ).values(),
  ];
  return groups.filter((beat) => beat.some(({ id }) => changed.has(id)));
}

function draftMemory(
  { entityId, scene, newId, amends }: NewWitness,
  of: { last: LineEvent; words: string; cites: readonly string[]; place: number },
): PayloadOf<"memory_written"> {
  const set = amends.find(({ event_id }) => event_id === of.last.id)?.set ?? of.last.payload;
  const witnesses = set.witnesses ?? set.present ?? [];
  return {
    id: newId(),
    scene_id: scene.id,
    owner_id: entityId,
    ...toWitnessFlags(scene, witnesses),
    witnesses,
    text: of.words,
    pov_summary: of.words,
    cites: of.cites,
    story_time: of.last.payload.story_time ?? "",
    placed_after: of.place,
  };
}
