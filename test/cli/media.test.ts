import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { mediaFindings } from "../../src/cli/doctor/media.ts";
import { loadConfig } from "../../src/config.ts";
import { openFolder } from "../../src/store/media/folder.ts";
import { meanwhile, type Ran } from "../support/command-line.ts";
import { loopbackServers } from "../support/loopback-server.ts";
import { type ObjectStorageServer, startObjectStorage } from "../vendors/object-storage-server.ts";

const servers = loopbackServers();
let server: ObjectStorageServer;
let data: string;
let env: Record<string, string>;

beforeAll(async () => {
  server = await startObjectStorage(servers);
  data = await mkdtemp(join(tmpdir(), "meanwhile-data-"));
  env = {
    MEANWHILE_DATA: data,
    MEANWHILE_SECRET_KEY: "3".repeat(64),
    MEANWHILE_MEDIA__STORAGE: "s3",
    MEANWHILE_MEDIA__S3__ENDPOINT: server.endpoint,
    MEANWHILE_MEDIA__S3__BUCKET: server.bucket,
    MEANWHILE_MEDIA__S3__REGION: server.keys.region,
    MEANWHILE_MEDIA__S3__PREFIX: "home/",
    MEANWHILE_MEDIA__S3__ACCESS_KEY_ID: server.keys.accessKeyId,
    MEANWHILE_MEDIA__S3__SECRET_ACCESS_KEY: server.keys.secretAccessKey,
  };
  const folder = await openFolder(join(data, "media"));
  for (const id of ["a".repeat(32), "b".repeat(32)])
    await folder.write(id, {
      note: { type: "text/plain", channel: "web", keptAt: 0 },
      bytes: randomBytes(100),
    });
});
afterAll(async () => {
  await servers.close();
  await rm(data, { recursive: true });
});
const run = (args: string[], more: Record<string, string> = {}): Promise<Ran> =>
  meanwhile([...args, "--lang", "en"], { env: { ...env, ...more } });
const files = async (): Promise<number> => (await readdir(join(data, "media"))).length;

it("files of an installation move into its bucket and back by command, which says what it did; the doctor tells where they are", async () => {
  const doctor = () => mediaFindings({ config: loadConfig({ env, cwd: "/" }) });
  expect(await doctor()).toMatchObject([
    { status: "ok" },
    { status: "warn", says: { en: "2 files are in the other place. They are found there." } },
  ]);
  server.failNext(403, "AccessDenied");
  expect(await doctor()).toMatchObject([
    { status: "fail", says: { en: expect.stringMatching(/AccessDenied/) } },
  ]);

  server.failNext(403, "AccessDenied");
  const refused = await run(["media", "move"]);
  expect([refused.code, await files()]).toEqual([1, 4]);
  expect(refused.err).toMatch(/Stopped after 0 files: .*AccessDenied.* Nothing is lost/);

  const there = await run(["media", "move"]);
  expect(there.out).toMatch(/^Moved 2 files \(0\.0 MB\) from folder to s3, each compared/);
  expect([there.code, await files(), server.objects.size]).toEqual([0, 0, 2]);
  expect((await run(["media"])).out).toBe(
    "s3 (kept/home/): 2 files, 0.0 MB. New files go here.\nfolder: 0 files, 0.0 MB.\n",
  );
  expect(await doctor()).toMatchObject([{ status: "ok" }]);

  const back = await run(["media", "move", "--json"], { MEANWHILE_MEDIA__STORAGE: "folder" });
  expect(JSON.parse(back.out)).toEqual({
    to: "folder",
    files: 2,
    bytes: 200,
    damaged: [],
    gone: 0,
  });
  expect([await files(), server.objects.size]).toEqual([4, 0]);
});

it("moving files by command without a storage, a data directory or a known word changes nothing and says why", async () => {
  const plain = { MEANWHILE_DATA: data };
  const alone = await meanwhile(["media", "move", "--lang", "en"], { env: plain });
  expect([alone.code, alone.err]).toEqual([1, expect.stringMatching(/no storage is set/)]);
  const nowhere = await run(["media"], { MEANWHILE_DATA: join(data, "nowhere") });
  expect([nowhere.code, nowhere.err]).toEqual([
    1,
    expect.stringMatching(/name the data directory/),
  ]);
  expect((await run(["media", "mvoe"])).code).toBe(2);
});
