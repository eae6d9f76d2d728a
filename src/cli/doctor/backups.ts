import type { LastBackup } from "../../store/backup/nightly.ts";
import type { LastOffsite } from "../../store/offsite/send-backups.ts";
import { describeDuration } from "./database.ts";
import { isAbsolute } from "node:path";
import type { Verification } from "../../store/backup/verification.ts";
import { bad, type Finding, good, note } from "../../domain/finding.ts";
import type { Examined } from "./examined.ts";
import { sizeWords } from "../size-words.ts";

const secondMs = 1000;
/** One missed night is normal; two in a row are reported. */
const longSeconds = 2 * 86_400;

/**
 * The result of the last test restore. A copy and its key on the same machine are lost with the
 * machine.
 */
export function verificationFinding(
  { config }: Pick<Examined, "config">,
  last: Verification | undefined,
): Finding[] {
  if (last === undefined) return [];
  const of = last.of.slice(0, 16).replace("T", " ");
  if (last.ok) {
    const says = {
      en: `The backup of ${of} was test-restored: every table matches.`,
      zh: `${of} 的备份已试恢复：各表一致。`,
    };
    const isBeside = !isAbsolute(config.backups.directory) && config.secret_key === undefined;
    return [isBeside ? { ...good("restore", says), fix: elsewhere } : good("restore", says)];
  }
  const why = last.problem ?? last.different.join(", ");
  return [
    bad(
      "restore",
      {
        en: `The backup of ${of} can't be restored unchanged: ${why}`,
        zh: `${of} 的备份不能原样恢复：${why}`,
      },
      {
        en: "Run npx meanwhile backup --verify to see why.",
        zh: "请运行 npx meanwhile backup --verify 查看原因。",
      },
    ),
  ];
}

const elsewhere = {
  en: "Backups and their key are on the same disk as the database: set backups.directory to another disk, and keep a copy of secret.key elsewhere.",
  zh: "备份、密钥和数据库在同一块磁盘上：请把 backups.directory 设到另一块磁盘，并在别处保存一份 secret.key。",
};

/** Whether backups reach the storage of `backups.s3`. */
export function offsiteFinding(
  { config }: Pick<Examined, "config">,
  last: LastOffsite | undefined,
): Finding[] {
  const { bucket } = config.backups.s3;
  if (bucket === undefined) return [];
  if (last === undefined)
    return [
      note("offsite", {
        en: `No backup was sent to ${bucket} yet.`,
        zh: `还没有备份发送到 ${bucket}。`,
      }),
    ];
  if (last.problem === null)
    return [
      good("offsite", {
        en: `The newest backup in ${bucket} is ${last.name}.`,
        zh: `${bucket} 里最新的备份是 ${last.name}。`,
      }),
    ];
  return [
    bad(
      "offsite",
      {
        en: `Backups do not reach ${bucket}: ${last.problem}`,
        zh: `备份没能发送到 ${bucket}：${last.problem}`,
      },
      {
        en: "Check backups.s3, then run npx meanwhile backup.",
        zh: "请检查 backups.s3，再运行 npx meanwhile backup。",
      },
    ),
  ];
}

export function backupFinding(
  { config }: Pick<Examined, "config">,
  last: LastBackup | null,
  now: number,
): Finding {
  const { nightly } = config.backups;
  if (last === null) {
    const says = { en: "No backup has been made yet.", zh: "还没有备份。" };
    return note("backup", says, nightly && config.workers.background ? firstNight : byHand);
  }
  const seconds = (now - Date.parse(last.at)) / secondMs;
  const { en, zh } = describeDuration(Math.max(0, seconds));
  const size = sizeWords(last.bytes);
  const says = {
    en: `The newest backup is ${en} old (${size}).`,
    zh: `最近的备份是${zh}前的（${size}）。`,
  };
  return seconds > longSeconds
    ? note("backup", says, nightly ? lookAtLog : byHand)
    : good("backup", says);
}

const firstNight = {
  en: "The first is made when Meanwhile has run for ten minutes; npx meanwhile backup makes one now.",
  zh: "运行十分钟后会自动制作第一份；npx meanwhile backup 可立即制作。",
};
const byHand = {
  en: "npx meanwhile backup, or set backups.nightly.",
  zh: "请运行 npx meanwhile backup，或设置 backups.nightly。",
};
const lookAtLog = {
  en: "The nightly backup fails: read the log, or run npx meanwhile backup to see why.",
  zh: "夜间备份没有成功：请查看日志，或运行 npx meanwhile backup 看原因。",
};
