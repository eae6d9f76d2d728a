import type { Both, Command } from "./command.ts";

interface KnownCommand {
  readonly does: Both;
  readonly load: () => Promise<Command>;
}

/** In the order in which a new user needs them. Loaded when called: `help` waits for nothing. */
export const commands: Readonly<Record<string, KnownCommand>> = {
  start: {
    does: { en: "Start the server and the page.", zh: "启动服务和网页。" },
    load: async () => (await import("./start.ts")).start,
  },
  doctor: {
    does: { en: "Check this installation and suggest fixes.", zh: "检查安装并给出解决办法。" },
    load: async () => (await import("./doctor.ts")).doctor,
  },
  chat: {
    does: { en: "Talk in the terminal.", zh: "在终端里聊天。" },
    load: async () => (await import("./chat.ts")).chat,
  },
  token: {
    does: {
      en: "Create a sign-in link; create, list and revoke tokens.",
      zh: "生成登录链接；创建、列出、撤销令牌。",
    },
    load: async () => (await import("./token.ts")).token,
  },
  mcp: {
    does: {
      en: "Connect another program's agent over the Model Context Protocol.",
      zh: "让其他程序的智能体通过 MCP 协议连接。",
    },
    load: async () => (await import("./mcp.ts")).mcp,
  },
  wechat: {
    does: { en: "Link your own WeChat by scanning a code.", zh: "扫码连接自己的微信。" },
    load: async () => (await import("./channel-login.ts")).loginCommand("wechat"),
  },
  pair: {
    does: {
      en: "Create a code that pairs a chat app with an account.",
      zh: "生成配对码，把聊天软件和账号绑定。",
    },
    load: async () => (await import("./pair.ts")).pair,
  },
  channels: {
    does: { en: "Show the state of the accounts in chat apps.", zh: "查看各聊天软件账号的状态。" },
    load: async () => (await import("./channels.ts")).channels,
  },
  deliveries: {
    does: {
      en: "List undelivered messages; resend or discard them.",
      zh: "列出未送达的消息；重发或放弃。",
    },
    load: async () => (await import("./deliveries.ts")).deliveries,
  },
  sql: {
    does: { en: "Read the database with SQL.", zh: "用 SQL 查询数据库（只读）。" },
    load: async () => (await import("./sql.ts")).sql,
  },
  rebuild: {
    does: {
      en: "Rebuild every table from the log, and compare.",
      zh: "根据日志重建所有表并核对。",
    },
    load: async () => (await import("./rebuild.ts")).rebuildCommand,
  },
  backup: {
    does: {
      en: "Write everything into one encrypted, dated file.",
      zh: "把全部内容写进一个加密、带日期的文件。",
    },
    load: async () => (await import("./backup.ts")).backup,
  },
  restore: {
    does: { en: "Restore a backup into an empty database.", zh: "把备份恢复到空数据库。" },
    load: async () => (await import("./restore.ts")).restore,
  },
  peers: {
    does: {
      en: "Show this server's key for other installations; check them.",
      zh: "显示本服务器给其他服务器用的公钥；检查能否互通。",
    },
    load: async () => (await import("./peers.ts")).peers,
  },
  archive: {
    does: {
      en: "Move old prompts and answers of models out of the database, or back.",
      zh: "把以前发给模型的内容和回答移出数据库，或移回来。",
    },
    load: async () => (await import("./archive.ts")).archive,
  },
  media: {
    does: {
      en: "Show where files of messages are kept; move them to the other place.",
      zh: "查看消息里的文件存在哪里；移到另一处。",
    },
    load: async () => (await import("./media.ts")).media,
  },
  upgrade: {
    does: {
      en: "Bring the database to this version, tried on a copy first; or go back.",
      zh: "把数据库升级到本版本（先在副本上试）；或退回去。",
    },
    load: async () => (await import("./upgrade.ts")).upgrade,
  },
  service: {
    does: {
      en: "Run Meanwhile as a service of systemd.",
      zh: "把 Meanwhile 作为 systemd 服务运行。",
    },
    load: async () => (await import("./systemd/install.ts")).serviceCommand,
  },
  audit: {
    does: {
      en: "Check that no character knows something they did not witness.",
      zh: "检查有没有角色知道自己没亲历的事。",
    },
    load: async () => (await import("./audit.ts")).audit,
  },
  replay: {
    does: {
      en: "Replay stories from their recorded answers, or with another model.",
      zh: "用记录的回答或另一个模型重演故事。",
    },
    load: async () => (await import("./replay.ts")).replay,
  },
  import: {
    does: { en: "Import a transcript from elsewhere.", zh: "导入其他来源的对话。" },
    load: async () => (await import("./import.ts")).importCommand,
  },
  export: {
    does: { en: "Print a story as a transcript.", zh: "把故事输出为对话。" },
    load: async () => (await import("./export.ts")).exportCommand,
  },
  interpret: {
    does: { en: "Show how sentences are understood.", zh: "查看句子会被理解成什么。" },
    load: async () => (await import("./interpret.ts")).interpret,
  },
  smoke: {
    does: {
      en: "End-to-end test: send messages like a person and check the database.",
      zh: "端到端自测：像真人一样发消息，再核对数据库。",
    },
    load: async () => (await import("./smoke.ts")).smoke,
  },
  bench: {
    does: { en: "Measure the speed on this machine.", zh: "在本机测量速度。" },
    load: async () => (await import("./bench-command.ts")).benchCommand,
  },
  help: {
    does: { en: "Show this help, or that of one command.", zh: "显示本页，或某个命令的帮助。" },
    load: async () => (await import("./help.ts")).help,
  },
};

export const commandNames = Object.keys(commands);
