import { describe, expect, it } from "vitest";
import { openStore } from "./open-store.ts";
import { fakeClock } from "../../test/support/fake-clock.ts";
import { silentLog } from "../../test/support/silent-log.ts";
import { freshDatabase } from "../../test/support/postgres.ts";

describe("a store", () => {
  it("takes options from the URL along and still has the role that it asked for", async () => {
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
      expect(await store.db.rows("select current_user::text as role, current_setting('work_mem') as memory")).toEqual([
        { role: "meanwhile_engine", memory: "5MB" },
      ]);
    } finally {
      await store.close();
      await fresh.drop();
    }
  });

  it("says that the clock is behind while the newest event lies in the future, whenever that happens, and works all the same", async () => {
    const fresh = await freshDatabase();
    const { host, port, user, database } = fresh.connection;
    const url = `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
    const startedAt = "2026-05-02T12:00:00.000Z";
    const clock = fakeClock(Date.parse(startedAt));
    const warnings: string[] = [];
    const log = { ...silentLog, warn: (_fields: object, sentence: string) => void warnings.push(sentence) };
    const store = await openStore({ dataDir: "", url, poolSize: 2, owner: { command: "test", pid: 1, startedAt }, uid: 0, clock, log });
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
