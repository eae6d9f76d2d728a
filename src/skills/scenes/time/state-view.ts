import { createHash } from "node:crypto";
import type { JsonObject } from "../../../domain/json.ts";
import type { ChatState } from "../state/chat-state.ts";
import type { StateDifference } from "../../../domain/views/story-amend.ts";
import type { Pausable } from "../../../domain/slices.ts";

type Rows = ReadonlyMap<string, JsonObject>;
type Parts = Readonly<Record<string, Rows>>;

interface Shown<V> {
  readonly all: Iterable<V>;
  key(one: V): string;
  show(one: V): JsonObject;
}

function* mapRows<V>({ all, key, show }: Shown<V>): Pausable<Rows> {
  const rows = new Map<string, JsonObject>();
  for (const one of all) {
    rows.set(key(one), show(one));
    yield;
  }
  return rows;
}

/** A story's state for its owner; no prompt is built from it. */
function* toParts(state: ChatState): Pausable<Parts> {
  return {
    chat: new Map([
      ["clock", { clock: state.clock, anchor: state.anchor, weather: state.weather }],
    ]),
    scenes: yield* mapRows({
      all: state.scenes.values(),
      key: ({ id }) => String(id),
      show: ({ kind, present, closedAt, startedAt }) => ({
        kind,
        present: [...present].sort(),
        started_at: startedAt,
        closed_at: closedAt,
      }),
    }),
    edges: yield* mapRows({
      all: state.edges.values(),
      key: ({ source, target }) => `${source} → ${target}`,
      show: ({ source, target, affinity, trust, facts, relationshipSummary }) => ({
        source_id: source,
        target_id: target,
        affinity,
        trust,
        facts: facts.map(({ fact }) => fact),
        relationship_summary: relationshipSummary,
      }),
    }),
    memories: yield* mapRows({
      all: state.memories.values(),
      key: ({ id }) => id,
      show: ({ owner, text, povSummary, witnesses }) => ({
        owner_id: owner,
        text,
        pov_summary: povSummary,
        witnesses: [...witnesses].sort(),
      }),
    }),
    turns: yield* mapRows({
      all: state.turns,
      key: ({ id }) => id,
      show: ({ speaker, text, witnesses, storyTime }) => ({
        speaker_id: speaker,
        text,
        witnesses: [...witnesses].sort(),
        story_time: storyTime,
      }),
    }),
    activities: yield* mapRows({
      all: state.activities.values(),
      key: ({ entity }) => entity,
      show: ({ posture, action, holding }) => ({ posture, verb: action.verb ?? "", holding }),
    }),
    threads: yield* mapRows({
      all: state.threads.values(),
      key: ({ title }) => title,
      show: ({ status, summary }) => ({ status, summary }),
    }),
    digests: yield* mapRows({
      all: state.digests.values(),
      key: ({ id }) => id,
      show: ({ sceneId, sealed, delivered }) => ({ scene_id: sceneId, sealed, delivered }),
    }),
  };
}

/** The state as of a moment, with only the newest lines and memories. */
export function* toStateView(state: ChatState, limit = 200): Pausable<JsonObject> {
  const parts = Object.entries(yield* toParts(state)).map(([what, rows]) => [
    what,
    what === "chat"
      ? [...rows.values()][0]
      : [...rows].slice(-limit).map(([key, row]) => ({ key, ...row })),
  ]);
  return {
    last_event_id: state.lastEventId,
    branch_id: state.branchId,
    ...(Object.fromEntries(parts) as JsonObject),
  };
}

/** Rows that differ between two states. */
export function* compareStates(a: ChatState, b: ChatState): Pausable<StateDifference[]> {
  const [first, second] = [yield* toParts(a), yield* toParts(b)];
  const found: StateDifference[] = [];
  for (const [what, left] of Object.entries(first)) {
    const right: Rows = second[what] ?? new Map<string, JsonObject>();
    for (const key of new Set([...left.keys(), ...right.keys()])) {
      yield;
      const [was, is] = [left.get(key) ?? null, right.get(key) ?? null];
      if (JSON.stringify(was) !== JSON.stringify(is)) found.push({ what, key, a: was, b: is });
    }
  }
  return found;
}

/** Identical for equal states. */
export function* hashState(state: ChatState): Pausable<string> {
  const hash = createHash("sha256");
  for (const [nth, [what, rows]] of Object.entries(yield* toParts(state)).entries()) {
    hash.update(`${nth === 0 ? "[" : "],"}[${JSON.stringify(what)},[`);
    const sorted = [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1));
    for (const [at, row] of sorted.entries()) {
      hash.update(`${at === 0 ? "" : ","}${JSON.stringify(row)}`);
      yield;
    }
    hash.update("]");
  }
  return hash.update("]]").digest("hex").slice(0, 16);
}
