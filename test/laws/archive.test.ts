import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { exportAccount } from "../../src/store/export-account.ts";
import { iso } from "../../src/domain/ports/clock.ts";
import {
  archiveCalls,
  type ArchiveDeps,
  dropUnreadable,
  listArchives,
} from "../../src/store/archive/archive-calls.ts";
import {
  type ArchivePlace,
  joinPlaces,
  openArchiveBucket,
  openArchiveFolder,
} from "../../src/store/archive/archive-place.ts";
import { restoreArchive } from "../../src/store/archive/restore-calls.ts";
import { openObjectStorage } from "../../src/store/offsite/object-storage.ts";
import { fakeClock } from "../support/fake-clock.ts";
import { loopbackServers } from "../support/loopback-server.ts";
import { type OpenStore, postgresStore } from "../support/stores.ts";
import { startObjectStorage } from "../vendors/object-storage-server.ts";

const day = 86_400_000;
const servers = loopbackServers();
const clock = fakeClock();
let store: OpenStore;
let directory: string;
let place: ArchivePlace;

beforeAll(async () => {
  store = await postgresStore.open();
  directory = await mkdtemp(join(tmpdir(), "meanwhile-archive-"));
});
beforeEach(async () => {
  await store.empty();
  await rm(directory, { recursive: true });
  place = openArchiveFolder(directory);
  for (let nth = 0; nth < 6; nth += 1) await insertCall(nth);
});
afterAll(async () => {
  await servers.close();
  await store.close();
  await rm(directory, { recursive: true, force: true });
});

/** The call `c0` is six days old, `c5` one. */
const insertCall = (nth: number): Promise<unknown> =>
  store.db.rows(
    `insert into model_call (id, account_id, conversation_id, chat_id, purpose, model, prompt_hash, prompt, source_event_ids, started_at, outcome, output)
     values ($1, $2, 'talk', 'story', 'chat', 'm', 'h', $3, $4, $5, 'ok', $6)`,
    [
      `c${nth}`,
      nth % 2 === 0 ? "ada" : "bob",
      JSON.stringify({ messages: [{ role: "user", content: `CANARY ${nth} \u2028 "é"` }] }),
      [nth],
      iso(clock.now() - (6 - nth) * day),
      JSON.stringify({ text: `ANSWER ${nth}` }),
    ],
  );

const deps = (more: Partial<ArchiveDeps> = {}): ArchiveDeps => ({
  db: store.db,
  clock,
  place,
  randomBytes,
  ...more,
});
const archive = (daysAgo: number, more: Partial<ArchiveDeps> = {}) =>
  Array.fromAsync(archiveCalls(deps(more), iso(clock.now() - daysAgo * day)));
const rows = () =>
  store.db.rows(
    "select id, prompt::text as prompt, output, archive_name is not null as archived from model_call order by id",
  );
const readable = async () => (await listArchives(store.db)).map((each) => each.readable);
const restoreAll = async () => {
  let calls = 0;
  for (const each of await listArchives(store.db)) calls += await restoreArchive(deps(), each);
  return calls;
};

describe("archived model calls", () => {
  it("archived model calls leave the database for a file that is unreadable without it, and come back as they were", async () => {
    const before = await rows();
    const [made] = await archive(2.5);
    expect(made).toMatchObject({ calls: 4 });
    const [name = ""] = await readdir(directory);
    expect(name).toBe(made?.name);
    const file = await readFile(join(directory, name));
    for (const words of ["CANARY", "ANSWER", "user"]) expect(file.includes(words)).toBe(false);
    const left = await rows();
    expect(left.slice(4)).toEqual(before.slice(4));
    expect(left.slice(0, 4)).toEqual(
      ["c0", "c1", "c2", "c3"].map((id) => ({
        id,
        prompt: `{"archived": "${name}", "messages": []}`,
        output: null,
        archived: true,
      })),
    );
    expect(await archive(2.5)).toEqual([]);
    expect(await restoreAll()).toBe(4);
    expect(await rows()).toEqual(before);
    expect([await readdir(directory), await listArchives(store.db)]).toEqual([[], []]);
  });

  it("archived model calls that are forgotten, by prompt or by answer, can't be read any more; the others can", async () => {
    await archive(2.5);
    await store.db.rows(
      `update model_call set prompt = '{"messages": []}', output = null where id = 'c0'`,
    );
    await store.db.rows("update model_call set output = null where id = 'c1'");
    await store.db.rows("delete from model_call where id = 'c2'");
    expect(await readable()).toEqual([1]);
    expect(await restoreAll()).toBe(1);
    expect(await rows()).toMatchObject([
      { id: "c0", prompt: '{"messages": []}', output: null, archived: false },
      { id: "c1", prompt: '{"messages": []}', output: null, archived: false },
      { id: "c3", prompt: expect.stringContaining("CANARY 3") as string, archived: false },
      { id: "c4" },
      { id: "c5" },
    ]);
  });

  it("archived model calls of which none can be read leave no file", async () => {
    await archive(2.5);
    expect(await dropUnreadable(deps())).toBe(0);
    await store.db.rows(
      `update model_call set prompt = '{"messages": []}' where archive_name is not null`,
    );
    expect(await dropUnreadable(deps())).toBe(1);
    expect([await readdir(directory), await listArchives(store.db)]).toEqual([[], []]);
  });

  it("a model call that is forgotten while it is being archived stays forgotten, and an unfinished or open one stays", async () => {
    await store.db.rows("update model_call set outcome = null where id = 'c1'");
    const forgetting: ArchivePlace = {
      ...place,
      write: async (name, file) => {
        await place.write(name, file);
        await store.db.rows(
          `update model_call set prompt = '{"messages": []}', output = null where id = 'c0'`,
        );
      },
    };
    expect(await archive(2.5, { place: forgetting })).toMatchObject([{ calls: 2 }]);
    expect(await rows()).toMatchObject([
      { id: "c0", prompt: '{"messages": []}', archived: false },
      { id: "c1", archived: false, output: expect.stringContaining("ANSWER 1") as string },
      { id: "c2", archived: true },
      { id: "c3", archived: true },
      { id: "c4" },
      { id: "c5" },
    ]);
  });

  it("archiving model calls changes nothing when the file can't be written or reads back otherwise; a damaged or missing one is not restored", async () => {
    const before = await rows();
    const full: ArchivePlace = { ...place, write: () => Promise.reject(new Error("no space")) };
    await expect(archive(1, { place: full })).rejects.toThrow("no space");
    const lying: ArchivePlace = {
      ...place,
      read: async () => Buffer.from("meanwhile archive 1\n"),
    };
    await expect(archive(1, { place: lying })).rejects.toThrow("could not be read back");
    expect(await rows()).toEqual(before);

    const [made] = await archive(2.5);
    const path = join(directory, made?.name ?? "");
    const whole = await readFile(path);
    const altered = Buffer.from(whole);
    altered.writeUInt8(altered.readUInt8(altered.length - 30) ^ 1, altered.length - 30);
    const archived = await rows();
    await writeFile(path, altered);
    await expect(restoreAll()).rejects.toThrow("is not as it was written");
    await rm(path);
    await expect(restoreAll()).rejects.toThrow("is missing");
    expect(await rows()).toEqual(archived);
    await writeFile(path, whole);
    expect(await restoreAll()).toBe(4);
    expect(await rows()).toEqual(before);
  });

  it("archived model calls are written to a bucket and found in either place", async () => {
    const before = await rows();
    const server = await startObjectStorage(servers);
    const bucket = openArchiveBucket(
      openObjectStorage({
        fetch,
        clock,
        endpoint: server.endpoint,
        bucket: server.bucket,
        prefix: "home/",
        ...server.keys,
      }),
    );
    const both = joinPlaces([bucket, place]);
    await archive(4.5);
    await archive(2.5, { place: both });
    expect([...server.objects.keys()]).toEqual([expect.stringMatching(/^home\/archive\/calls-/)]);
    for (const each of await listArchives(store.db))
      expect([
        await both.has(each.name),
        await restoreArchive(deps({ place: both }), each),
      ]).toEqual([true, 2]);
    expect([server.objects.size, await readdir(directory)]).toEqual([0, []]);
    expect(await rows()).toEqual(before);
  });

  it("a copy of a person's data has the words of their archived calls, no other person's, and no key", async () => {
    await archive(2.5);
    const lines = await Array.fromAsync(
      exportAccount(store.db, {
        accountId: "ada",
        at: iso(clock.now()),
        media: undefined,
        archives: place,
      }),
    );
    const calls = lines.filter((line) => line.includes('"model_call"'));
    for (const nth of [0, 2, 4])
      expect(
        calls.some((line) => line.includes(`CANARY ${nth}`) && line.includes(`ANSWER ${nth}`)),
      ).toBe(true);
    expect(lines.join("")).not.toContain("CANARY 1");
    expect(lines.join("")).not.toContain("archive_secret");
  });
});
