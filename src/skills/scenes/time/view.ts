import { createHash } from "node:crypto";
import type { Payload } from "../../../domain/events.ts";
import type { StateDifference } from "../../../domain/views/story-time.ts";
import type { ChatState } from "../state/chat-state.ts";

type Parts = Readonly<Record<string, ReadonlyMap<string, Payload>>>;

/** A story's state for the person whose it is: no prompt is made of it. */
function partsOf(state: ChatState): Parts {
  const by = <V>(
    all: Iterable<V>,
    key: (one: V) => string,
    show: (one: V) => Payload,
  ): Map<string, Payload> => new Map([...all].map((one) => [key(one), show(one)]));
  return {
    chat: new Map([
      ["clock", { clock: state.clock, anchor: state.anchor, weather: state.weather }],
    ]),
    scenes: by(
      state.scenes.values(),
      ({ id }) => String(id),
      ({ kind, present, closedAt, startedAt }) => ({
        kind,
        present: [...present].sort(),
        started_at: startedAt,
        closed_at: closedAt,
      }),
    ),
    edges: by(
      state.edges.values(),
      ({ source, target }) => `${source} → ${target}`,
      ({ source, target, affinity, trust, facts, relationshipSummary }) => ({
        source_id: source,
        target_id: target,
        affinity,
        trust,
        facts: facts.map(({ fact }) => fact),
        relationship_summary: relationshipSummary,
      }),
    ),
    memories: by(
      state.memories.values(),
      ({ id }) => id,
      ({ owner, text, povSummary, witnesses }) => ({
        owner_id: owner,
        text,
        pov_summary: povSummary,
        witnesses: [...witnesses].sort(),
      }),
    ),
    turns: by(
      state.turns,
      ({ id }) => id,
      ({ speaker, text, witnesses, storyTime }) => ({
        speaker_id: speaker,
        text,
        witnesses: [...witnesses].sort(),
        story_time: storyTime,
      }),
    ),
    activities: by(
      state.activities.values(),
      ({ entity }) => entity,
      ({ posture, action, holding }) => ({ posture, verb: action.verb ?? "", holding }),
    ),
    threads: by(
      state.threads.values(),
      ({ title }) => title,
      ({ status, summary }) => ({ status, summary }),
    ),
    digests: by(
      state.digests.values(),
      ({ id }) => id,
      ({ sceneId, sealed, delivered }) => ({ scene_id: sceneId, sealed, delivered }),
    ),
  };
}

/** As of a moment. Of what was said and is remembered, only the newest. */
export function viewOf(state: ChatState, limit = 200): Payload {
  const parts = Object.entries(partsOf(state)).map(([what, rows]) => [
    what,
    what === "chat"
      ? [...rows.values()][0]
      : [...rows].slice(-limit).map(([key, row]) => ({ key, ...row })),
  ]);
  return {
    last_event_id: state.lastEventId,
    branch_id: state.branchId,
    ...(Object.fromEntries(parts) as Payload),
  };
}

/** What is so in one and not, or not so, in the other. */
export function differences(a: ChatState, b: ChatState): StateDifference[] {
  const [first, second] = [partsOf(a), partsOf(b)];
  return Object.keys(first).flatMap((what) => {
    const [left, right] = [
      first[what] ?? new Map<string, Payload>(),
      second[what] ?? new Map<string, Payload>(),
    ];
    return [...new Set([...left.keys(), ...right.keys()])].flatMap((key) => {
      const [was, is] = [left.get(key) ?? null, right.get(key) ?? null];
      return JSON.stringify(was) === JSON.stringify(is) ? [] : [{ what, key, a: was, b: is }];
    });
  });
}

/** Equal for equal states, and for no others. */
export function stateHash(state: ChatState): string {
  const parts = Object.entries(partsOf(state)).map(([what, rows]) => [
    what,
    [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ]);
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 16);
}
