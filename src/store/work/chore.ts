import type { Clock } from "../../domain/ports/clock.ts";
import type { Log } from "../../domain/ports/log.ts";

export interface Chore {
  /** Delay before the first round: a start has more urgent work. */
  readonly firstMs: number;
  readonly everyMs: number;
  /** Logged when a round fails. The next one tries again. */
  readonly failed: string;
  run(signal: AbortSignal): Promise<unknown>;
}

/** Repeats a background task. Rounds never overlap, and a failed one ends nothing. */
export function startChore(
  on: { readonly clock: Clock; readonly log: Log },
  chore: Chore,
): { close(): Promise<void> } {
  const ending = new AbortController();
  async function run(): Promise<void> {
    await on.clock.wait(chore.firstMs, ending.signal);
    while (!ending.signal.aborted) {
      await chore
        .run(ending.signal)
        .catch((error: unknown) => on.log.warn({ error }, chore.failed));
      await on.clock.wait(chore.everyMs, ending.signal);
    }
  }
  const running = run();
  return {
    close: () => {
      ending.abort();
      return running;
    },
  };
}
