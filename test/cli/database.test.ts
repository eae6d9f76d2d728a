import { mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createSystemChance, systemClock } from "../../src/cli/system.ts";
import { createAccess } from "../../src/accounts/access.ts";
import { productProjector } from "../../src/main/projections.ts";
import type { Database } from "../../src/store/database/database.ts";
import { prepareLogins } from "../../src/store/database/logins.ts";
import { migrate } from "../../src/store/database/migrate.ts";
import { openPostgres } from "../../src/store/database/postgres-database.ts";
import { meanwhile, type Ran, type RunOptions } from "../support/command-line.ts";
import { type FreshDatabase, freshDatabase } from "../support/postgres.ts";
import { silentLog } from "../support/silent-log.ts";

let fresh: FreshDatabase;
let db: Database;
let env: Record<string, string>;
let data: string;

/** The operator's own server, by its URL, with one account in it. */
beforeAll(async () => {
  fresh = await freshDatabase();
  await migrate(fresh.connection);
  db = openPostgres(fresh.connection, { poolSize: 2, log: silentLog });
  const chance = createSystemChance(() => systemClock.now());
  const access = createAccess({ db, projector: productProjector(), clock: systemClock, chance });
  await access.ensureOperator({ language: "zh", timezone: "Asia/Shanghai" });
  const { host, port, user, database } = fresh.connection;
  env = {
    DATABASE_URL: `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    MEANWHILE_PORT: "0",
  };
  env["MEANWHILE_DATA"] = data = await mkdtemp(join(tmpdir(), "meanwhile-data-"));
  env["MEANWHILE_SECRET_KEY"] = "6".repeat(64);
});

afterAll(async () => {
  await db.close();
  await fresh.drop();
  await rm(data, { recursive: true });
});

const run = (args: readonly string[], options: RunOptions = {}): Promise<Ran> =>
  meanwhile(args, { env, ...options });
const accounts = async (): Promise<number> =>
  Number((await db.rows<{ n: number }>("select count(*) as n from account"))[0]?.n);

/** What the audit noted since, without what a start or another test noted. */
async function runAndReadAudit<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly entries: readonly unknown[] }> {
  const [end] = await db.rows<{ id: number }>("select coalesce(max(id), 0) as id from audit_entry");
  const result = await work();
  const entries = await db.rows(
    "select action, actor, account_id, subject, details from audit_entry where id > $1 order by id",
    [end?.id],
  );
  return { result, entries };
}

describe("archive", () => {
  const callsSql = `insert into model_call (id, account_id, purpose, model, prompt_hash, prompt, source_event_ids, started_at, outcome, output, chat_id)
    select 'k' || n, 'ada', 'beat', 'm', 'h', '{"messages": ["CANARY"]}', '{}', now() - interval '100 days', 'ok', '"ANSWER"', 'none' from generate_series(1, 3) n`;
  const words = () =>
    db.rows(
      "select id from model_call where prompt::text like '%CANARY%' and output = '\"ANSWER\"'",
    );

  test("`meanwhile archive` moves old calls into a file and back, lists it, is in the audit, and the doctor misses what is gone", async () => {
    onTestFinished(async () => void (await db.rows("delete from model_call")));
    await db.rows(callsSql);
    const english = (...args: string[]) => run(["archive", ...args, "--lang", "en"]);
    expect((await english("--list")).err).toBe("Nothing is archived.\n");
    expect((await english("--before", "101d")).err).toMatch(/^0 calls archived/);
    const { result, entries } = await runAndReadAudit(() => english("--before", "90d"));
    expect(result).toMatchObject({ code: 0, err: expect.stringMatching(/^3 calls archived/) });
    expect(entries).toMatchObject([
      { action: "calls_archived", details: { archives: 1, calls: 3 } },
    ]);
    expect(await words()).toEqual([]);
    const [name = ""] = await readdir(join(data, "archive"));
    expect((await english("--list")).out).toContain(`${name}: 3 of 3 calls can be read`);
    expect((await run(["audit", "--lang", "en"])).err).toContain("3 calls are archived");

    const doctor = async () => (await run(["doctor", "--json"])).out;
    expect(await doctor()).toContain("1 archives of model calls are in their place");
    await rename(join(data, "archive", name), join(data, name));
    expect(await doctor()).toContain("1 archives are missing");
    expect(await english("--restore", "all")).toMatchObject({
      code: 1,
      err: expect.stringContaining("is missing"),
    });
    await rename(join(data, name), join(data, "archive", name));
    expect((await english("--restore", name)).out).toBe("Restored 3 calls from 1 archives.\n");
    expect(await words()).toHaveLength(3);
  });

  test.each([
    [[]],
    [["--before", "tomorrow"]],
    [["--before", "0d"]],
    [["--before", "2999-01-01"]],
    [["--list", "--restore", "all"]],
  ])("`meanwhile archive` refuses what can't be meant: %j", async (args) =>
    expect((await run(["archive", ...args])).code).toBe(2),
  );

  test("`meanwhile archive` says which archive is not there", async () => {
    expect(await run(["archive", "--restore", "none", "--lang", "en"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("There is no archive none"),
    });
  });
});

describe("sql", () => {
  test("`meanwhile sql` is noted in the audit by the tables it names and none of its words, before anything is read; what can't be noted is not read", async () => {
    const { entries } = await runAndReadAudit(() =>
      run(["sql", "select 'SECRET-WORDS' from Account a join message m on true; select nothing"]),
    );
    const bare = { action: "sql_read", actor: "command_line", account_id: null, subject: null };
    expect(entries).toEqual([{ ...bare, details: { tables: ["account", "message"] } }]);
    expect((await run(["audit", "--chain", "--json"])).out).toContain('"ok":true');
    await run(["token", "link"]);
    const { MEANWHILE_SECRET_KEY: _key, ...without } = env;
    const keyless = { env: { ...without, MEANWHILE_DATA: join(data, "elsewhere") } };
    const { result, entries: none } = await runAndReadAudit(() =>
      run(["sql", "select 42 as n"], keyless),
    );
    expect(none).toEqual([]);
    expect([result.code === 0, result.out]).toEqual([false, ""]);
    expect(result.err).toContain("key is missing");
  });

  test("`meanwhile sql` prints a table for each of several statements", async () => {
    const { code, out } = await run([
      "sql",
      "-- who\nselect language as 语言, 1 as n from account; select 'a;b' as x where false;",
    ]);
    expect(code).toBe(0);
    expect(out).toBe(" 语言 | n\n------+---\n zh   | 1\n(1 row)\n\n x\n---\n(0 rows)\n\n");
  });

  test("`meanwhile sql` reads the statements from standard input", async () => {
    const { out } = await run(["sql", "--lang", "zh"], {
      stdin: "select 1 as n;\nselect 2 as n;\n",
    });
    expect(out).toBe(" n\n---\n 1\n(1 行)\n\n n\n---\n 2\n(1 行)\n\n");
  });

  test("`meanwhile sql` gives rows as JSON that lose nothing", async () => {
    const values = `1 as a, 2 as a, '{"k": [1]}'::jsonb as j, true as b, null as z, array['x','y'] as l, 9007199254740993 as big, 1.50 as exact`;
    const { out } = await run(["sql", "--json", `select ${values}`]);
    const row = {
      a: 1,
      a_2: 2,
      j: { k: [1] },
      b: true,
      z: null,
      l: ["x", "y"],
      big: "9007199254740993",
      exact: "1.50",
    };
    expect(JSON.parse(out)).toEqual([row]);
    expect(JSON.parse((await run(["sql", "--json", "select 1 as a; select 2 as a"])).out)).toEqual([
      [{ a: 1 }],
      [{ a: 2 }],
    ]);
  });

  test("`meanwhile sql` runs as the reader, who sees every account's rows and no sealed secret", async () => {
    expect(
      (await run(["sql", "--json", "select current_user as me, count(*) as n from account"])).out,
    ).toContain('"meanwhile_reader"');
    expect(await run(["sql", "table sealed_secret"])).toMatchObject({
      code: 1,
      err: "permission denied for table sealed_secret\n",
    });
  });

  test.each([
    ["delete from account", "read-only"],
    ["create table t (a int)", "read-only"],
    ["with gone as (delete from account returning 1) select * from gone", "read-only"],
    ["select set_config('transaction_read_only', 'off', false); delete from account", "read-write"],
    ["select set_config('role', 'none', false); delete from account", "read-only"],
    ["select 1; commit; delete from account", "commit"],
    ["set role none; delete from account", "set role none"],
    ["copy account to stdout", "copy"],
  ])("`meanwhile sql` writes nothing: %s", async (statement, reason) => {
    const { code, err } = await run(["sql", statement]);
    expect(code).toBe(1);
    expect(err).toContain(reason);
    expect(await accounts()).toBe(1);
  });

  test("`meanwhile sql` names the tables there are where a statement names another", async () => {
    const { code, err } = await run(["sql", "select 1 from accounts"]);
    expect(code).toBe(1);
    expect(err).toMatch(/^relation "accounts" does not exist\. Tables: .*\baccount, .*\bmessage\b/);
    expect(err.trimEnd()).not.toContain("\n");
  });

  test("`meanwhile sql` says in a line what is wrong with a statement, and what came before it stands", async () => {
    const { code, out, err } = await run([
      "sql",
      "select 1 as n; select no_such_column_at_all from account",
    ]);
    expect({ code, err }).toEqual({
      code: 1,
      err: 'column "no_such_column_at_all" does not exist\n',
    });
    expect(out).toContain("(1 row)");
  });
});

describe("rebuild", () => {
  test("`meanwhile rebuild` is noted in the audit when it writes, and a mere comparison is not", async () => {
    expect((await runAndReadAudit(() => run(["rebuild", "--check"]))).entries).toEqual([]);
    const { entries } = await runAndReadAudit(() => run(["rebuild"]));
    const details = { events: expect.any(Number) as unknown, different: [] };
    expect(entries).toEqual([
      { action: "tables_rebuilt", actor: "command_line", account_id: null, subject: null, details },
    ]);
  });

  test("`meanwhile rebuild` prints a hash per table and leaves everything as it was", async () => {
    const { code, out } = await run(["rebuild"]);
    expect(code).toBe(0);
    expect(out).toMatch(/^ account +\| +1 \| (-?\d+) +\| \1 +\| same$/m);
    expect(out).toMatch(/^\d+ events in [\d.]+ s: \d+ events\/s\.$/m);
  });

  test("`meanwhile rebuild` finds a table that differs from the log; --check leaves it, and without it the log wins", async () => {
    await db.rows("update account set display_name = 'somebody else'");
    const name = async (): Promise<unknown> =>
      (await db.rows<{ display_name: string | null }>("select display_name from account"))[0]
        ?.display_name;
    const check = await run(["rebuild", "--check", "--json"]);
    expect(check.code).toBe(1);
    expect(JSON.parse(check.out)).toMatchObject({ same: false, kept: false });
    expect(check.err).toContain("account");
    expect(await name()).toBe("somebody else");
    expect((await run(["rebuild"])).code).toBe(1);
    expect(await name()).toBeNull();
    expect((await run(["rebuild", "--check"])).code).toBe(0);
  });
});

describe("token", () => {
  const fields = async (args: readonly string[]): Promise<Record<string, unknown>> =>
    JSON.parse((await run([...args, "--json"])).out) as Record<string, unknown>;

  test("`meanwhile token` makes one for a new account, alone on standard output, and it is known until it is revoked", async () => {
    const made = await fields([
      "token",
      "create",
      "--new",
      "小明",
      "--label",
      "phone",
      "--scopes",
      "chat:read,chat:write",
      "--days",
      "7",
    ]);
    const list = await run(["token", "list"]);
    expect(list.out).toContain("chat:read,chat:write");
    expect(list.out).not.toContain(String(made["token"]));
    const again = await run([
      "token",
      "create",
      "--account",
      String(made["account_id"]).replaceAll("-", ""),
    ]);
    expect(again.out).toMatch(/^mt_[0-9a-f]{32}_\S{43}\n$/);
    expect(again.err).toContain("once");
    expect(await run(["token", "revoke", String(made["id"])])).toMatchObject({
      code: 0,
      out: "Revoked.\n",
    });
    expect(await run(["token", "revoke", String(made["id"])])).toMatchObject({ code: 1, out: "" });
  });

  test("`meanwhile token` does not make one for an account that is not there", async () => {
    expect(await run(["token", "create", "--account", "nobody"])).toMatchObject({
      code: 1,
      err: "There is no such account.\n",
    });
  });

  test("`meanwhile token` gives a sign-in link at the public address where there is one", async () => {
    const { out } = await run(["token", "link"], {
      env: { ...env, MEANWHILE_SERVER__PUBLIC_URL: "https://me.example" },
    });
    expect(out).toMatch(/^https:\/\/me\.example\/#code=ml_[0-9a-f]{32}_\S{43}\n$/);
  });
});

describe("backup and restore", () => {
  test("`meanwhile backup` and `restore` put the operator's own database into another one that is empty, by the key alone, and never over anything", async () => {
    const folder = await mkdtemp(join(tmpdir(), "meanwhile-cli-backup-"));
    const target = await freshDatabase();
    onTestFinished(async () => {
      await target.drop();
      await rm(folder, { recursive: true, force: true });
    });
    const key = { MEANWHILE_SECRET_KEY: "6".repeat(64), MEANWHILE_DATA: folder };
    const made = await run(["backup", "--out", "kept"], { env: { ...env, ...key }, cwd: folder });
    expect(made).toMatchObject({
      code: 0,
      err: expect.stringMatching(/^\d+ events in .* encrypted with key [0-9a-f]{8}\./) as string,
    });
    const file = made.out.trim();
    expect(file.startsWith(join(folder, "kept", "meanwhile-20"))).toBe(true);
    const there = {
      ...env,
      ...key,
      DATABASE_URL:
        env["DATABASE_URL"]?.replace(fresh.connection.database, target.connection.database) ?? "",
    };
    const wrong = await run(["restore", file], {
      env: { ...there, MEANWHILE_SECRET_KEY: "7".repeat(64) },
    });
    expect(wrong).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringContaining("nothing was changed") as string,
    });
    const { code, out } = await run(["restore", file, "--json"], { env: there });
    expect([code, JSON.parse(out)]).toMatchObject([0, { different: [], compared: true }]);
    expect(await run(["restore", file], { env: there })).toMatchObject({
      code: 1,
      err: expect.stringContaining("is not empty") as string,
    });
    expect((await run(["restore", join(folder, "nothing")], { env: there })).code).toBe(1);
    const last = await run(["doctor"], { env: { ...env, MEANWHILE_DATA: folder } });
    expect(last.out).toMatch(/backup +The newest backup is 0 minutes old/);
  });
});

describe("doctor", () => {
  const checks = async (more: Record<string, string> = {}) => {
    const { code, out } = await run(["doctor", "--json"], { env: { ...env, ...more } });
    const { checks: found } = JSON.parse(out) as {
      checks: { name: string; status: string; message: string; fix: string | null }[];
    };
    return { code, of: (name: string) => found.find((check) => check.name === name) };
  };

  test("`meanwhile doctor` looks into the operator's own database", async () => {
    const { code, of } = await checks();
    expect(code).toBe(0);
    expect(of("database")).toMatchObject({
      status: "ok",
      message: expect.stringContaining("by DATABASE_URL") as string,
    });
    expect(of("roles")).toMatchObject({
      status: "warn",
      message: "The next start creates logins for the database's roles.",
    });
    await prepareLogins({ connectionString: env["DATABASE_URL"] });
    // The user of this URL is a superuser, which is said; it is not behind any pool.
    expect((await checks()).of("roles")).toMatchObject({
      status: "warn",
      message: expect.stringContaining("only used for starting, backups and erasure"),
    });
    expect(of("clock")?.status).toBe("ok");
  });

  test("`meanwhile doctor` does not call an installation fine whose channel was configured and never switched on", async () => {
    const wecom = {
      MEANWHILE_CHANNELS__WECOM__TOKEN: "callback-token",
      MEANWHILE_CHANNELS__WECOM__ENCODING_AES_KEY: "a".repeat(43),
    };
    const { code, out } = await run(["doctor"], { env: { ...env, ...wecom } });
    expect([code, out]).toEqual([0, expect.stringMatching(/note {2}channel wecom .*\n +→/)]);
    expect(out).toContain("Nothing is broken. See the notes");
    expect(out).not.toContain("Everything is fine");
  });

  test("`meanwhile doctor` sees a clock that is behind the newest event", async () => {
    await fresh.run(
      "insert into event_log (at, stream, stream_version, kind, payload_json) values (now() + interval '1 day', 'x', 1, 'x', '{}')",
    );
    const { code, of } = await checks();
    expect(code).toBe(1);
    expect(of("clock")).toMatchObject({
      status: "fail",
      message: expect.stringContaining("24 hours in the future") as string,
    });
    await fresh.run(
      "alter table event_log disable trigger user; delete from event_log where stream = 'x'; alter table event_log enable trigger user",
    );
  });

  test("`meanwhile doctor` says when the database was made by a newer program", async () => {
    await fresh.run("insert into schema_version (version, name) values (9999, 'future')");
    const { code, of } = await checks();
    expect(code).toBe(1);
    expect(of("database")?.message).toContain("9999");
    expect(await run(["rebuild"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("9999") as string,
    });
    await fresh.run("delete from schema_version where version = 9999");
  });

  test("`meanwhile doctor` says when the database does not answer, without a stack", async () => {
    const away = { DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none" };
    const { code, of } = await checks(away);
    expect(code).toBe(1);
    expect(of("database")).toMatchObject({
      status: "fail",
      fix: expect.stringContaining("DATABASE_URL") as string,
    });
    const { code: failed, err } = await run(["sql", "select 1"], { env: away });
    expect(failed).toBe(1);
    expect(err).not.toMatch(/\n\s+at /);
  });
});
