import type { Payload, RecordedEvent } from "../../../domain/events.ts";
import { factsIn, segmentsIn, text, texts } from "../state/payload.ts";
import { you } from "../state/chat-state.ts";
import { director } from "../state/witness.ts";

/**
 * The words of an event that a viewer perceived or missed. Derived from events only, so that it
 * cannot share a bug with the prompt builder.
 */
export interface PerceivedWords {
  readonly heard: readonly string[];
  readonly missed: readonly string[];
}

export const readWitnesses = ({ payload }: Pick<RecordedEvent, "payload">): string[] =>
  texts(payload["witnesses"] ?? payload["present"]);

export function splitByWitness(event: RecordedEvent, viewer: string): PerceivedWords {
  const said = text(event.payload, "text");
  if (viewer === director) return { heard: [said], missed: [] };
  const wasThere = readWitnesses(event).includes(viewer);
  const segments = segmentsIn(event.payload);
  if (!wasThere)
    return {
      heard: [],
      missed: segments.length === 0 ? [said] : segments.map((segment) => segment.text),
    };
  if (segments.length === 0) return { heard: [said], missed: [] };
  const isMine = (to: readonly string[] | undefined): boolean =>
    to === undefined || viewer === you || to.includes(viewer);
  return {
    heard: segments.filter(({ to }) => isMine(to)).map((segment) => segment.text),
    missed: segments.filter(({ to }) => !isMine(to)).map((segment) => segment.text),
  };
}

/** The owner of a derived event: a memory, a feeling or a summary. */
export function findOwner(
  event: RecordedEvent,
  memoryOwners: ReadonlyMap<string, string>,
): string | undefined {
  const { kind, payload } = event;
  if (kind === "memory_written") return text(payload, "owner_id");
  if (kind === "edge_update" || kind === "relationship_summarised")
    return text(payload, "source_id");
  if (kind === "manual_edit") return memoryOwners.get(text(payload, "target_id"));
  return undefined;
}

/** The words of a derived event. */
export function joinDerivedWords({ payload }: { readonly payload: Payload }): string {
  const parts = [
    text(payload, "text"),
    text(payload, "pov_summary"),
    text(payload, "new_value"),
    text(payload, "relationship_summary"),
  ];
  return [...parts, ...factsIn(payload["knowledge_facts"])].join("\n");
}

/** Words every character may know: places, names, weather and appearances. */
export function joinOpenWords({ kind, payload }: RecordedEvent): string {
  if (kind === "chat_created" || kind === "container_created" || kind === "activity_change")
    return JSON.stringify(payload);
  return "";
}
