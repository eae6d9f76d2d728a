import { mkdtemp, readdir, realpath, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FakeClock, fakeClock } from "../../../test/support/fake-clock.ts";
import { silentLog } from "../../../test/support/silent-log.ts";
import { createSystemChance } from "../../cli/system.ts";
import { sniffType } from "../../domain/ports/media.ts";
import { openFolder } from "./folder.ts";
import { type SweptMediaStore, openMediaStore } from "./media-store.ts";

let home: string;
let clock: FakeClock;
let media: SweptMediaStore;
const about = { type: "image/png", name: "../../../etc/cat.png", channel: "wechat_personal" };
const options = async () => ({
  places: [await openFolder(join(home, "media"))] as const,
  log: silentLog,
  maxBytes: 100,
  quotaBytes: 250,
  clock,
  chance: createSystemChance(() => clock.now()),
});
const openStore = async (): Promise<SweptMediaStore> => openMediaStore(await options());
beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), "meanwhile-media-")));
  clock = fakeClock();
  media = await openStore();
});
afterEach(() => rm(home, { recursive: true, force: true }));

describe("the media store", () => {
  it("a stored file has an opaque name, is readable for this user only and comes back with its own name", async () => {
    const id = await media.put(Buffer.from("bytes"), about);
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(await readdir(home)).toEqual(["media"]);
    expect((await readdir(join(home, "media"))).toSorted()).toEqual([id, `${id}.json`]);
    for (const name of ["media", `media/${id}`, `media/${id}.json`])
      expect((await stat(join(home, name))).mode & 0o077, name).toBe(0);
    const kept = await (await openStore()).get(id);
    expect({ ...kept, bytes: Buffer.from(kept?.bytes ?? []).toString() }).toEqual({
      ...about,
      bytes: "bytes",
    });
  });

  it.each(["../secret", "/etc/passwd", "", "0".repeat(31), `${"0".repeat(32)}.json`])(
    "no file is found under the id %j",
    async (id) => {
      await writeFile(join(home, "secret"), "secret");
      expect(await media.get(id)).toBeUndefined();
      await media.drop(id);
      expect(await readdir(home)).toContain("secret");
    },
  );

  it("the media store does not follow a link that leads outside", async () => {
    const id = await media.put(Buffer.from("bytes"), about);
    await writeFile(join(home, "secret"), "secret");
    await rm(join(home, "media", id));
    await symlink(join(home, "secret"), join(home, "media", id));
    expect(await media.get(id)).toBeUndefined();
  });

  it("a file that is too large or does not fit is refused, and a deleted file frees its room", async () => {
    await expect(media.put(new Uint8Array(101), about)).rejects.toMatchObject({
      code: "too_large",
    });
    const first = await media.put(new Uint8Array(100), about);
    await media.put(new Uint8Array(100), about);
    await expect(media.put(new Uint8Array(51), about)).rejects.toMatchObject({ code: "no_room" });
    await expect((await openStore()).put(new Uint8Array(51), about)).rejects.toMatchObject({
      code: "no_room",
    });
    await media.drop(first);
    expect(await media.get(first)).toBeUndefined();
    await media.put(new Uint8Array(51), about);
  });

  it("S15: a file counts against its account's quota, and a full account does not affect others", async () => {
    const store = await openMediaStore({
      ...(await options()),
      accountBytes: 120,
      usedByAccount: async () => new Map([["ada", 60]]),
    });
    await expect(
      store.put(new Uint8Array(61), { ...about, accountId: "ada" }),
    ).rejects.toMatchObject({
      code: "account_full",
      quota: { what: "media", most: 120 },
    });
    const kept = await store.put(new Uint8Array(60), { ...about, accountId: "ada" });
    await expect(
      store.put(new Uint8Array(1), { ...about, accountId: "ada" }),
    ).rejects.toMatchObject({ code: "account_full" });
    await store.put(new Uint8Array(100), { ...about, accountId: "bob" });
    await store.drop(kept);
    await store.put(new Uint8Array(60), { ...about, accountId: "ada" });
  });

  it("S15: a full store still accepts files of an account that uses less than its share", async () => {
    const store = await openMediaStore(await options());
    for (const _ of [1, 2]) await store.put(new Uint8Array(100), { ...about, accountId: "ada" });
    await store.put(new Uint8Array(60), { ...about, accountId: "bob" });
    expect(store.room()).toEqual({ used: 260, quota: 250 });
    await expect(
      store.put(new Uint8Array(1), { ...about, accountId: "ada" }),
    ).rejects.toMatchObject({
      code: "no_room",
      quota: { what: "server_media", most: 250 },
    });
    await store.put(new Uint8Array(60), { ...about, accountId: "bob" });
    await expect(
      store.put(new Uint8Array(60), { ...about, accountId: "bob" }),
    ).rejects.toMatchObject({ code: "no_room" });
    await store.put(new Uint8Array(80), { ...about, accountId: "eve" });
  });

  it("a file is deleted when its time is over", async () => {
    const old = await media.put(Buffer.from("old"), about);
    await clock.advance(1_000);
    const young = await media.put(Buffer.from("young"), about);
    expect(await media.sweep(999)).toBe(1);
    expect(await media.get(old)).toBeUndefined();
    expect(await media.get(young)).toBeDefined();
  });
});

it.each([
  ["\x89PNG\r\n", "image/png"],
  ["\xff\xd8\xff\xe0", "image/jpeg"],
  ["RIFF....WEBPVP8 ", "image/webp"],
  ["\x02#!SILK_V3", "audio/silk"],
  ["....ftypisom", "video/mp4"],
  ["<html><script>", "text/plain"],
  ["\x00\x01", "application/octet-stream"],
  ["", "application/octet-stream"],
])("the bytes %j are recognised as %s, regardless of the file name", (bytes, type) => {
  expect(sniffType(Buffer.from(bytes, "latin1"))).toBe(type);
});
