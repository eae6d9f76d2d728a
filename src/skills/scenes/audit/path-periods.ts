import { isEventOf } from "../../../domain/events/catalogue.ts";
import type { Pausable } from "../../../domain/slices.ts";
import type { RecordedChatEvent } from "../state/events.ts";
import { isPathEvent, computePaths } from "../state/path.ts";
import { mapMemoryOwners } from "./knowledge.ts";
import { listNamed } from "./perceived-words.ts";

/** A period without rewinds, branches or amendments, in which the path only grows. */
export interface PathPeriod {
  readonly byId: ReadonlyMap<number, RecordedChatEvent>;
  readonly owners: ReadonlyMap<string, string>;
  /** Whether two characters were ever in one scene. */
  haveMet(one: string, other: string): boolean;
}

export interface PathPeriods {
  /** Without a branch, the branch that was active at the time. */
  findAt(position: number, branch?: string): Pausable<PathPeriod>;
}

/** Calls come in the order of time, so only a few periods are in use at once. */
const keptPeriods = 3;

export function createPathPeriods(events: readonly RecordedChatEvent[]): PathPeriods {
  const turns = events.filter(isPathEvent).map(({ id }) => id);
  const known = new Map<string, PathPeriod>();
  return {
    *findAt(position, branch) {
      const to = turns.find((id) => id > position) ?? Infinity;
      const key = `${to} ${branch ?? ""}`;
      const found = known.get(key);
      if (found !== undefined) return found;
      const period = yield* computePeriod(events, { to, branch });
      known.set(key, period);
      const [oldest] = known.keys();
      if (known.size > keptPeriods && oldest !== undefined) known.delete(oldest);
      return period;
    },
  };
}

function* computePeriod(
  events: readonly RecordedChatEvent[],
  { to, branch }: { to: number; branch: string | undefined },
): Pausable<PathPeriod> {
  const { active, byBranch } = yield* computePaths(events.filter(({ id }) => id < to));
  return yield* indexPath(byBranch.get(branch ?? active) ?? byBranch.get(active) ?? []);
}

export function* indexPath(path: readonly RecordedChatEvent[]): Pausable<PathPeriod> {
  const byId = new Map<number, RecordedChatEvent>();
  const scenes = new Map<string, Set<number>>();
  for (const event of path) {
    yield;
    byId.set(event.id, event);
    if (!isEventOf(event, "scene_opened", "meanwhile_scene_started", "presence_changed")) continue;
    for (const id of listNamed(event))
      scenes.set(id, (scenes.get(id) ?? new Set()).add(event.payload.scene_id ?? 0));
  }
  return {
    byId,
    owners: yield* mapMemoryOwners(path),
    haveMet(one, other) {
      const there = scenes.get(other) ?? new Set();
      return one === other || [...(scenes.get(one) ?? [])].some((scene) => there.has(scene));
    },
  };
}
