import type { RecordedEvent } from "../../domain/events.ts";
import { number, text } from "./payload.ts";

export const rootBranch = "main";

/** Events that say which others count. They are on no path themselves. */
export const pathKinds = ["chat_branched", "chat_rewound", "branch_switched"] as const;

export const isPathKind = (kind: string): boolean => (pathKinds as readonly string[]).includes(kind);

export const branchOf = ({ payload }: Pick<RecordedEvent, "payload">): string => text(payload, "branch_id") || rootBranch;

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
 *
 * A branch keeps its past when the parent is rewound later.
 */
export function pathsOf(events: readonly RecordedEvent[]): Paths {
  const paths = new Map<string, RecordedEvent[]>([[rootBranch, []]]);
  let active = rootBranch;
  const upTo = (branch: string, last: number): RecordedEvent[] => (paths.get(branch) ?? []).filter(({ id }) => id <= last);
  for (const event of events) {
    const { kind, payload } = event;
    const branch = branchOf(event);
    if (kind === "chat_branched")
      paths.set(branch, upTo(text(payload, "parent_branch_id") || rootBranch, number(payload, "from_event_id") ?? 0));
    else if (kind === "chat_rewound") paths.set(branch, upTo(branch, number(payload, "to_event_id") ?? 0));
    else if (kind === "branch_switched") active = paths.has(branch) ? branch : active;
    else paths.get(branch)?.push(event);
  }
  return { active, of: paths };
}

/** The events that count now. */
export function activePath(events: readonly RecordedEvent[]): readonly RecordedEvent[] {
  const { active, of } = pathsOf(events);
  return of.get(active) ?? [];
}
