import type { Clock } from "../../domain/ports/clock.ts";
import type { Log } from "../../domain/ports/log.ts";
import { engine } from "../../domain/principal.ts";
import type { Database } from "../database/database.ts";
import { freeLeases } from "./free-leases.ts";

export interface LiveProcessesDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** This process, as its leases and its lock name it. */
  readonly holder: string;
}

const lookMs = 1_000;

/**
 * The lock that a process holds while it is alive; shared, so that a replaced connection never
 * waits for the lost one.
 */
export const presenceLock = (holder: string): string =>
  `hashtextextended('meanwhile process ' || ${holder}, 0)`;

/**
 * Processes whose lock is free. A lock that can be taken has no holder; it is released with the
 * statement.
 */
const absentSql = `select holder from live_process where holder <> $1 and pg_try_advisory_xact_lock(${presenceLock("holder")})`;

/**
 * Notices the death of another process by the end of its connection, and frees its leases. A
 * process that only lost its connection has a second to return: it counts as dead after two checks
 * in a row. If it is alive after all, its fences are stale and it writes nothing.
 */
export function watchProcesses(on: LiveProcessesDeps): { close(): Promise<void> } {
  const ending = new AbortController();
  const watching = watch(on, ending.signal);
  return {
    async close() {
      ending.abort();
      await watching;
      await on.db
        .rows("delete from live_process where holder = $1", [on.holder])
        .catch(() => undefined);
    },
  };
}

async function watch(on: LiveProcessesDeps, ending: AbortSignal): Promise<void> {
  let missed: ReadonlySet<string> = new Set();
  while (!ending.aborted) {
    try {
      // Repeated, so that a process that was taken for dead by mistake is back with the next check.
      await on.db.rows("insert into live_process (holder) values ($1) on conflict do nothing", [
        on.holder,
      ]);
      const absent = await on.db.rows<{ holder: string }>(absentSql, [on.holder]);
      for (const { holder } of absent) if (missed.has(holder)) await takeOver(on, holder);
      missed = new Set(absent.map(({ holder }) => holder));
    } catch (error) {
      // No process counts as missing while the database itself is unavailable.
      missed = new Set();
      on.log.debug({ error }, "the presence of other processes could not be checked");
    }
    await on.clock.wait(lookMs, ending);
  }
}

/** Only the process that removes the name frees the leases; of several that notice, one does. */
async function takeOver(on: LiveProcessesDeps, holder: string): Promise<void> {
  const isOurs = await on.db.transaction(engine, async (sql) => {
    const gone = await sql.rows("delete from live_process where holder = $1 returning holder", [
      holder,
    ]);
    if (gone.length > 0) await freeLeases(sql, holder);
    return gone.length > 0;
  });
  if (!isOurs) return;
  on.log.warn({ process: holder }, "another process has died; taking over its work");
  for (const topic of ["lane", "outbox", "sole"]) on.db.notify(topic);
}
