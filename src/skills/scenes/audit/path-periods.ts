import type { Pausable } from "../../../domain/slices.ts";
import type { RecordedChatEvent } from "../state/events.ts";
import { isPathEvent, computePaths } from "../state/path.ts";
import { mapMemoryOwners } from "./knowledge.ts";

/** A period without rewinds, branches or amendments, in which the path only grows. */
export interface PathPeriod {
  readonly byId: ReadonlyMap<number, RecordedChatEvent>;
  readonly owners: ReadonlyMap<string, string>;
}

export interface PathPeriods {
  /** Without a branch, the branch that was active at the time. */
  findAt(position: number, branch?: string): Pausable<PathPeriod>;
}

export function createPathPeriods(events: readonly RecordedChatEvent[]): PathPeriods {
  const turns = events.filter(isPathEvent).map(({ id }) => id);
  const known = new Map<string, PathPeriod>();
  return {
    *findAt(position, branch) {
      const to = turns.find((id) => id > position) ?? Infinity;
      const key = `${to} ${branch ?? ""}`;
      const period = known.get(key) ?? (yield* computePeriod(events, { to, branch }));
      known.set(key, period);
      return period;
    },
  };
}

function* computePeriod(
  events: readonly RecordedChatEvent[],
  { to, branch }: { to: number; branch: string | undefined },
): Pausable<PathPeriod> {
  const { active, byBranch } = yield* computePaths(events.filter(({ id }) => id < to));
  const path = byBranch.get(branch ?? active) ?? byBranch.get(active) ?? [];
  const byId = new Map<number, RecordedChatEvent>();
  for (const event of path) {
    byId.set(event.id, event);
    yield;
  }
  return { byId, owners: yield* mapMemoryOwners(path) };
}
