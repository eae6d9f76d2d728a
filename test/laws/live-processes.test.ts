import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openSoleWorker } from "../../src/store/work/sole-worker.ts";
import { watchProcesses } from "../../src/store/work/live-processes.ts";
import { openPostgresStore } from "../support/api.ts";
import { fakeClock } from "../support/fake-clock.ts";
import { silentLog } from "../support/silent-log.ts";
import type { OpenStore } from "../support/stores.ts";

describe("processes on one database", () => {
  let store: OpenStore;
  beforeAll(async () => {
    store = await openPostgresStore();
  });
  beforeEach(() => store.empty());
  afterAll(() => store.close());

  const leases = () =>
    store.db.rows<{ id: string; holder: string | null }>(
      "select id, lease_holder as holder from sole_worker order by id",
    );
  const take = (id: string, holder: string) =>
    store.db.rows(
      "insert into sole_worker (id, lease_holder, lease_until) values ($1, $2, now() + interval '1 hour')",
      [id, holder],
    );
  const listLive = () =>
    store.db.rows<{ holder: string }>("select holder from live_process order by holder");

  it("processes on one database notice who is gone by the end of its connection, free what that one held, and leave alone what others hold", async () => {
    const clock = fakeClock();
    const topics: string[] = [];
    const stopWatching = await store.db.listen((topic) => void topics.push(topic));
    const alive = await store.db.listen(() => undefined, {
      holder: "alive",
      onAbsent: () => undefined,
    });
    const dead = await store.db.listen(() => undefined, {
      holder: "dead",
      onAbsent: () => undefined,
    });
    await store.db.rows("insert into live_process (holder) values ('alive'), ('dead')");
    await take("a", "alive");
    await take("d", "dead");
    const watch = watchProcesses({ db: store.db, clock, log: silentLog, holder: "me" });
    for (let looks = 0; looks < 5; looks += 1) await awaitLook(clock);
    expect(await listLive()).toEqual([{ holder: "alive" }, { holder: "dead" }, { holder: "me" }]);
    await dead();
    for (let looks = 0; looks < 3; looks += 1) await awaitLook(clock);
    expect(await listLive()).toEqual([{ holder: "alive" }, { holder: "me" }]);
    expect(await leases()).toEqual([
      { id: "a", holder: "alive" },
      { id: "d", holder: null },
    ]);
    expect(topics.toSorted()).toEqual(["lane", "outbox", "sole"]);
    await watch.close();
    expect(await listLive()).toEqual([{ holder: "alive" }]);
    await Promise.all([alive(), stopWatching()]);
  });

  it("processes on one database have a moment to come back: a connection that was cut is made again, and no work is taken from its process", async () => {
    const clock = fakeClock();
    let absences = 0;
    const stop = await store.db.listen(() => undefined, {
      holder: "cut",
      onAbsent: () => void (absences += 1),
    });
    const locks = () =>
      store.db.rows<{ pid: number }>(
        "select pid from pg_locks where locktype = 'advisory' and mode = 'ShareLock' and granted and database = (select oid from pg_database where datname = current_database())",
      );
    const [first] = await locks();
    await store.db.rows("insert into live_process (holder) values ('cut')");
    await take("c", "cut");
    const watch = watchProcesses({ db: store.db, clock, log: silentLog, holder: "me" });
    await awaitLook(clock);
    await store.owner((sql) => sql.rows("select pg_terminate_backend($1)", [first?.pid]));
    await expect.poll(async () => (await locks()).map(({ pid }) => pid)).not.toEqual([first?.pid]);
    await expect.poll(async () => (await locks()).length).toBe(1);
    for (let looks = 0; looks < 3; looks += 1) await awaitLook(clock);
    expect(await leases()).toEqual([{ id: "c", holder: "cut" }]);
    expect(absences).toBe(0);
    await watch.close();
    await stop();
  });

  it("processes on one database give up exclusive work when others can't see them any more, and take it again", async () => {
    const clock = fakeClock();
    const sole = openSoleWorker({ db: store.db, clock, log: silentLog, holder: "me" });
    let begun = 0;
    sole.hold("bot", (signal) => {
      begun += 1;
      return new Promise((resolve) =>
        signal.addEventListener("abort", () => resolve(), { once: true }),
      );
    });
    await expect.poll(() => begun).toBe(1);
    sole.release();
    await expect.poll(async () => (await leases())[0]?.holder).toBe(null);
    await clock.whenWaiting(1);
    await clock.advance(1_000);
    await expect.poll(() => begun).toBe(2);
    await sole.close();
  });

  /** One look at the others is over, and the next waits for its time. */
  async function awaitLook(clock: ReturnType<typeof fakeClock>): Promise<void> {
    await clock.whenWaiting(1);
    await clock.advance(1_000);
    await clock.whenWaiting(1);
  }
});
