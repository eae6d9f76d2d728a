import type { RecordedEvent } from "../../../domain/events.ts";
import { isPathKind, pathsOf } from "../state/path.ts";
import { memoryOwners } from "./knowledge.ts";

/** A time in which nothing was wound back, branched or amended: the path only grows. */
export interface Stretch {
  readonly byId: ReadonlyMap<number, RecordedEvent>;
  readonly owners: ReadonlyMap<string, string>;
}

export interface Stretches {
  /** Of the branch that was played then, if none is named. */
  at(position: number, branch?: string): Stretch;
}

export function stretchesOf(events: readonly RecordedEvent[]): Stretches {
  const turns = events.filter(({ kind }) => isPathKind(kind)).map(({ id }) => id);
  const known = new Map<string, Stretch>();
  return {
    at(position, branch) {
      const to = turns.find((id) => id > position) ?? Infinity;
      const key = `${to} ${branch ?? ""}`;
      const stretch = known.get(key) ?? stretchUntil(events, { to, branch });
      known.set(key, stretch);
      return stretch;
    },
  };
}

function stretchUntil(
  events: readonly RecordedEvent[],
  { to, branch }: { to: number; branch: string | undefined },
): Stretch {
  const { active, of } = pathsOf(events.filter(({ id }) => id < to));
  const path = of.get(branch ?? active) ?? of.get(active) ?? [];
  return { byId: new Map(path.map((event) => [event.id, event])), owners: memoryOwners(path) };
}
