import { afterAll, describe, expect, it } from "vitest";
import { openStore } from "./open-store.ts";
import { openBundledBench, uid } from "../../test/support/bundled-bench.ts";
import { fakeClock } from "../../test/support/fake-clock.ts";
import { silentLog } from "../../test/support/silent-log.ts";
import { freshDatabase } from "../../test/support/postgres.ts";

const bench = await openBundledBench();

afterAll(() => bench.remove());

describe("opening the store", () => {
  it("opening the store frees the leases of a dead process and counts a failure for the work it died at", async () => {
    const dataDir = await bench.seeded();
    const owner = { command: "test", pid: 1, startedAt: "2026-05-02T12:00:00.000Z" };
    const open = () =>
      openStore({
        dataDir,
        url: undefined,
        poolSize: 2,
        owner,
        uid,
        clock: fakeClock(),
        log: silentLog,
      });
    const first = await open();
    await first.db.rows(
      `insert into conversation (id, account_id, provider_type, channel_account, scope, peer, latest_inbound_seq, created_at, updated_at,
         lease_until, lease_holder) values ('c', 'a', 'post', 'main', 's', 'p', 1, now(), now(), now() + interval '1 hour', 'dead')`,
    );
    await first.close();
    const second = await open();
    try {
      const lanes = await second.db.rows(
        "select lease_until, lease_holder, failures from conversation",
      );
      expect(lanes).toEqual([{ lease_until: null, lease_holder: null, failures: 1 }]);
    } finally {
      await second.close();
    }
  });

  it("the store keeps options from the URL and still gets the role it asks for", async () => {
    const fresh = await freshDatabase();
    const { host, port, user, database } = fresh.connection;
    const options = encodeURIComponent("-c work_mem=5MB");
    const url = `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}&options=${options}`;
    const store = await openStore({
      dataDir: "",
      url,
      poolSize: 2,
      owner: { command: "test", pid: 1, startedAt: "2026-05-02T12:00:00.000Z" },
      uid: 0,
      clock: fakeClock(),
      log: silentLog,
    });
    try {
      expect(
        await store.db.rows(
          "select current_user::text as role, current_setting('work_mem') as memory",
        ),
      ).toEqual([{ role: "meanwhile_engine", memory: "5MB" }]);
    } finally {
      await store.close();
      await fresh.drop();
    }
  });

  it("the store reports a clock behind the newest event, whenever that happens, and keeps working", async () => {
    const fresh = await freshDatabase();
    const { host, port, user, database } = fresh.connection;
    const url = `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
    const startedAt = "2026-05-02T12:00:00.000Z";
    const clock = fakeClock(Date.parse(startedAt));
    const warnings: string[] = [];
    const log = {
      ...silentLog,
      warn: (_fields: object, sentence: string) => void warnings.push(sentence),
    };
    const store = await openStore({
      dataDir: "",
      url,
      poolSize: 2,
      owner: { command: "test", pid: 1, startedAt },
      uid: 0,
      clock,
      log,
    });
    try {
      expect(await store.ready()).toEqual({ ok: true, checks: { database: "ok", clock: "ok" } });
      await store.db.rows(
        "insert into event_log (at, stream, stream_version, kind, payload_json) values ('2026-05-02T12:02:00Z', 's', 1, 'k', '{}')",
      );
      const behind = { ok: true, checks: { database: "ok", clock: "behind" } };
      expect([await store.ready(), await store.ready()]).toEqual([behind, behind]);
      expect(warnings).toEqual([expect.stringContaining("clock is behind")]);
      await clock.advance(120_000);
      expect(await store.ready()).toEqual({ ok: true, checks: { database: "ok", clock: "ok" } });
    } finally {
      await store.close();
      await fresh.drop();
    }
  });
});
