import { type DataLock, takeDataLock } from "../../src/store/bundled/data-lock.ts";
import { startBundledPostgres } from "../../src/store/bundled/postgres.ts";
import { silentLog } from "./silent-log.ts";

// A process of its own that a test can kill: it locks the directory, runs the database and says so.
const dataDir = process.argv[2] ?? "";
const outcome = await takeDataLock(dataDir, {
  pid: process.pid,
  startedAt: new Date().toISOString(),
  command: "start",
});
if ("sentence" in outcome) {
  process.stdout.write(`${outcome.sentence}\n`);
  process.exit(1);
}
const lock: DataLock = outcome.lock;
const database = await startBundledPostgres({
  dataDir,
  log: silentLog,
  uid: process.getuid?.() ?? -1,
});
lock.publish({ database: database.connection });
process.stdout.write(`${JSON.stringify({ pid: database.pid, connection: database.connection })}\n`);
