import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withScratch } from "../src/cli/scratch.ts";
import { productProjector } from "../src/main/projections.ts";
import { asOwner } from "../src/store/database/owner.ts";
import type { Sql } from "../src/store/database/database.ts";
import type { ConnectionSettings } from "../src/store/database/postgres-database.ts";
import { readSchema } from "../src/store/backup/backup.ts";
import { listTables } from "../src/store/backup/contents.ts";
import { openKeyring } from "../src/store/secrets.ts";
import { makeSnapshot } from "../src/store/upgrade/snapshot.ts";

/**
 * Writes the database of an earlier version, with rows in every table, for the test of upgrades:
 * `node scripts/earlier-database.ts <commit>`. The commit's own code and histories make it.
 */
const root = join(import.meta.dirname, "..");
const [commit = ""] = process.argv.slice(2);
const keyring = openKeyring({ key: "3".repeat(64), file: "/nowhere", randomBytes });

const checkout = mkdtempSync(join(tmpdir(), "meanwhile-earlier-"));
rmSync(checkout, { recursive: true });
execFileSync("git", ["worktree", "add", "--quiet", "--detach", checkout, commit], { cwd: root });
try {
  symlinkSync(join(root, "node_modules"), join(checkout, "node_modules"));
  writeFileSync(join(checkout, "fill.ts"), fillProgram());
  await withScratch(async (connection) => {
    execFileSync(process.execPath, ["fill.ts", JSON.stringify(connection)], {
      cwd: checkout,
      stdio: "inherit",
    });
    await asOwner(connection, fillRest);
    await writeFixture(connection);
  });
} finally {
  execFileSync("git", ["worktree", "remove", "--force", checkout], { cwd: root });
}

/** Runs in the earlier checkout. Folders had other names there. */
function fillProgram(): string {
  return `import * as fc from "fast-check";
const from = async (...paths) => {
  for (const path of paths) {
    const found = await import(path).catch((error) => error.code === "ERR_MODULE_NOT_FOUND" ? undefined : Promise.reject(error));
    if (found !== undefined) return found;
  }
  throw new Error("none of " + paths.join(", "));
};
const { histories } = await import("./test/support/histories.ts");
const { productProjector } = await import("./src/main/projections.ts");
const { record } = await from("./src/store/log/record.ts", "./src/store/record.ts");
const { migrate } = await from("./src/store/database/migrate.ts", "./src/store/migrate.ts");
const { openPostgres } = await from("./src/store/database/postgres-database.ts", "./src/store/postgres-database.ts");
const { engine } = await import("./src/domain/principal.ts");
const connection = JSON.parse(process.argv[2]);
await migrate(connection);
const silent = () => undefined;
const db = openPostgres(connection, { poolSize: 4, log: { debug: silent, info: silent, warn: silent, error: silent } });
const projector = productProjector();
const tables = [...projector.tables.keys()];
class Undone extends Error {}
let best;
for (let seed = 1; seed <= 200; seed += 1) {
  const [history] = fc.sample(histories(700), { numRuns: 1, seed });
  let empty = tables.length;
  await db.transaction(engine, async (sql) => {
    await record(sql, projector, history);
    empty = 0;
    for (const table of tables) if ((await sql.rows("select from " + table + " limit 1")).length === 0) empty += 1;
    throw new Undone();
  }).catch((error) => { if (!(error instanceof Undone)) throw error; });
  if (best === undefined || empty < best.empty) best = { seed, history, empty };
  if (empty === 0) break;
}
await db.transaction(engine, (sql) => record(sql, projector, best.history));
console.log(best.history.length + " events, seed " + best.seed + ", empty tables: " + best.empty);
await db.close();
`;
}

interface Column {
  readonly name: string;
  readonly type: string;
}

/** Tables that no event fills get one row of plain values. */
async function fillRest(sql: Sql): Promise<void> {
  for (const table of await listTables(sql)) {
    if ((await sql.rows(`select from ${table} limit 1`)).length > 0) continue;
    const columns = await sql.rows<Column>(
      `select quote_ident(attname) as name, format_type(atttypid, null) as type from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attnotnull and not atthasdef and attidentity = '' and attgenerated = ''`,
      [table],
    );
    await sql.rows("savepoint one");
    await sql
      .rows(
        `insert into ${table} (${columns.map(({ name }) => name).join(", ")}) values (${columns.map(valueOf).join(", ")})`,
      )
      .catch(async (error: unknown) => {
        await sql.rows("rollback to savepoint one");
        process.stdout.write(`${table} stays empty: ${String(error)}\n`);
      });
  }
}

function valueOf({ name, type }: Column): string {
  if (type.endsWith("[]")) return "'{}'";
  if (name === "outcome") return "'done'";
  if (/timestamp|date/.test(type)) return "timestamptz '2026-01-05 09:00:00.123456+00'";
  if (/json/.test(type)) return `'{"some": "value"}'`;
  if (/int|numeric|double/.test(type)) return "1";
  if (type === "boolean") return "true";
  if (type === "bytea") return "'\\x00ff'";
  return "'some text'";
}

async function writeFixture(connection: ConnectionSettings): Promise<void> {
  const directory = join(root, "test", "support", "earlier-databases");
  const schema = await asOwner(connection, readSchema);
  const { file, bytes, contents } = await makeSnapshot(
    {
      connection,
      projector: productProjector(),
      keyring,
      randomBytes,
      directory,
      at: "2026-01-05T09:00:00.000Z",
    },
    schema + 1,
  );
  const name = join(directory, `schema-${schema}.backup`);
  renameSync(file, name);
  const rows = Object.values(contents.tables).map(({ rows }) => rows);
  process.stdout.write(
    `${name}: ${bytes} bytes, ${contents.events} events, ${rows.length} tables, ${rows.filter((count) => count === 0).length} of them empty\n`,
  );
}
