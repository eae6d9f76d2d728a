import type { Json, Payload } from "./events.ts";

/**
 * What a channel knows about the place in which a message was sent: facts that no message text can
 * forge. They reach a model beside the instructions, never inside people's words.
 */
export interface Surroundings {
  /** Several people share the conversation, and each sees what the others said. */
  readonly shared: boolean;
  /** Facts by name, about the conversation and about this message. */
  readonly facts: Readonly<Record<string, Payload>>;
}

/** `payload.surroundings` of a message; only its channel writes it. */
export function readSurroundings(payload: Payload): Surroundings | undefined {
  const value = payload["surroundings"];
  if (!isObject(value)) return undefined;
  const facts = isObject(value["facts"])
    ? Object.entries(value["facts"]).filter((entry): entry is [string, Payload] =>
        isObject(entry[1]),
      )
    : [];
  return { shared: value["shared"] === true, facts: Object.fromEntries(facts) };
}

const isObject = (value: Json | undefined): value is Payload =>
  typeof value === "object" && value !== null && !Array.isArray(value);
