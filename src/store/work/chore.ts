import type { Clock } from "../../domain/ports/clock.ts";
import type { Log } from "../../domain/ports/log.ts";

export interface Chore {
  /** Before the first round: a start has better things to do. */
  readonly firstMs: number;
  readonly everyMs: number;
  /** Said when a round failed. The next one tries again. */
  readonly failed: string;
  run(signal: AbortSignal): Promise<unknown>;
}

/** Something that is done again and again beside all other work. One round at a time; a round that fails ends nothing. */
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
