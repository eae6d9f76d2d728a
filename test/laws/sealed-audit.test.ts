import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { engine } from "../../src/domain/principal.ts";
import { productProjector } from "../../src/main/projections.ts";
import {
  addAnchor,
  auditEnd,
  readAnchors,
  startAnchors,
} from "../../src/store/audit/audit-anchors.ts";
import { type Anchor, auditSeals } from "../../src/store/audit/audit-seals.ts";
import { beginSeals, noteAudit } from "../../src/store/audit/audit.ts";
import { makeBackup } from "../../src/store/backup/backup.ts";
import type { Database, Sql } from "../../src/store/database/database.ts";
import { openPostgres } from "../../src/store/database/postgres-database.ts";
import { openKeyring } from "../../src/store/secrets.ts";
import { verifyChain } from "../../src/store/audit/verify-chain.ts";
import { fakeClock } from "../support/fake-clock.ts";
import { silentLog } from "../support/silent-log.ts";
import { type OpenStore, postgresStore } from "../support/stores.ts";

const ringOf = (key: string) =>
  openKeyring({ key, file: "/nowhere", randomBytes: (count) => new Uint8Array(count) });
const [ours, theirs] = [ringOf("07".repeat(32)), ringOf("08".repeat(32))];
const by = { credential: "t", accountId: null, role: "operator", network: null } as const;
const clock = fakeClock();

let store: OpenStore;
let db: Database;
let dataDir: string;
let anchors: Anchor[] = [];
const seals = auditSeals(
  () => ours,
  async () => anchors,
);

beforeAll(async () => {
  store = await postgresStore.open();
  db = openPostgres(store.connection ?? {}, { poolSize: 2, log: silentLog, auditSeals: seals });
  dataDir = await mkdtemp(join(tmpdir(), "anchors-"));
});
afterAll(async () => {
  await db.close();
  await store.close();
  await rm(dataDir, { recursive: true });
});

/** As the owner of the database can: the triggers sleep. */
const behindItsBack = <T>(work: (sql: Sql) => Promise<T>): Promise<T> =>
  store.owner(async (sql) => {
    await sql.rows("set local session_replication_role = replica");
    return work(sql);
  });
/** Makes all plain hashes fit again. */
const chainAgain = async (sql: Sql): Promise<void> => {
  let last = { id: 0, hash: "0".repeat(64) };
  for (const { id, body } of await sql.rows<{ id: number; body: string }>(
    `select id, jsonb_build_array(id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), action, outcome,
       actor, actor_account_id, role, account_id, subject, network, details)::text as body from audit_entry order by id`,
  )) {
    const hash = createHash("sha256").update(`${last.hash}\n${body}`).digest("hex");
    await sql.rows("update audit_entry set previous_hash = $2, hash = $3 where id = $1", [
      id,
      last.hash,
      hash,
    ]);
    last = { id, hash };
  }
  await sql.rows("update audit_head set id = $1, hash = $2", [last.id, last.hash]);
};
const verify = () => db.transaction(engine, verifyChain);
const end = async (): Promise<Anchor> => ({
  at: "2026-01-05T09:00:00.000Z",
  ...((await auditEnd(db)) ?? { id: 0, hash: "" }),
});

beforeEach(async () => {
  anchors = [];
  await behindItsBack(async (sql) => {
    for (const table of ["audit_entry", "audit_seal"]) await sql.rows(`delete from ${table}`);
    await sql.rows("update audit_head set id = 0, hash = repeat('0', 64)");
  });
  // Two without a transaction of the caller's, and the rest within one.
  for (let nth = 0; nth < 2; nth += 1) await noteAudit(db, clock, { action: "a", by });
  await db.transaction(engine, async (sql) => {
    for (let nth = 0; nth < 6; nth += 1)
      await noteAudit(sql, clock, { action: "b", by, details: { nth } });
  });
});

describe("an audit that is sealed with the key", () => {
  it("an audit that is sealed with the key is whole as the product wrote it, each entry with its seal", async () => {
    expect(await verify()).toMatchObject({ ok: true, entries: 8, sealed_from: 1 });
  });

  it("an audit that is sealed with the key reveals rows that were forged by a writer who made every hash fit again", async () => {
    await behindItsBack(async (sql) => {
      await sql.rows("delete from audit_entry where id > 5");
      await sql.rows("delete from audit_seal where id > 5");
      await sql.rows("update audit_entry set action = 'forged' where id = 3");
      await chainAgain(sql);
    });
    expect(await verify()).toMatchObject({ ok: false, broken_at: 3, problem: "forged" });
    expect(await store.db.transaction(engine, verifyChain)).toMatchObject({ ok: true });
  });

  it("an audit that is sealed with the key reveals seals that were made with another key, and those of a key that is not here", async () => {
    const hash =
      (await db.rows<{ hash: string }>("select hash from audit_entry where id = 4"))[0]?.hash ?? "";
    const forged = theirs.mac("audit", `4\n${hash}`, theirs.keyId) ?? "";
    await behindItsBack((sql) =>
      sql.rows("update audit_seal set seal = $1 where id = 4", [forged]),
    );
    expect(await verify()).toMatchObject({ ok: false, broken_at: 4, problem: "forged" });
    await behindItsBack((sql) =>
      sql.rows("update audit_seal set key_id = $1 where id = 4", [theirs.keyId]),
    );
    expect(await verify()).toMatchObject({ ok: false, broken_at: 4, problem: "unknown_key" });
  });

  it("an audit that is sealed with the key reveals an entry that went through the chain and not through the product", async () => {
    await store.owner((sql) =>
      sql.rows(
        "insert into audit_entry (at, action, outcome, actor) values (now(), 'x', 'done', 'x')",
      ),
    );
    expect(await verify()).toMatchObject({ ok: false, broken_at: 9, problem: "unsealed" });
  });

  it("an audit that lost its end is recognised by the ends that were noted elsewhere", async () => {
    anchors = [await end()];
    await noteAudit(db, clock, { action: "c", by });
    expect(await verify()).toMatchObject({ ok: true, entries: 9, anchors: 1 });
    await behindItsBack(async (sql) => {
      for (const table of ["audit_entry", "audit_seal"])
        await sql.rows(`delete from ${table} where id > 6`);
      await chainAgain(sql);
    });
    expect(await verify()).toMatchObject({ ok: false, broken_at: 7, problem: "cut_off" });
    // A new end in the same place is another one.
    for (let nth = 0; nth < 3; nth += 1) await noteAudit(db, clock, { action: "d", by });
    expect(await verify()).toMatchObject({ ok: false, broken_at: 8, problem: "forged" });
  });

  it("an audit whose seals were all taken away is reported, and a start does not seal it again", async () => {
    anchors = [await end()];
    await behindItsBack((sql) => sql.rows("delete from audit_seal"));
    await beginSeals({ db, clock, log: silentLog }, by);
    expect(await verify()).toMatchObject({ ok: false, problem: "unsealed" });
  });

  it("an audit from before there was a key stands by its hashes, which the first seal stands for", async () => {
    await behindItsBack((sql) => sql.rows("delete from audit_seal"));
    for (let start = 0; start < 2; start += 1) await beginSeals({ db, clock, log: silentLog }, by);
    expect(await verify()).toMatchObject({ ok: true, entries: 9, sealed_from: 9 });
    expect((await db.rows("select action, details from audit_entry where id = 9"))[0]).toEqual({
      action: "audit_sealed",
      details: { through: 8 },
    });
    await behindItsBack(async (sql) => {
      await sql.rows("update audit_entry set action = 'forged' where id = 3");
      await chainAgain(sql);
    });
    expect(await verify()).toMatchObject({ ok: false, broken_at: 9, problem: "forged" });
  });
});

describe("ends of the chain", () => {
  it("the ends of the chain are noted in the data directory when they have moved, and when the product stops", async () => {
    const chores = startAnchors({ db, clock, log: silentLog, dataDir });
    await clock.advance(60_000);
    await noteAudit(db, clock, { action: "c", by });
    await chores.close();
    const found = await readAnchors({ dataDir, backups: dataDir });
    expect(found.map(({ id }) => id)).toEqual([8, 9]);
    expect((await readFile(join(dataDir, "audit.anchors"), "utf8")).split("\n")).toHaveLength(3);
  });

  it("the ends of the chain stand in the head of each backup", async () => {
    const directory = join(dataDir, "backups");
    const options = {
      connection: store.connection ?? {},
      projector: productProjector(),
      keyring: ours,
      media: undefined,
      directory,
    };
    await makeBackup({
      ...options,
      randomBytes: (count) => new Uint8Array(count),
      at: "2026-01-05T09:00:00.000Z",
    });
    expect(await readAnchors({ dataDir: directory, backups: directory })).toEqual([await end()]);
  });

  it("the ends of the chain that a restore went back behind are no longer looked for; earlier ones are", async () => {
    const place = { dataDir: join(dataDir, "restored"), backups: dataDir };
    const createAnchor = (at: string, id: number, restored = false): Anchor => ({
      at,
      id,
      hash: "a".repeat(64),
      restored,
    });
    for (const anchor of [
      createAnchor("2026-01-01T00:00:00Z", 5),
      createAnchor("2026-01-02T00:00:00Z", 9),
      createAnchor("2026-01-03T00:00:00Z", 7, true),
    ])
      await addAnchor(place.dataDir, anchor);
    await addAnchor(place.dataDir, createAnchor("2026-01-04T00:00:00Z", 12));
    expect((await readAnchors(place)).map(({ id }) => id)).toEqual([5, 7, 12]);
  });
});
