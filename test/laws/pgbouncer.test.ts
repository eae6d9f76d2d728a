import { writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStore, type Store } from "../../src/store/open-store.ts";
import { asOwner } from "../../src/store/database/owner.ts";
import { rebuild } from "../../src/store/log/rebuild.ts";
import { productProjector } from "../../src/main/projections.ts";
import { type BundledBench, openBundledBench, query, uid } from "../support/bundled-bench.ts";
import { fakeClock } from "../support/fake-clock.ts";
import { openLab } from "../support/lab.ts";
import { findPgBouncer, type PgBouncer, startPgBouncer } from "../support/pgbouncer.ts";
import { runs } from "../support/runs.ts";
import { silentLog } from "../support/silent-log.ts";

const program = runs(0, 1) === 1 ? findPgBouncer() : undefined;

/** In the long run, where Debian's PgBouncer is installed. `test/laws/pooler.test.ts` has a pooler of its own. */
describe.skipIf(program === undefined)("behind PgBouncer", () => {
  let bench: BundledBench;
  let server: Awaited<ReturnType<BundledBench["start"]>>["connection"];
  let bouncer: PgBouncer;
  let store: Store | undefined;

  beforeAll(async () => {
    bench = await openBundledBench();
    server = (await bench.start(await bench.directory())).connection;
    const [found] = await query<{ file: string }>(
      server,
      "select current_setting('hba_file') as file",
    );
    await writeFile(found?.file ?? "", "local all all trust\n");
    await query(server, "select pg_reload_conf()");
    await query(server, "create role plain login createrole");
    await query(server, "create database pooled owner plain");
    bouncer = await startPgBouncer(program ?? "", server);
    store = await openStore({
      dataDir: "",
      url: bouncer.urlOf("plain", "pooled"),
      directUrl: `postgres://plain@localhost/pooled?host=${encodeURIComponent(server.host)}&port=${server.port}`,
      poolSize: 16,
      owner: { pid: process.pid, startedAt: "2026-01-05T09:00:00.000Z", command: "test" },
      uid,
      clock: fakeClock(),
      log: silentLog,
    });
  });
  afterAll(async () => {
    await store?.close();
    await bouncer.close();
    await bench.stopAll();
    await bench.remove();
  });

  const useStore = (): Store => {
    if (store === undefined) throw new Error("the store opens before the first test");
    return store;
  };

  it("two hundred messages of twenty people behind PgBouncer are each answered once, and the log rebuilds the tables", async () => {
    const { db, connection } = useStore();
    const lab = await openLab({ db });
    await Promise.all(
      Array.from({ length: 200 }, (_, nth) => lab.say(`message ${nth}`, { from: `p${nth % 20}` })),
    );
    await lab.idle();
    const answered = lab.post.ledger.map(({ text }) => text.match(/message \d+/g) ?? []).flat();
    expect(new Set(answered).size).toBe(200);
    expect(answered).toHaveLength(200);
    expect(lab.complaints).toEqual([]);
    await lab.close();
    const report = await asOwner(connection, (sql) => rebuild(sql, productProjector()));
    expect(report.tables.filter(({ same }) => !same)).toEqual([]);
  });

  it("the roles' own logins are used behind PgBouncer, and a session without its role has no rights", async () => {
    const [who] = await useStore().db.rows<{ login: string; role: string }>(
      "select session_user::text as login, current_user::text as role",
    );
    expect(who?.role).toBe("meanwhile_engine");
    expect(who?.login).toMatch(/^meanwhile_engine_[0-9a-f]{8}$/);
  });
});
