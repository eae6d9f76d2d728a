/** Something that a sentence states about its speaker. */
export interface Statement {
  /** The sentence as it was said. */
  readonly words: string;
  /** A later statement of the same topic replaces it; null where several may be true. */
  readonly topic: string | null;
  /** The part that a correction replaces. */
  readonly value: string | null;
}

/** One way to state something, with sentences that show it: its examples are its test. */
export interface StatementRule {
  readonly name: string;
  readonly pattern: RegExp;
  /** The topic, by the named groups of the pattern. */
  readonly topic: (found: Readonly<Record<string, string | undefined>>) => string | null;
  readonly examples: readonly (readonly [
    sentence: string,
    topic: string | null,
    value: string | null,
  ])[];
  /** Sentences that only look like it. */
  readonly not?: readonly string[];
}
