import type { PayloadOf } from "../../../domain/events/catalogue.ts";
import type { ModelRequest } from "../../../domain/ports/model.ts";
import { readStateUpdate, readStateUpdates, type StateUpdate } from "./answers.ts";
import { nameOf } from "../state/cast.ts";
import type { ChatEventDraft } from "../state/events.ts";
import { capDelta } from "../state/edges.ts";
import { draftStoryEvent } from "../state/story-events.ts";
import { feelInstructions, feelTowardsAllInstructions } from "./instructions.ts";
import { listDirectedPairs } from "../state/present.ts";
import { labelPeople } from "./people-section.ts";
import { buildJustHappened, buildRelationship, createSection, feelingOnly } from "./prompt.ts";
import {
  buildRequest,
  toFactContext,
  type FeltUpdates,
  type PlayContext,
  createPromptContext,
} from "./play-context.ts";
import { citeSources } from "./prompt-messages.ts";
import type { Scene, Turn } from "../state/chat-state.ts";
import { withFallback } from "./with-fallback.ts";
import { type KnownWords, perceiveTurn } from "../state/witness.ts";

export const noChange: StateUpdate = { affinity_delta: 0, trust_delta: 0, knowledge_facts: [] };

/** Lines that just happened. */
type Lines = readonly (Omit<Turn, "eventId"> & Partial<Pick<Turn, "eventId">>)[];

/** Asks for the feelings of several listeners at a time. */
const listenersAtOnce = 3;

/**
 * How the latest lines changed what each listener feels about the others and knows of them: one call
 * per listener, for all of the others.
 */
export async function updateFeelings(
  on: PlayContext,
  scene: Scene,
  turns: Lines,
): Promise<ChatEventDraft[]> {
  const pairs = listDirectedPairs(
    [...(turns.at(-1)?.witnesses ?? [])],
    "bot_sources",
    scene.people,
  );
  const listeners = [...Map.groupBy(pairs, ([source]) => source)].map(([source, of]) => ({
    source,
    targets: of.map(([, target]) => target),
    happened: turns
      .filter(({ witnesses }) => witnesses.has(source))
      .map((turn) => perceiveTurn(turn, { cast: on.cast, viewer: source })),
  }));
  // Two characters alone are asked one after the other.
  const together = listeners.every(({ targets }) => targets.length === 1) ? 1 : listenersAtOnce;
  const felt = new Map<string, Felt>();
  for (let from = 0; from < listeners.length; from += together)
    await Promise.all(
      listeners.slice(from, from + together).map(async (listener) => {
        felt.set(listener.source, await askListener(on, scene, listener));
      }),
    );
  return pairs.map(([source, target]) => {
    const { updates, sourceEventIds } = felt.get(source) ?? { updates: new Map() };
    const payload = toEdgePayload(
      { source, target, scene, turns, sourceEventIds: sourceEventIds ?? [] },
      updates.get(target) ?? noChange,
    );
    return draftStoryEvent(toFactContext(on), "edge_update", payload);
  });
}

interface Listener {
  readonly source: string;
  readonly targets: readonly string[];
  /** The latest lines as the listener perceived them. */
  readonly happened: readonly KnownWords[];
}

interface Felt {
  readonly updates: FeltUpdates;
  readonly sourceEventIds: readonly number[];
}

async function askListener(on: PlayContext, scene: Scene, listener: Listener): Promise<Felt> {
  const request = buildFeelingsRequest(on, scene, listener);
  const call = (): Promise<FeltUpdates> => askModel(on, request, listener);
  const updates = await (on.felt?.ask(request, call) ?? call());
  return { updates, sourceEventIds: request.sourceEventIds };
}

function buildFeelingsRequest(
  on: PlayContext,
  scene: Scene,
  { source, targets, happened }: Listener,
): ModelRequest {
  const context = createPromptContext(on, scene, source);
  const name = nameOf(on.cast, source);
  const [first = ""] = targets;
  const labels = [...labelPeople(on.cast, targets).values()];
  return buildRequest(on, {
    purpose: "state_update",
    viewer: source,
    instructions:
      targets.length === 1
        ? feelInstructions(name, nameOf(on.cast, first))
        : feelTowardsAllInstructions(name),
    sections: [
      ...(targets.length === 1
        ? createSection("pair", [name, nameOf(on.cast, first)])
        : [...createSection("self", [`name: ${name}`]), ...createSection("people", labels)]),
      ...targets.flatMap((target) => buildRelationship(context, target, feelingOnly)),
      ...buildJustHappened(happened),
    ],
  });
}

async function askModel(
  { turn, cast }: PlayContext,
  request: ModelRequest,
  { targets }: Listener,
): Promise<FeltUpdates> {
  const [first = ""] = targets;
  if (targets.length === 1) {
    const update = await withFallback(turn.model.object(request, readStateUpdate), noChange);
    return new Map([[first, update]]);
  }
  const { people } = await withFallback(turn.model.object(request, readStateUpdates), {
    people: [],
  });
  const labels = labelPeople(cast, targets);
  return new Map(
    targets.flatMap((target) => {
      const found = people.find(({ name }) => name === labels.get(target));
      return found === undefined ? [] : [[target, found] as const];
    }),
  );
}

export function toEdgePayload(
  of: {
    source: string;
    target: string;
    scene: Scene;
    turns: readonly Pick<Turn, "id" | "witnesses">[];
    sourceEventIds: readonly number[];
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
    ...citeSources(of.sourceEventIds),
  };
}
