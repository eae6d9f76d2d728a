import type { RecordedEvent } from "../../../domain/events.ts";
import { activePath, isPathKind } from "../path.ts";
import { memoryOwners } from "./knowledge.ts";

/** A time in which nothing was wound back or branched: the path only grows. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly byId: ReadonlyMap<number, RecordedEvent>;
  readonly owners: ReadonlyMap<string, string>;
}

export function stretchesOf(events: readonly RecordedEvent[]): Stretch[] {
  const turns = events.filter(({ kind }) => isPathKind(kind)).map(({ id }) => id);
  return [0, ...turns].map((from, nth) => {
    const to = turns[nth] === undefined ? Infinity : turns[nth] - 1;
    const path = activePath(events.filter(({ id }) => id <= to));
    return { from, to, byId: new Map(path.map((event) => [event.id, event])), owners: memoryOwners(path) };
  });
}

export const stretchAt = (stretches: readonly Stretch[], position: number): Stretch =>
  stretches.find(({ from, to }) => position >= from && position <= to) ?? (stretches.at(-1) as Stretch);
