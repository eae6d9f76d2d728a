import { afterAll, beforeAll, expect, it } from "vitest";
import { type Config, loadConfig } from "../../src/config.ts";
import { noteChangedSettings } from "../../src/main/settings-seen.ts";
import { openKeyring } from "../../src/store/secrets.ts";
import { fakeClock } from "../support/fake-clock.ts";
import { type OpenStore, postgresStore } from "../support/stores.ts";

const ringOf = (key: string) =>
  openKeyring({ key, file: "/nowhere", randomBytes: (count) => new Uint8Array(count) });
const by = { credential: "start", accountId: null, role: "operator", network: null } as const;
const clock = fakeClock();
let store: OpenStore;
beforeAll(async () => {
  store = await postgresStore.open();
});
afterAll(() => store.close());

const configWith = (env: Record<string, string>): Config =>
  loadConfig({ env, cwd: "/x", readFile: () => undefined, systemZone: "UTC" });
const start = async (
  env: Record<string, string>,
  keyring = ringOf("07".repeat(32)),
): Promise<unknown> => {
  await noteChangedSettings(
    { db: store.db, clock, keys: () => keyring, config: configWith(env) },
    by,
  );
  const rows = await store.db.rows<{ details: { fields: unknown; roles: unknown } }>(
    "select details from audit_entry order by id",
  );
  return rows.map(({ details }) => details.fields);
};

it("S46: a restart with other settings is noted with their names and no value; the first start and an equal one are not", async () => {
  const token = "an-operators-token-of-some-length-4711";
  const first = {
    MEANWHILE_PORT: "7001",
    MEANWHILE_MODEL_BASE_URL: "http://127.0.0.1:9/v1",
    MEANWHILE_MODEL: "m",
  };
  expect(await start(first)).toEqual([]);
  expect(await start(first)).toEqual([]);
  const second = { ...first, MEANWHILE_PORT: "7002", MEANWHILE_OPERATOR__TOKEN: token };
  expect(await start(second)).toEqual([["operator.token", "server.port"]]);
  expect(await start(second)).toHaveLength(1);
  // Another token of the same length, and a setting that goes away.
  const third = {
    MEANWHILE_PORT: "7002",
    MEANWHILE_OPERATOR__TOKEN: token.replace("4711", "4712"),
  };
  expect(((await start(third)) as unknown[]).at(-1)).toEqual([
    "model.base_url",
    "model.name",
    "operator.token",
  ]);
  // Processes of another role have settings of their own.
  expect(await start({ ...third, MEANWHILE_ROLES: "worker" })).toHaveLength(2);
  expect(await start(third)).toHaveLength(2);
  const kept = JSON.stringify([
    await store.db.rows("select * from setting_seen"),
    await store.db.rows("select * from audit_entry"),
  ]);
  expect(kept).not.toContain("an-operators-token");
  expect(kept).not.toContain("7002");
});

it("S46: settings that were seen with a key that is gone count as changed, once", async () => {
  const before = (await start({ MEANWHILE_ROLES: "gateway" })) as unknown[];
  const other = ringOf("09".repeat(32));
  const after = (await start({ MEANWHILE_ROLES: "gateway" }, other)) as string[][];
  expect(after).toHaveLength(before.length + 1);
  expect(after.at(-1)).toContain("server.port");
  expect(await start({ MEANWHILE_ROLES: "gateway" }, other)).toHaveLength(after.length);
});

it("processes that start at once on a new database note nothing and all start", async () => {
  await store.db.rows("delete from setting_seen");
  const before = await store.db.rows("select id from audit_entry");
  const env = { MEANWHILE_PORT: "7009" };
  await Promise.all(Array.from({ length: 6 }, () => start(env)));
  expect(await store.db.rows("select id from audit_entry")).toEqual(before);
});
