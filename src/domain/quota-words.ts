import type { Language } from "./language.ts";
import type { QuotaFact, QuotaName } from "./quotas.ts";

type Both = Readonly<Record<Language, (most: string) => string>>;

const sentences: Readonly<Record<QuotaName, Both>> = {
  reminders: {
    en: (most) =>
      `You have ${most} active reminders, the maximum on this server. Delete some first.`,
    zh: (most) => `你已有 ${most} 条提醒，这是上限。请先删掉一些。`,
  },
  series: {
    en: (most) =>
      `You have ${most} repeating reminders, the maximum on this server. Delete some first.`,
    zh: (most) => `你已有 ${most} 条重复提醒，这是上限。请先删掉一些。`,
  },
  conversations: {
    en: (most) =>
      `You have ${most} conversations, the maximum on this server. Please continue in one of them.`,
    zh: (most) => `你已有 ${most} 个对话，这是上限。请在已有的对话里继续。`,
  },
  bots: {
    en: (most) =>
      `You have ${most} characters, the maximum on this server. Change one of them instead.`,
    zh: (most) => `你已有 ${most} 个角色，这是上限。请改用已有的角色。`,
  },
  stories: {
    en: (most) => `You have ${most} stories, the maximum on this server. Delete one first.`,
    zh: (most) => `你已有 ${most} 个故事，这是上限。请先删掉一个。`,
  },
  media: {
    en: (most) =>
      `Your files may take ${most} on this server, and this one does not fit. Older files are deleted automatically after some days.`,
    zh: (most) => `你的文件最多占 ${most}，这个放不下了。旧文件过几天会自动清理。`,
  },
  storage: {
    en: (most) =>
      `Your data may take ${most} here, and that is used up. The operator of this server can allow more.`,
    zh: (most) => `你在这里的内容最多占 ${most}，已经用完。管理员可以调高。`,
  },
  server_media: {
    en: () =>
      "This server has no room for more files right now. Older files are deleted automatically after some days.",
    zh: () => "服务器的文件空间已满。旧文件过几天会自动清理。",
  },
  server_storage: {
    en: () =>
      "This server is full, and your account uses more of it than most. Its operator can make room.",
    zh: () => "服务器空间已满，而你用得比多数人多。请联系管理员。",
  },
  written: {
    en: (most) => `${most} were written today, the daily limit. Please continue tomorrow.`,
    zh: (most) => `今天已写入 ${most}，这是一天的上限，请明天再来。`,
  },
  messages: {
    en: (most) =>
      `You have sent ${most} messages today, the daily limit. Please continue tomorrow.`,
    zh: (most) => `你今天已发 ${most} 条消息，这是一天的上限，请明天再来。`,
  },
  accounts: {
    en: () => "This server accepts no more new people today. Please try again tomorrow.",
    zh: () => "今天不再接受新账号，请明天再试。",
  },
};

/** Another participant's limit: which one it is stays private. */
const others = {
  en: () => "One of the others has no room for another reminder. Nothing was set up.",
  zh: () => "其中一位的提醒已满，没有安排成功。",
};

/** The message a person reads when a limit is reached: what it is and what to do. */
export function quotaSentence({ what, most, whose }: QuotaFact, language: Language): string {
  return (whose === "other" ? others : sentences[what])[language](
    isBytes(what) ? formatBytes(most) : most.toLocaleString("en"),
  );
}

const isBytes = (what: QuotaName): boolean =>
  what === "media" || what === "storage" || what === "written";

/** Such as `512 MB` or `4 GB`. */
function formatBytes(bytes: number): string {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  const step = Math.min(
    units.length - 1,
    Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)),
  );
  return `${Number((bytes / 1024 ** step).toFixed(1))} ${units[step]}`;
}
