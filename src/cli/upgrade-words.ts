import type { WayBack } from "../store/upgrade/go-back.ts";
import type { Rehearsal } from "../store/upgrade/rehearse.ts";
import type { Both } from "./command.ts";

export const upgradeHelp: Both = {
  en: [
    "npx meanwhile upgrade [--check | --back [--yes | --into <url>]] [--json]",
    "",
    "Brings the database to the schema of this version, as a start does: writes a snapshot into the backups' folder, tries the",
    "migrations on a copy, rebuilds the copy's tables from the log and compares them, and only then changes the database.",
    "A rehearsal that fails changes nothing and says why. Meanwhile must be stopped.",
    "  --check   rehearses only",
    "  --back    puts the database back as it was before the last upgrade, for the version that you had; what is there now is",
    "            written to a backup first",
    "  --yes     also if that leaves out what happened since",
    "  --into    loads what was there before into this empty database instead, and changes nothing else",
  ].join("\n"),
  zh: [
    "npx meanwhile upgrade [--check | --back [--yes | --into <url>]] [--json]",
    "",
    "把数据库升级到本版本的结构（启动时也会做）：先在备份目录写一份快照，在副本上试运行迁移，根据日志重建副本的各表并核对，",
    "都没问题才改动数据库。试运行失败时不做任何改动，并说明原因。请先停止 Meanwhile。",
    "  --check   只试运行",
    "  --back    把数据库恢复到上次升级之前，供旧版本使用；现在的内容会先写入一份备份",
    "  --yes     即使会丢下升级之后发生的内容也继续",
    "  --into    改为把升级之前的内容装进这个空数据库，其他都不改动",
  ].join("\n"),
};

export const upgradeWords = {
  noWords: { en: "upgrade takes options only.", zh: "upgrade 只接受选项。" },
  stopFirst: {
    en: "Meanwhile is using the database. Stop it first (all of its processes). Nothing was changed.",
    zh: "Meanwhile 正在使用数据库。请先停止它（所有进程）。没有改动任何内容。",
  },
  rehearsed: (of: Rehearsal) => ({
    en: `Tried on a copy: ${of.migrations.length} migrations from schema ${of.from} to ${of.to}, ${of.events} events replayed, ${of.tables} tables compared, ${(of.seconds.snapshot + of.seconds.trial).toFixed(1)} s. Snapshot: ${of.snapshot}`,
    zh: `已在副本上试过：结构 ${of.from} → ${of.to}，${of.migrations.length} 个迁移，重放 ${of.events} 个事件，核对 ${of.tables} 张表，用时 ${(of.seconds.snapshot + of.seconds.trial).toFixed(1)} 秒。快照：${of.snapshot}`,
  }),
  done: (count: number) =>
    count === 0
      ? { en: "The database is up to date.", zh: "数据库已是最新。" }
      : {
          en: `The database was upgraded (${count} migrations).`,
          zh: `数据库已升级（${count} 个迁移）。`,
        },
  noSnapshot: (directory: string) => ({
    en: `There is no snapshot of an upgrade to the present schema in ${directory}. Snapshots are kept as long as backups are.`,
    zh: `${directory} 里没有升级到当前结构之前的快照。快照与备份保留同样久。`,
  }),
  sure: ({ snapshot, eventsSince }: WayBack) => ({
    en: `The snapshot is of ${snapshot.head.at}; ${eventsSince} events happened since then and would not be in the database (a backup keeps them). Add --yes to go back anyway. Nothing was changed.`,
    zh: `快照的时间是 ${snapshot.head.at}；此后的 ${eventsSince} 个事件将不在数据库里（会留在一份备份中）。仍要退回请加 --yes。没有改动任何内容。`,
  }),
  wentBack: (of: { readonly schema: number; readonly of: string; readonly kept: string }) => ({
    en: `The database is as it was at ${of.of} (schema ${of.schema}). Start the version that you had then. What was there before is in ${of.kept}`,
    zh: `数据库已回到 ${of.of} 的状态（结构 ${of.schema}）。请启动当时的版本。退回之前的内容在 ${of.kept}`,
  }),
  loadElsewhere: {
    en: "The user of DATABASE_URL may not create databases, so nothing was changed. Let someone create an empty database for that user, and load the snapshot into it with this version: npx meanwhile upgrade --back --into <its URL>. Then set DATABASE_URL to it and start the version that you had.",
    zh: "DATABASE_URL 的用户不能创建数据库，因此没有改动任何内容。请让人为该用户新建一个空数据库，再用当前版本把快照装进去：npx meanwhile upgrade --back --into <它的 URL>。然后让 DATABASE_URL 指向它，启动旧版本。",
  },
  intoUrl: {
    en: "--into takes the URL of an empty database: postgres://user:password@host/database.",
    zh: "--into 后面写一个空数据库的 URL：postgres://用户:密码@主机/数据库。",
  },
  intoEmpty: {
    en: "The database of --into is not empty. Nothing was changed.",
    zh: "--into 的数据库不是空的。没有改动任何内容。",
  },
  wentInto: (of: { readonly schema: number; readonly of: string }) => ({
    en: `The database of --into is as it was at ${of.of} (schema ${of.schema}). Set DATABASE_URL to it and start the version that you had then. The present database was not changed.`,
    zh: `--into 的数据库已是 ${of.of} 的状态（结构 ${of.schema}）。请让 DATABASE_URL 指向它，启动当时的版本。现在的数据库没有改动。`,
  }),
};
