import type { Payload, RecordedEvent } from "../../../domain/events.ts";
import { number, text, texts } from "../state/payload.ts";
import { witnessFlags } from "../state/present.ts";
import { type Scene, you } from "../state/chat-state.ts";
import { endOf } from "../time/travel.ts";
import {
  type Added,
  type Amend,
  type Amendment,
  type Told,
  turnIdOf,
  withAmends,
} from "./amendment.ts";
import { heardIn } from "./memories.ts";

interface Asked {
  readonly entityId: string;
  readonly amends: readonly Amend[];
  /** Turns that the one hears now. */
  readonly turns: readonly RecordedEvent[];
  readonly scene: Scene;
  newId(): string;
}

/** What one who was there after all remembers: beat by beat, in the words that they heard. */
export function newMemories(told: Told, asked: Asked): Pick<Amendment, "amends" | "adds" | "redo"> {
  const nothing = {
    amends: [],
    adds: [],
    redo: { feelings: [], views: [], threads: [], lines: [] },
  };
  if (asked.entityId === you || asked.turns.length === 0) return nothing;
  const after = withAmends(told.path, asked.amends);
  const heard = heardIn(told, after)(asked.entityId);
  const amends: Amend[] = [];
  const adds: Added[] = [];
  for (const beat of beatsOf(after, asked.turns)) {
    const cites = beat.map(turnIdOf).filter((id) => heard.has(id));
    const words = cites.flatMap((id) => heard.get(id) ?? []).join("\n");
    const last = beat.at(-1);
    if (words === "" || last === undefined) continue;
    const own = after.find(
      (event) =>
        isMemoryOf(event, asked.entityId) &&
        texts(event.payload["cites"]).some((id) => cites.includes(id)),
    );
    if (own !== undefined)
      amends.push({ event_id: own.id, set: { text: words, pov_summary: words, cites } });
    else
      adds.push({
        kind: "memory_written",
        payload: memory(asked, { last, words, cites, place: endOf(told.path, turnIdOf(last)) }),
      });
  }
  const summedUp = told.path.findLast(
    ({ kind, payload }) =>
      kind === "scene_summarised" && number(payload, "scene_id") === asked.scene.id,
  );
  const views =
    summedUp === undefined
      ? []
      : [{ scene_id: asked.scene.id, owner_id: asked.entityId, after: summedUp.id }];
  return { amends, adds, redo: { ...nothing.redo, views } };
}

const isMemoryOf = ({ kind, payload }: RecordedEvent, owner: string): boolean =>
  kind === "memory_written" && text(payload, "owner_id") === owner;

/** Turns of the same beat, those that were heard before included. */
function beatsOf(
  path: readonly RecordedEvent[],
  turns: readonly RecordedEvent[],
): RecordedEvent[][] {
  const changed = new Set(turns.map(({ id }) => id));
  const all = path.filter(({ kind }) => kind === "user_turn" || kind === "assistant_turn");
  // Turns from elsewhere have no turn of ours: those that are remembered together were one beat.
  const together = new Map(
    path
      .filter(({ kind }) => kind === "memory_written")
      .flatMap(({ payload }) =>
        texts(payload["cites"]).map((id) => [id, texts(payload["cites"]).join("\n")] as const),
      ),
  );
  const groups = [
    ...Map.groupBy(
      all,
      (turn) => turn.turnId ?? together.get(turnIdOf(turn)) ?? turnIdOf(turn),
    ).values(),
  ];
  return groups.filter((beat) => beat.some(({ id }) => changed.has(id)));
}

function memory(
  { entityId, scene, newId, amends }: Asked,
  of: { last: RecordedEvent; words: string; cites: readonly string[]; place: number },
): Payload {
  const set = amends.find(({ event_id }) => event_id === of.last.id)?.set ?? of.last.payload;
  const witnesses = texts(set["witnesses"] ?? set["present"]);
  return {
    id: newId(),
    scene_id: scene.id,
    owner_id: entityId,
    ...witnessFlags(scene, witnesses),
    witnesses,
    text: of.words,
    pov_summary: of.words,
    cites: of.cites,
    story_time: text(of.last.payload, "story_time"),
    placed_after: of.place,
  };
}
