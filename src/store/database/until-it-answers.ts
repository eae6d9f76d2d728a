import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "../../domain/ports/log.ts";
import { DatabaseUnavailable } from "./database.ts";

export interface Waiting {
  readonly log: Log;
  readonly now: () => number;
  /** After this it is given up. */
  readonly mostMs: number;
}

/** A database that was just started may not answer yet, or only slowly: a start waits for it, and says so, before it fails. */
export async function untilItAnswers<T>(on: Waiting, work: () => Promise<T>): Promise<T> {
  for (const began = on.now(); ;) {
    try {
      return await work();
    } catch (error) {
      const seconds = Math.round((on.now() - began) / 1000);
      if (!(error instanceof DatabaseUnavailable) || on.now() - began >= on.mostMs) throw error;
      on.log.warn(
        { seconds, error },
        "the database does not answer yet; the start goes on waiting",
      );
      await pause(500);
    }
  }
}
