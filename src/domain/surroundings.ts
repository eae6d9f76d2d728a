import type { MessagePayload } from "./events/conversation.ts";
import { isJsonObject, type JsonObject } from "./json.ts";

/**
 * A channel's facts about the place in which a message was sent: facts that no message text can
 * forge. They reach a model beside the instructions, never inside people's words.
 */
export interface Surroundings {
  /** Several people share the conversation, and each sees what the others said. */
  readonly shared: boolean;
  /** Facts by name, about the conversation and about this message. */
  readonly facts: Readonly<Record<string, JsonObject>>;
}

/** A message's surroundings; only its channel writes them. */
export function readSurroundings({ surroundings }: MessagePayload): Surroundings | undefined {
  if (!isJsonObject(surroundings)) return undefined;
  const { shared, facts } = surroundings;
  const known = isJsonObject(facts)
    ? Object.entries(facts).filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1]))
    : [];
  return { shared: shared === true, facts: Object.fromEntries(known) };
}
