import type { Payload, RecordedEvent } from "../../../domain/events.ts";
import { derivedWords, ownerOf, witnessesOf } from "../audit/hearing.ts";
import { memoryOwners } from "../audit/knowledge.ts";
import { placeOf } from "../state/story-position.ts";
import { factsIn, list, number, text, texts } from "../state/payload.ts";
import type { Amend, Amendment, DirectChange, Redo, Told } from "./amendment.ts";
import { isTurnEvent, merged, turnIdOf, withAmends } from "./amendment.ts";
import { recutDigests } from "./digests.ts";
import { rewordMemories } from "./memories.ts";
import { type IsStale, staleWords } from "./stale-words.ts";

/**
 * Everything that was made of turns which now read differently. Memories are put into the new words; what a model made is
 * withdrawn, and named so that it can be made again.
 */
export function derivativesOf(told: Told, change: DirectChange): Amendment {
  const isStale = staleWords(told, change);
  const on: Following = {
    told,
    change,
    isStale,
    turns: turnsAfter(told, change),
    owners: memoryOwners(told.path),
  };
  const memories = rewordMemories(told, change, isStale);
  const made = told.path.map((event) => followed(on, event));
  const withdraws = [...memories.withdraws, ...made.flatMap(({ withdraws: gone = [] }) => gone)];
  const amends = [
    ...change.amends,
    ...memories.amends,
    ...made.flatMap(({ amends: some = [] }) => some),
  ];
  const redo = {
    feelings: made.flatMap(({ feelings = [] }) => feelings),
    views: unique(made.flatMap(({ views = [] }) => views)),
    threads: unique(made.flatMap(({ threads = [] }) => threads)),
    lines: change.again ?? [],
  };
  const digests = recutDigests(told, { withdraws, isStale });
  return { amends: merged([...amends, ...digests]), withdraws, adds: [], redo };
}

interface Following {
  readonly told: Told;
  readonly change: DirectChange;
  readonly isStale: IsStale;
  /** Every turn as it reads from now on. */
  readonly turns: ReadonlyMap<string, RecordedEvent>;
  readonly owners: ReadonlyMap<string, string>;
}

interface Followed extends Partial<Redo> {
  readonly amends?: readonly Amend[];
  readonly withdraws?: readonly number[];
}

function followed(on: Following, event: RecordedEvent): Followed {
  const owner = ownerOf(event, on.owners) ?? "";
  const isMine = on.change.only === undefined || owner === on.change.only;
  const isTouched =
    isMine && texts(event.payload["cites"]).some((id) => on.change.turnIds.includes(id));
  switch (event.kind) {
    case "edge_update":
      return isTouched ? feltAnew(on, event, owner) : withoutStaleFacts(on, event, owner);
    case "relationship_summarised":
      return isTouched || on.isStale(derivedWords(event), { owner, event })
        ? viewedAnew(on, event, owner)
        : {};
    case "manual_edit":
      // What a person wrote into a memory is theirs, unless it repeats words that nobody says any more.
      if (event.payload["author"] !== "system")
        return on.change.only === undefined && on.isStale(derivedWords(event), { owner, event })
          ? { withdraws: [event.id] }
          : {};
      return isTouched || on.isStale(derivedWords(event), { owner, event })
        ? viewedAnew(on, event, owner)
        : {};
    case "thread_detected":
      return on.change.only === undefined ? threadAnew(on, event) : {};
    default:
      return {};
  }
}

/** A feeling about what was not so goes, and with it how far it had moved. One who still heard some of it feels anew. */
function feltAnew(on: Following, event: RecordedEvent, source: string): Followed {
  const heard = texts(event.payload["cites"]).filter((id) => {
    const turn = on.turns.get(id);
    return turn !== undefined && witnessesOf(turn).includes(source);
  });
  const isAnswered = heard.some((id) => on.turns.get(id)?.kind === "assistant_turn");
  const redone = {
    source_id: source,
    target_id: text(event.payload, "target_id"),
    turn_ids: heard,
    after: placeOf(event),
  };
  return { withdraws: [event.id], feelings: isAnswered ? [redone] : [] };
}

function withoutStaleFacts(on: Following, event: RecordedEvent, owner: string): Followed {
  const facts = list(event.payload["knowledge_facts"]);
  const kept = facts.filter(
    (fact) => !factsIn([fact]).some((words) => on.isStale(words, { owner, event })),
  );
  const seen = text(event.payload, "relationship_summary");
  const set: Payload = {
    ...(kept.length === facts.length ? {} : { knowledge_facts: kept }),
    ...(seen !== "" && on.isStale(seen, { owner, event }) ? { relationship_summary: "" } : {}),
  };
  return Object.keys(set).length === 0 ? {} : { amends: [{ event_id: event.id, set }] };
}

function viewedAnew(on: Following, event: RecordedEvent, owner: string): Followed {
  const scene_id = number(event.payload, "scene_id");
  const after = scene_id === null ? undefined : summedUpAt(on.told.path, scene_id);
  const isHeard = [...on.turns.values()].some(
    (turn) => number(turn.payload, "scene_id") === scene_id && witnessesOf(turn).includes(owner),
  );
  const views =
    scene_id === null || after === undefined || !isHeard
      ? []
      : [{ scene_id, owner_id: owner, after }];
  return { withdraws: [event.id], views };
}

function threadAnew(on: Following, event: RecordedEvent): Followed {
  const scene_id = number(event.payload, "scene_id");
  const isOfScene = on.change.turnIds.some(
    (id) => number(on.turns.get(id)?.payload ?? {}, "scene_id") === scene_id,
  );
  if (
    !isOfScene &&
    !on.isStale(`${text(event.payload, "title")}\n${text(event.payload, "summary")}`, {
      owner: "",
      event,
    })
  )
    return {};
  const after = scene_id === null ? undefined : summedUpAt(on.told.path, scene_id);
  return {
    withdraws: [event.id],
    threads: scene_id === null || after === undefined ? [] : [{ scene_id, after }],
  };
}

function turnsAfter({ path }: Told, change: DirectChange): Map<string, RecordedEvent> {
  const turns = withAmends(path, change.amends).filter(isTurnEvent);
  return new Map(turns.map((turn) => [turnIdOf(turn), turn]));
}

const summedUpAt = (path: readonly RecordedEvent[], sceneId: number): number | undefined =>
  path.findLast(
    ({ kind, payload }) => kind === "scene_summarised" && number(payload, "scene_id") === sceneId,
  )?.id;

const unique = <T>(all: readonly T[]): T[] => [
  ...new Map(all.map((one) => [JSON.stringify(one), one])).values(),
];
