import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Sql } from "../database/database.ts";
import { errorCode } from "../bundled/data-directory.ts";
import type { Projector } from "../log/projector.ts";
import { checksumTables, type Contents, listTables, mark } from "./contents.ts";

export interface DumpOptions {
  readonly projector: Projector;
  /** The directory of message attachments; undefined leaves them out. */
  readonly media: string | undefined;
  /** Also the rows of tables that the log can rebuild. */
  readonly whole?: boolean | undefined;
  onEnd(contents: Contents): void;
}

/** Approximate amount of text per fetch, no matter how long the rows are. */
const fetchBytes = 4 << 20;
const mostRows = 2_000;

/**
 * Reads one snapshot of the database, regardless of concurrent writes. Must be the first use of the
 * caller's transaction.
 */
export async function* dumpLines(sql: Sql, on: DumpOptions): AsyncGenerator<string> {
  await sql.rows("set transaction isolation level repeatable read, read only");
  await sql.rows("set local timezone = 'UTC'");
  const all = await listTables(sql);
  const kept = all.filter((name) => on.whole === true || !on.projector.tables.has(name));
  for (const table of kept) {
    yield `${mark.table}${table}\n`;
    yield* rowsOf(sql, table);
  }
  const tables = await checksumTables(
    sql,
    all.map((name) => on.projector.tables.get(name) ?? { name }),
  );
  let files = 0;
  for (const name of on.media === undefined ? [] : await fileNames(on.media)) {
    files += 1;
    yield* fileLines(join(on.media ?? "", name), name);
  }
  const contents: Contents = { format: 1, events: tables["event_log"]?.rows ?? 0, files, tables };
  on.onEnd(contents);
  yield `${mark.end}${JSON.stringify(contents)}\n`;
}

async function* rowsOf(sql: Sql, table: string): AsyncGenerator<string> {
  const order = table === "event_log" || table === "audit_entry" ? " order by t.id" : "";
  await sql.rows(
    `declare kept_rows no scroll cursor for select row_to_json(t)::text as row from ${table} t${order}`,
  );
  for (let count = 100; ;) {
    const rows = await sql.rows<{ row: string }>(`fetch ${count} from kept_rows`);
    if (rows.length === 0) break;
    const text = `${rows.map(({ row }) => row).join("\n")}\n`;
    yield text;
    count = Math.max(1, Math.min(mostRows, Math.floor((fetchBytes * rows.length) / text.length)));
  }
  await sql.rows("close kept_rows");
}

export const fileForm = /^[0-9a-f]{32}(?:\.json)?$/;

async function fileNames(directory: string): Promise<string[]> {
  const names = await readdir(directory).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  });
  return names.filter((name) => fileForm.test(name)).sort();
}

/** A multiple of three bytes, so that pieces of base64 can be concatenated. */
const readBytes = 3 << 18;

/** A file that is deleted meanwhile is left out; its row is deleted too. */
async function* fileLines(path: string, name: string): AsyncGenerator<string> {
  yield `${mark.file}${name}\n`;
  try {
    for await (const bytes of createReadStream(path, { highWaterMark: readBytes }))
      yield `${(bytes as Buffer).toString("base64")}\n`;
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
  }
}
