import { isTurnEvent, readTurnId } from "../state/fold-turns.ts";
import type { RecordedEvent } from "../../../domain/events/catalogue.ts";
import type { Amend, AmendedFields } from "../../../domain/events/story.ts";
import type { Pausable } from "../../../domain/slices.ts";
import { joinDerivedWords, findOwner, readWitnesses } from "../audit/perceived-words.ts";
import { mapMemoryOwners } from "../audit/knowledge.ts";
import {
  readPosition,
  type LineEvent,
  readCites,
  type RecordedChatEvent,
} from "../state/events.ts";
import { createLineage, type Lineage } from "../state/lineage.ts";
import { readFacts } from "../state/segments.ts";
import {
  type Amendment,
  type DirectChange,
  type Redo,
  type StoryBranch,
  mergeAmends,
  applyAmends,
} from "./amendment.ts";
import { rebuildDigests } from "./digests.ts";
import { rewordMemories } from "./reword-memories.ts";
import { type IsStale, createStaleCheck } from "./stale-words.ts";

/**
 * The effects of changed turns on everything that rests on them, directly or through something else
 * that was derived from them. Memories are reworded; what a model generated is withdrawn and listed
 * to be generated again.
 */
export function* amendDerivatives(story: StoryBranch, change: DirectChange): Pausable<Amendment> {
  const isStale = yield* createStaleCheck(story, change);
  const on: DerivativeContext = {
    story,
    change,
    lineage: createLineage(change.turnIds),
    isStale,
    turns: yield* mapTurnsAfter(story, change),
    owners: yield* mapMemoryOwners(story.path),
  };
  const memories = yield* rewordMemories(story, change, isStale);
  const made: DerivativeChange[] = [];
  for (const event of story.path) {
    const effect = amendDerivative(on, event);
    if (effect.withdraws !== undefined) on.lineage.add(event);
    made.push(effect);
    yield;
  }
  const withdraws = [...memories.withdraws, ...made.flatMap(({ withdraws: gone = [] }) => gone)];
  const amends = [
    ...change.amends,
    ...memories.amends,
    ...made.flatMap(({ amends: some = [] }) => some),
  ];
  const redo = {
    feelings: made.flatMap(({ feelings = [] }) => feelings),
    views: removeDuplicates(made.flatMap(({ views = [] }) => views)),
    threads: removeDuplicates(made.flatMap(({ threads = [] }) => threads)),
    lines: change.again ?? [],
  };
  const digests = yield* rebuildDigests(story, { withdraws, isStale });
  return { amends: mergeAmends([...amends, ...digests]), withdraws, adds: [], redo };
}

interface DerivativeContext {
  readonly story: StoryBranch;
  readonly change: DirectChange;
  /** The changed turns and what was found to rest on them so far. */
  readonly lineage: Lineage;
  readonly isStale: IsStale;
  /** Every turn after the change. */
  readonly turns: ReadonlyMap<string, LineEvent>;
  readonly owners: ReadonlyMap<string, string>;
}

interface DerivativeChange extends Partial<Redo> {
  readonly amends?: readonly Amend[];
  readonly withdraws?: readonly number[];
}

function amendDerivative(on: DerivativeContext, event: RecordedChatEvent): DerivativeChange {
  const owner = findOwner(event, on.owners) ?? "";
  const isMine = on.change.only === undefined || owner === on.change.only;
  const isTouched = isMine && on.lineage.restsOn(event);
  if (event.kind === "edge_update")
    return isTouched ? redoFeeling(on, event, owner) : dropStaleFacts(on, event, owner);
  if (event.kind === "relationship_summarised") return redoViewIf(on, event, { owner, isTouched });
  if (event.kind === "manual_edit")
    return event.payload.author === "system"
      ? redoViewIf(on, event, { owner, isTouched })
      : withdrawOwnEdit(on, event, owner);
  if (event.kind === "thread_detected" && on.change.only === undefined)
    return redoThread(on, event);
  return {};
}

type SummaryEvent = RecordedEvent<"relationship_summarised" | "manual_edit">;

const redoViewIf = (
  on: DerivativeContext,
  event: SummaryEvent,
  { owner, isTouched }: { readonly owner: string; readonly isTouched: boolean },
): DerivativeChange =>
  isTouched || on.isStale(joinDerivedWords(event), { owner, event })
    ? redoView(on, event, owner)
    : {};

/** A memory edited by the person is kept, unless it repeats an original wording. */
const withdrawOwnEdit = (
  on: DerivativeContext,
  event: RecordedEvent<"manual_edit">,
  owner: string,
): DerivativeChange =>
  on.change.only === undefined && on.isStale(joinDerivedWords(event), { owner, event })
    ? { withdraws: [event.id] }
    : {};

/**
 * The feeling is withdrawn together with its deltas. It is generated again if its source perceived
 * an answer.
 */
function redoFeeling(
  on: DerivativeContext,
  event: RecordedEvent<"edge_update">,
  source: string,
): DerivativeChange {
  const heard = readCites(event).filter((id) => {
    const turn = on.turns.get(id);
    return turn !== undefined && readWitnesses(turn).includes(source);
  });
  const isAnswered = heard.some((id) => on.turns.get(id)?.kind === "assistant_turn");
  const redone = {
    source_id: source,
    target_id: event.payload.target_id,
    turn_ids: heard,
    after: readPosition(event),
  };
  return { withdraws: [event.id], feelings: isAnswered ? [redone] : [] };
}

function dropStaleFacts(
  on: DerivativeContext,
  event: RecordedEvent<"edge_update">,
  owner: string,
): DerivativeChange {
  const { knowledge_facts: facts = [], relationship_summary: seen = "" } = event.payload;
  const kept = facts.filter(
    (fact) => !readFacts([fact]).some((words) => on.isStale(words, { owner, event })),
  );
  const set: AmendedFields = {
    ...(kept.length === facts.length ? {} : { knowledge_facts: kept }),
    ...(seen !== "" && on.isStale(seen, { owner, event }) ? { relationship_summary: "" } : {}),
  };
  return Object.keys(set).length === 0 ? {} : { amends: [{ event_id: event.id, set }] };
}

function redoView(on: DerivativeContext, event: SummaryEvent, owner: string): DerivativeChange {
  const scene_id = event.payload.scene_id ?? null;
  const after = scene_id === null ? undefined : findSummary(on.story.path, scene_id);
  const isHeard = [...on.turns.values()].some(
    (turn) => (turn.payload.scene_id ?? null) === scene_id && readWitnesses(turn).includes(owner),
  );
  const views =
    scene_id === null || after === undefined || !isHeard
      ? []
      : [{ scene_id, owner_id: owner, after }];
  return { withdraws: [event.id], views };
}

function redoThread(
  on: DerivativeContext,
  event: RecordedEvent<"thread_detected">,
): DerivativeChange {
  const { title, summary = "" } = event.payload;
  const scene_id = event.payload.scene_id ?? null;
  const isOfScene = on.change.turnIds.some(
    (id) => (on.turns.get(id)?.payload.scene_id ?? null) === scene_id,
  );
  if (!isOfScene && !on.isStale(`${title}\n${summary}`, { owner: "", event })) return {};
  const after = scene_id === null ? undefined : findSummary(on.story.path, scene_id);
  return {
    withdraws: [event.id],
    threads: scene_id === null || after === undefined ? [] : [{ scene_id, after }],
  };
}

function* mapTurnsAfter(
  { path }: StoryBranch,
  change: DirectChange,
): Pausable<Map<string, LineEvent>> {
  const turns = new Map<string, LineEvent>();
  for (const event of applyAmends(path, change.amends)) {
    if (isTurnEvent(event)) turns.set(readTurnId(event), event);
    yield;
  }
  return turns;
}

const findSummary = (path: readonly RecordedChatEvent[], sceneId: number): number | undefined =>
  path.findLast(({ kind, payload }) => kind === "scene_summarised" && payload.scene_id === sceneId)
    ?.id;

const removeDuplicates = <T>(all: readonly T[]): T[] => [
  ...new Map(all.map((one) => [JSON.stringify(one), one])).values(),
];
