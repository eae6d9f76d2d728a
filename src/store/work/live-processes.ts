import type { Clock } from "../../domain/ports/clock.ts";
import type { Log } from "../../domain/ports/log.ts";
import { engine } from "../../domain/principal.ts";
import type { Database } from "../database/database.ts";
import { freeHeld } from "./free-held.ts";

export interface LiveProcessesDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** This process, as its leases and its lock name it. */
  readonly holder: string;
}

const lookMs = 1_000;

/** The lock that a process holds while it lives, shared, so that a connection that replaces a lost one never waits for it. */
export const presenceLock = (holder: string): string =>
  `hashtextextended('meanwhile process ' || ${holder}, 0)`;

/** Names of processes without their lock. A lock that can be taken belongs to nobody; it is let go with the statement. */
const absentSql = `select holder from live_process where holder <> $1 and pg_try_advisory_xact_lock(${presenceLock("holder")})`;

/**
 * Notices that another process died by the end of its connection, and frees what it held. A process that only lost its connection has
 * a second to come back: it counts as dead when two looks in a row miss it. If it lives all the same, its fences are stale and it writes nothing.
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
      // Again and again: who was taken for dead by mistake is back with the next look.
      await on.db.rows("insert into live_process (holder) values ($1) on conflict do nothing", [
        on.holder,
      ]);
      const absent = await on.db.rows<{ holder: string }>(absentSql, [on.holder]);
      for (const { holder } of absent) if (missed.has(holder)) await bury(on, holder);
      missed = new Set(absent.map(({ holder }) => holder));
    } catch (error) {
      // Nobody is missing while the database itself is away.
      missed = new Set();
      on.log.debug({ error }, "other processes could not be looked at");
    }
    await on.clock.wait(lookMs, ending);
  }
}

/** Whoever removes the name frees what it held; of several processes that notice, one does. */
async function bury(on: LiveProcessesDeps, holder: string): Promise<void> {
  const isOurs = await on.db.transaction(engine, async (sql) => {
    const gone = await sql.rows("delete from live_process where holder = $1 returning holder", [
      holder,
    ]);
    if (gone.length > 0) await freeHeld(sql, holder);
    return gone.length > 0;
  });
  if (!isOurs) return;
  on.log.warn({ process: holder }, "another process has died; what it held is taken over");
  for (const topic of ["lane", "outbox", "sole"]) on.db.notify(topic);
}
