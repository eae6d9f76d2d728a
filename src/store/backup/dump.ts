import type { Sql } from "../database/database.ts";
import type { Projector } from "../log/projector.ts";
import type { DumpedFile } from "../media/place.ts";
import { checksumTables, type Contents, listTables, mark } from "./contents.ts";

export interface DumpOptions {
  readonly projector: Projector;
  /** The files of messages; undefined leaves them out. */
  readonly media: (() => AsyncIterable<DumpedFile>) | undefined;
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
  for await (const file of on.media?.() ?? []) {
    files += 1;
    yield* fileLines(file);
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

const lineBytes = 1 << 20;

async function* fileLines({ name, pieces }: DumpedFile): AsyncGenerator<string> {
  yield `${mark.file}${name}\n`;
  for await (const bytes of pieces)
    for (let from = 0; from < bytes.length; from += lineBytes)
      yield `${Buffer.from(bytes.subarray(from, from + lineBytes)).toString("base64")}\n`;
}
