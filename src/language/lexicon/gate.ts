import type { Refusal } from "../dialogue/reasons.ts";

/** Words in one clause which show that it asks for nothing, although it sounds like a request. */
export interface Gate {
  readonly name: string;
  readonly refused: Refusal;
  readonly pattern: RegExp;
  /** Sentences that it closes. */
  readonly examples: readonly string[];
}

/** The gates of one reason; each pattern may be given in parts, of which one is enough. */
export const gatesFor =
  (refused: Refusal) =>
  (name: string, parts: readonly string[], ...examples: readonly string[]): Gate => ({
    name,
    refused,
    pattern: new RegExp(parts.join("|")),
    examples,
  });
