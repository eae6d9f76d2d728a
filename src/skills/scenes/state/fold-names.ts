import type { RecordedEvent } from "../../../domain/events/catalogue.ts";
import type { ChatState } from "./chat-state.ts";

export const nameKinds = ["chat_renamed", "container_renamed"] as const;

/**
 * A place stays the same: scenes that played there are found under the new name. The title is the
 * story's name for people, and in no prompt.
 */
export function foldName(state: ChatState, event: RecordedEvent<(typeof nameKinds)[number]>): void {
  if (event.kind === "chat_renamed") return;
  const { container_id, name } = event.payload;
  const known = state.containers.get(container_id);
  if (known !== undefined)
    state.containers.set(container_id, { ...known, name, eventId: event.id });
}
