import { resolve } from "node:path";
import type { Config } from "../config.ts";
import { iso } from "../domain/ports/clock.ts";
import { mediaDirectory } from "../main/chores.ts";
import { productProjector } from "../main/projections.ts";
import { addAnchor, auditEnd } from "../store/audit/audit-anchors.ts";
import { auditSeals } from "../store/audit/audit-seals.ts";
import { noteAudit } from "../store/audit/audit.ts";
import { restoreBackup } from "../store/backup/backup.ts";
import { NotEmpty } from "../store/backup/load.ts";
import { readHead } from "../store/backup/sealed-file.ts";
import { takeDataLock } from "../store/bundled/data-lock.ts";
import { DataDirectoryTaken } from "../store/open-store.ts";
import { asOwner } from "../store/database/owner.ts";
import type { ConnectionSettings } from "../store/database/postgres-database.ts";
import { serverUrl, startBriefly } from "./attach.ts";
import { type Command, CommandFailure, UsageError } from "./command.ts";
import { keyringOf } from "./keyring.ts";
import { targetOf, reportRestored, tryRestore } from "./scratch.ts";
import { configOf, languageWith } from "./settings.ts";
import { systemClock } from "./system.ts";
import { commandLine } from "./token.ts";

export const restore: Command = {
  options: { verify: { type: "boolean" }, json: { type: "boolean" } },
  help: {
    en: [
      "npx meanwhile restore <file> [--verify] [--json]",
      "",
      "Restores a backup into an empty database: that of --data (or MEANWHILE_DATA), or that of DATABASE_URL. Derived tables are rebuilt",
      "and compared; exits with 1 if a table differs. The key that the backup was encrypted with",
      "must be in the data directory (secret.key) or in MEANWHILE_SECRET_KEY. Nothing is ever overwritten.",
      "  --verify   into a temporary database, only to check that it can be restored",
      "Messages that waited when the backup was made are sent after the restore, and reminders since then arrive late.",
    ].join("\n"),
    zh: [
      "npx meanwhile restore <文件> [--verify] [--json]",
      "",
      "把备份恢复到空数据库：--data（或 MEANWHILE_DATA）的，或 DATABASE_URL 的。各表会根据日志重建并与备份时核对，有不同则以 1 退出。",
      "制作备份的密钥须在数据目录（secret.key）或 MEANWHILE_SECRET_KEY 中。绝不覆盖任何已有内容。",
      "  --verify   恢复到用完即删的临时数据库，只证明可以恢复",
      "备份时待发送的消息会在恢复后发出，此后到期的提醒会迟到。",
    ].join("\n"),
  },
  async run(call) {
    const [name, ...more] = call.words;
    if (name === undefined || more.length > 0) throw new UsageError(words.which[call.language]);
    const config = configOf(call);
    const language = languageWith(call, config);
    const file = resolve(call.terminal.cwd, name);
    const keyring = keyringOf(config, { make: false, language });
    // A file that is not a backup, or a wrong key, is reported before a database is created for it.
    const { head } = await readHead(file);
    keyring.fileKey(Buffer.from(head.salt, "base64"), head.key);
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
  },
};

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
  which: {
    en: "Name a file: npx meanwhile restore <file>.",
    zh: "请写上文件名：npx meanwhile restore <文件>。",
  },
  notEmpty: (where: string) => ({
    en: `The database of ${where} is not empty. Restore into an empty one: another data directory (--data) or another DATABASE_URL. Nothing was changed.`,
    zh: `${where} 的数据库不是空的。请恢复到空的数据库：换一个数据目录（--data）或 DATABASE_URL。没有改动任何内容。`,
  }),
};
