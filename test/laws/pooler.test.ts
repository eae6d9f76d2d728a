import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { asAccount, engine } from "../../src/domain/principal.ts";
import type { Log } from "../../src/domain/ports/log.ts";
import type { Database } from "../../src/store/database/database.ts";
import { listen } from "../../src/store/database/listen.ts";
import { createNotifier } from "../../src/store/database/notify.ts";
import { openPostgres } from "../../src/store/database/postgres-database.ts";
import { type Store, openStore } from "../../src/store/open-store.ts";
import { fakeClock } from "../support/fake-clock.ts";
import { type PoolingProxy, poolTo } from "../support/pooling-proxy.ts";
import { createMigratedDatabase, type FreshDatabase } from "../support/postgres.ts";
import { silentLog } from "../support/silent-log.ts";

let fresh: FreshDatabase;
let pooler: PoolingProxy;
const closers: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  fresh = await createMigratedDatabase();
  pooler = await poolTo(fresh.connection);
  return async () => {
    await pooler.close();
    await fresh.drop();
  };
});
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

const openPooled = (): Database => {
  const db = openPostgres(
    { ...fresh.connection, pooler: pooler.url },
    { poolSize: 8, log: silentLog },
  );
  closers.push(() => db.close());
  return db;
};

describe("behind a pooler in transaction mode", () => {
  it("every transaction behind a pooler has its role and its account, whichever session it gets", async () => {
    const db = openPooled();
    const who =
      "select current_user::text as role, current_setting('meanwhile.account', true) as account";
    const asked = Array.from({ length: 600 }, (_, nth) => {
      const account = `account-${nth % 7}`;
      const expected =
        nth % 3 === 0 ? { role: "meanwhile_engine" } : { role: "meanwhile_app", account };
      const rows =
        nth % 3 === 0
          ? db.transaction(engine, (sql) => sql.rows<object>(who))
          : nth % 3 === 1
            ? db.transaction(asAccount(account), (sql) => sql.rows<object>(who, []))
            : db.ask<object>(asAccount(account), `${who}, $1::text as nth`, [String(nth)]);
      return rows.then(([row]) => expect(row).toMatchObject(expected));
    });
    await Promise.all(asked);
    expect(pooler.moves).toBeGreaterThan(10);
  });

  it("several accounts in one transaction behind a pooler each see their own", async () => {
    const db = openPooled();
    const read = "select current_setting('meanwhile.account', true) as account, $1::int as nth";
    const seen = await db.transactionOfAccounts((as) =>
      Promise.all(["ada", "bob", "ada"].map((id, nth) => as(id).rows(read, [nth]))),
    );
    expect(seen.flat()).toEqual([
      { account: "ada", nth: 0 },
      { account: "bob", nth: 1 },
      { account: "ada", nth: 2 },
    ]);
  });

  it("wake-ups behind a pooler go through it and are heard on the direct connection", async () => {
    const [one, two] = [openPooled(), openPooled()];
    const heard = Promise.withResolvers<string>();
    closers.push(await one.listen((topic) => heard.resolve(topic)));
    two.notify("lane");
    expect(await heard.promise).toBe("lane");
  });
});

describe("a process that hears no wake-ups", () => {
  const listenTo = async (config: object, silentMs: number) => {
    const warned = Promise.withResolvers<string>();
    const log: Log = { ...silentLog, warn: (_fields, text) => warned.resolve(text) };
    const swept = Promise.withResolvers<string>();
    const db = openPooled();
    const notices: string[][] = [];
    const own = createNotifier(async (topics) => {
      notices.push([...topics]);
      await db.rows("select pg_notify('meanwhile', topic) from unnest($1::text[]) as topic", [
        topics,
      ]);
    });
    closers.push(await listen({ config, log, own, silentMs }, (topic) => swept.resolve(topic)));
    return { warned: warned.promise, swept: swept.promise };
  };

  it("a process whose LISTEN a pooler forgot says so, and looks for work more often", async () => {
    const { warned, swept } = await listenTo({ connectionString: pooler.url }, 20);
    expect(await warned).toContain("database.direct_url");
    expect(await swept).toBe("lane");
  });
});

describe("a start behind a pooler", () => {
  const start = async (urls: { url: string; directUrl?: string }): Promise<Store> => {
    const store = await openStore({
      dataDir: "",
      poolSize: 4,
      separateLogins: false,
      owner: { pid: process.pid, startedAt: "2026-01-05T09:00:00.000Z", command: "test" },
      uid: -1,
      clock: fakeClock(),
      log: silentLog,
      ...urls,
    });
    closers.push(() => store.close());
    return store;
  };
  const asPlain = (url: string): string => url.replace(/\/\/[^@]*@/, "//plain_owner@");
  const direct = (): string => {
    const { host, port, database } = fresh.connection;
    return `postgres://plain_owner@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
  };

  it("a start behind a pooler works with direct_url, and is refused without it", async () => {
    await fresh.run(`do $$ begin create role plain_owner login; exception when duplicate_object then null; end $$;
      grant meanwhile_engine, meanwhile_app, meanwhile_reader to plain_owner; grant create on schema public to plain_owner;
      do $$ declare t record; begin
        for t in select c.oid::regclass as name from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r'
        loop execute format('alter table %s owner to plain_owner', t.name); end loop; end $$`);
    const store = await start({ url: asPlain(pooler.url), directUrl: direct() });
    expect(await store.ready()).toMatchObject({ ok: true });
    await expect(start({ url: asPlain(pooler.url) })).rejects.toThrow();
  });
});
