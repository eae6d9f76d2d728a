import type { Payload, RecordedEvent } from "../../domain/events.ts";
import { list, number, object, text } from "./payload.ts";

export const rootBranch = "main";

/** Events by which others read differently from now on: some of their fields are replaced, or they count no more. */
export const amendingKinds = ["turn_edited", "presence_corrected", "derivatives_redone"] as const;

/** Events that take away what came before them, until one of them is taken back. */
export const takingKinds = ["chat_rewound", "chat_deleted"] as const;

/** Events that say which others count. They are on no path themselves. */
export const pathKinds = ["chat_branched", "branch_switched", "path_restored", ...takingKinds, ...amendingKinds] as const;

export const isPathKind = (kind: string): boolean => (pathKinds as readonly string[]).includes(kind);

export const isTaking = (kind: string): boolean => (takingKinds as readonly string[]).includes(kind);

export const branchOf = ({ payload }: Pick<RecordedEvent, "payload">): string => text(payload, "branch_id") || rootBranch;

/** Where an event stands in its story. What was added to the past later stands behind the event that it was added to. */
export const placeOf = ({ id, payload }: Pick<RecordedEvent, "id" | "payload">): number => number(payload, "placed_after") ?? id;

/** Up to a place, with what was added to it. */
export const upToPlace = (path: readonly RecordedEvent[], last: number): RecordedEvent[] => path.filter((event) => placeOf(event) <= last);

export interface Paths {
  readonly active: string;
  readonly of: ReadonlyMap<string, readonly RecordedEvent[]>;
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
 *
 * A branch keeps its past when the parent is rewound or amended later.
 */
export function pathsOf(events: readonly RecordedEvent[]): Paths {
  let paths = new Map<string, RecordedEvent[]>([[rootBranch, []]]);
  let active = rootBranch;
  /** How to take back each rewind and each deletion. Paths grow in place, so it is copies that are kept. */
  const backs = new Map<number, () => void>();
  const upTo = (branch: string, last: number): RecordedEvent[] => upToPlace(paths.get(branch) ?? [], last);
  for (const event of events) {
    const { kind, payload } = event;
    const branch = branchOf(event);
    if (kind === "chat_branched")
      paths.set(branch, upTo(text(payload, "parent_branch_id") || rootBranch, number(payload, "from_event_id") ?? 0));
    else if (kind === "chat_rewound") {
      const before = [...(paths.get(branch) ?? [])];
      backs.set(event.id, () => paths.set(branch, [...before]));
      paths.set(branch, upTo(branch, number(payload, "to_event_id") ?? 0));
    } else if (kind === "path_restored") backs.get(number(payload, "undoes") ?? 0)?.();
    else if (kind === "branch_switched") active = paths.has(branch) ? branch : active;
    else if (kind === "chat_deleted") {
      const before = [paths, active] as const;
      backs.set(event.id, () => ([paths, active] = before));
      [paths, active] = [new Map([[rootBranch, []]]), rootBranch];
    } else if (isAmending(kind)) paths.set(branch, amended(paths.get(branch) ?? [], payload));
    else put(paths.get(branch) ?? [], event);
  }
  return { active, of: paths };
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
  const sets = new Map(list(amendment["amends"]).map((one) => [number(object(one), "event_id"), object(object(one)["set"])]));
  return path
    .filter(({ id }) => !gone.has(id))
    .map((event) => (sets.has(event.id) ? { ...event, payload: { ...event.payload, ...sets.get(event.id) } } : event));
}

/** The events that count now. */
export function activePath(events: readonly RecordedEvent[]): readonly RecordedEvent[] {
  const { active, of } = pathsOf(events);
  return of.get(active) ?? [];
}
