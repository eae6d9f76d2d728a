import type { Json } from "../domain/json.ts";
import type { MediaStore } from "../domain/ports/media.ts";
import { asAccount } from "../domain/principal.ts";
import type { ArchivePlace } from "./archive/archive-place.ts";
import { createCallReader } from "./archive/exported-calls.ts";
import type { Database, Sql } from "./database/database.ts";
import { type GuardedTable, listGuardedTables } from "./database/guarded-tables.ts";

export interface ExportAsk {
  readonly accountId: string;
  readonly at: string;
  readonly media: Pick<MediaStore, "get"> | undefined;
  /** Where the words of old model calls are. */
  readonly archives?: Pick<ArchivePlace, "read"> | undefined;
}

const atOnce = 500;
/** Sealed with a key that stays here, or numbers without text: worthless elsewhere. */
const leftOut = new Set(["sealed_secret", "memory_vectors", "request_key", "blob"]);
/** Hashes of secrets, and vendor tokens. */
const secretName = /(^|_)(hash|secret|sealed|token)$/;

/**
 * Exports all rows of one account as JSON lines, then its files, then a last line that tells a
 * complete copy from a truncated one. It is read as that account: row-level security decides what
 * is included.
 */
export async function* exportAccount(db: Database, ask: ExportAsk): AsyncGenerator<string> {
  const read = <T>(work: (sql: Sql) => Promise<T>): Promise<T> =>
    db.transaction(asAccount(ask.accountId), work);
  const counts = { rows: 0, files: 0 };
  yield line({ type: "export", format: 1, account_id: ask.accountId, at: ask.at });
  const readCall = createCallReader(ask.archives);
  const tables = await read(listGuardedTables);
  for (const table of tables.filter(({ name }) => !leftOut.has(name))) {
    for await (const row of rowsOf(read, table)) {
      counts.rows += 1;
      const whole = table.name === "model_call" ? await readCall(row) : row;
      yield line({ type: "row", table: table.name, row: withoutSecrets(whole) });
    }
  }
  for (const view of ["my_friends", "my_shared"]) {
    for (const { row } of await read((sql) =>
      sql.rows<{ row: Json }>(`select to_jsonb(v) as row from ${view}() v`),
    )) {
      counts.rows += 1;
      yield line({ type: "row", table: view, row: withoutSecrets(row) });
    }
  }
  const files = await read((sql) =>
    sql.rows<{ id: string }>("select id from media_file where dropped_at is null order by id"),
  );
  for (const { id } of files) {
    const file = await ask.media?.get(id);
    if (file === undefined) continue;
    counts.files += 1;
    yield line({
      type: "file",
      id,
      name: file.name,
      media_type: file.type,
      base64: Buffer.from(file.bytes).toString("base64"),
    });
  }
  for await (const blob of blobsOf(read)) {
    counts.files += 1;
    yield line(blob);
  }
  yield line({ type: "end", ...counts });
}

/** Pictures and other files of characters, one by one because each may be large. */
async function* blobsOf(
  read: <T>(work: (sql: Sql) => Promise<T>) => Promise<T>,
): AsyncGenerator<Json> {
  const named = await read((sql) =>
    sql.rows<{ hash: string; bot_id: string; name: string; media_type: string | null }>(
      `select picture_hash as hash, bot_id, 'picture' as name, picture_type as media_type from bot_assets where picture is null and picture_hash is not null
       union all select p ->> 'blob', bot_id, (p ->> 'name') || '.' || (p ->> 'ext'), p ->> 'media_type' from bot_assets, jsonb_array_elements(assets) p
       where p ? 'blob' order by bot_id, hash`,
    ),
  );
  for (const { hash, bot_id, name, media_type } of named) {
    const [blob] = await read((sql) =>
      sql.rows<{ bytes: Uint8Array }>("select bytes from blob where hash = $1", [hash]),
    );
    if (blob !== undefined)
      yield {
        type: "file",
        id: hash,
        bot_id,
        name,
        media_type,
        base64: Buffer.from(blob.bytes).toString("base64"),
      };
  }
}

const line = (value: Json): string => `${JSON.stringify(value)}\n`;

/** Pages in key order, each in a transaction of its own: a slow reader keeps nothing open. */
async function* rowsOf(
  read: <T>(work: (sql: Sql) => Promise<T>) => Promise<T>,
  table: GuardedTable,
): AsyncGenerator<Readonly<Record<string, Json>>> {
  const key = table.key.map((column) => `t.${column}`).join(", ");
  const last = table.key.map((column) => `l.${column}`).join(", ");
  const text = `select to_jsonb(t) as row from ${table.name} t
    left join jsonb_populate_record(null::${table.name}, $1::jsonb) l on true
    where $1::jsonb is null or (${key}) > (${last}) order by ${key} limit ${atOnce}`;
  let after: string | null = null;
  for (;;) {
    const params: readonly unknown[] = [after];
    const page = await read((sql) => sql.rows<{ row: Record<string, Json> }>(text, params));
    for (const { row } of page) yield row;
    const end = page.at(-1)?.row;
    if (end === undefined || page.length < atOnce) return;
    after = JSON.stringify(Object.fromEntries(table.key.map((column) => [column, end[column]])));
  }
}

function withoutSecrets(value: Json): Json {
  if (Array.isArray(value)) return value.map((each: Json) => withoutSecrets(each));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value as Readonly<Record<string, Json>>).filter(
    ([name]) => !secretName.test(name),
  );
  return Object.fromEntries(kept.map(([name, each]) => [name, withoutSecrets(each)]));
}
