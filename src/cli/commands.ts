import type { Both, Command } from "./command.ts";

interface Known {
  readonly does: Both;
  readonly load: () => Promise<Command>;
}

/** In the order in which a newcomer needs them. Loaded when called: `help` waits for nothing. */
export const commands: Readonly<Record<string, Known>> = {
  start: {
    does: { en: "Start the server and the page.", zh: "启动服务和网页。" },
    load: async () => (await import("./start.ts")).start,
  },
  doctor: {
    does: { en: "Check this installation and say what to do.", zh: "检查安装，并告诉你怎么办。" },
    load: async () => (await import("./doctor.ts")).doctor,
  },
  chat: {
    does: { en: "Talk in the terminal.", zh: "在终端里聊天。" },
    load: async () => (await import("./chat.ts")).chat,
  },
  token: {
    does: {
      en: "Make a sign-in link; make, list and revoke tokens.",
      zh: "生成登录链接；创建、列出、吊销令牌。",
    },
    load: async () => (await import("./token.ts")).token,
  },
  wechat: {
    does: { en: "Link your own WeChat by scanning a code.", zh: "扫码连接自己的微信。" },
    load: async () => (await import("./channel-login.ts")).loginCommand("wechat"),
  },
  pair: {
    does: {
      en: "Make a code that pairs a chat app with an account.",
      zh: "生成配对码，把聊天应用和账号绑定。",
    },
    load: async () => (await import("./pair.ts")).pair,
  },
  channels: {
    does: { en: "Show how the accounts in chat apps are doing.", zh: "查看各聊天应用账号的状态。" },
    load: async () => (await import("./channels.ts")).channels,
  },
  deliveries: {
    does: {
      en: "List what has not arrived; send it again or give it up.",
      zh: "列出没送达的消息；重发或放弃。",
    },
    load: async () => (await import("./deliveries.ts")).deliveries,
  },
  sql: {
    does: { en: "Read the database with SQL.", zh: "用 SQL 查询数据库（只读）。" },
    load: async () => (await import("./sql.ts")).sql,
  },
  rebuild: {
    does: {
      en: "Make every table again from the log, and compare.",
      zh: "由日志重建所有表，并逐表核对。",
    },
    load: async () => (await import("./rebuild.ts")).rebuildCommand,
  },
  backup: {
    does: {
      en: "Write everything into one sealed, dated file.",
      zh: "把全部内容写进一个加密、带日期的文件。",
    },
    load: async () => (await import("./backup.ts")).backup,
  },
  restore: {
    does: { en: "Put a backup into an empty database.", zh: "把备份恢复到空数据库。" },
    load: async () => (await import("./restore.ts")).restore,
  },
  audit: {
    does: {
      en: "Prove that nobody in a story knows what they did not witness.",
      zh: "证明故事里没有人知道他没亲历的事。",
    },
    load: async () => (await import("./audit.ts")).audit,
  },
  replay: {
    does: {
      en: "Tell stories again by their recorded answers, or by another model.",
      zh: "用记录的回答或另一个模型重演故事。",
    },
    load: async () => (await import("./replay.ts")).replay,
  },
  import: {
    does: { en: "Take in a transcript that was written elsewhere.", zh: "导入在别处写的对话。" },
    load: async () => (await import("./import.ts")).importCommand,
  },
  export: {
    does: { en: "Print a story as a transcript.", zh: "把故事输出为对话。" },
    load: async () => (await import("./export.ts")).exportCommand,
  },
  interpret: {
    does: { en: "Read sentences and say what each asks for.", zh: "读句子，说明每句要什么。" },
    load: async () => (await import("./interpret.ts")).interpret,
  },
  smoke: {
    does: {
      en: "Send messages as a person would and judge by the rows.",
      zh: "像真人一样发消息，凭数据库的行评判。",
    },
    load: async () => (await import("./smoke.ts")).smoke,
  },
  bench: {
    does: { en: "Measure the speed on this machine.", zh: "在本机测量速度。" },
    load: async () => (await import("./bench-command.ts")).benchCommand,
  },
  help: {
    does: { en: "Show this, or the help of one command.", zh: "显示本页，或某个命令的帮助。" },
    load: async () => (await import("./help.ts")).help,
  },
};

export const commandNames = Object.keys(commands);
