import { type Clock, iso } from "../domain/ports/clock.ts";
import type { EventDraft } from "../domain/events/catalogue.ts";
import type { Log } from "../domain/ports/log.ts";
import { MediaAway, type MediaStore } from "../domain/ports/media.ts";
import { engine } from "../domain/principal.ts";
import type { Database } from "../store/database/database.ts";
import type { MediaRoom } from "../store/media/media-store.ts";
import type { Projector } from "../store/log/projector.ts";
import { record } from "../store/log/record.ts";
import type { ReadDocument } from "./document-words.ts";

export interface MediaSweepDeps {
  readonly db: Database;
  readonly projector: Projector;
  readonly clock: Clock;
  readonly log: Log;
  readonly store: Pick<MediaStore, "get" | "drop"> & {
    sweep(keepMs: number): Promise<number>;
    room(): MediaRoom;
  };
  readonly keepDays: number;
  /** Channels whose files have a retention time of their own. */
  readonly keepDaysIn?: Readonly<Record<string, number>> | undefined;
  /** The words of a file, which stay when it goes. Absent where they go as well. */
  readonly wordsOf?: ReadDocument | undefined;
}

const everyMs = 3_600_000;
/** A full store makes room sooner. */
const lookMs = 60_000;
const dayMs = 24 * 3_600_000;
const atOnce = 50;

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
        await sweepMedia(on, ending.signal).catch((error: unknown) =>
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
export async function sweepMedia(
  on: MediaSweepDeps,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  let dropped = 0;
  for (;;) {
    const old = await on.db.rows<StoredFile>(oldSql, [
      on.keepDays,
      atOnce,
      JSON.stringify(on.keepDaysIn ?? {}),
    ]);
    dropped += await dropFiles(on, old, signal);
    if (old.length < atOnce || signal.aborted) break;
  }
  dropped += await makeRoom(on, signal);
  // Files without a row: a process ended between writing a file and its row, or between deleting a
  // row and its file.
  const longest = Math.max(on.keepDays, ...Object.values(on.keepDaysIn ?? {}));
  return dropped + (await on.store.sweep((longest + 1) * dayMs));
}

interface StoredFile {
  readonly id: string;
  readonly account_id: string;
  readonly bytes: number;
  /** What was deleted or forgotten is not kept in another form. */
  readonly is_wanted: boolean;
}

const columns = `f.id, f.account_id, f.bytes, c.deleted_at is null and not exists (select from message m
    join forgotten_message g on g.event_id = m.event_id where m.id = f.message_id) as is_wanted`;

/** Old by the database's clock, so that machines whose clocks differ agree on what is old. */
const oldSql = `select ${columns} from media_file f left join conversation c on c.id = f.conversation_id
  where f.dropped_at is null and f.kept_at < now() - coalesce(($3::jsonb ->> c.provider_type)::int, $1::int) * interval '1 day'
  order by f.kept_at limit $2`;

const isOverfull = ({ store }: MediaSweepDeps): boolean => store.room().used > store.room().quota;

/**
 * When all files together take too much, the account with the most loses its oldest, until they fit
 * or every account is within its share.
 */
async function makeRoom(on: MediaSweepDeps, signal: AbortSignal): Promise<number> {
  for (let dropped = 0; ;) {
    const files = isOverfull(on) ? await listOfLargest(on) : [];
    const gone = await dropFiles(on, files, signal);
    dropped += gone;
    if (gone === 0) return dropped;
  }
}

const largestSql = `select ${columns} from media_file f
  join (select account_id, sum(bytes) as kept, count(*) over () as accounts from media_file where dropped_at is null
    group by account_id order by kept desc limit 1) most on most.account_id = f.account_id and most.kept > $1::bigint / most.accounts
  left join conversation c on c.id = f.conversation_id
  where f.dropped_at is null order by f.kept_at limit 20`;

async function listOfLargest({ db, store }: MediaSweepDeps): Promise<StoredFile[]> {
  const { used, quota } = store.room();
  let over = used - quota;
  return (await db.rows<StoredFile>(largestSql, [quota])).filter(({ bytes }) => {
    const isNeeded = over > 0;
    over -= bytes;
    return isNeeded;
  });
}

/** Their words are read before any row is held: a document may take seconds. */
async function dropFiles(
  on: MediaSweepDeps,
  files: readonly StoredFile[],
  signal: AbortSignal,
): Promise<number> {
  const texts = new Map<string, string | undefined>();
  for (const file of files) {
    const text = await readText(on, file, signal);
    if (signal.aborted) break;
    texts.set(file.id, text);
  }
  const ids = await markDropped(on, texts);
  for (const id of ids) await on.store.drop(id);
  return ids.length;
}

async function readText(
  { store, wordsOf, log }: MediaSweepDeps,
  { id, account_id: accountId, is_wanted: isWanted }: StoredFile,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (wordsOf === undefined || !isWanted) return undefined;
  try {
    const file = await store.get(id);
    return file && (await wordsOf(file, { accountId, signal }));
  } catch (error) {
    if (error instanceof MediaAway) throw error;
    log.warn({ error, file: id }, "the words of an old file could not be read; it goes without");
    return undefined;
  }
}

/** Returns those that no other process has marked meanwhile. */
async function markDropped(
  on: MediaSweepDeps,
  texts: ReadonlyMap<string, string | undefined>,
): Promise<string[]> {
  if (texts.size === 0) return [];
  return on.db.transaction(engine, async (sql) => {
    const rows = await sql.rows<{ id: string; account_id: string; conversation_id: string }>(
      `select id, account_id, conversation_id from media_file where id = any($1) and dropped_at is null
       order by kept_at for update skip locked`,
      [[...texts.keys()]],
    );
    // Locked, so that a deletion of the conversation comes before this or finds its event.
    const open = await sql.rows<{ id: string }>(
      "select id from conversation where id = any($1) and deleted_at is null for share",
      [rows.map((row) => row.conversation_id)],
    );
    const mayKeep = new Set(open.map(({ id }) => id));
    const drafts = rows.map((row): EventDraft<"media_dropped"> => ({
      stream: `conversation:${row.conversation_id}`,
      kind: "media_dropped",
      at: iso(on.clock.now()),
      accountId: row.account_id,
      conversationId: row.conversation_id,
      payload: {
        id: row.id,
        ...(mayKeep.has(row.conversation_id) && { text: texts.get(row.id) }),
      },
    }));
    if (drafts.length > 0) await record(sql, on.projector, drafts);
    return rows.map(({ id }) => id);
  });
}
