import type { Payload, RecordedEvent } from "../../../domain/events.ts";
import { factsIn, segmentsIn, text, texts } from "../state/payload.ts";
import { you } from "../state/chat-state.ts";
import { director } from "../state/witness.ts";

/** Words of an event by who may know them. It is read from the facts alone, so that it can't share an error with the prompts. */
export interface Hearing {
  readonly heard: readonly string[];
  readonly missed: readonly string[];
}

export const isTurn = ({ kind }: Pick<RecordedEvent, "kind">): boolean =>
  kind === "user_turn" || kind === "assistant_turn";

export const witnessesOf = ({ payload }: Pick<RecordedEvent, "payload">): string[] =>
  texts(payload["witnesses"] ?? payload["present"]);

export function turnHearing(event: RecordedEvent, viewer: string): Hearing {
  const said = text(event.payload, "text");
  if (viewer === director) return { heard: [said], missed: [] };
  const wasThere = witnessesOf(event).includes(viewer);
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

/** Whose an event is that was made out of others: a memory, a feeling, a summary. */
export function ownerOf(
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

/** The words of what was made out of others. */
export function derivedWords({ payload }: { readonly payload: Payload }): string {
  const parts = [
    text(payload, "text"),
    text(payload, "pov_summary"),
    text(payload, "new_value"),
    text(payload, "relationship_summary"),
  ];
  return [...parts, ...factsIn(payload["knowledge_facts"])].join("\n");
}

/** What everybody may know: places, names, the weather, what one looks like. */
export function openWords({ kind, payload }: RecordedEvent): string {
  if (kind === "chat_created" || kind === "container_created" || kind === "activity_change")
    return JSON.stringify(payload);
  return "";
}
