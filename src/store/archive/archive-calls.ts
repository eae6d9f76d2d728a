import { type Clock, iso } from "../../domain/ports/clock.ts";
import { engine } from "../../domain/principal.ts";
import type { Database } from "../database/database.ts";
import { type ArchivedCall, ArchiveDamaged, packArchive, sha256Of } from "./archive-file.ts";
import type { ArchivePlace } from "./archive-place.ts";

export interface ArchiveDeps {
  readonly db: Database;
  readonly clock: Pick<Clock, "now">;
  readonly place: ArchivePlace;
  readonly randomBytes: (count: number) => Uint8Array;
}

export interface MadeArchive {
  readonly name: string;
  readonly calls: number;
  readonly bytes: number;
  /** Of the words in the database, as text. */
  readonly words: number;
}

/** Few enough that they fit into memory and their rows are locked for a moment only. */
const atOnce = 200;

const oldSql = `select id, prompt::text as prompt, output, md5(prompt::text || coalesce(output, '')) as hash from model_call
  where started_at < $1 and outcome is not null and archive_name is null and prompt <> '{"messages": []}'
  order by started_at, id limit ${atOnce}`;

/**
 * Only calls that are still as they were read: what was forgotten meanwhile stays forgotten, and its
 * key is stored nowhere.
 */
const moveSql = `update model_call c set prompt = jsonb_build_object('messages', '[]'::jsonb, 'archived', $1::text), output = null,
    archive_name = $1, archive_secret = decode(w.secret, 'hex')
  from unnest($2::text[], $3::text[], $4::text[]) as w (id, secret, hash)
  where c.id = w.id and c.archive_name is null and md5(c.prompt::text || coalesce(c.output, '')) = w.hash
  returning c.id`;

interface OldCall extends ArchivedCall {
  readonly hash: string;
}

/**
 * Moves the words of calls that began earlier into files, until none is left. Each file is read back
 * and compared before the database gives its words up; a stop in between loses nothing.
 */
export async function* archiveCalls(on: ArchiveDeps, before: string): AsyncGenerator<MadeArchive> {
  for (;;) {
    const calls = await on.db.rows<OldCall>(oldSql, [before]);
    if (calls.length === 0) return;
    const made = await archiveSome(on, calls, before);
    if (made !== undefined) yield made;
    if (calls.length < atOnce) return;
  }
}

async function archiveSome(
  on: ArchiveDeps,
  calls: readonly OldCall[],
  before: string,
): Promise<MadeArchive | undefined> {
  const { file, sha256, secrets } = packArchive(calls, on.randomBytes);
  const at = iso(on.clock.now());
  const name = `calls-${at.slice(0, 19).replaceAll(":", "-")}Z-${sha256.slice(0, 8)}.archive`;
  await on.place.write(name, file);
  const back = await on.place.read(name);
  if (back === undefined || sha256Of(back) !== sha256)
    throw new ArchiveDamaged(`The archive ${name} could not be read back unchanged.`);
  const moved = await on.db.transaction(engine, async (sql) => {
    const done = await sql.rows<{ id: string }>(moveSql, [
      name,
      calls.map(({ id }) => id),
      calls.map(({ id }) => Buffer.from(secrets.get(id) ?? []).toString("hex")),
      calls.map(({ hash }) => hash),
    ]);
    if (done.length > 0)
      await sql.rows(
        "insert into archive (name, made_at, calls_before, calls, bytes, sha256) values ($1, $2, $3, $4, $5, $6)",
        [name, at, before, done.length, file.length, sha256],
      );
    return new Set(done.map(({ id }) => id));
  });
  if (moved.size === 0) {
    await on.place.remove(name);
    return undefined;
  }
  const words = calls
    .filter(({ id }) => moved.has(id))
    .reduce((sum, { prompt, output }) => sum + prompt.length + (output?.length ?? 0), 0);
  return { name, calls: moved.size, bytes: file.length, words };
}

export interface ListedArchive {
  readonly name: string;
  readonly made_at: string;
  readonly calls_before: string;
  readonly calls: number;
  readonly bytes: number;
  readonly sha256: string;
  /** Calls that can still be read: the others were forgotten or erased since. */
  readonly readable: number;
}

export const listArchives = (db: Database): Promise<ListedArchive[]> =>
  db.rows<ListedArchive>(
    `select a.name, a.made_at, a.calls_before, a.calls, a.bytes, a.sha256,
       (select count(*) from model_call c where c.archive_name = a.name) as readable
     from archive a order by a.made_at, a.name`,
  );

/** Removes files without a readable call. Returns their number. */
export async function dropUnreadable(on: Pick<ArchiveDeps, "db" | "place">): Promise<number> {
  const unreadable = (await listArchives(on.db)).filter(({ readable }) => readable === 0);
  for (const { name } of unreadable) {
    await on.place.remove(name);
    await on.db.rows("delete from archive where name = $1", [name]);
  }
  return unreadable.length;
}
