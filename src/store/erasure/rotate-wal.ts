import type { Sql } from "../database/database.ts";

const mostRounds = 100;

/**
 * Leaves no segment of the bundled server's write-ahead log that was written before now: after a checkpoint everything in them is in the tables'
 * files. Otherwise segments are kept for reuse under a later name, with what they hold. False: it did not succeed.
 */
export async function rotateWal(sql: Sql): Promise<boolean> {
  await sql.rows("alter system set wal_recycle = off");
  await sql.rows("select pg_reload_conf()");
  try {
    let known = newest(await segments(sql));
    for (let round = 0; round < mostRounds; round += 1) {
      await sql.rows("select pg_switch_wal()");
      const current = await currentSegment(sql);
      // Those that were kept for reuse, and may hold anything behind what was written into them since, are gone through first.
      if (current <= known) continue;
      await sql.rows("checkpoint");
      const left = await segments(sql);
      // The server may have read the setting too late, and kept some once more.
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

/** A record first: right after a switch the place still counts as the end of the segment before, and a second switch would do nothing. */
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
