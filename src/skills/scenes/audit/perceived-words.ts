import { type LineEvent, readText, type RecordedChatEvent } from "../state/events.ts";
import { readFacts, readSegments } from "../state/segments.ts";
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

export const readWitnesses = ({ payload }: Pick<RecordedChatEvent, "payload">): readonly string[] =>
  ("witnesses" in payload ? payload.witnesses : undefined) ??
  ("present" in payload ? payload.present : undefined) ??
  [];

export function splitByWitness(event: LineEvent, viewer: string): PerceivedWords {
  const said = event.payload.text ?? "";
  if (viewer === director) return { heard: [said], missed: [] };
  const wasThere = readWitnesses(event).includes(viewer);
  const segments = readSegments(event.payload.segments);
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
  event: RecordedChatEvent,
  memoryOwners: ReadonlyMap<string, string>,
): string | undefined {
  if (event.kind === "memory_written") return event.payload.owner_id;
  if (event.kind === "edge_update" || event.kind === "relationship_summarised")
    return event.payload.source_id;
  if (event.kind === "manual_edit") return memoryOwners.get(event.payload.target_id);
  return undefined;
}

/** The words of a derived event. */
export function joinDerivedWords(event: Pick<RecordedChatEvent, "payload">): string {
  const { payload } = event;
  const parts = [
    readText(event),
    "pov_summary" in payload ? (payload.pov_summary ?? "") : "",
    "new_value" in payload ? payload.new_value : "",
    "relationship_summary" in payload ? (payload.relationship_summary ?? "") : "",
  ];
  const facts = "knowledge_facts" in payload ? payload.knowledge_facts : undefined;
  return [...parts, ...readFacts(facts)].join("\n");
}

const openWordKinds: ReadonlySet<string> = new Set([
  "chat_created",
  "container_created",
  "container_renamed",
  "activity_change",
  "story_settings_set",
]);

/** Words every character may know: places, names, weather and appearances. */
export function joinOpenWords({ kind, payload }: RecordedChatEvent): string {
  return openWordKinds.has(kind) ? JSON.stringify(payload) : "";
}

/** Characters that an event places in a scene or gives a part. */
export function listNamed({ payload }: RecordedChatEvent): string[] {
  const named = [
    "host_bot_id" in payload ? payload.host_bot_id : undefined,
    "guest_bot_id" in payload ? payload.guest_bot_id : undefined,
    "entity_id" in payload ? payload.entity_id : undefined,
    ...("participants" in payload ? (payload.participants ?? []) : []),
  ];
  return named.flatMap((id) => id || []);
}
