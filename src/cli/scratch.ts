import type { Language } from "../domain/language.ts";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Config } from "../config.ts";
import { mediaDirectory } from "../main/media.ts";
import { productProjector } from "../main/projections.ts";
import { restoreBackup, type RestoreReport } from "../store/backup/backup.ts";
import { takeDataLock } from "../store/bundled/data-lock.ts";
import type { ConnectionSettings } from "../store/database/postgres-database.ts";
import { startBundledPostgres } from "../store/bundled/postgres.ts";
import type { Keyring } from "../store/secrets.ts";
import { dropScratch, scratchPrefix } from "./drop-scratch.ts";
import { quietLog } from "./attach.ts";
import { type Call, printLine, printError } from "./command.ts";
import { printVerdict } from "./progress.ts";

/**
 * Restores a backup into a temporary database: proves that the backup can be restored, and changes
 * nothing else.
 */
export const tryRestore = (file: string, keyring: Keyring): Promise<RestoreReport> =>
  withScratch((connection, dataDir) =>
    restoreBackup({
      connection,
      projector: productProjector(),
      keyring,
      file,
      media: mediaDirectory({ data_dir: dataDir }),
    }),
  );

/** A database server in a temporary directory, which is removed afterwards. */
export async function withScratch<T>(
  work: (connection: ConnectionSettings, dataDir: string) => Promise<T>,
): Promise<T> {
  await dropScratch();
  const dataDir = await mkdtemp(join(tmpdir(), scratchPrefix));
  const held = await takeDataLock(dataDir, {
    pid: process.pid,
    startedAt: "",
    command: "meanwhile restore --verify",
  });
  try {
    // Its content need not survive a power cut.
    const settings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };
    const server = await startBundledPostgres({
      dataDir,
      uid: process.getuid?.() ?? -1,
      log: quietLog,
      settings,
    });
    try {
      return await work(server.connection, dataDir);
    } finally {
      await server.stop();
    }
  } finally {
    if ("lock" in held) await held.lock.release();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Gives the exit code. */
export function reportRestored(call: Call, report: RestoreReport, language: Language): number {
  if (call.values["json"] === true) printLine(call, JSON.stringify(report));
  printError(call, words.restored(report)[language]);
  const isSame = report.different.length === 0;
  const verdict = isSame
    ? words[report.compared ? "sound" : "older"]
    : words.different(report.different);
  printVerdict(call, isSame, verdict[language]);
  return isSame ? 0 : 1;
}

/** For words about a target. */
export const targetOf = ({ database, data_dir }: Config): string =>
  database.url === undefined ? data_dir : "DATABASE_URL";

const words = {
  restored: ({ at, events, files, tables }: RestoreReport) => ({
    en: `The backup of ${at}: ${events} events, ${tables} tables rebuilt and compared, ${files} files.`,
    zh: `${at} 的备份：${events} 个事件，重建并核对 ${tables} 张表，${files} 个文件。`,
  }),
  sound: {
    en: "All tables are as they were when the backup was made.",
    zh: "各表与制作备份时一致。",
  },
  older: {
    en: "It was made by an older version whose tables had other columns: they were rebuilt, but not compared.",
    zh: "它由旧版本制作，表的列不同：已重建，未逐表核对。",
  },
  different: (tables: readonly string[]) => ({
    en: `Different from the time of the backup: ${tables.join(", ")}. The log is authoritative; the tables were rebuilt from it.`,
    zh: `与制作备份时不一致：${tables.join("、")}。以日志为准，各表已按日志重建。`,
  }),
};
