import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FakeClock, fakeClock } from "../../../test/support/fake-clock.ts";
import { loopbackServers } from "../../../test/support/loopback-server.ts";
import { silentLog } from "../../../test/support/silent-log.ts";
import {
  type ObjectStorageServer,
  startObjectStorage,
} from "../../../test/vendors/object-storage-server.ts";
import { createSystemChance } from "../../cli/system.ts";
import { MediaAway } from "../../domain/ports/media.ts";
import { openObjectStorage } from "../offsite/object-storage.ts";
import { openKeyring } from "../secrets.ts";
import { openBucket } from "./bucket.ts";
import { openFolder } from "./folder.ts";
import { type MediaStoreOptions, openMediaStore, type SweptMediaStore } from "./media-store.ts";
import { moveMedia } from "./move.ts";
import type { MediaPlace } from "./place.ts";

const servers = loopbackServers();
const about = { type: "image/png", name: "our cat.png", channel: "telegram", accountId: "ada" };
const day = 86_400_000;
let server: ObjectStorageServer;
let directory: string;
let clock: FakeClock;
let folder: MediaPlace;
let bucket: MediaPlace;

beforeEach(async () => {
  server = await startObjectStorage(servers);
  directory = await mkdtemp(join(tmpdir(), "meanwhile-bucket-"));
  clock = fakeClock();
  folder = await openFolder(directory);
  bucket = openPlace();
});
afterEach(() => rm(directory, { recursive: true }));
afterAll(() => servers.close());

const openPlace = (key = "3".repeat(64)): MediaPlace =>
  openBucket({
    storage: openObjectStorage({
      fetch,
      clock,
      endpoint: server.endpoint,
      bucket: server.bucket,
      prefix: "home/",
      ...server.keys,
      pieceBytes: 1_000,
    }),
    keys: () => openKeyring({ key, file: "/nowhere", randomBytes }),
    randomBytes,
    clock: { wait: async () => undefined },
  });
const openStore = (more: Partial<MediaStoreOptions> = {}): Promise<SweptMediaStore> =>
  openMediaStore({
    places: [bucket, folder],
    maxBytes: 5_000,
    quotaBytes: 20_000,
    clock,
    chance: createSystemChance(() => clock.now()),
    log: silentLog,
    ...more,
  });
const objectOf = (id: string): Buffer => server.objects.get(`home/media/${id}`) ?? Buffer.alloc(0);
const idsIn = async (place: MediaPlace): Promise<string[]> =>
  (await place.list()).map(({ id }) => id).toSorted();

describe("files in a bucket", () => {
  it.each([["small", 10] as const, ["in several pieces", 4_000] as const])(
    "a file in a bucket, %s, comes back with its name, and the storage can read neither",
    async (_how, size) => {
      const bytes = Buffer.alloc(size, "meow ");
      const id = await (await openStore()).put(bytes, about);
      const kept = await (await openStore()).get(id);
      expect(Buffer.from(kept?.bytes ?? []).equals(bytes)).toBe(true);
      expect(kept).toMatchObject({ type: about.type, name: about.name, channel: about.channel });
      expect(objectOf(id).includes("meow")).toBe(false);
      expect(objectOf(id).includes("cat")).toBe(false);
      expect(await folder.list()).toEqual([]);
    },
  );

  it("a file in a bucket that was altered, put under another id or needs another key is not used", async () => {
    const store = await openStore();
    const [one, two] = [
      await store.put(Buffer.from("one"), about),
      await store.put(Buffer.from("two"), about),
    ];
    server.objects.set(`home/media/${one}`, objectOf(two));
    expect(await store.get(one)).toBeUndefined();
    const altered = Buffer.from(objectOf(two));
    altered.writeUInt8(altered.readUInt8(altered.length - 20) ^ 1, altered.length - 20);
    server.objects.set(`home/media/${two}`, altered);
    expect(await store.get(two)).toBeUndefined();
    bucket = openPlace("4".repeat(64));
    expect(await (await openStore()).get(await store.put(Buffer.from("x"), about))).toBeUndefined();
  });

  it("a file in a bucket counts against the limits, also after a restart, and frees its room when it is deleted", async () => {
    const used = new Map([["bob", 18_000]]);
    const limits = { usedByAccount: async () => used, accountBytes: 6_000 };
    const store = await openStore(limits);
    expect(store.room()).toEqual({ used: 18_000, quota: 20_000 });
    await expect(store.put(new Uint8Array(5_001), about)).rejects.toMatchObject({
      code: "too_large",
    });
    const id = await store.put(new Uint8Array(4_000), about);
    await expect(store.put(new Uint8Array(3_000), about)).rejects.toMatchObject({
      code: "account_full",
    });
    const before = store.room().used;
    await store.drop(id);
    expect(before - store.room().used).toBeGreaterThanOrEqual(4_000);
    expect(await store.get(id)).toBeUndefined();
    expect(server.objects.size).toBe(0);
  });

  it("a file in a bucket is deleted when its time is over, and other objects there stay", async () => {
    const store = await openStore();
    server.objects.set("home/meanwhile-2026-01-01T00-00-00Z.backup", Buffer.of(1));
    server.objects.set("home/media/notes.txt", Buffer.of(1));
    const old = await store.put(Buffer.from("old"), about);
    await clock.advance(3 * day);
    const young = await store.put(Buffer.from("young"), about);
    expect(await store.sweep(2 * day)).toBe(1);
    expect([await store.get(old), await idsIn(bucket)]).toEqual([undefined, [young]]);
    expect(server.objects.size).toBe(3);
  });

  it("a bucket that fails for a moment is tried again; one that stays away is named, and no room is lost", async () => {
    const store = await openStore();
    server.failNext(503, "SlowDown", 2);
    const id = await store.put(Buffer.from("cat"), about);
    server.failNext(500, "InternalError", 2);
    expect(Buffer.from((await store.get(id))?.bytes ?? []).toString()).toBe("cat");
    const { used } = store.room();
    server.failNext(503, "SlowDown", 3);
    const failure: unknown = await store.put(Buffer.from("dog"), about).catch((e: unknown) => e);
    expect(failure).toBeInstanceOf(MediaAway);
    expect(failure).toMatchObject({ message: expect.stringMatching(/SlowDown/) });
    expect(store.room().used).toBe(used);
    server.failNext(503, "SlowDown", 3);
    await expect(store.get(id)).rejects.toBeInstanceOf(MediaAway);
    server.failNext(403, "AccessDenied");
    await expect(store.put(Buffer.from("dog"), about)).rejects.toThrow(/AccessDenied/);
  });

  it("a file from before the bucket is found and deleted in the folder, also while the bucket is away", async () => {
    const id = await (await openStore({ places: [folder] })).put(Buffer.from("cat"), about);
    const store = await openStore();
    server.failNext(503, "SlowDown", 3);
    expect(Buffer.from((await store.get(id))?.bytes ?? []).toString()).toBe("cat");
    await store.drop(id);
    expect(await folder.list()).toEqual([]);
  });

  it("a file whose bytes changed on the disk is not used", async () => {
    const store = await openStore({ places: [folder] });
    const id = await store.put(Buffer.from("cat"), about);
    await writeFile(join(directory, id), "dog");
    expect(await store.get(id)).toBeUndefined();
  });
});

describe("moving files", () => {
  const fill = async (place: MediaPlace, count: number): Promise<string[]> => {
    const store = await openStore({ places: [place] });
    const ids: string[] = [];
    for (let nth = 0; nth < count; nth += 1)
      ids.push(await store.put(Buffer.from(`file ${nth}`), about));
    return ids.toSorted();
  };

  it("files move into the bucket and back, with everything that is known about them", async () => {
    const ids = await fill(folder, 5);
    const before = await folder.read(ids[0] ?? "");
    expect(await moveMedia({ from: folder, to: bucket })).toEqual({
      files: 5,
      bytes: 30,
      damaged: [],
      gone: 0,
    });
    expect([await idsIn(folder), await idsIn(bucket)]).toEqual([[], ids]);
    await moveMedia({ from: bucket, to: folder });
    expect([await idsIn(folder), await idsIn(bucket)]).toEqual([ids, []]);
    expect(await folder.read(ids[0] ?? "")).toEqual(before);
  });

  it("moving files goes on where it was cut off, whichever request failed", async () => {
    for (let nth = 1; nth <= 12; nth += 1) {
      const ids = await fill(folder, 2);
      let calls = 0;
      const cut = (): void => {
        calls += 1;
        if (calls === nth) throw new Error("cut off");
      };
      const failing = (place: MediaPlace): MediaPlace => ({
        ...place,
        read: (id) => (cut(), place.read(id)),
        write: (id, file) => (cut(), place.write(id, file)),
        remove: (id) => (cut(), place.remove(id)),
      });
      const first = await moveMedia({ from: failing(folder), to: failing(bucket) }).catch(() => 0);
      expect(first === 0, `cut off at call ${nth}`).toBe(calls >= nth);
      await moveMedia({ from: folder, to: bucket });
      expect([await idsIn(folder), await idsIn(bucket)], `call ${nth}`).toEqual([[], ids]);
      for (const id of ids) await bucket.remove(id);
    }
  });

  it("a damaged file stays where it is and is named; one that is deleted while it moves is nowhere", async () => {
    const [bad = "", dropped = ""] = await fill(folder, 2);
    await writeFile(join(directory, bad), "dog");
    const store = await openStore();
    const dropping: MediaPlace = {
      ...bucket,
      write: async (id, file) => {
        await bucket.write(id, file);
        await folder.remove(id);
      },
    };
    expect(await moveMedia({ from: folder, to: dropping })).toMatchObject({
      files: 0,
      damaged: [bad],
      gone: 1,
    });
    expect(await store.get(dropped)).toBeUndefined();
    expect(await idsIn(bucket)).toEqual([]);
  });

  it("a backup holds the files of a bucket as it holds those of the folder", async () => {
    const ids = await fill(folder, 2);
    const dump = async (place: MediaPlace) => {
      const found: Record<string, string> = {};
      for await (const { name, pieces } of place.dump()) {
        const parts: Uint8Array[] = [];
        for await (const piece of pieces) parts.push(piece);
        found[name] = Buffer.concat(parts).toString();
      }
      return found;
    };
    const before = await dump(folder);
    await moveMedia({ from: folder, to: bucket });
    expect(await dump(bucket)).toEqual(before);
    expect(Object.keys(before)).toHaveLength(ids.length * 2);
  });
});
