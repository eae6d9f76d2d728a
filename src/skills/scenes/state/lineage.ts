import { readCites, readId, readSourceIds, type RecordedChatEvent } from "./events.ts";

/**
 * Follows citations from some events to everything that rests on them. A derived event names lines
 * and memories by their own ids (`cites`) and earlier events of the log by their numbers
 * (`source_event_ids`). Both point backwards, so one pass in the order of the path finds them all.
 */
export interface Lineage {
  /** Whether the event cites one that was added. */
  restsOn(event: RecordedChatEvent): boolean;
  add(event: RecordedChatEvent): void;
}

export function createLineage(lineIds: Iterable<string>): Lineage {
  const names = new Set(lineIds);
  const numbers = new Set<number>();
  return {
    restsOn: (event) =>
      readCites(event).some((id) => names.has(id)) ||
      readSourceIds(event).some((id) => numbers.has(id)),
    add(event) {
      numbers.add(event.id);
      // A reply in the same turn knows the line it answers by the messages that were typed.
      for (const id of event.kind === "user_turn" ? (event.payload.message_event_ids ?? []) : [])
        numbers.add(id);
      const own = readId(event);
      if (own !== "" && namedKinds.has(event.kind)) names.add(own);
    },
  };
}

/** Events whose own ids are cited. */
const namedKinds: ReadonlySet<string> = new Set(["user_turn", "assistant_turn", "memory_written"]);
