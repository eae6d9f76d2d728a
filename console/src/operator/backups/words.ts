import { pageWords } from "../../language/use-words.tsx";
import { amount } from "../../usage/contract.ts";

export const words = pageWords(
  {
    intro:
      "Copies of the whole database in one encrypted file each. To restore one you need the key of this installation (secret.key): keep a copy of it elsewhere.",
    notNightly: "Backups every night are switched off (backups.nightly).",
    make: "Make a backup now",
    running: "A backup is being made…",
    made: "The backup is made.",
    failedMade: (why: string) => `The backup could not be made: ${why}`,
    loading: "Loading backups…",
    failed: "The backups could not be loaded.",
    none: "No backups yet.",
    list: "Backups",
    size: (bytes: number) => amount(bytes, "bytes"),
    download: "Download",
    fetchOf: (when: string) => `Download the backup of ${when}`,
  },
  {
    intro:
      "每个文件是整个数据库的加密副本。恢复时需要本服务的密钥（secret.key），请在别处另存一份。",
    notNightly: "每晚自动备份已关闭（backups.nightly）。",
    make: "立即备份",
    running: "正在备份……",
    made: "备份完成。",
    failedMade: (why) => `备份失败：${why}`,
    loading: "正在加载备份……",
    failed: "备份列表加载失败。",
    none: "还没有备份。",
    list: "备份",
    size: (bytes) => amount(bytes, "bytes"),
    download: "下载",
    fetchOf: (when) => `下载 ${when} 的备份`,
  },
);
