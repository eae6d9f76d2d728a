import type { Payload, RecordedEvent } from "../../../domain/events.ts";
import { list, number, object, text } from "./payload.ts";
import { placeOf } from "./story-position.ts";
import {
  type Aside,
  asideAfter,
  asideUpTo,
  versionChosen,
  withVersions,
} from "../versions/aside.ts";

export const rootBranch = "main";

/** Events by which others read differently from now on: some of their fields are replaced, or they count no more. */
export const amendingKinds = ["turn_edited", "presence_corrected", "derivatives_redone"] as const;

/** Events that take away what came before them, until one of them is taken back. */
export const takingKinds = ["chat_rewound", "chat_deleted"] as const;

/** Of several versions of a reply, another one counts from now on. */
export const versionKind = "version_chosen";

/** Events that say which others count. They are on no path themselves. */
export const pathKinds = [
  "chat_branched",
  "branch_switched",
  "path_restored",
  versionKind,
  ...takingKinds,
  ...amendingKinds,
] as const;

export const isPathKind = (kind: string): boolean =>
  (pathKinds as readonly string[]).includes(kind);

export const isTaking = (kind: string): boolean =>
  (takingKinds as readonly string[]).includes(kind);

export const branchOf = ({ payload }: Pick<RecordedEvent, "payload">): string =>
  text(payload, "branch_id") || rootBranch;

/** Up to a place, with what was added to it. */
export const upToPlace = (path: readonly RecordedEvent[], last: number): RecordedEvent[] =>
  path.filter((event) => placeOf(event) <= last);

export interface Paths {
  readonly active: string;
  readonly of: ReadonlyMap<string, readonly RecordedEvent[]>;
  /** For each branch: versions of replies that do not count now, and can be chosen again. */
  readonly aside: ReadonlyMap<string, Aside>;
}

/**
 * All events of a chat, in order, become one path for each branch.
 *
 *   chat_branched    a new branch shares its parent's path as it is now, up to an event
 *   chat_rewound     a branch forgets what came after an event
 *   branch_switched  the chat goes on along another branch
 *   chat_deleted     nothing of it counts any more, on any branch
 *   path_restored    one of these two is taken back: what it took away counts again
 *   turn_edited, presence_corrected, derivatives_redone  a branch's past reads differently
 *   version_chosen   of one reply another version counts, with all that came of it
 *
 * A branch keeps its past when the parent is rewound or amended later.
 */
export function pathsOf(events: readonly RecordedEvent[]): Paths {
  let paths = new Map<string, RecordedEvent[]>([[rootBranch, []]]);
  let asides = new Map<string, Aside>();
  let active = rootBranch;
  /** How to take back each rewind and each deletion. Paths grow in place, so it is copies that are kept. */
  const backs = new Map<number, () => void>();
  /** A branch with its versions, up to a place of this or another branch. */
  const cut = (branch: string, from: string, last: number): void => {
    const aside = asideUpTo(asides.get(from), last);
    asides.set(branch, aside);
    paths.set(branch, withVersions(upToPlace(paths.get(from) ?? [], last), aside));
  };
  for (const event of events) {
    const { kind, payload } = event;
    const branch = branchOf(event);
    if (kind === "chat_branched")
      cut(
        branch,
        text(payload, "parent_branch_id") || rootBranch,
        number(payload, "from_event_id") ?? 0,
      );
    else if (kind === "chat_rewound") {
      const before = [...(paths.get(branch) ?? [])];
      const aside = asides.get(branch);
      backs.set(event.id, () => {
        paths.set(branch, [...before]);
        if (aside !== undefined) asides.set(branch, aside);
      });
      cut(branch, branch, number(payload, "to_event_id") ?? 0);
    } else if (kind === "path_restored") backs.get(number(payload, "undoes") ?? 0)?.();
    else if (kind === "branch_switched") active = paths.has(branch) ? branch : active;
    else if (kind === "chat_deleted") {
      const before = [paths, active, asides] as const;
      backs.set(event.id, () => ([paths, active, asides] = before));
      [paths, active, asides] = [new Map([[rootBranch, []]]), rootBranch, new Map()];
    } else if (kind === versionKind) {
      const chosen = versionChosen(paths.get(branch) ?? [], asides.get(branch), payload);
      paths.set(branch, chosen.path);
      asides.set(branch, chosen.aside);
    } else if (isAmending(kind)) {
      const aside = asideAfter(asides.get(branch), { kind, payload });
      asides.set(branch, aside);
      paths.set(branch, withVersions(amended(paths.get(branch) ?? [], payload), aside));
    } else put(paths.get(branch) ?? [], event);
  }
  return { active, of: paths, aside: asides };
}

const isAmending = (kind: string): boolean => (amendingKinds as readonly string[]).includes(kind);

function put(path: RecordedEvent[], event: RecordedEvent): void {
  const place = number(event.payload, "placed_after");
  const at = place === null ? -1 : path.findLastIndex((before) => placeOf(before) <= place);
  if (at === -1) path.push(event);
  else path.splice(at + 1, 0, event);
}

/** A path as an amendment leaves it. */
export function amended(path: readonly RecordedEvent[], amendment: Payload): RecordedEvent[] {
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
export function activePath(events: readonly RecordedEvent[]): readonly RecordedEvent[] {
  const { active, of } = pathsOf(events);
  return of.get(active) ?? [];
}
