import { appendFile, mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Sql } from "../database/database.ts";
import { type Contents, listTables, mark } from "./contents.ts";
import { fileForm } from "../media/place.ts";

/** The database is not empty. A restore never overwrites anything. */
export class NotEmpty extends Error {
  override readonly name = "NotEmpty";
}

export interface LoadOptions {
  /** The directory for message attachments; undefined leaves them out. */
  readonly media: string | undefined;
}

const batchBytes = 2 << 20;

/**
 * Loads the lines of a backup into an empty database, in the caller's transaction, and returns the
 * backup's own summary.
 */
export async function loadLines(
  sql: Sql,
  lines: AsyncIterable<string>,
  on: LoadOptions,
): Promise<Contents> {
  if ((await sql.rows("select 1 from event_log limit 1")).length > 0)
    throw new NotEmpty("The database is not empty.");
  const known = new Set(await listTables(sql));
  let into: Into | undefined;
  let contents: Contents | undefined;
  for await (const line of lines) {
    if (!line.startsWith("#")) {
      await into?.take(line);
      continue;
    }
    await into?.end();
    into = undefined;
    if (line.startsWith(mark.table))
      into = await intoTable(sql, line.slice(mark.table.length), known);
    else if (line.startsWith(mark.file)) into = intoFile(on.media, line.slice(mark.file.length));
    else if (line.startsWith(mark.end))
      contents = JSON.parse(line.slice(mark.end.length)) as Contents;
  }
  if (contents === undefined) throw new Error("The backup has no end: it is incomplete.");
  await sql.rows(
    "select setval(pg_get_serial_sequence('event_log', 'id'), greatest(max(id), 1), max(id) is not null) from event_log",
  );
  return contents;
}

interface Into {
  take(line: string): Promise<void>;
  end(): Promise<void>;
}

/**
 * Rows are loaded with triggers disabled: a broken audit chain must stay exactly as broken as it
 * was.
 */
async function intoTable(sql: Sql, name: string, known: ReadonlySet<string>): Promise<Into> {
  if (!known.has(name))
    throw new Error(`The backup holds a table that this program does not know: ${name}.`);
  const columns = await sql.rows<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [name],
  );
  const list = columns.map((column) => column.name).join(", ");
  const text = `insert into ${name} (${list}) overriding system value select ${list} from json_populate_recordset(null::${name}, $1::json)`;
  await sql.rows(`alter table ${name} disable trigger user`);
  await sql.rows(`delete from ${name}`);
  let rows: string[] = [];
  let size = 0;
  const write = async (): Promise<void> => {
    if (rows.length > 0) await sql.rows(text, [`[${rows.join(",")}]`]);
    rows = [];
    size = 0;
  };
  return {
    async take(line) {
      rows.push(line);
      size += line.length;
      if (size >= batchBytes) await write();
    },
    async end() {
      await write();
      await sql.rows(`alter table ${name} enable trigger user`);
    },
  };
}

/**
 * Writes under a temporary name until complete. File names are content ids, so an existing file of
 * the same name is the same file.
 */
function intoFile(directory: string | undefined, name: string): Into {
  if (directory === undefined) return { take: async () => undefined, end: async () => undefined };
  if (!fileForm.test(name)) throw new Error("The backup holds a file whose name is not valid.");
  const partial = join(directory, `${name}.partial`);
  const made = mkdir(directory, { recursive: true, mode: 0o700 }).then(() =>
    rm(partial, { force: true }),
  );
  return {
    async take(line) {
      await made;
      await appendFile(partial, Buffer.from(line, "base64"), { mode: 0o600 });
    },
    async end() {
      await made;
      await appendFile(partial, "", { mode: 0o600 });
      await rename(partial, join(directory, name));
    },
  };
}

const newline = 10;

/** Only a line feed ends a line: other line separators may occur inside texts. */
export async function* linesIn(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let begun: Uint8Array[] = [];
  for await (const bytes of source) {
    let from = 0;
    for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, from)) {
      yield Buffer.concat([...begun, bytes.subarray(from, at)]).toString();
      begun = [];
      from = at + 1;
    }
    if (from < bytes.length) begun.push(bytes.subarray(from));
  }
  if (begun.length > 0) yield Buffer.concat(begun).toString();
}
