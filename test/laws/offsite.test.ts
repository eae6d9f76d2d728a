import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { iso } from "../../src/domain/ports/clock.ts";
import { backupName } from "../../src/store/backup/backup-files.ts";
import { type ObjectStorage, openObjectStorage } from "../../src/store/offsite/object-storage.ts";
import { lastOffsite, type OffsiteDeps, sendNewest } from "../../src/store/offsite/send-backups.ts";
import { fakeClock } from "../support/fake-clock.ts";
import { loopbackServers } from "../support/loopback-server.ts";
import { silentLog } from "../support/silent-log.ts";
import { type OpenStore, postgresStore } from "../support/stores.ts";
import { type ObjectStorageServer, startObjectStorage } from "../vendors/object-storage-server.ts";

const servers = loopbackServers();
const day = 86_400_000;
let store: OpenStore;
let server: ObjectStorageServer;
let directory = "";
let clock: ReturnType<typeof fakeClock>;

beforeAll(async () => {
  store = await postgresStore.open();
});
beforeEach(async () => {
  await store.empty();
  clock = fakeClock();
  directory = await mkdtemp(join(tmpdir(), "meanwhile-offsite-"));
  server = await startObjectStorage(servers);
});
afterEach(() => rm(directory, { recursive: true, force: true }));
afterAll(async () => {
  await servers.close();
  await store.close();
});

const open = (more: object = {}): ObjectStorage =>
  openObjectStorage({
    fetch,
    clock,
    endpoint: server.endpoint,
    bucket: server.bucket,
    prefix: "home/",
    ...server.keys,
    ...more,
  });
const deps = (): OffsiteDeps => ({
  db: store.db,
  clock,
  log: silentLog,
  storage: open(),
  directory,
  keep: 3,
});
const writeBackup = async (daysAgo = 0): Promise<string> => {
  const name = backupName(iso(clock.now() - daysAgo * day));
  await writeFile(join(directory, name), name);
  return name;
};
const namesThere = (): string[] => [...server.objects.keys()].sort();

describe("a storage off the machine", () => {
  it.each([
    ["in one request", 1_000],
    ["in pieces", 2_500_000],
  ])(
    "a storage off the machine takes a file %s and gives it back unchanged",
    async (_how, size) => {
      const bytes = randomBytes(size);
      await writeFile(join(directory, "file"), bytes);
      const storage = open({ pieceBytes: 1_000_000 });
      await storage.send(join(directory, "file"), "some/na me+1");
      expect(await storage.list()).toEqual([
        { name: "some/na me+1", bytes: size, at: clock.now() },
      ]);
      expect(await storage.fetchTo(join(directory, "back"), "some/na me+1")).toBe(size);
      expect((await readFile(join(directory, "back"))).equals(bytes)).toBe(true);
    },
  );

  it("a storage off the machine that refuses is named with its reason, and nothing begun stays there", async () => {
    await writeFile(join(directory, "file"), randomBytes(2_500_000));
    await expect(
      open({ secretAccessKey: "wrong" }).send(join(directory, "file"), "name"),
    ).rejects.toThrow(/refused: SignatureDoesNotMatch/);
    const counted = { calls: 0 };
    const failing: typeof fetch = async (input, init) => {
      counted.calls += 1;
      if (counted.calls === 3) server.failNext(503, "SlowDown");
      return fetch(input, init);
    };
    await expect(
      open({ fetch: failing, pieceBytes: 1_000_000 }).send(join(directory, "file"), "name"),
    ).rejects.toThrow(/SlowDown/);
    expect([server.uploads.size, namesThere()]).toEqual([0, []]);
  });
});

describe("backups off the machine", () => {
  it("the newest backup is sent once, and old ones there go by the rule of those here", async () => {
    for (const daysAgo of [9, 2, 1])
      server.objects.set(`home/${backupName(iso(clock.now() - daysAgo * day))}`, Buffer.of(1));
    server.objects.set("home/something else", Buffer.of(1));
    const name = await writeBackup();
    expect(await sendNewest(deps())).toBe(name);
    expect(await sendNewest(deps())).toBeUndefined();
    expect(namesThere()).toEqual(
      [
        "home/something else",
        ...[0, 1, 2].map((daysAgo) => `home/${backupName(iso(clock.now() - daysAgo * day))}`),
      ].sort(),
    );
  });

  it("a backup from before an erasure leaves the storage when its days are over", async () => {
    await store.db.rows("insert into erasure (account_id, rows_gone_at) values ('ada', $1)", [
      iso(clock.now() - 3.5 * day),
    ]);
    server.objects.set(`home/${backupName(iso(clock.now() - 3.6 * day))}`, Buffer.of(1));
    const name = await writeBackup();
    await sendNewest({ ...deps(), keep: 3 });
    expect(namesThere()).toEqual([`home/${name}`]);
  });

  it("a key that may only write sends each backup once", async () => {
    const name = await writeBackup();
    const list = () => Promise.reject(new Error("AccessDenied"));
    const storage = { ...deps().storage, list };
    expect(await sendNewest({ ...deps(), storage })).toBe(name);
    expect(await lastOffsite(store.db)).toMatchObject({ name, problem: null });
    expect(await sendNewest({ ...deps(), storage })).toBeUndefined();
  });

  it("a backup that could not be sent is noted with the reason and sent by the next round", async () => {
    const name = await writeBackup();
    server.failNext(503, "SlowDown");
    await expect(sendNewest(deps())).rejects.toThrow("SlowDown");
    expect(await lastOffsite(store.db)).toMatchObject({
      problem: expect.stringMatching(/SlowDown/) as string,
    });
    expect(await sendNewest(deps())).toBe(name);
    expect(await lastOffsite(store.db)).toMatchObject({ name, problem: null });
  });
});
