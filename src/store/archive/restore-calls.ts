import { engine } from "../../domain/principal.ts";
import type { Database, Sql } from "../database/database.ts";
import type { ListedArchive } from "./archive-calls.ts";
import { ArchiveDamaged, type CallWords, openArchive, sha256Of } from "./archive-file.ts";
import type { ArchivePlace } from "./archive-place.ts";

interface KeptKey {
  readonly id: string;
  readonly archive_secret: Uint8Array;
}

const atOnce = 50;

const backSql = `update model_call c set prompt = w.prompt::jsonb, output = w.output, archive_name = null, archive_secret = null
  from unnest($1::text[], $2::text[], $3::text[]) as w (id, prompt, output) where c.id = w.id`;

/**
 * Puts the words of an archive back into the database and removes the file, whose keys are gone by
 * then. All of it or nothing. Returns the number of calls.
 */
export async function restoreArchive(
  on: { readonly db: Database; readonly place: ArchivePlace },
  { name, sha256 }: Pick<ListedArchive, "name" | "sha256">,
): Promise<number> {
  const read = openArchive(await readArchive(on.place, { name, sha256 }));
  const count = await on.db.transaction(engine, async (sql) => {
    const keys = await sql.rows<KeptKey>(
      "select id, archive_secret from model_call where archive_name = $1 order by id for update",
      [name],
    );
    const found = keys.map(({ id, archive_secret: secret }) => ({ id, words: read(id, secret) }));
    for (let from = 0; from < found.length; from += atOnce)
      await putBack(sql, found.slice(from, from + atOnce));
    await sql.rows("delete from archive where name = $1", [name]);
    return keys.length;
  });
  await on.place.remove(name);
  return count;
}

async function readArchive(
  place: Pick<ArchivePlace, "read">,
  { name, sha256 }: Pick<ListedArchive, "name" | "sha256">,
): Promise<Uint8Array> {
  const file = await place.read(name);
  if (file === undefined) throw new ArchiveDamaged(`The archive ${name} is missing.`);
  if (sha256Of(file) !== sha256)
    throw new ArchiveDamaged(`The archive ${name} is not as it was written.`);
  return file;
}

async function putBack(
  sql: Sql,
  calls: readonly { readonly id: string; readonly words: CallWords | undefined }[],
): Promise<void> {
  const whole = calls.map(({ id, words }) => {
    if (words === undefined) throw new ArchiveDamaged(`The archive has no call ${id}.`);
    return { id, ...words };
  });
  await sql.rows(backSql, [
    whole.map(({ id }) => id),
    whole.map(({ prompt }) => prompt),
    whole.map(({ output }) => output),
  ]);
}
