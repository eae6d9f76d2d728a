import { pageWords } from "../language/use-words.tsx";

type Names = Readonly<Record<string, string | undefined>>;

/** Another server may know more. */
const names: Names = {
  reminders: "Reminders",
  series: "Repeating reminders",
  conversations: "Conversations",
  bots: "Characters",
  stories: "Stories",
  media: "Files and pictures",
  storage: "All data",
  written: "Written today",
  messages: "Messages today",
  tokens: "Model tokens today",
};
const serverNames: Names = {
  storage: "Database",
  media: "Files",
  tokens: "Model tokens today",
  accounts: "New accounts today",
};

export const words = pageWords(
  {
    title: "What you use here",
    hint: "How much you store on this server, and your limits. Days follow your time zone.",
    loading: "Loading usage…",
    failed: "The usage could not be loaded.",
    of: (used: string, most: string) => `${used} of ${most}`,
    spoken: (name: string, used: string, most: string) => `${name}: ${used} of ${most}`,
    names,
    serverNames,
    intro:
      "What the server and its accounts use, against the limits in the settings (limits). Storage is measured every minute.",
    server: "The whole server",
    accounts: "Accounts, largest first",
    fullest: (name: string, percent: number) => `most used: ${name}, ${percent} %`,
    unnamed: "No name",
  },
  {
    title: "你的用量",
    hint: "你在这台服务器上保存了多少，以及允许的上限。按你所在时区的日期计算。",
    loading: "正在加载用量…",
    failed: "用量加载失败。",
    of: (used, most) => `${used} / ${most}`,
    spoken: (name, used, most) => `${name}：${used}，上限 ${most}`,
    names: {
      reminders: "提醒",
      series: "重复提醒",
      conversations: "对话",
      bots: "角色",
      stories: "故事",
      media: "文件和图片",
      storage: "全部写入",
      written: "今日写入",
      messages: "今日消息",
      tokens: "今日模型用量（token）",
    },
    serverNames: {
      storage: "数据库",
      media: "文件",
      tokens: "今日模型用量（token）",
      accounts: "今日新账号",
    },
    intro: "服务器和各账号的用量，对照设置里的上限（limits）。写入量每分钟统计一次。",
    server: "整台服务器",
    accounts: "账号（写入最多的在前）",
    fullest: (name, percent) => `用得最多：${name}，${percent}%`,
    unnamed: "未命名",
  },
);
