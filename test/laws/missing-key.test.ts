import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createSystemChance } from "../../src/cli/system.ts";
import type { Config } from "../../src/config.ts";
import { keySource } from "../../src/main/keys.ts";
import { openChannelSecrets } from "../../src/store/channel-secrets.ts";
import { openStore } from "../../src/store/open-store.ts";
import { openKeyring } from "../../src/store/secrets.ts";
import { fakeClock } from "../support/fake-clock.ts";
import { type FreshDatabase, createMigratedDatabase } from "../support/postgres.ts";
import { silentLog } from "../support/silent-log.ts";

const chance = createSystemChance(() => 0);
let fresh: FreshDatabase;
let dataDir: string;
beforeAll(async () => {
  fresh = await createMigratedDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "key-"));
});
afterAll(async () => {
  await fresh.drop();
  await rm(dataDir, { recursive: true });
});

const start = () => {
  const { host, port, user, database } = fresh.connection;
  const config = { data_dir: dataDir, backups: { directory: "backups" } } as Config;
  return openStore({
    dataDir,
    url: `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    poolSize: 2,
    keys: keySource({ config, chance, log: silentLog }),
    owner: { command: "test", pid: 1, startedAt: "2026-05-02T12:00:00.000Z" },
    uid: 0,
    clock: fakeClock(),
    log: silentLog,
  });
};

it("a key that is missing is reported before another is made, and nothing is changed (S23)", async () => {
  const first = await start();
  const key = "07".repeat(32);
  const keys = () =>
    openKeyring({ key, file: "/nowhere", randomBytes: (count) => chance.bytes(count) });
  await openChannelSecrets({ db: first.db, clock: fakeClock(), keys }).put("bot", "the token");
  await first.close();
  await rm(join(dataDir, "secret.key"), { force: true });

  await expect(start()).rejects.toThrow(
    /The key is missing: restore .*secret\.key.*Nothing was changed/,
  );
  expect(await readdir(dataDir)).toEqual([]);

  await writeFile(join(dataDir, "secret.key"), `${"08".repeat(32)}\n`);
  await expect(start()).rejects.toThrow("Put that key back");
  await writeFile(join(dataDir, "secret.key"), `${key}\n`);
  await (await start()).close();
});
