import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  lastVerification,
  type VerificationDeps,
  verifyIfDue,
} from "../../src/store/backup/verification.ts";
import { fakeClock } from "../support/fake-clock.ts";
import { silentLog } from "../support/silent-log.ts";
import { type OpenStore, postgresStore } from "../support/stores.ts";

const dayMs = 86_400_000;
let store: OpenStore;
let directory: string;
const clock = fakeClock(Date.UTC(2026, 0, 6, 4));
const tried: string[] = [];
let outcome: () => Promise<readonly string[]> = async () => [];
const on = (): VerificationDeps => ({
  db: store.db,
  clock,
  log: silentLog,
  directory,
  tryRestore: (file) => {
    tried.push(file.slice(directory.length + 1));
    return outcome();
  },
});
const put = (day: number, bytes = 10) =>
  writeFile(join(directory, `meanwhile-2026-01-0${day}T03-00-00Z.backup`), Buffer.alloc(bytes));

beforeAll(async () => {
  store = await postgresStore.open();
  directory = await mkdtemp(join(tmpdir(), "verify-"));
});
afterAll(async () => {
  await store.close();
  await rm(directory, { recursive: true });
});

it("the newest backup is restored for a check, once, and the result is kept and noted (S50)", async () => {
  expect(await verifyIfDue(on())).toBeUndefined();
  await put(5);
  await put(6);
  expect(await verifyIfDue(on())).toMatchObject({ ok: true, of: "2026-01-06T03:00:00.000Z" });
  expect(await verifyIfDue(on())).toBeUndefined();
  expect(tried).toEqual(["meanwhile-2026-01-06T03-00-00Z.backup"]);
  expect(
    await store.db.rows(
      "select details ->> 'ok' as ok from audit_entry where action = 'backup_verified'",
    ),
  ).toEqual([{ ok: "true" }]);
});

it("a backup that comes out otherwise, or not at all, is reported and the next one is tried whatever its size", async () => {
  await put(7);
  outcome = async () => ["message"];
  expect(await verifyIfDue(on())).toMatchObject({ ok: false, different: ["message"] });
  await put(8, 40 << 20);
  outcome = () => Promise.reject(new Error("it was cut off"));
  expect(await verifyIfDue(on())).toMatchObject({ ok: false, problem: "it was cut off" });
  expect(await lastVerification(store.db)).toMatchObject({
    ok: false,
    of: "2026-01-08T03:00:00.000Z",
  });
});

it("a big backup is tried once a week", async () => {
  outcome = async () => [];
  await put(9, 40 << 20);
  expect(await verifyIfDue(on())).toMatchObject({ ok: true });
  await rm(join(directory, "meanwhile-2026-01-08T03-00-00Z.backup"));
  await writeFile(join(directory, "meanwhile-2026-01-10T03-00-00Z.backup"), Buffer.alloc(40 << 20));
  expect(await verifyIfDue(on())).toBeUndefined();
  await clock.advance(7 * dayMs);
  expect(await verifyIfDue(on())).toMatchObject({ ok: true, of: "2026-01-10T03:00:00.000Z" });
});
