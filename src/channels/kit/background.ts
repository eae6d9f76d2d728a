import type { Log } from "../../domain/ports/log.ts";

/** Calls without a waiting caller. A failed one is logged. */
export interface Background {
  run(work: Promise<unknown>): void;
  close(): Promise<void>;
}

export function createBackground(channel: string, log: Pick<Log, "warn">): Background {
  const under = new Set<Promise<unknown>>();
  return {
    run(work) {
      const settled = work
        .catch((error: unknown) => log.warn({ channel, error }, "a call failed"))
        .finally(() => under.delete(settled));
      under.add(settled);
    },
    close: async () => void (await Promise.all(under)),
  };
}
