import type { Payload, RecordedEvent } from "../../../domain/events.ts";
import type { Pausable } from "../../../domain/slices.ts";
import { list, number, object, text } from "./payload.ts";
import { readPosition } from "./story-position.ts";
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

export const isPathKind = (kind: string): boolean =>
  (pathKinds as readonly string[]).includes(kind);

export const isRemoving = (kind: string): boolean =>
  (removingKinds as readonly string[]).includes(kind);

export const readBranch = ({ payload }: Pick<RecordedEvent, "payload">): string =>
  text(payload, "branch_id") || rootBranch;

/** The part of a path up to a position, including what was inserted there later. */
export const cutPath = (path: readonly RecordedEvent[], last: number): RecordedEvent[] =>
  path.filter((event) => readPosition(event) <= last);

export interface Paths {
  readonly active: string;
  readonly byBranch: ReadonlyMap<string, readonly RecordedEvent[]>;
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
 *   version_chosen   another version of a reply counts, with everything derived from it
 *
 * A branch keeps its past when its parent is rewound or amended later.
 */
export function* computePaths(events: readonly RecordedEvent[]): Pausable<Paths> {
  const state: PathState = {
    paths: new Map([[rootBranch, []]]),
    inactive: new Map(),
    active: rootBranch,
    undoActions: new Map(),
  };
  for (const event of events) {
    yield;
    const change = isAmending(event.kind) ? amendBranch : pathChanges[event.kind];
    if (change === undefined) insertEvent(state.paths.get(readBranch(event)) ?? [], event);
    else change(state, event);
  }
  return { active: state.active, byBranch: state.paths, inactive: state.inactive };
}

interface PathState {
  paths: Map<string, RecordedEvent[]>;
  inactive: Map<string, InactiveVersions>;
  active: string;
  /** Undo actions by rewind or deletion. Paths grow in place, so each action keeps copies. */
  readonly undoActions: Map<number, () => void>;
}

type PathChange = (state: PathState, event: RecordedEvent) => void;

const pathChanges: Readonly<Record<string, PathChange>> = {
  chat_branched(state, event) {
    const from = text(event.payload, "parent_branch_id") || rootBranch;
    cutBranch(state, readBranch(event), {
      from,
      last: number(event.payload, "from_event_id") ?? 0,
    });
  },
  chat_rewound(state, event) {
    const branch = readBranch(event);
    const before = [...(state.paths.get(branch) ?? [])];
    const versions = state.inactive.get(branch);
    state.undoActions.set(event.id, () => {
      state.paths.set(branch, [...before]);
      if (versions !== undefined) state.inactive.set(branch, versions);
    });
    cutBranch(state, branch, { from: branch, last: number(event.payload, "to_event_id") ?? 0 });
  },
  path_restored(state, { payload }) {
    state.undoActions.get(number(payload, "undoes") ?? 0)?.();
  },
  branch_switched(state, event) {
    const branch = readBranch(event);
    if (state.paths.has(branch)) state.active = branch;
  },
  chat_deleted(state, event) {
    const { paths, active, inactive } = state;
    state.undoActions.set(event.id, () => void Object.assign(state, { paths, active, inactive }));
    Object.assign(state, {
      paths: new Map([[rootBranch, []]]),
      active: rootBranch,
      inactive: new Map(),
    });
  },
  [versionKind](state, event) {
    const branch = readBranch(event);
    const path = state.paths.get(branch) ?? [];
    const chosen = applyVersion(path, state.inactive.get(branch), event.payload);
    state.paths.set(branch, chosen.path);
    state.inactive.set(branch, chosen.inactive);
  },
};

function amendBranch(state: PathState, event: RecordedEvent): void {
  const branch = readBranch(event);
  const versions = amendInactive(state.inactive.get(branch), event);
  state.inactive.set(branch, versions);
  const amended = amendPath(state.paths.get(branch) ?? [], event.payload);
  state.paths.set(branch, withVersions(amended, versions));
}

/** Cuts a branch, with its versions, at a position of the same or another branch. */
function cutBranch(
  state: PathState,
  branch: string,
  { from, last }: { readonly from: string; readonly last: number },
): void {
  const versions = cutInactive(state.inactive.get(from), last);
  state.inactive.set(branch, versions);
  state.paths.set(branch, withVersions(cutPath(state.paths.get(from) ?? [], last), versions));
}

const isAmending = (kind: string): boolean => (amendingKinds as readonly string[]).includes(kind);

function insertEvent(path: RecordedEvent[], event: RecordedEvent): void {
  const place = number(event.payload, "placed_after");
  const at = place === null ? -1 : path.findLastIndex((before) => readPosition(before) <= place);
  if (at === -1) path.push(event);
  else path.splice(at + 1, 0, event);
}

/** The path after an amendment. */
export function amendPath(path: readonly RecordedEvent[], amendment: Payload): RecordedEvent[] {
  const gone = new Set(list(amendment["withdraws"]));
  const sets = new Map(
    list(amendment["amends"]).map((one) => [
      number(object(one), "event_id"),
      object(object(one)["set"]),
    ]),
  );
  return path
    .filter(({ id }) => !gone.has(id))
    .map((event) =>
      sets.has(event.id)
        ? { ...event, payload: { ...event.payload, ...sets.get(event.id) } }
        : event,
    );
}

/** The events that count now. */
export function* findActivePath(
  events: readonly RecordedEvent[],
): Pausable<readonly RecordedEvent[]> {
  const { active, byBranch } = yield* computePaths(events);
  return byBranch.get(active) ?? [];
}
