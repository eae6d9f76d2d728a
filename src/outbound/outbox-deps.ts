import type { EngineParts } from "../store/work/engine-parts.ts";
import type { Channel } from "../domain/channel.ts";
import type { TimedWords } from "../domain/timed-words.ts";

export interface OutboxDeps extends EngineParts {
  readonly channels: ReadonlyMap<string, Channel>;
  readonly settings: OutboxSettings;
  /** Words texts that depend on the time at which they are sent. */
  readonly words?: TimedWords | undefined;
}

export interface OutboxSettings {
  readonly holder: string;
  readonly concurrency: number;
  readonly leaseMs: number;
  readonly sweepMs: number;
  /** How long a failing part holds up the parts after it. */
  readonly holdMs: number;
  /**
   * Waits between attempts. When they are used up the delivery has failed and waits for a person.
   */
  readonly retryMs: readonly number[];
}
