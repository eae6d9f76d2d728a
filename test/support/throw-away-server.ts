import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { type BundledPostgres, startBundledPostgres } from "../../src/store/bundled/postgres.ts";
import { migrate } from "../../src/store/database/migrate.ts";
import { silentLog } from "./silent-log.ts";

/** On the run's server: a migrated database that is not in use, so that it can be copied. */
export const template = "migrated_template";

/** Nothing here outlives the run, so nothing needs to reach the disk. */
export async function startThrowAway(place: string): Promise<BundledPostgres> {
  const dataDir = await mkdtemp(join(place, "d-"));
  const hasty = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };
  const settings = { ...hasty, max_connections: "200", autovacuum: "off", max_wal_size: "1GB" };
  const server = await startBundledPostgres({
    dataDir,
    log: silentLog,
    uid: process.getuid?.() ?? -1,
    settings,
  });
  await makeTemplate(server.connection).catch(async (error: unknown) => {
    await server.stop();
    throw error;
  });
  return server;
}

async function makeTemplate(server: BundledPostgres["connection"]): Promise<void> {
  const client = new Client({ ...server, database: "postgres" });
  await client.connect();
  await client.query(`create database ${template}`);
  await client.end();
  await migrate({ ...server, database: template });
}
