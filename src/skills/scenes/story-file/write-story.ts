import type { Json, JsonObject } from "../../../domain/json.ts";
import type { Pausable } from "../../../domain/slices.ts";
import { readId, readPosition, readSourceIds, type RecordedChatEvent } from "../state/events.ts";
import { isTurnEvent, readTurnId } from "../state/fold-turns.ts";
import { planKinds } from "../state/fold-plans.ts";
import { keepList, omitFields, readObject, readText } from "../formats/lenient-json.ts";
import type { Paths } from "../state/path.ts";
import { isRoomEvent } from "../state/room.ts";
import type { InactiveVersions } from "../versions/inactive-versions.ts";
import { type BodyLine, type EventLine, isMemoryTarget, mapFactCites } from "./story-lines.ts";

/** An event of a branch: on its path, or part of a version that is not active. */
interface Entry {
  readonly event: RecordedChatEvent;
  readonly aside: string | undefined;
}

type Numbered = Entry & { readonly n: number };

export interface WrittenStory {
  readonly active: number;
  /** Each with the number of its event in the log, or 0 where there is none. */
  readonly body: readonly { readonly line: BodyLine; readonly eventId: number }[];
}

/**
 * The lines of a story: every branch as it reads now, with the versions of its replies. What was
 * edited, corrected or rewound away is not in it.
 */
export function* writeStory({ active, byBranch, inactive }: Paths): Pausable<WrittenStory> {
  const turns = new Map<string, number>();
  const written = new Map<string, readonly Numbered[]>();
  const body: { line: BodyLine; eventId: number }[] = [];
  let last = 0;
  for (const [branch, path] of byBranch) {
    const entries = endPlans(
      dropDangling(mergeVersions(path.filter(isKept), inactive.get(branch))),
    );
    const [base, shared] = findBase([...written.values()], entries);
    const own = entries.slice(shared).map((entry): Numbered => ({ ...entry, n: ++last }));
    const all = [...(base ?? []).slice(0, shared), ...own];
    if (written.size > 0)
      body.push({
        line: {
          branch: written.size,
          of: [...written.values()].indexOf(base ?? []),
          from: all[shared - 1]?.n ?? 0,
        },
        eventId: 0,
      });
    written.set(branch, all);
    const names = nameEntries(all);
    for (const entry of own) {
      yield;
      body.push({ line: toLine(entry, { ...names, turns }), eventId: entry.event.id });
    }
  }
  return { active: Math.max(0, [...written.keys()].indexOf(active)), body };
}

/** What concerns other stories stays with them. */
const isKept = (event: RecordedChatEvent): boolean =>
  !isRoomEvent(event) && event.kind !== "memories_lent";

/** Versions that are not active stand where they would be inserted when they are chosen. */
function mergeVersions(
  path: readonly RecordedChatEvent[],
  inactive: InactiveVersions = new Map(),
): Entry[] {
  const asides = [...inactive]
    .flatMap(([aside, made]) => made.map((event) => ({ event, aside })))
    .toSorted(
      (one, other) =>
        readPosition(one.event) - readPosition(other.event) || one.event.id - other.event.id,
    );
  const after = Map.groupBy(asides, ({ event }) =>
    path.findLastIndex((before) => readPosition(before) <= readPosition(event)),
  );
  return path.flatMap((event, nth) => [{ event, aside: undefined }, ...(after.get(nth) ?? [])]);
}

/** Events about something that no longer counts say nothing. */
function dropDangling(entries: readonly Entry[]): Entry[] {
  const known = new Set(
    entries.filter(({ event }) => !isAbout(event)).map(({ event }) => nameOf(event)),
  );
  return entries.filter(({ event }) => !isAbout(event) || known.has(subjectOf(event)));
}

const aboutKinds: ReadonlySet<string> = new Set([
  "manual_edit",
  "thread_changed",
  "digest_unsealed",
  "digest_delivered",
  "scene_plan_begun",
  "scene_plan_advanced",
  "scene_plan_ended",
]);

const isAbout = ({ kind }: RecordedChatEvent): boolean => aboutKinds.has(kind);

const subjectOf = (event: RecordedChatEvent): string =>
  event.kind === "manual_edit" ? event.payload.target_id : readId(event);

/** A file is a moment: a scene that runs unattended does not go on by itself where it is imported. */
function endPlans(entries: readonly Entry[]): Entry[] {
  const open = new Map<string, RecordedChatEvent>();
  for (const { event } of entries) {
    if (event.kind === "scene_plan_set") open.set(event.payload.id, event);
    if (event.kind === "scene_plan_ended") open.delete(event.payload.id);
  }
  const ends = [...open].map(([id, set]): Entry => ({
    aside: undefined,
    event: { ...set, id: 0, kind: "scene_plan_ended", payload: { id, reason: "exported" } },
  }));
  return [...entries, ...ends];
}

/** The written branch that begins most like this one, and how many events they share. */
function findBase(
  written: readonly (readonly Numbered[])[],
  entries: readonly Entry[],
): [readonly Numbered[] | undefined, number] {
  let best: [readonly Numbered[] | undefined, number] = [undefined, 0];
  for (const one of written) {
    const differs = entries.findIndex((entry, nth) => !isSame(entry, one[nth]));
    const shared = differs === -1 ? entries.length : differs;
    if (shared > best[1]) best = [one, shared];
  }
  return best;
}

const isSame = (entry: Entry, other: Entry | undefined): boolean =>
  other !== undefined &&
  entry.event.id !== 0 &&
  entry.event.id === other.event.id &&
  entry.aside === other.aside &&
  (entry.event === other.event || toText(entry) === toText(other));

const toText = ({ event }: Entry): string =>
  JSON.stringify({ ...event.payload, versions: undefined });

interface Names {
  readonly byEvent: ReadonlyMap<number, number>;
  readonly byName: ReadonlyMap<string, number>;
  readonly turns: Map<string, number>;
}

/** What events of a branch can be referred to by, with their numbers in the file. */
function nameEntries(entries: readonly Numbered[]): Omit<Names, "turns"> {
  const byEvent = new Map<number, number>();
  const byName = new Map<string, number>();
  for (const { event, n } of entries) {
    if (event.id !== 0) byEvent.set(event.id, n);
    // A reply knows the line it answers by the messages that were typed.
    for (const id of event.kind === "user_turn" ? (event.payload.message_event_ids ?? []) : [])
      byEvent.set(id, n);
    const name = nameOf(event);
    if (name !== "" && !byName.has(name)) byName.set(name, n);
  }
  // The first version of a reply may be gone.
  for (const { event, n } of entries) {
    const root = event.kind === "assistant_turn" ? (event.payload.version_of ?? "") : "";
    if (root !== "" && !byName.has(root)) byName.set(root, n);
  }
  return { byEvent, byName };
}

const nameOf = (event: RecordedChatEvent): string =>
  event.kind === "chat_created" ? "" : isTurnEvent(event) ? readTurnId(event) : readId(event);

const left = new Set([
  "id",
  "chat_id",
  "branch_id",
  "placed_after",
  "source_event_ids",
  "source_places",
  "message_event_ids",
  "versions",
  "version_of",
  "beat_turn_id",
  "brought_from",
  "chosen_id",
]);

function toLine({ event, n, aside }: Numbered, names: Names): EventLine {
  const turnId = event.turnId;
  const sources = [...new Set(readSourceIds(event).flatMap((id) => names.byEvent.get(id) ?? []))];
  return {
    n,
    kind: event.kind,
    ...(turnId === undefined ? {} : { turn: numberTurn(names.turns, turnId) }),
    payload: { ...copyFields(event, names), ...refer({ event, n }, names) },
    ...(sources.length === 0 ? {} : { sources }),
    ...(aside === undefined ? {} : { aside: names.byName.get(aside) ?? n }),
  };
}

function numberTurn(turns: Map<string, number>, id: string): number {
  const known = turns.get(id) ?? turns.size + 1;
  turns.set(id, known);
  return known;
}

function copyFields(event: RecordedChatEvent, { byName }: Names): JsonObject {
  const toNumbers = (ids: readonly Json[]): Json[] =>
    ids.flatMap((id) => (typeof id === "string" ? (byName.get(id) ?? []) : []));
  const fields = Object.entries(event.payload as JsonObject).filter(
    ([name, value]) => !left.has(name) && value !== undefined,
  );
  const isPlan = planKinds.some((kind) => kind === event.kind);
  return Object.fromEntries(
    fields.map(([name, value]): [string, Json | undefined] => {
      if (name === "cites") return [name, toNumbers(Array.isArray(value) ? value : [])];
      if (name === "knowledge_facts") return [name, mapFactCites(value, toNumbers)];
      if (name === "target_id" && isMemoryTarget(event.kind))
        return [name, byName.get(readText(value)) ?? 0];
      if (name === "meetings")
        return [name, keepList(value).map((one) => omitFields(readObject(one), ["id"]))];
      // Whom to notify is a conversation of this account.
      if (name === "details" && isPlan) return [name, omitFields(readObject(value), ["tell"])];
      return [name, value];
    }),
  );
}

/** References by which events belong together. */
function refer(
  { event, n }: { readonly event: RecordedChatEvent; readonly n: number },
  { byName, turns }: Names,
): JsonObject {
  const own = byName.get(nameOf(event));
  const id: JsonObject = own === undefined || own === n ? {} : { id: own };
  if (event.kind !== "assistant_turn") return id;
  const { version_of: root = "", beat_turn_id: beat = "" } = event.payload;
  const first = byName.get(root);
  return {
    ...id,
    ...(first === undefined || first === n ? {} : { version_of: first }),
    ...(beat === "" ? {} : { beat: numberTurn(turns, beat) }),
  };
}
