import type { Sql } from "../database/database.ts";

const mostRounds = 100;

/**
 * Removes every segment of the bundled server's write-ahead log written before now: after a
 * checkpoint, all of it is in the tables' files. Otherwise segments are recycled under a later name
 * together with their contents. Returns false if it did not succeed.
 */
export async function rotateWal(sql: Sql): Promise<boolean> {
  await sql.rows("alter system set wal_recycle = off");
  await sql.rows("select pg_reload_conf()");
  try {
    let known = newest(await segments(sql));
    for (let round = 0; round < mostRounds; round += 1) {
      await sql.rows("select pg_switch_wal()");
      const current = await currentSegment(sql);
      // Recycled segments may hold old data behind what was written since, so they are used up
      // first.
      if (current <= known) continue;
      await sql.rows("checkpoint");
      const left = await segments(sql);
      // The server may have read the setting too late and recycled some once more.
      if (newest(left) <= (await currentSegment(sql)) && left.every((name) => name >= current))
        return true;
      known = newest(left);
    }
    return false;
  } finally {
    await sql.rows("alter system reset wal_recycle");
    await sql.rows("select pg_reload_conf()");
  }
}

const newest = (names: readonly string[]): string =>
  names.reduce((latest, name) => (name > latest ? name : latest), "");

/**
 * Writes a record first: right after a switch the position still counts as the end of the previous
 * segment, and a second switch would do nothing.
 */
async function currentSegment(sql: Sql): Promise<string> {
  const [row] = await sql.rows<{ name: string }>(
    "select pg_walfile_name(pg_logical_emit_message(false, 'meanwhile', 'x')) as name",
  );
  return row?.name ?? "";
}

async function segments(sql: Sql): Promise<string[]> {
  const rows = await sql.rows<{ name: string }>(
    "select name from pg_ls_waldir() where name ~ '^[0-9A-F]{24}$'",
  );
  return rows.map(({ name }) => name);
}
