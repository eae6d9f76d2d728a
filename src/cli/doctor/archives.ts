import type { Config } from "../../config.ts";
import { bad, type Finding, good } from "../../domain/finding.ts";
import { openArchivePlace } from "../../main/archive.ts";
import { asOwner } from "../../store/database/owner.ts";
import type { Attached } from "../attach.ts";
import { systemClock } from "../system.ts";

/** Looked for one by one, the newest first. */
const most = 50;

/** Whether the files are there that the database has the keys of. */
export async function archiveFindings(
  on: Pick<Attached, "connection">,
  config: Config,
): Promise<Finding[]> {
  const names = await asOwner(on.connection, (sql) =>
    sql.rows<{ name: string }>("select name from archive order by made_at desc"),
  );
  if (names.length === 0) return [];
  const place = openArchivePlace(config, systemClock);
  const missing: string[] = [];
  try {
    for (const { name } of names.slice(0, most)) if (!(await place.has(name))) missing.push(name);
  } catch (error) {
    return [away(error instanceof Error ? error.message : String(error))];
  }
  if (missing.length > 0) return [toMissing(missing)];
  return [
    good("archive", {
      en: `${names.length} archives of model calls are in their place.`,
      zh: `${names.length} 个模型调用的归档都在。`,
    }),
  ];
}

const toMissing = (missing: readonly string[]): Finding =>
  bad(
    "archive",
    {
      en: `${missing.length} archives are missing, such as ${missing[0]}.`,
      zh: `缺少 ${missing.length} 个归档，例如 ${missing[0]}。`,
    },
    {
      en: "Put the files back into archive.directory, or set backups.s3 as it was: they are part of no backup.",
      zh: "请把文件放回 archive.directory，或恢复 backups.s3 的设置：备份里不包含它们。",
    },
  );

const away = (why: string): Finding =>
  bad(
    "archive",
    { en: `Archives can't be looked for: ${why}`, zh: `无法查找归档：${why}` },
    { en: "Check backups.s3.", zh: "请检查 backups.s3。" },
  );
