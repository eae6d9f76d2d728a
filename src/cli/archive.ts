import type { Config } from "../config.ts";
import type { Language } from "../domain/language.ts";
import { iso } from "../domain/ports/clock.ts";
import { openArchivePlace } from "../main/archive.ts";
import {
  archiveCalls,
  dropUnreadable,
  listArchives,
  type ListedArchive,
} from "../store/archive/archive-calls.ts";
import type { ArchivePlace } from "../store/archive/archive-place.ts";
import { restoreArchive } from "../store/archive/restore-calls.ts";
import type { Database } from "../store/database/database.ts";
import { withDatabase } from "./attach.ts";
import {
  type Call,
  type Command,
  CommandFailure,
  printError,
  printLine,
  text,
  UsageError,
} from "./command.ts";
import { chance } from "./keyring.ts";
import { noteCommand } from "./note-command.ts";
import { configOf, languageWith } from "./settings.ts";
import { systemClock } from "./system.ts";
import { withAdminContext } from "./token.ts";

export const archive: Command = {
  options: {
    before: { type: "string" },
    list: { type: "boolean" },
    restore: { type: "string" },
    json: { type: "boolean" },
  },
  help: {
    en: [
      "npx meanwhile archive --before <date>|<days>d [--json]",
      "npx meanwhile archive --list [--json]",
      "npx meanwhile archive --restore <name>|all [--json]",
      "",
      "Moves what models were sent and answered before that day (2026-01-31, UTC, or 90d for 90 days ago) out of the database into",
      "compressed, encrypted files: in archive.directory, or in the storage of backups.s3 with archive.storage: s3. Each file is read",
      "back and compared before the database gives up its words. Who called which model, when and at what cost stays. Works while",
      "Meanwhile runs; a command that was cut off is started again.",
      "Each call has a key of its own in the database: what is forgotten or erased later can't be read in the files either.",
      "  --list      the archives, and how many of their calls can still be read",
      "  --restore   puts the words back and deletes the file: `replay` needs them, and `audit` for the words",
    ].join("\n"),
    zh: [
      "npx meanwhile archive --before <日期>|<天数>d [--json]",
      "npx meanwhile archive --list [--json]",
      "npx meanwhile archive --restore <名称>|all [--json]",
      "",
      "把那天之前（如 2026-01-31，按 UTC；90d 表示 90 天前）发给模型的内容和模型的回答移出数据库，写成压缩、加密的文件：放在",
      "archive.directory，或设置 archive.storage: s3 后放在 backups.s3 的存储里。每个文件读回并核对之后，数据库才放下这些内容。",
      "谁在何时调用了哪个模型、花了多少，仍然留着。运行时也能用；中断后再运行一次即可。",
      "每次调用的密钥都单独存在数据库里：之后忘掉或永久删除的内容，在文件里也读不出来。",
      "  --list      列出归档，以及还能读出多少次调用",
      "  --restore   把内容放回数据库并删除文件：replay 需要它们，audit 核对用词时也需要",
    ].join("\n"),
  },
  async run(call) {
    const [before, restored] = [text(call, "before"), text(call, "restore")];
    const isList = call.values["list"] === true;
    const asked = [before !== undefined, restored !== undefined, isList].filter(Boolean);
    if (asked.length !== 1 || call.words.length > 0)
      throw new UsageError(words.which[call.language]);
    const day = before === undefined ? undefined : readDay(before, call.language);
    const config = configOf(call);
    const language = languageWith(call, config);
    return withDatabase({ config, command: "meanwhile archive", language }, (on) =>
      withAdminContext(on, { call, config, language }, ({ db }) => {
        const at = { call, db, config, language, place: openArchivePlace(config, systemClock) };
        if (isList) return show(at);
        return day === undefined ? restore(at, restored ?? "") : archiveBefore(at, day);
      }),
    );
  },
};

interface At {
  readonly call: Call;
  readonly db: Database;
  readonly config: Config;
  readonly language: Language;
  readonly place: ArchivePlace;
}

const dayMs = 86_400_000;

/** A day that is over, as an instant. */
function readDay(said: string, language: Language): string {
  const [, days] = /^(\d{1,5})d$/.exec(said) ?? [];
  const now = systemClock.now();
  const at =
    days === undefined
      ? /^\d{4}-\d\d-\d\d$/.test(said)
        ? Date.parse(`${said}T00:00:00Z`)
        : Number.NaN
      : now - Number(days) * dayMs;
  // A call of today may still be running.
  if (!(at <= now - dayMs)) throw new UsageError(words.day[language]);
  return iso(at);
}

async function archiveBefore(at: At, before: string): Promise<number> {
  const { call, db, place, language } = at;
  const randomBytes = (count: number): Uint8Array => chance.bytes(count);
  const sum = { archives: 0, calls: 0, bytes: 0, words: 0 };
  for await (const made of archiveCalls({ db, place, clock: systemClock, randomBytes }, before)) {
    sum.archives += 1;
    sum.calls += made.calls;
    sum.bytes += made.bytes;
    sum.words += made.words;
    if (call.values["json"] !== true) printLine(call, words.made(made)[language]);
  }
  const dropped = await dropUnreadable({ db, place });
  if (sum.archives > 0)
    await noteCommand({ db }, { action: "calls_archived", details: { ...sum, before } });
  if (call.values["json"] === true) printLine(call, JSON.stringify({ before, ...sum, dropped }));
  else printError(call, words.done(sum, dropped)[language]);
  return 0;
}

async function show({ call, db, language }: At): Promise<number> {
  const archives = await listArchives(db);
  if (call.values["json"] === true) printLine(call, JSON.stringify(archives));
  else if (archives.length === 0) printError(call, words.none[language]);
  else for (const each of archives) printLine(call, words.line(each)[language]);
  return 0;
}

async function restore(at: At, wanted: string): Promise<number> {
  const { call, db, place, language } = at;
  const all = await listArchives(db);
  const chosen = wanted === "all" ? all : all.filter(({ name }) => name === wanted);
  if (chosen.length === 0) throw new CommandFailure(words.noSuch(wanted)[language]);
  let calls = 0;
  for (const each of chosen) calls += await restoreArchive({ db, place }, each);
  await noteCommand(
    { db },
    { action: "archive_restored", details: { archives: chosen.length, calls } },
  );
  const report = { archives: chosen.length, calls };
  if (call.values["json"] === true) printLine(call, JSON.stringify(report));
  else printLine(call, words.restored(report)[language]);
  return 0;
}

const megabytes = (bytes: number): string => (bytes / 1_048_576).toFixed(1);

const words = {
  which: {
    en: "Say one of --before <date>, --list and --restore <name>.",
    zh: "请写 --before <日期>、--list 或 --restore <名称> 中的一个。",
  },
  day: {
    en: "--before takes a day that is over, such as 2026-01-31, or a number of days, such as 90d.",
    zh: "--before 后面写已经过去的日期，如 2026-01-31；或天数，如 90d。",
  },
  made: ({ name, calls, bytes }: { name: string; calls: number; bytes: number }) => ({
    en: `${name}: ${calls} calls, ${megabytes(bytes)} MB`,
    zh: `${name}：${calls} 次调用，${megabytes(bytes)} MB`,
  }),
  done: (sum: { calls: number; bytes: number; words: number }, dropped: number) => ({
    en: `${sum.calls} calls archived: ${megabytes(sum.words)} MB of words in ${megabytes(sum.bytes)} MB of files, each read back and compared.${dropped === 0 ? "" : ` ${dropped} archives that nobody can read any more were deleted.`}`,
    zh: `归档了 ${sum.calls} 次调用：${megabytes(sum.words)} MB 文字写成 ${megabytes(sum.bytes)} MB 文件，均已读回核对。${dropped === 0 ? "" : `另删除了 ${dropped} 个再也读不出内容的归档。`}`,
  }),
  none: { en: "Nothing is archived.", zh: "还没有归档。" },
  line: ({ name, calls, readable, bytes }: ListedArchive) => ({
    en: `${name}: ${readable} of ${calls} calls can be read, ${megabytes(bytes)} MB`,
    zh: `${name}：${calls} 次调用中有 ${readable} 次可读，${megabytes(bytes)} MB`,
  }),
  noSuch: (name: string) => ({
    en: `There is no archive ${name}: npx meanwhile archive --list shows them.`,
    zh: `没有归档 ${name}：npx meanwhile archive --list 可查看。`,
  }),
  restored: ({ archives, calls }: { archives: number; calls: number }) => ({
    en: `Restored ${calls} calls from ${archives} archives.`,
    zh: `已从 ${archives} 个归档恢复 ${calls} 次调用。`,
  }),
};
