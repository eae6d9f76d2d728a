import { type Clock, iso } from "../domain/clock.ts";
import type { Log } from "../domain/log.ts";
import type { MediaStore } from "../domain/media.ts";
import { engine } from "../domain/principal.ts";
import type { Database } from "../store/database.ts";
import type { Projector } from "../store/projector.ts";
import { record } from "../store/record.ts";

export interface MediaSweepDeps {
  readonly db: Database;
  readonly projector: Projector;
  readonly clock: Clock;
  readonly log: Log;
  readonly store: Pick<MediaStore, "drop"> & { sweep(keepMs: number): Promise<number> };
  readonly keepDays: number;
  /** Channels whose files go at a time of their own. */
  readonly keepDaysIn?: Readonly<Record<string, number>> | undefined;
}

const everyMs = 3_600_000;
const dayMs = 24 * 3_600_000;
const atOnce = 200;

/** Files go after a while; the words around them stay. Any number of processes may sweep: each row is taken by one. */
export function startMediaSweep(on: MediaSweepDeps): { close(): Promise<void> } {
  const ending = new AbortController();
  async function run(): Promise<void> {
    while (!ending.signal.aborted) {
      await sweepMedia(on).catch((error: unknown) => on.log.warn({ error }, "old files could not be dropped; the next round tries again"));
      await on.clock.wait(everyMs, ending.signal);
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

/** Gives the number of files that were dropped. */
export async function sweepMedia(on: MediaSweepDeps): Promise<number> {
  let dropped = 0;
  for (;;) {
    const ids = await markOld(on);
    for (const id of ids) await on.store.drop(id);
    dropped += ids.length;
    if (ids.length < atOnce) break;
  }
  // What no row knows of: a process ended between a file and its row, or between a row's end and its file's. Nobody's row asks for longer.
  const longest = Math.max(on.keepDays, ...Object.values(on.keepDaysIn ?? {}));
  return dropped + (await on.store.sweep((longest + 1) * dayMs));
}

/** Old by the database's clock, so that machines whose clocks differ agree on what is old. */
async function markOld(on: MediaSweepDeps): Promise<string[]> {
  return on.db.transaction(engine, async (sql) => {
    const rows = await sql.rows<{ id: string; account_id: string; conversation_id: string }>(
      `select f.id, f.account_id, f.conversation_id from media_file f left join conversation c on c.id = f.conversation_id
       where f.dropped_at is null and f.kept_at < now() - coalesce(($3::jsonb ->> c.provider_type)::int, $1::int) * interval '1 day'
       order by f.kept_at limit $2 for update of f skip locked`,
      [on.keepDays, atOnce, JSON.stringify(on.keepDaysIn ?? {})],
    );
    const drafts = rows.map((row) => ({
      stream: `conversation:${row.conversation_id}`,
      kind: "media_dropped",
      at: iso(on.clock.now()),
      accountId: row.account_id,
      conversationId: row.conversation_id,
      payload: { id: row.id },
    }));
    if (drafts.length > 0) await record(sql, on.projector, drafts);
    return rows.map(({ id }) => id);
  });
}
