import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DatabaseAddress } from "../../src/store/bundled/postgres.ts";
import { asOwner } from "../../src/store/database/owner.ts";
import { openPostgres } from "../../src/store/database/postgres-database.ts";
import { type BundledBench, openBundledBench, query } from "../support/bundled-bench.ts";
import { type DatabaseProxy, proxyTo } from "../support/database-proxy.ts";
import { silentLog } from "../support/silent-log.ts";

/** A primary and a copy of it that is a standby, behind ports that can be cut. */
describe("a database URL with several servers", () => {
  let bench: BundledBench;
  let second: DatabaseAddress;
  let ways: readonly [DatabaseProxy, DatabaseProxy];
  const closed = "127.0.0.1:1";

  beforeAll(async () => {
    bench = await openBundledBench();
    const [one, other] = [await bench.directory(), await bench.directory()];
    const first = await bench.start(one);
    await query(first.connection, "create role meanwhile_engine login");
    await first.stop();
    await cp(join(one, "postgres"), join(other, "postgres"), { recursive: true });
    await writeFile(join(other, "postgres", "standby.signal"), "");
    second = (await bench.start(other)).connection;
    ways = [
      await proxyTo((await bench.start(one)).connection, "port"),
      await proxyTo(second, "port"),
    ];
  });
  afterAll(async () => {
    for (const way of ways) await way.close();
    await bench.stopAll();
    await bench.remove();
  });

  const urlOf = (...hosts: string[]): string =>
    `postgres://${second.user}@${hosts.join(",")}/${second.database}?target_session_attrs=read-write`;
  const standby = "select pg_is_in_recovery() as standby";

  it("connections go to the server that takes writes, wherever it stands in the list", async () => {
    const [primary, other] = ways;
    for (const hosts of [
      [closed, other.address, primary.address],
      [primary.address, other.address],
    ])
      expect(
        await asOwner({ connectionString: urlOf(...hosts) }, (sql) => sql.rows(standby)),
      ).toEqual([{ standby: false }]);
  });

  it("a list without a server that takes writes is a database that does not answer", async () => {
    await expect(
      asOwner({ connectionString: urlOf(closed, ways[1].address) }, (sql) => sql.rows(standby)),
    ).rejects.toMatchObject({ name: "DatabaseUnavailable" });
  });

  it("pools and wake-ups move to the next primary when the first one freezes", async () => {
    const [primary, other] = ways;
    const url = urlOf(primary.address, other.address);
    const lost = Promise.withResolvers<void>();
    const log = { ...silentLog, warn: () => lost.resolve() };
    const db = openPostgres({ connectionString: url }, { poolSize: 4, log, beatMs: 200 });
    const moved = Promise.withResolvers<void>();
    const stop = await db.listen((topic) => topic === "outbox" && moved.resolve());
    const server = "select pg_postmaster_start_time() as started";
    const [before] = await db.rows(server);
    primary.freeze();
    await query(second, "select pg_promote()");
    // Nothing is closed: the silence alone shows it, and idle connections are dropped with it.
    await lost.promise;
    expect(await until(() => db.rows(server))).not.toEqual([before]);
    // Sent by another process: it is heard only through a connection to the new primary.
    const hearing = setInterval(
      () => void query(second, "notify meanwhile, '- outbox'").catch(() => undefined),
      100,
    );
    await moved.promise;
    clearInterval(hearing);
    await stop();
    await db.close();
  });
});

/** As callers do: "not now" is asked again. */
async function until<T>(work: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Error && error.name === "DatabaseUnavailable")) throw error;
    }
}
