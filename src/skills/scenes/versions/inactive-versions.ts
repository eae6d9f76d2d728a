import type { Pausable } from "../../../domain/slices.ts";
import type { EventBody, PayloadOf, RecordedEvent } from "../../../domain/events/catalogue.ts";
import { readCites, type RecordedChatEvent, withFields, readPosition } from "../state/events.ts";
import { readTurnId } from "../state/fold-turns.ts";

/** Inactive versions of replies by line id, each with everything derived from it. */
export type InactiveVersions = ReadonlyMap<string, readonly RecordedChatEvent[]>;

type Reply = RecordedEvent<"assistant_turn">;

/** The id of the first version, which identifies all versions of a reply. */
export const readRootId = (line: Reply): string => line.payload.version_of || readTurnId(line);

export const readVersion = ({ payload }: Reply): number => payload.version ?? 1;

/** Inactive versions of an imported story, each with its memories. */
function* setImportedAside(
  path: readonly RecordedChatEvent[],
  inactive: InactiveVersions,
  ids: ReadonlySet<string>,
): Pausable<ChosenPath> {
  const findLine = (event: RecordedChatEvent): string | undefined =>
    (event.kind === "assistant_turn" ? [readTurnId(event)] : readCites(event)).find((id) =>
      ids.has(id),
    );
  const after: RecordedChatEvent[] = [];
  const left = new Map(inactive);
  for (const event of path) {
    const line = findLine(event);
    if (line === undefined) after.push(event);
    else left.set(line, [...(left.get(line) ?? []), event]);
    yield;
  }
  return { path: yield* withVersions(after, left), inactive: left };
}

/** An inactive version with everything derived from it. */
interface Aside {
  readonly lineId: string;
  readonly ids: ReadonlySet<number>;
}

/** Inactive versions of a story that came with all of its consequences. */
function* setGroupsAside(
  path: readonly RecordedChatEvent[],
  inactive: InactiveVersions,
  asides: readonly Aside[],
): Pausable<ChosenPath> {
  const lineOf = new Map(asides.flatMap(({ lineId, ids }) => [...ids].map((id) => [id, lineId])));
  const left = new Map([...inactive].map(([id, made]) => [id, [...made]]));
  for (const { lineId } of asides) left.set(lineId, []);
  const after: RecordedChatEvent[] = [];
  for (const event of path) {
    (left.get(lineOf.get(event.id) ?? "") ?? after).push(event);
    yield;
  }
  return { path: yield* withVersions(after, left), inactive: left };
}

interface ChosenPath {
  readonly path: RecordedChatEvent[];
  readonly inactive: InactiveVersions;
}

/** Makes another version active. The previous one is kept and can be chosen again. */
export function* applyVersion(
  path: readonly RecordedChatEvent[],
  inactive: InactiveVersions = new Map(),
  payload: PayloadOf<"version_chosen"> & { readonly asides?: readonly Aside[] | undefined },
): Pausable<ChosenPath> {
  if (payload.asides !== undefined) return yield* setGroupsAside(path, inactive, payload.asides);
  if (payload.sets_aside !== undefined)
    return yield* setImportedAside(path, inactive, new Set(payload.sets_aside));
  const hides = new Set(payload.hides);
  const { from = "", to = "" } = payload;
  const after = path.filter(({ id }) => !hides.has(id));
  for (const event of inactive.get(to) ?? [])
    after.splice(
      after.findLastIndex((before) => readPosition(before) <= readPosition(event)) + 1,
      0,
      event,
    );
  const left = new Map(
    [...inactive, [from, path.filter(({ id }) => hides.has(id))] as const].filter(
      ([id]) => id !== to,
    ),
  );
  return { path: yield* withVersions(after, left), inactive: left };
}

export const cutInactive = (
  inactive: InactiveVersions = new Map(),
  last: number,
): InactiveVersions =>
  new Map([...inactive].filter(([, made]) => made.every((event) => readPosition(event) <= last)));

/** Versions that answered an amended line, or had other witnesses, can no longer be chosen. */
export function amendInactive(
  inactive: InactiveVersions = new Map(),
  { kind, payload }: EventBody<"turn_edited" | "presence_corrected" | "derivatives_redone">,
): InactiveVersions {
  if (inactive.size === 0 || kind === "derivatives_redone") return inactive;
  const first = Math.min(...payload.amends.map(({ event_id }) => event_id));
  return new Map(
    [...inactive].filter(([, made]) => made.every((event) => readPosition(event) < first)),
  );
}

/** Adds to each reply the list of its versions. */
export function* withVersions(
  path: readonly RecordedChatEvent[],
  inactive: InactiveVersions,
): Pausable<RecordedChatEvent[]> {
  const others = new Map<string, Reply[]>();
  for (const made of inactive.values()) {
    for (const reply of made.filter(isReply))
      others.set(readRootId(reply), [...(others.get(readRootId(reply)) ?? []), reply]);
    yield;
  }
  const after: RecordedChatEvent[] = [];
  for (const event of path) {
    after.push(isReply(event) ? listVersions(event, others.get(readRootId(event)) ?? []) : event);
    yield;
  }
  return after;
}

function listVersions(event: Reply, others: readonly Reply[]): Reply {
  if (others.length === 0 && event.payload.versions === undefined) return event;
  const all = [event, ...others].toSorted((one, other) => readVersion(one) - readVersion(other));
  const versions = all.map((one) => ({
    id: readTurnId(one),
    version: readVersion(one),
    text: one.payload.text ?? "",
  }));
  return withFields(event, { versions: others.length === 0 ? [] : versions });
}

export const isReply = (event: RecordedChatEvent): event is Reply =>
  event.kind === "assistant_turn";
