import { readFile, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asAccount, engine, type Principal } from "../../src/domain/principal.ts";
import { type Database, type Sql, sqlState } from "../../src/store/database/database.ts";
import { findLogins } from "../../src/store/database/logins.ts";
import { migrate } from "../../src/store/database/migrate.ts";
import { openStore } from "../../src/store/open-store.ts";
import {
  type ConnectionSettings,
  openPostgres,
} from "../../src/store/database/postgres-database.ts";
import { readAsReader } from "../../src/store/database/reader.ts";
import { assertRoleHolds, assertWalls } from "../../src/store/database/walls.ts";
import {
  type BundledBench,
  openBundledBench,
  query as queryAt,
  uid,
} from "../support/bundled-bench.ts";
import { fakeClock } from "../support/fake-clock.ts";
import { silentLog } from "../support/silent-log.ts";

// Roles and who is let in belong to the whole server, so these tests have one of their own.
let bench: BundledBench;
let server: Awaited<ReturnType<BundledBench["start"]>>["connection"];
let count = 0;

const query = <R>(statement: string, database = "postgres"): Promise<R[]> =>
  queryAt<R>({ ...server, database }, statement);
const database = async (owner = "postgres"): Promise<string> => {
  const name = `d${++count}`;
  await query(`create database ${name} owner ${owner}`);
  return name;
};
const url = (name: string, user: string): string =>
  `postgres://${user}@localhost:${server.port}/${name}?host=${encodeURIComponent(server.host)}`;
const start = (address: string, separateLogins = true) =>
  openStore({
    dataDir: "",
    url: address,
    poolSize: 4,
    separateLogins,
    owner: { pid: process.pid, startedAt: "2026-01-05T09:00:00.000Z", command: "test" },
    uid,
    clock: fakeClock(),
    log: silentLog,
  });
const started = async <T>(address: string, work: (db: Database) => Promise<T>): Promise<T> => {
  const store = await start(address);
  try {
    return await work(store.db);
  } finally {
    await store.close();
  }
};
/** Who may come in, as an operator's own server says it. */
const letIn = async (lines: readonly string[]): Promise<void> => {
  const [{ file }] = (await query<{ file: string }>(
    "select current_setting('hba_file') as file",
  )) as [{ file: string }];
  await writeFile(file, `local all postgres peer map=meanwhile\n${lines.join("\n")}\n`);
  await query("select pg_reload_conf()");
  // The server reads it a moment later.
  for (let seen = 0; seen !== lines.length + 1;)
    seen =
      (await query<{ n: string }>("select count(*) as n from pg_hba_file_rules")).map(({ n }) =>
        Number(n),
      )[0] ?? 0;
  expect(await readFile(file, "utf8")).toContain(lines.at(-1) ?? "");
};
const withPassword = "local all all scram-sha-256";

beforeAll(async () => {
  bench = await openBundledBench();
  server = (await bench.start(await bench.directory())).connection;
});
afterAll(async () => {
  await bench.stopAll();
  await bench.remove();
});

const who = (sql: Sql) =>
  sql.rows<{ login: string; role: string }>(
    "select session_user::text as login, current_user::text as role",
  );
class Undone extends Error {}
/** Runs it and takes it back: a role that was left stays left for the connection otherwise. */
const tried = async <T>(
  db: Database,
  as: Principal,
  work: (sql: Sql) => Promise<T>,
): Promise<T | undefined> => {
  let result: T | undefined;
  await db
    .transaction(as, async (sql) => {
      result = await work(sql);
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  return result;
};
/** What statements came to: the error's state, or nothing. */
const attempt = (
  db: Database,
  as: Principal,
  statements: readonly string[],
): Promise<string | undefined> =>
  tried(db, as, async (sql) => {
    for (const statement of statements) await sql.rows(statement);
    return undefined;
  }).catch((error: unknown) => sqlState(error) ?? String(error));

const principals: [string, Principal][] = [
  ["meanwhile_engine", engine],
  ["meanwhile_app", asAccount("a")],
];
const leaving = [
  "select set_config('role', 'none', true)",
  "set role none",
  "reset role",
  "do $$ begin set role none; end $$",
];
const climbing = [
  "set role postgres",
  "select set_config('role', 'postgres', true)",
  "set session authorization postgres",
  "select set_config('session_authorization', 'postgres', true)",
  "do $$ begin set session authorization postgres; end $$",
  "copy (select 1) to program 'true'",
  "do $$ begin copy (select 1) to program 'true'; end $$",
  "select pg_read_file('PG_VERSION')",
  "alter role meanwhile_app superuser",
  "create role stronger superuser",
  "table login_secret",
  "drop table event_log",
];

describe.each(["the bundled database", "a superuser's DATABASE_URL"])(
  "behind a pooled connection to %s",
  (which) => {
    let db: Database;
    let close: () => Promise<void>;
    beforeAll(async () => {
      const name = await database();
      if (which.startsWith("the bundled")) {
        await migrate({ ...server, database: name });
        db = openPostgres({ ...server, database: name }, { poolSize: 4, log: silentLog });
        close = () => db.close();
      } else {
        const store = await start(url(name, "postgres"));
        ({ db, close } = store);
      }
    });
    afterAll(() => close());

    it.each(principals)(
      "a pooled connection to %s has no role behind it but %s",
      async (role, as) => {
        const [found] = await db.transaction(as, who);
        expect(found?.role).toBe(role);
        expect(found?.login).toMatch(new RegExp(`^${role}(_[0-9a-f]{8})?$`));
        await expect(assertWalls(db)).resolves.toBeUndefined();
      },
    );

    it.each(
      principals.flatMap(([role, as]) =>
        leaving.map((by): [string, string, Principal] => [role, by, as]),
      ),
    )("a pooled connection to %s has no more rights after `%s`", async (role, by, as) => {
      const found = await tried(db, as, async (sql) => {
        await sql.rows(by);
        return (await who(sql))[0];
      });
      expect(found?.login).toMatch(new RegExp(`^${role}(_[0-9a-f]{8})?$`));
      for (const wish of climbing)
        expect([wish, await attempt(db, as, [by, wish])]).toEqual([wish, "42501"]);
      if (role === "meanwhile_app")
        for (const table of ["friendship", "shared_reminder", "stream_head", "audit_entry"])
          expect([table, await attempt(db, as, [by, `select from ${table}`])]).toEqual([
            table,
            "42501",
          ]);
    });

    it("an account can't become the engine, nor the other way round", async () => {
      expect(await attempt(db, asAccount("a"), ["set role meanwhile_engine"])).toBe("42501");
      expect(await attempt(db, engine, ["set role meanwhile_app"])).toBe("42501");
    });

    it("the account is known for its transaction alone: the next statement of the same connection has none", async () => {
      const after = "select coalesce(current_setting('meanwhile.account', true), '') as account";
      expect(
        await db.transaction(asAccount("ada"), async (sql) => {
          expect(await sql.rows(after)).toEqual([{ account: "ada" }]);
          await sql.rows("commit");
          return sql.rows(after);
        }),
      ).toEqual([{ account: "" }]);
      await Promise.all(
        [1, 2, 3, 4].map(() => db.ask(asAccount("ada"), "select pg_sleep(0.01)::text")),
      );
      const left = await Promise.all(
        [1, 2, 3, 4].map(() =>
          db.transaction(asAccount("bob"), async (sql) => {
            // Back to what the connection had before.
            await sql.rows("rollback");
            return sql.rows<{ account: string }>(after);
          }),
        ),
      );
      expect(left.flat().map(({ account }) => account)).toEqual(["", "", "", ""]);
    });

    it("accounts that ask in the same tick share a connection, each as itself, and one that fails fails alone", async () => {
      const who =
        "select pg_backend_pid() as pid, current_setting('meanwhile.account', true) as account";
      const [ada, failed, bob] = await Promise.allSettled([
        db.ask<{ pid: number; account: string }>(asAccount("ada"), who),
        db.ask(asAccount("eve"), "select 1 / 0"),
        db.ask<{ pid: number; account: string }>(asAccount("bob"), who),
      ]);
      expect([ada, bob]).toMatchObject([
        { value: [{ account: "ada" }] },
        { value: [{ account: "bob" }] },
      ]);
      expect(failed).toMatchObject({ status: "rejected", reason: { code: "22012" } });
      const pids = [ada, bob].map((end) => end.status === "fulfilled" && end.value[0]?.pid);
      expect(pids[0]).toBe(pids[1]);
    });
  },
);

describe("the logins of a server that wants passwords", () => {
  beforeAll(async () => {
    await query("create role maker login createrole password 'first'");
    await query(
      "grant meanwhile_engine, meanwhile_app, meanwhile_reader to maker with admin option",
    );
    await query("create role modest login password 'modest'");
    await letIn([withPassword]);
  });

  it("the logins of a server that wants passwords are made by a user who may make roles, and found by every process and every later start", async () => {
    const name = await database("maker");
    const first = await start(url(name, "maker:first"));
    const second = await start(url(name, "maker:first"));
    expect((await first.db.transaction(engine, who))[0]).toEqual(
      (await second.db.transaction(engine, who))[0],
    );
    await first.close();
    await second.close();
    expect(await started(url(name, "maker:first"), (db) => db.rows("select 1 as works"))).toEqual([
      { works: 1 },
    ]);
  });

  it("the logins of a server that wants passwords change with the URL's password, and serve `meanwhile sql`, behind which there is no other role either", async () => {
    const name = await database("maker");
    await started(url(name, "maker:first"), who);
    await query("alter role maker password 'second'");
    try {
      await started(url(name, "maker:second"), who);
      const connection = await findLogins({ connectionString: url(name, "maker:second") });
      const answers = await Array.fromAsync(
        readAsReader(
          connection,
          "select session_user, current_user; do $$ begin set role none; end $$",
        ),
      );
      expect(answers[0]?.rows[0]?.[0]).toMatch(/^meanwhile_reader_[0-9a-f]{8}$/);
      await expect(
        Array.fromAsync(readAsReader(connection, "do $$ begin set role maker; end $$")),
      ).rejects.toThrow("permission denied");
    } finally {
      await query("alter role maker password 'first'");
    }
  });

  it("the logins of a server that wants passwords do not lead to another database's rows of the same server", async () => {
    const [one, other] = [await database("maker"), await database("maker")];
    await started(url(one, "maker:first"), who);
    await started(url(other, "maker:first"), who);
    const logins = await query<{ name: string }>(
      "select rolname as name from pg_roles where rolname like 'meanwhile_engine_%'",
    );
    expect(new Set(logins.map(({ name }) => name)).size).toBeGreaterThanOrEqual(2);
  });

  it("the logins of a server that wants passwords can be made by another user: one who may not is given the statements, and starts after they were run", async () => {
    const name = await database("modest");
    const refused: unknown = await start(url(name, "modest:modest")).catch(
      (error: unknown) => error,
    );
    const { message } = refused as Error;
    expect(message).toContain(
      "The user modest of DATABASE_URL may not create the roles that keep accounts apart",
    );
    expect(message).not.toContain("modest:modest");
    await query(message.split("\n\n")[1] ?? "");
    expect(
      await started(
        url(name, "modest:modest"),
        async (db) => (await db.transaction(asAccount("a"), who))[0]?.role,
      ),
    ).toBe("meanwhile_app");
  });

  it("logins that the server does not let in are named, with what to do", async () => {
    const name = await database("maker");
    await letIn(["local all maker scram-sha-256"]);
    try {
      await expect(start(url(name, "maker:first"))).rejects.toThrow(
        /does not let meanwhile_engine_[0-9a-f]{8}.* in\. Let them in/,
      );
      // On request they are roles that the URL's user takes on, which is weaker and said so.
      const store = await start(url(name, "maker:first"), false);
      expect((await store.db.transaction(engine, who))[0]).toEqual({
        login: "maker",
        role: "meanwhile_engine",
      });
      await expect(assertWalls(store.db)).rejects.toThrow(
        "The database login maker may assume or create other roles",
      );
      await store.close();
    } finally {
      await letIn([withPassword]);
    }
  });

  it("the logins of a server that wants passwords are needed behind a superuser: without them it does not start", async () => {
    const name = await database();
    await expect(start(url(name, "postgres"), false)).rejects.toThrow(
      "The database role postgres bypasses row-level security",
    );
  });

  it("logins that were given another role on top are refused", async () => {
    const name = await database("maker");
    await started(url(name, "maker:first"), who);
    const connection: ConnectionSettings = await findLogins({
      connectionString: url(name, "maker:first"),
    });
    const login = connection.logins?.meanwhile_app.user ?? "";
    for (const [gift, back, says] of [
      [
        `grant meanwhile_engine to ${login}`,
        `revoke meanwhile_engine from ${login}`,
        "may assume or create other roles (meanwhile_engine)",
      ],
      [
        `grant pg_read_all_data to ${login}`,
        `revoke pg_read_all_data from ${login}`,
        "may assume or create other roles (pg_read_all_data)",
      ],
      [
        `grant postgres to ${login}`,
        `revoke postgres from ${login}`,
        "postgres bypasses row-level security",
      ],
      [
        `alter role ${login} createrole`,
        `alter role ${login} nocreaterole`,
        "may assume or create other roles",
      ],
      [
        `alter role ${login} bypassrls`,
        `alter role ${login} nobypassrls`,
        "bypasses row-level security",
      ],
    ] as const) {
      await query(gift);
      await expect(start(url(name, "maker:first"))).rejects.toThrow(says);
      await query(back);
    }
    await started(url(name, "maker:first"), (db) => assertRoleHolds(db, "meanwhile_engine"));
  });
});
