import type { Config } from "../../config.ts";
import { backupDirectory } from "../../main/chores.ts";
import { listBackups } from "../../store/backup/backup-files.ts";
import { asOwner } from "../../store/database/owner.ts";
import type { Attached } from "../attach.ts";
import type { Both } from "../command.ts";
import { type Finding, good, note } from "../../domain/finding.ts";

interface Erasures {
  readonly all: number;
  readonly open: number;
  readonly rows: string | null;
  readonly files: string | null;
  readonly waiting: string | null;
}

/**
 * Whether the words of erased accounts are gone from the disk. Empty if no account was ever erased.
 */
export async function checkErasures(on: Attached, config: Config): Promise<Finding[]> {
  const [found] = await asOwner(on.connection, (sql) =>
    sql.rows<Erasures>(
      `select count(*) as all, count(*) filter (where files_gone_at is null) as open, max(rows_gone_at) as rows, max(files_gone_at) as files,
         max(waiting_for) filter (where files_gone_at is null) as waiting from erasure`,
    ),
  );
  if (found === undefined || found.all === 0) return [];
  const copies = (await listBackups(backupDirectory(config))).filter(
    ({ at }) => Date.parse(at) <= Date.parse(found.rows ?? ""),
  );
  const remains = [
    ...(on.how === "url" ? [keeps] : []),
    ...(copies.length === 0 ? [] : [inBackups(copies.length, config.backups.keep)]),
  ];
  return [
    describeErasures(found, {
      en: remains.map(({ en }) => ` ${en}`).join(""),
      zh: remains.map(({ zh }) => zh).join(""),
    }),
  ];
}

function describeErasures({ all, open, rows, files, waiting }: Erasures, remains: Both): Finding {
  if (open === 0)
    return good("erased", {
      en: `The words of ${accounts(all)} are gone from rows (last at ${rows}) and from the database's files (${files}).${remains.en}`,
      zh: `${all} 个已删除账号的内容已从数据行（最近 ${rows}）和数据库文件（${files}）中清除。${remains.zh}`,
    });
  const why = waiting ?? "";
  return note("erased", {
    en: `The words of ${accounts(open)} are gone from rows (${rows}), and not yet from the database's files${why === "" ? "" : ` (${why})`}; big tables wait for the night.${remains.en}`,
    zh: `${open} 个已删除账号的内容已从数据行清除（${rows}），数据库文件尚未清完${why === "" ? "" : `（${why}）`}；大表在夜间处理。${remains.zh}`,
  });
}

const accounts = (count: number): string =>
  count === 1 ? "an erased account" : `${count} erased accounts`;

const inBackups = (count: number, days: number): Both => ({
  en: `${count === 1 ? "One backup" : `${count} backups`} made before still ${count === 1 ? "holds" : "hold"} them, for at most ${days + 1} days after the erasure.`,
  zh: `此前的 ${count} 个备份里还有，最迟在账号删除后 ${days + 1} 天清理。`,
});

const keeps = {
  en: "Your server's own write-ahead log, archives, replicas and backups keep them as long as you configured.",
  zh: "服务器自身的预写日志、归档、副本和备份会按你的设置继续保留。",
};
