import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { productProjector } from "../../src/main/projections.ts";
import { openKeyring } from "../../src/store/secrets.ts";
import { loadSnapshot } from "../../src/store/upgrade/snapshot.ts";
import { meanwhile, type Ran } from "../support/command-line.ts";
import { loopbackServers } from "../support/loopback-server.ts";
import { type FreshDatabase, freshDatabase } from "../support/postgres.ts";
import { type ObjectStorageServer, startObjectStorage } from "../vendors/object-storage-server.ts";

const key = "3".repeat(64);
const file = join(import.meta.dirname, "..", "support", "earlier-databases", "schema-90.backup");
const servers = loopbackServers();
let storage: ObjectStorageServer;
let fresh: FreshDatabase;
/** Databases on the same server, to restore into. */
let elsewhere: FreshDatabase;
let empty: FreshDatabase;
let data: string;
let env: Record<string, string>;

const urlOf = ({ connection: { host, port, user, database } }: FreshDatabase): string =>
  `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;

/** A database of an earlier version on the operator's own server. */
beforeAll(async () => {
  [fresh, elsewhere, empty] = [await freshDatabase(), await freshDatabase(), await freshDatabase()];
  const keyring = openKeyring({ key, file: "/nowhere", randomBytes });
  await loadSnapshot(fresh.connection, { file, keyring, projector: productProjector() });
  storage = await startObjectStorage(servers);
  data = await mkdtemp(join(tmpdir(), "meanwhile-data-"));
  env = {
    DATABASE_URL: urlOf(fresh),
    MEANWHILE_DATA: data,
    MEANWHILE_SECRET_KEY: key,
    MEANWHILE_BACKUPS__S3__ENDPOINT: storage.endpoint,
    MEANWHILE_BACKUPS__S3__BUCKET: storage.bucket,
    MEANWHILE_BACKUPS__S3__REGION: storage.keys.region,
    MEANWHILE_BACKUPS__S3__ACCESS_KEY_ID: storage.keys.accessKeyId,
    MEANWHILE_BACKUPS__S3__SECRET_ACCESS_KEY: storage.keys.secretAccessKey,
  };
});
afterAll(async () => {
  await servers.close();
  for (const each of [fresh, elsewhere, empty]) await each.drop();
  await rm(data, { recursive: true });
});
const run = (...args: string[]): Promise<Ran> => meanwhile([...args, "--lang", "en"], { env });

describe("an upgrade by command", { timeout: 120_000 }, () => {
  it("an upgrade by command is rehearsed, done once, backed up elsewhere, drilled, and taken back", async () => {
    const done = await run("upgrade");
    expect(done.out).toMatch(/Tried on a copy: \d+ migrations from schema 90 to \d+, \d+ events/);
    expect(done.out).toMatch(/The database was upgraded/);
    expect((await run("upgrade")).out).toBe("The database is up to date.\n");

    expect((await run("backup")).err).toContain("It was also sent to the storage (kept).");
    expect([...storage.objects.keys()]).toHaveLength(1);
    const drill = await run("restore", "--drill");
    expect(drill.out).toMatch(
      /^Fetched [\d.]+ [kM]B in \d+\.\d s\.\nRestored the backup of .* all as they were/,
    );
    expect(drill.code).toBe(0);

    const restored = await meanwhile(["restore", "s3:", "--lang", "en"], {
      env: { ...env, DATABASE_URL: urlOf(elsewhere), MEANWHILE_DATA: join(data, "elsewhere") },
    });
    expect([restored.code, restored.err]).toEqual([0, expect.stringMatching(/\d+ events/)]);
    const taken = await run("upgrade", "--back", "--into", urlOf(elsewhere));
    expect(taken.err).toContain("not empty");
    const beside = await run("upgrade", "--back", "--into", urlOf(empty));
    expect(beside.out).toMatch(/schema 90.*The present database was not changed/);

    const back = await run("upgrade", "--back", "--yes");
    expect(back.out).toMatch(/schema 90.*Start the version that you had then/);
    expect((await run("sql", "select max(version) from schema_version")).out).toContain("90");
  });

  it("going back by command without a snapshot says where they are kept, and changes nothing", async () => {
    const ran = await run("upgrade", "--back");
    expect(ran.err).toContain("There is no snapshot of an upgrade to the present schema");
    expect(ran.code).toBe(1);
  });
});
