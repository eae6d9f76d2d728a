import { basename, resolve } from "node:path";
import { iso } from "../domain/ports/clock.ts";
import { backupDirectory } from "../main/chores.ts";
import { dumpMedia } from "../main/media.ts";
import { openOffsite } from "../main/offsite.ts";
import { makeBackup } from "../store/backup/backup.ts";
import { noteBackup } from "../store/backup/nightly.ts";
import { withDatabase } from "./attach.ts";
import { type Command, printLine, text, printError, UsageError } from "./command.ts";
import { chance, keyringOf } from "./keyring.ts";
import { reportRestored, tryRestore } from "./scratch.ts";
import { printVerdict, withProgress } from "./progress.ts";
import { configOf, languageWith } from "./settings.ts";
import { sizeWords } from "./size-words.ts";
import { systemClock } from "./system.ts";
import { commandLine, withAdminContext } from "./token.ts";
import { productProjector } from "../main/projections.ts";

export const backup: Command = {
  options: {
    out: { type: "string" },
    media: { type: "boolean" },
    verify: { type: "boolean" },
    json: { type: "boolean" },
  },
  help: {
    en: [
      "npx meanwhile backup [--out <directory>] [--media] [--verify] [--json]",
      "",
      "Writes a snapshot of the whole database into one dated file, encrypted with the key for stored secrets, and prints where it",
      "is. Works while Meanwhile runs. Keep the key (secret.key in the data directory, or MEANWHILE_SECRET_KEY) somewhere else:",
      "without it the file can't be opened. Data erased later stays in earlier backups.",
      "  --out      a directory other than backups.directory; you delete old files there yourself",
      "  --media    includes received files",
      "  --verify   restores it into a temporary database and compares every table",
    ].join("\n"),
    zh: [
      "npx meanwhile backup [--out <目录>] [--media] [--verify] [--json]",
      "",
      "把整个数据库的快照写成一个带日期的加密文件，并打印文件位置。运行时也能用。",
      "请把密钥（数据目录里的 secret.key 或 MEANWHILE_SECRET_KEY）另存一处：没有它就打不开备份。之后永久删除的内容，在此前的备份里仍然存在。",
      "  --out      写到设置（backups.directory）以外的目录；那里的旧文件由你自己清理",
      "  --media    包含收到的文件",
      "  --verify   恢复到临时数据库并逐表核对",
    ].join("\n"),
  },
  async run(call) {
    if (call.words.length > 0) throw new UsageError(words.noWords[call.language]);
    const config = configOf(call);
    const language = languageWith(call, config);
    const keyring = keyringOf(config, { make: true, language });
    const out = text(call, "out");
    const withMedia = call.values["media"] === true || config.backups.media;
    const made = await withProgress(call, words.writing[language], () =>
      withDatabase({ config, command: "meanwhile backup", language }, (on) =>
        withAdminContext(on, { call, config, language }, async ({ db }) => {
          const made = await makeBackup({
            connection: on.connection,
            projector: productProjector(),
            keyring,
            randomBytes: (count) => chance.bytes(count),
            directory:
              out === undefined ? backupDirectory(config) : resolve(call.terminal.cwd, out),
            media: withMedia
              ? () => dumpMedia({ config, keys: () => keyring, clock: systemClock, chance })
              : undefined,
            at: iso(systemClock.now()),
          });
          await noteBackup({ db, clock: systemClock }, made, commandLine);
          return made;
        }),
      ),
    );
    const { file, bytes, contents } = made;
    if (call.values["json"] !== true) printLine(call, file);
    else if (call.values["verify"] !== true)
      printLine(call, JSON.stringify({ file, bytes, ...contents }));
    printError(call, words.made(bytes, contents.events, keyring.keyId)[language]);
    const storage = out === undefined ? openOffsite(config, systemClock) : undefined;
    if (storage !== undefined) {
      await withProgress(call, words.sending[language], () => storage.send(file, basename(file)));
      printError(call, words.sent(config.backups.s3.bucket ?? "")[language]);
    }
    if (call.values["verify"] === true) {
      const restored = await withProgress(call, words.verifying[language], () =>
        tryRestore(file, keyring),
      );
      return reportRestored(call, restored, language);
    }
    printVerdict(call, true, words.done[language]);
    return 0;
  },
};

const words = {
  writing: { en: "Writing the backup…", zh: "正在写备份…" },
  sending: { en: "Sending it to the storage…", zh: "正在发送到存储…" },
  verifying: {
    en: "Restoring it into a temporary database and comparing…",
    zh: "正在恢复到临时数据库并核对…",
  },
  done: {
    en: "The backup is complete. --verify also restores it on trial.",
    zh: "备份完成。加 --verify 可同时试恢复核对。",
  },
  sent: (bucket: string) => ({
    en: `It was also sent to the storage (${bucket}).`,
    zh: `也已发送到存储（${bucket}）。`,
  }),
  noWords: { en: "backup takes options only.", zh: "backup 只接受选项。" },
  made: (bytes: number, events: number, key: string) => ({
    en: `${events} events in ${sizeWords(bytes)}, encrypted with key ${key}. Keep a copy of that key elsewhere.`,
    zh: `${events} 个事件，${sizeWords(bytes)}，密钥 ${key}。请把密钥也在别处存一份。`,
  }),
};
