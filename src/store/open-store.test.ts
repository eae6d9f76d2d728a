import { describe, expect, it } from "vitest";
import { openStore } from "./open-store.ts";
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

  it("says that the clock is behind when the newest event lies in the future, and works all the same", async () => {
    const fresh = await freshDatabase();
    const { host, port, user, database } = fresh.connection;
    const url = `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
    const open = (startedAt: string) =>
      openStore({ dataDir: "", url, poolSize: 2, owner: { command: "test", pid: 1, startedAt }, uid: 0, log: silentLog });
    try {
      const today = await open("2026-05-02T12:00:00.000Z");
      expect(await today.ready()).toEqual({ ok: true, checks: { database: "ok", clock: "ok" } });
      await today.db.rows(
        "insert into event_log (at, stream, stream_version, kind, payload_json) values ('2026-05-02T12:00:00Z', 's', 1, 'k', '{}')",
      );
      await today.close();
      const setBack = await open("2026-05-01T12:00:00.000Z");
      expect(await setBack.ready()).toEqual({ ok: true, checks: { database: "ok", clock: "behind" } });
      await setBack.close();
    } finally {
      await fresh.drop();
    }
  });
});
