import type { Json, Payload } from "./events.ts";

/**
 * What a channel knows of the place where something was said: facts that nobody can write by writing a message. They
 * reach a model beside the instructions, never among people's words.
 */
export interface Surroundings {
  /** Several people share the conversation, and each sees what the others said. */
  readonly shared: boolean;
  /** By name; what is true of the conversation, and what is true of this message. */
  readonly facts: Readonly<Record<string, Payload>>;
}

/** `payload.surroundings` of a message, which only its channel writes. */
export function surroundingsOf(payload: Payload): Surroundings | undefined {
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
