import type { RecordedEvent } from "../../../domain/events/catalogue.ts";
import type { Amend } from "../../../domain/events/story.ts";
import type { Pausable } from "../../../domain/slices.ts";
import { type RecordedChatEvent, withFields, readPosition } from "./events.ts";
import { chatStream } from "./chat-state.ts";
import { isRoomEvent } from "./room.ts";
import {
  type InactiveVersions,
  amendInactive,
  cutInactive,
  applyVersion,
  withVersions,
} from "../versions/inactive-versions.ts";

export const rootBranch = "main";

/** Events that amend earlier ones: fields are replaced or events withdrawn. */
export const amendingKinds = ["turn_edited", "presence_corrected", "derivatives_redone"] as const;

/** Events that remove what came before them until the removal is undone. */
export const removingKinds = ["chat_rewound", "chat_deleted"] as const;

/** Makes another version of a reply the active one. */
export const versionKind = "version_chosen";

/** Events that decide which other events count. They are not on any path themselves. */
export const pathKinds = [
  "chat_branched",
  "branch_switched",
  "path_restored",
  versionKind,
  ...removingKinds,
  ...amendingKinds,
] as const;

type PathEvent = RecordedEvent<(typeof pathKinds)[number]>;
type AmendingEvent = RecordedEvent<(typeof amendingKinds)[number]>;

const allPathKinds: ReadonlySet<string> = new Set(pathKinds);

/** Asked of every event of a long chat. */
export const isPathEvent = (event: RecordedChatEvent): event is PathEvent =>
  allPathKinds.has(event.kind);

export const readBranch = ({ payload }: Pick<RecordedChatEvent, "payload">): string =>
  payload.branch_id || rootBranch;

/** The part of a path up to a position, including what was inserted there later. */
export const cutPath = (path: readonly RecordedChatEvent[], last: number): RecordedChatEvent[] =>
  path.filter((event) => readPosition(event) <= last);

export interface Paths {
  readonly active: string;
  readonly byBranch: ReadonlyMap<string, readonly RecordedChatEvent[]>;
  /** By branch: inactive versions of replies, which can be chosen again. */
  readonly inactive: ReadonlyMap<string, InactiveVersions>;
}

/**
 * One path per branch, from all events of a chat in order.
 *
 *   chat_branched    a new branch starts with its parent's current path, up to an event
 *   chat_rewound     a branch drops what came after an event
 *   branch_switched  another branch becomes active
 *   chat_deleted     every path becomes empty
 *   path_restored    a rewind or a deletion is undone
 *   turn_edited, presence_corrected, derivatives_redone  events of a branch are amended
 *   story_shared, story_joined …, chat_renamed  hold on every branch, whatever is rewound
 *   version_chosen   another version of a reply counts, with everything derived from it
 *
 * A branch keeps its past when its parent is rewound or amended later.
 */
export function* computePaths(events: readonly RecordedChatEvent[]): Pausable<Paths> {
  const state: PathState = {
    paths: new Map([[rootBranch, []]]),
    inactive: new Map(),
    active: rootBranch,
    undoActions: new Map(),
    places: new Map(),
  };
  const room: RecordedChatEvent[] = [];
  for (const event of events) {
    yield;
    if (event.stream === chatStream(event.chatId ?? ""))
      state.places.set(event.streamVersion, event.id);
    if (isRoomEvent(event) || event.kind === "chat_renamed") room.push(event);
    else if (isPathEvent(event)) yield* changePaths(state, event);
    else insertEvent(state.paths.get(readBranch(event)) ?? [], withSources(event, state.places));
  }
  for (const [branch, path] of room.length === 0 ? [] : state.paths)
    state.paths.set(branch, addRoom(path, room));
  return { active: state.active, byBranch: state.paths, inactive: state.inactive };
}

/**
 * Who takes part is known before the first line: a person who takes over a character sees what the
 * character witnessed before.
 */
const addRoom = (path: RecordedChatEvent[], room: RecordedChatEvent[]): RecordedChatEvent[] =>
  path.length === 0 ? path : [...path.slice(0, 1), ...room, ...path.slice(1)];

interface PathState {
  paths: Map<string, RecordedChatEvent[]>;
  inactive: Map<string, InactiveVersions>;
  active: string;
  /** Undo actions by rewind or deletion. Paths grow in place, so each action keeps copies. */
  readonly undoActions: Map<number, () => void>;
  /** The number in the log of each place of the story's stream. */
  readonly places: Map<number, number>;
}

/**
 * An imported event names its sources by their places in the stream: the log numbers events only
 * when they are written.
 */
function withSources(
  event: RecordedChatEvent,
  places: ReadonlyMap<number, number>,
): RecordedChatEvent {
  if (!("source_places" in event.payload) || event.payload.source_places === undefined)
    return event;
  const ids = event.payload.source_places.flatMap((place) => places.get(place) ?? []);
  return withFields(event, { source_event_ids: ids });
}

function* changePaths(state: PathState, event: PathEvent): Pausable<void> {
  switch (event.kind) {
    case "chat_branched":
      yield* cutBranch(state, readBranch(event), {
        from: event.payload.parent_branch_id || rootBranch,
        last:
          event.payload.from_place === undefined
            ? event.payload.from_event_id
            : (state.places.get(event.payload.from_place) ?? 0),
      });
      break;
    case "chat_rewound":
      yield* rewindBranch(state, event);
      break;
    case "path_restored":
      state.undoActions.get(event.payload.undoes)?.();
      break;
    case "branch_switched":
      if (state.paths.has(readBranch(event))) state.active = readBranch(event);
      break;
    case "chat_deleted":
      emptyPaths(state, event);
      break;
    case "version_chosen":
      yield* chooseVersion(state, event);
      break;
    case "turn_edited":
    case "presence_corrected":
    case "derivatives_redone":
      yield* amendBranch(state, event);
      break;
    default:
      event satisfies never;
  }
}

function* rewindBranch(state: PathState, event: RecordedEvent<"chat_rewound">): Pausable<void> {
  const branch = readBranch(event);
  const before = [...(state.paths.get(branch) ?? [])];
  const versions = state.inactive.get(branch);
  state.undoActions.set(event.id, () => {
    state.paths.set(branch, [...before]);
    if (versions !== undefined) state.inactive.set(branch, versions);
  });
  yield* cutBranch(state, branch, { from: branch, last: event.payload.to_event_id });
}

function emptyPaths(state: PathState, event: RecordedEvent<"chat_deleted">): void {
  const { paths, active, inactive } = state;
  state.undoActions.set(event.id, () => void Object.assign(state, { paths, active, inactive }));
  Object.assign(state, {
    paths: new Map([[rootBranch, []]]),
    active: rootBranch,
    inactive: new Map(),
  });
}

function* chooseVersion(
  state: PathState,
  event: RecordedEvent<typeof versionKind>,
): Pausable<void> {
  const branch = readBranch(event);
  const path = state.paths.get(branch) ?? [];
  const chosen = yield* applyVersion(path, state.inactive.get(branch), {
    ...event.payload,
    asides: event.payload.aside_places?.map(({ line_id, places }) => ({
      lineId: line_id,
      ids: new Set(places.flatMap((place) => state.places.get(place) ?? [])),
    })),
  });
  state.paths.set(branch, chosen.path);
  state.inactive.set(branch, chosen.inactive);
}

function* amendBranch(state: PathState, event: AmendingEvent): Pausable<void> {
  const branch = readBranch(event);
  const versions = amendInactive(state.inactive.get(branch), event);
  state.inactive.set(branch, versions);
  const amended = amendPath(state.paths.get(branch) ?? [], event.payload);
  state.paths.set(branch, yield* withVersions(amended, versions));
}

/** Cuts a branch, with its versions, at a position of the same or another branch. */
function* cutBranch(
  state: PathState,
  branch: string,
  { from, last }: { readonly from: string; readonly last: number },
): Pausable<void> {
  const versions = cutInactive(state.inactive.get(from), last);
  state.inactive.set(branch, versions);
  const kept = cutPath(state.paths.get(from) ?? [], last);
  state.paths.set(branch, yield* withVersions(kept, versions));
}

function insertEvent(path: RecordedChatEvent[], event: RecordedChatEvent): void {
  const place = event.payload.placed_after;
  const at =
    place === undefined ? -1 : path.findLastIndex((before) => readPosition(before) <= place);
  if (at === -1) path.push(event);
  else path.splice(at + 1, 0, event);
}

/** Which events of a path are replaced in part, and which no longer count. */
export interface PathAmendment {
  readonly amends: readonly Amend[];
  readonly withdraws: readonly number[];
}

/** The path after an amendment. */
export function amendPath(
  path: readonly RecordedChatEvent[],
  { amends, withdraws }: PathAmendment,
): RecordedChatEvent[] {
  const gone = new Set(withdraws);
  const sets = new Map(amends.map(({ event_id, set }) => [event_id, set]));
  return path
    .filter(({ id }) => !gone.has(id))
    .map((event) => {
      const set = sets.get(event.id);
      return set === undefined ? event : withFields(event, set);
    });
}

/** The events that count now. */
export function* findActivePath(
  events: readonly RecordedChatEvent[],
): Pausable<readonly RecordedChatEvent[]> {
  const { active, byBranch } = yield* computePaths(events);
  return byBranch.get(active) ?? [];
}
