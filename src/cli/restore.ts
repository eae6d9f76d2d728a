import type { Language } from "../domain/language.ts";
import type { Config } from "../config.ts";
import { iso } from "../domain/ports/clock.ts";
import { mediaDirectory } from "../main/media.ts";
import { productProjector } from "../main/projections.ts";
import { addAnchor, auditEnd } from "../store/audit/audit-anchors.ts";
import { auditSeals } from "../store/audit/audit-seals.ts";
import { noteAudit } from "../store/audit/audit.ts";
import { restoreBackup, type RestoreReport } from "../store/backup/backup.ts";
import { NotEmpty } from "../store/backup/load.ts";
import { readHead } from "../store/backup/sealed-file.ts";
import { takeDataLock } from "../store/bundled/data-lock.ts";
import { DataDirectoryTaken } from "../store/open-store.ts";
import type { Keyring } from "../store/secrets.ts";
import { asOwner } from "../store/database/owner.ts";
import type { ConnectionSettings } from "../store/database/postgres-database.ts";
import { serverUrl, startBriefly } from "./attach.ts";
import { type Call, type Command, CommandFailure, printLine, UsageError } from "./command.ts";
import { findBackup, type FoundBackup } from "./find-backup.ts";
import { keyringOf } from "./keyring.ts";
import { sizeWords } from "./size-words.ts";
import { targetOf, reportRestored, tryRestore } from "./scratch.ts";
import { configOf, languageWith } from "./settings.ts";
import { systemClock } from "./system.ts";
import { commandLine } from "./token.ts";

export const restore: Command = {
  options: {
    verify: { type: "boolean" },
    drill: { type: "boolean" },
    json: { type: "boolean" },
  },
  help: {
    en: [
      "npx meanwhile restore <file>|s3:[<name>] [--verify] [--json]",
      "npx meanwhile restore --drill [<file>|s3:<name>] [--json]",
      "",
      "Restores a backup into an empty database: that of --data (or MEANWHILE_DATA), or that of DATABASE_URL. Derived tables are rebuilt",
      "and compared; exits with 1 if a table differs. The key that the backup was encrypted with",
      "must be in the data directory (secret.key) or in MEANWHILE_SECRET_KEY. Nothing is ever overwritten.",
      "s3: is the newest backup in the storage of backups.s3, s3:<name> another one there.",
      "  --verify   into a temporary database, only to check that it can be restored",
      "  --drill    the same with the newest backup, off this machine if backups.s3 is set; says how long each step took",
      "Messages that waited when the backup was made are sent after the restore, and reminders since then arrive late.",
    ].join("\n"),
    zh: [
      "npx meanwhile restore <文件>|s3:[<名称>] [--verify] [--json]",
      "npx meanwhile restore --drill [<文件>|s3:<名称>] [--json]",
      "",
      "把备份恢复到空数据库：--data（或 MEANWHILE_DATA）的，或 DATABASE_URL 的。各表会根据日志重建并与备份时核对，有不同则以 1 退出。",
      "制作备份的密钥须在数据目录（secret.key）或 MEANWHILE_SECRET_KEY 中。绝不覆盖任何已有内容。",
      "s3: 表示 backups.s3 存储里最新的备份，s3:<名称> 表示其中另一份。",
      "  --verify   恢复到用完即删的临时数据库，只证明可以恢复",
      "  --drill    恢复演练：对最新的备份（设置了 backups.s3 时取自那里）做同样的事，并说明每一步用了多久",
      "备份时待发送的消息会在恢复后发出，此后到期的提醒会迟到。",
    ].join("\n"),
  },
  async run(call) {
    const [name, ...more] = call.words;
    const isDrill = call.values["drill"] === true;
    if ((name === undefined && !isDrill) || more.length > 0)
      throw new UsageError(words.which[call.language]);
    const config = configOf(call);
    const language = languageWith(call, config);
    const found = await findBackup(name, { config, language, cwd: call.terminal.cwd });
    try {
      return await restoreFound(found, { call, config, language, isDrill });
    } finally {
      await found.close();
    }
  },
};

interface Restoring {
  readonly call: Call;
  readonly config: Config;
  readonly language: Language;
  readonly isDrill: boolean;
}

async function restoreFound(found: FoundBackup, on: Restoring): Promise<number> {
  const { call, config, language } = on;
  const { file } = found;
  const keyring = keyringOf(config, { make: false, language });
  // A file that is not a backup, or a wrong key, is reported before a database is created for it.
  const { head } = await readHead(file);
  keyring.fileKey(Buffer.from(head.salt, "base64"), head.key);
  if (on.isDrill) return drill(found, keyring, on);
  if (call.values["verify"] === true)
    return reportRestored(call, await tryRestore(file, keyring), language);
  const target = await emptyPlace(config);
  try {
    const report = await restoreBackup({
      connection: target.connection,
      projector: productProjector(),
      keyring,
      file,
      media: mediaDirectory(config),
      onDone: (sql) =>
        noteAudit({ ...sql, auditSeals: auditSeals(() => keyring) }, systemClock, {
          action: "backup_restored",
          by: commandLine,
          details: { made_at: head.at },
        }),
    });
    const end = await asOwner(target.connection, auditEnd);
    if (end !== undefined)
      await addAnchor(config.data_dir, { at: iso(systemClock.now()), ...end, restored: true });
    return reportRestored(call, report, language);
  } catch (error) {
    throw error instanceof NotEmpty
      ? new CommandFailure(words.notEmpty(targetOf(config))[language])
      : error;
  } finally {
    await target.close();
  }
}

/** What a bad day would take: fetching the newest backup and restoring it, on this machine. */
async function drill(found: FoundBackup, keyring: Keyring, on: Restoring): Promise<number> {
  const { call, language } = on;
  const { fetched } = found;
  const began = performance.now();
  const report = await tryRestore(found.file, keyring);
  const seconds = (performance.now() - began) / 1_000;
  if (call.values["json"] === true)
    printLine(call, JSON.stringify({ ...report, fetched: fetched ?? null, seconds }));
  else {
    if (fetched !== undefined) printLine(call, words.fetched(fetched)[language]);
    printLine(call, words.restoredIn(report, seconds)[language]);
    printLine(call, words.whole((fetched?.seconds ?? 0) + seconds)[language]);
  }
  return report.different.length === 0 ? 0 : 1;
}

async function emptyPlace(
  config: Config,
): Promise<{ readonly connection: ConnectionSettings; close(): Promise<void> }> {
  const url = serverUrl(config);
  if (url !== undefined)
    return { connection: { connectionString: url }, close: async () => undefined };
  const owner = {
    pid: process.pid,
    startedAt: new Date().toISOString(),
    command: "meanwhile restore",
  };
  const taken = await takeDataLock(config.data_dir, owner);
  if (!("lock" in taken)) throw new DataDirectoryTaken(taken.sentence);
  return startBriefly(config.data_dir, taken.lock);
}

const words = {
  fetched: (of: { readonly bytes: number; readonly seconds: number }) => ({
    en: `Fetched ${sizeWords(of.bytes)} in ${of.seconds.toFixed(1)} s.`,
    zh: `取回 ${sizeWords(of.bytes)}，用时 ${of.seconds.toFixed(1)} 秒。`,
  }),
  restoredIn: ({ at, events, tables, different }: RestoreReport, seconds: number) => ({
    en: `Restored the backup of ${at} into a temporary database in ${seconds.toFixed(1)} s: ${events} events, ${tables} tables rebuilt, ${different.length === 0 ? "all as they were" : `different: ${different.join(", ")}`}.`,
    zh: `把 ${at} 的备份恢复到临时数据库，用时 ${seconds.toFixed(1)} 秒：${events} 个事件，重建 ${tables} 张表，${different.length === 0 ? "全部一致" : `不一致：${different.join("、")}`}。`,
  }),
  whole: (seconds: number) => ({
    en: `A restore on this machine would take about ${Math.ceil(seconds)} s.`,
    zh: `在本机恢复大约需要 ${Math.ceil(seconds)} 秒。`,
  }),
  which: {
    en: "Name a file: npx meanwhile restore <file>.",
    zh: "请写上文件名：npx meanwhile restore <文件>。",
  },
  notEmpty: (where: string) => ({
    en: `The database of ${where} is not empty. Restore into an empty one: another data directory (--data) or another DATABASE_URL. Nothing was changed.`,
    zh: `${where} 的数据库不是空的。请恢复到空的数据库：换一个数据目录（--data）或 DATABASE_URL。没有改动任何内容。`,
  }),
};
