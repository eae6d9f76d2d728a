import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { productProjector } from "../../src/main/projections.ts";
import { readSchema } from "../../src/store/backup/backup.ts";
import { checksumTables, listTables, type TableChecksum } from "../../src/store/backup/contents.ts";
import {
  type Migration,
  migrate,
  migrateRehearsed,
  readMigrations,
} from "../../src/store/database/migrate.ts";
import { asOwner, ownersConnection } from "../../src/store/database/owner.ts";
import type { ConnectionSettings } from "../../src/store/database/postgres-database.ts";
import { rebuild } from "../../src/store/log/rebuild.ts";
import { openKeyring } from "../../src/store/secrets.ts";
import { makeBeside } from "../../src/store/upgrade/database-beside.ts";
import { findWayBack, goBack } from "../../src/store/upgrade/go-back.ts";
import { rehearse, RehearsalFailed, type RehearsalDeps } from "../../src/store/upgrade/rehearse.ts";
import { upgradeDatabase } from "../../src/store/upgrade/upgrade.ts";
import { loadSnapshot } from "../../src/store/upgrade/snapshot.ts";
import { fakeClock } from "../support/fake-clock.ts";
import { type FreshDatabase, freshDatabase } from "../support/postgres.ts";
import { runs } from "../support/runs.ts";
import { silentLog } from "../support/silent-log.ts";

const projector = productProjector();
const keyring = openKeyring({ key: "3".repeat(64), file: "/nowhere", randomBytes });
const fixtures = join(import.meta.dirname, "..", "support", "earlier-databases");
const schemas = readdirSync(fixtures)
  .map((name) => Number(/^schema-(\d+)\.backup$/.exec(name)?.[1]))
  .sort((a, b) => a - b);

/** The oldest takes the longest way; the long run takes each. */
const tried = schemas.filter((_, at) => at === 0 || runs(0, 1) === 1);

/** Each loads, copies, migrates and folds a whole database. */
const longMs = 300_000;
let directory = "";
let all: Migration[] = [];
let clock: ReturnType<typeof fakeClock>;
const databases: FreshDatabase[] = [];

beforeAll(async () => {
  all = await readMigrations();
});
afterEach(async () => {
  for (const each of databases.splice(0)) await each.drop();
  await rm(directory, { recursive: true, force: true });
});

/** The database of an earlier version. */
async function openEarlier(schema: number, owner?: string): Promise<ConnectionSettings> {
  directory = await mkdtemp(join(tmpdir(), "meanwhile-upgrades-"));
  clock = fakeClock();
  const fresh = await freshDatabase();
  databases.push(fresh);
  const file = join(fixtures, `schema-${schema}.backup`);
  const { connection } = fresh;
  if (owner !== undefined)
    await fresh.run(`do $$ begin create role ${owner} login; exception when duplicate_object then null; end $$;
      grant meanwhile_engine, meanwhile_app, meanwhile_reader to ${owner}; alter database ${connection.database} owner to ${owner}`);
  const home = { ...connection, user: owner ?? connection.user };
  await loadSnapshot(home, { file, keyring, projector });
  return home;
}

const deps = (more: Partial<RehearsalDeps> = {}): RehearsalDeps => ({
  projector,
  keyring: () => keyring,
  randomBytes,
  directory,
  clock,
  log: silentLog,
  withScratch: () => Promise.reject(new Error("no scratch server is needed here")),
  ...more,
});

const pendingOf = (schema: number): Migration[] => all.filter(({ version }) => version > schema);

/** Every table with its rows and their hash, without leases, and the schema. */
const readAll = (of: ConnectionSettings): Promise<Record<string, TableChecksum | number>> =>
  asOwner(of, async (sql) => ({
    ...(await checksumTables(
      sql,
      (await listTables(sql)).map((name) => projector.tables.get(name) ?? { name }),
    )),
    schema: await readSchema(sql),
  }));

const urlOf = ({ user, host, port, database }: ConnectionSettings): string =>
  `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host ?? "")}&port=${port}`;

describe("databases of earlier versions", () => {
  it("databases of at least three earlier versions are tried", () => {
    expect(schemas.length).toBeGreaterThanOrEqual(3);
  });

  it.each(tried)(
    "a database of schema %i with rows in every table is rehearsed, upgraded, and brought back as it was",
    async (schema) => {
      const home = await openEarlier(schema);
      const before = await readAll(home);
      const empty = Object.keys(before).filter(
        (name) => (before[name] as TableChecksum).rows === 0,
      );
      expect(empty).toEqual([]);
      const { migrations, rehearsal } = await upgradeDatabase(home, deps());
      expect(rehearsal).toMatchObject({ migrations, from: schema, copy: "template" });
      const report = await asOwner(home, (sql) => rebuild(sql, projector));
      expect(report.tables.filter(({ same }) => !same)).toEqual([]);

      const way = await findWayBack(home, directory);
      if (way === undefined) throw new Error("there is no way back");
      await goBack(way, {
        ...deps(),
        connection: home,
        keyring,
        at: new Date(clock.now()).toISOString(),
      });
      expect(await readAll(home)).toEqual(before);
    },
    longMs,
  );
});

describe("a rehearsal", { timeout: longMs }, () => {
  const newest = Math.max(...schemas);

  /** One database for all of them, since a rehearsal that fails changes nothing. */
  it("a rehearsal of a harmful migration changes nothing and says why", async () => {
    const home = await openEarlier(newest);
    await migrate(home);
    const before = await readAll(home);
    for (const [what, sql, reason] of harms) {
      const harm: Migration = { version: 9_999, name: "9999-harm.sql", sql };
      const failure: unknown = await rehearse(home, [harm], deps()).catch(
        (error: unknown) => error,
      );
      expect([what, failure instanceof RehearsalFailed]).toEqual([what, true]);
      expect((failure as Error).message).toMatch(reason);
      expect((failure as Error).message).toContain("Nothing was changed");
    }
    expect(await readAll(home)).toEqual(before);
  });

  const harms: readonly (readonly [string, string, RegExp])[] = [
    ["that fails", "select 1 / 0", /9999-harm\.sql failed.*division by zero/],
    [
      "that loses rows the log cannot bring back",
      "delete from model_call",
      /Rows of model_call would change: \d+ before, 0 after/,
    ],
    [
      "that drops a column with values",
      "alter table model_call drop column prompt_hash",
      /model_call would lose a column/,
    ],
    [
      "that loses rows of the log's tables",
      "delete from message",
      /other rows than the log: message \(0, \d+ by the log\)/,
    ],
    [
      "that shows an account the rows of others",
      "create policy everyone_sees_all on message for select to meanwhile_app using (true)",
      /Accounts would no longer be kept apart: message/,
    ],
    [
      "after which nothing can be written",
      "alter table account add column wanted text; update account set wanted = ''; alter table account alter column wanted set not null",
      /null value in column "wanted"/,
    ],
  ];

  it("a rehearsal that finds other values than the log's has the upgrade rebuild them", async () => {
    const home = await openEarlier(newest);
    await asOwner(home, (sql) => sql.rows("update account set display_name = 'somebody else'"));
    const { rehearsal } = await upgradeDatabase(home, deps());
    expect(rehearsal?.rebuilt).toContain("account");
    const report = await asOwner(home, (sql) => rebuild(sql, projector));
    expect(report.tables.filter(({ same }) => !same)).toEqual([]);
  });

  it("a rehearsal on an operator's own server loads the snapshot into a new database, also while others work", async () => {
    const home = await openEarlier(newest);
    const rehearsal = await asOwner(home, async (sql) => {
      await sql.rows("select 1");
      return rehearse({ connectionString: urlOf(home) }, pendingOf(newest), deps());
    });
    expect(rehearsal).toMatchObject({ copy: "snapshot", from: newest });
  });

  it("a rehearsal by a user who may not create databases takes a server of its own", async () => {
    const home = await openEarlier(newest, "no_databases");
    const elsewhere = await freshDatabase();
    databases.push(elsewhere);
    const rehearsal = await rehearse(
      { connectionString: urlOf(home) },
      pendingOf(newest),
      deps({ withScratch: (work) => work(elsewhere.connection) }),
    );
    expect(rehearsal).toMatchObject({ copy: "scratch server", from: newest });
  });
});

describe("a start", () => {
  it("a start without pending migrations rehearses nothing, and an empty database needs none", async () => {
    const fresh = await freshDatabase();
    databases.push(fresh);
    const never = (): Promise<never> => Promise.reject(new Error("rehearsed"));
    const first = await migrateRehearsed(fresh.connection, never);
    expect(first.applied).toHaveLength(all.length);
    const second = await migrateRehearsed(fresh.connection, never);
    expect(second).toMatchObject({ applied: [], owesRebuild: false });
  });

  it("a start whose rehearsal fails leaves the database at its schema", async () => {
    const [schema = 0] = schemas;
    const home = await openEarlier(schema);
    const refuse = (): Promise<never> => Promise.reject(new Error("the copy failed"));
    await expect(migrateRehearsed(home, refuse)).rejects.toThrow("the copy failed");
    expect(await asOwner(home, readSchema)).toBe(schema);
  });

  it("a rebuild that an upgrade owes is done by the next start if the process died before it", async () => {
    const home = await openEarlier(Math.max(...schemas));
    await asOwner(home, (sql) => sql.rows("update account set display_name = 'somebody else'"));
    // What remains of a process that dies after its migrations were committed.
    await migrateRehearsed(home, () => Promise.resolve({ rebuild: true }));
    expect(await namesOf(home)).toEqual(["somebody else"]);

    const { migrations } = await upgradeDatabase(home, deps());
    expect(migrations).toEqual([]);
    expect(await namesOf(home)).not.toContain("somebody else");
    const again = await migrateRehearsed(home, () => Promise.reject(new Error("rehearsed")));
    expect(again.owesRebuild).toBe(false);
  });

  const namesOf = async (home: ConnectionSettings): Promise<string[]> => {
    const read = "select distinct display_name as name from account order by 1";
    const found = await asOwner(home, (sql) => sql.rows<{ name: string }>(read));
    return found.map(({ name }) => name);
  };

  it("a migration that a running transaction and it hold up is tried again by itself", async () => {
    const fresh = await freshDatabase();
    databases.push(fresh);
    await migrate(fresh.connection);
    // Only the migration looks for deadlocks in time, so it is the one that is ended.
    await fresh.run(`alter database ${fresh.connection.database} set deadlock_timeout = '2s'`);
    const wide = { version: 9_998, name: "9998-wide.sql", sql: "alter table account add x int" };
    await asOwner(fresh.connection, async (sql) => {
      await sql.rows("set local deadlock_timeout = '10min'");
      await sql.rows("select from account");
      const migrated = migrate(fresh.connection, [...all, wide]);
      const isHeldUp = (): Promise<boolean> =>
        asOwner(fresh.connection, async (other) => {
          const waiting =
            "select from pg_locks where relation = 'account'::regclass and not granted";
          return (await other.rows(waiting)).length > 0;
        });
      await expect.poll(isHeldUp, { timeout: 30_000, interval: 20 }).toBe(true);
      await sql.rows("select from event_log limit 1");
      await sql.rows("commit");
      expect(await migrated).toEqual(["9998-wide.sql"]);
    });
  });

  it("a database made beside another has its encoding and its collation", async () => {
    const fresh = await freshDatabase();
    databases.push(fresh);
    const { database } = fresh.connection;
    const elsewhere = { ...fresh.connection, database: "postgres" };
    for (const statement of [
      `drop database ${database}`,
      `create database ${database} template template0 encoding 'LATIN1' locale 'C'`,
    ])
      await ownersConnection(elsewhere, ({ rows }) => rows(statement));
    const formOf = (of: ConnectionSettings): Promise<unknown[]> =>
      ownersConnection(of, ({ rows }) =>
        rows(
          "select encoding, datcollate, datctype, datlocprovider from pg_database where datname = current_database()",
        ),
      );
    const beside = await makeBeside(
      { connectionString: urlOf(fresh.connection) },
      "before",
      "empty",
    );
    try {
      expect(await formOf(beside.connection)).toEqual(await formOf(fresh.connection));
    } finally {
      await beside.drop();
    }
  });
});
