import { type Clock, iso } from "../domain/ports/clock.ts";
import type { EventDraft } from "../domain/events/catalogue.ts";
import type { Log } from "../domain/ports/log.ts";
import type { MediaStore } from "../domain/ports/media.ts";
import { engine } from "../domain/principal.ts";
import type { Database, Sql } from "../store/database/database.ts";
import type { MediaRoom } from "../store/media-store.ts";
import type { Projector } from "../store/log/projector.ts";
import { record } from "../store/log/record.ts";

export interface MediaSweepDeps {
  readonly db: Database;
  readonly projector: Projector;
  readonly clock: Clock;
  readonly log: Log;
  readonly store: Pick<MediaStore, "drop"> & {
    sweep(keepMs: number): Promise<number>;
    room(): MediaRoom;
  };
  readonly keepDays: number;
  /** Channels whose files have a retention time of their own. */
  readonly keepDaysIn?: Readonly<Record<string, number>> | undefined;
}

const everyMs = 3_600_000;
/** A full store makes room sooner. */
const lookMs = 60_000;
const dayMs = 24 * 3_600_000;
const atOnce = 200;

/**
 * Deletes files after their retention time; the messages stay. Any number of processes may sweep:
 * each row is claimed by one.
 */
export function startMediaSweep(on: MediaSweepDeps): { close(): Promise<void> } {
  const ending = new AbortController();
  async function run(): Promise<void> {
    for (let round = 0; !ending.signal.aborted; round += 1) {
      const isDue = round % (everyMs / lookMs) === 0 || isOverfull(on);
      if (isDue)
        await sweepMedia(on).catch((error: unknown) =>
          on.log.warn({ error }, "old files could not be deleted; the next sweep tries again"),
        );
      await on.clock.wait(lookMs, ending.signal);
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

/** Returns the number of deleted files. */
export async function sweepMedia(on: MediaSweepDeps): Promise<number> {
  let dropped = 0;
  for (;;) {
    const ids = await markOld(on);
    for (const id of ids) await on.store.drop(id);
    dropped += ids.length;
    if (ids.length < atOnce) break;
  }
  dropped += await makeRoom(on);
  // Files without a row: a process ended between writing a file and its row, or between deleting a
  // row and its file.
  const longest = Math.max(on.keepDays, ...Object.values(on.keepDaysIn ?? {}));
  return dropped + (await on.store.sweep((longest + 1) * dayMs));
}

const isOverfull = ({ store }: MediaSweepDeps): boolean => store.room().used > store.room().quota;

/**
 * When all files together take too much, the account with the most loses its oldest, until they fit
 * or every account is within its share.
 */
async function makeRoom(on: MediaSweepDeps): Promise<number> {
  for (let dropped = 0; ;) {
    const ids = isOverfull(on) ? await markOfLargest(on) : [];
    for (const id of ids) await on.store.drop(id);
    dropped += ids.length;
    if (ids.length === 0) return dropped;
  }
}

const largestSql = `select f.id, f.account_id, f.conversation_id, f.bytes from media_file f
  join (select account_id, sum(bytes) as kept, count(*) over () as accounts from media_file where dropped_at is null
    group by account_id order by kept desc limit 1) most on most.account_id = f.account_id and most.kept > $1::bigint / most.accounts
  where f.dropped_at is null order by f.kept_at limit 20 for update of f skip locked`;

async function markOfLargest(on: MediaSweepDeps): Promise<string[]> {
  const { used, quota } = on.store.room();
  return on.db.transaction(engine, async (sql) => {
    const rows = await sql.rows<StoredFile & { readonly bytes: number }>(largestSql, [quota]);
    let over = used - quota;
    const enough = rows.filter(({ bytes }) => {
      const isNeeded = over > 0;
      over -= bytes;
      return isNeeded;
    });
    return markDropped(on, sql, enough);
  });
}

interface StoredFile {
  readonly id: string;
  readonly account_id: string;
  readonly conversation_id: string;
}

async function markDropped(
  on: MediaSweepDeps,
  sql: Sql,
  rows: readonly StoredFile[],
): Promise<string[]> {
  const drafts = rows.map((row): EventDraft<"media_dropped"> => ({
    stream: `conversation:${row.conversation_id}`,
    kind: "media_dropped",
    at: iso(on.clock.now()),
    accountId: row.account_id,
    conversationId: row.conversation_id,
    payload: { id: row.id },
  }));
  if (drafts.length > 0) await record(sql, on.projector, drafts);
  return rows.map(({ id }) => id);
}

/** Old by the database's clock, so that machines whose clocks differ agree on what is old. */
async function markOld(on: MediaSweepDeps): Promise<string[]> {
  return on.db.transaction(engine, async (sql) => {
    const rows = await sql.rows<StoredFile>(
      `select f.id, f.account_id, f.conversation_id from media_file f left join conversation c on c.id = f.conversation_id
       where f.dropped_at is null and f.kept_at < now() - coalesce(($3::jsonb ->> c.provider_type)::int, $1::int) * interval '1 day'
       order by f.kept_at limit $2 for update of f skip locked`,
      [on.keepDays, atOnce, JSON.stringify(on.keepDaysIn ?? {})],
    );
    return markDropped(on, sql, rows);
  });
}
