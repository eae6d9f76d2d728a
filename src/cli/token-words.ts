import type { Both } from "./command.ts";

export const tokenHelp: Both = {
  en: [
    "npx meanwhile token link                      a new sign-in link for the operator: 15 minutes, one use",
    "npx meanwhile token create --account <id>     a token for an account (`operator` is the operator's own)",
    '                           --new "<name>"     a token for a new account of that name',
    "                           [--label <text>] [--scopes chat:read,chat:write,account:write] [--days <n>|never]",
    "                                              expires after a year unless --days is given",
    "                           [--app-password]   a short password for a calendar program (docs/caldav.md)",
    "npx meanwhile token list                      all tokens, without their secrets",
    "npx meanwhile token revoke <id>               ends a token and the sessions opened with it",
    "  --json                                      for programs",
  ].join("\n"),
  zh: [
    "npx meanwhile token link                      给管理员的一次性登录链接：15 分钟内有效，只能用一次",
    "npx meanwhile token create --account <编号>   为某个账号创建令牌（operator 指管理员自己的账号）",
    '                           --new "<名字>"     新建这个名字的账号并创建令牌',
    "                           [--label <说明>] [--scopes chat:read,chat:write,account:write] [--days <天数>|never]",
    "                                              不写 --days 则一年后到期",
    "                           [--app-password]   给日历程序用的短密码（docs/caldav.zh.md）",
    "npx meanwhile token list                      列出所有令牌（不显示密钥）",
    "npx meanwhile token revoke <编号>             撤销令牌和用它登录的会话",
    "  --json                                      供程序使用",
  ].join("\n"),
};

export const tokenWords = {
  which: {
    en: "token link, token create, token list or token revoke <id>?",
    zh: "请选择：token link、token create、token list 或 token revoke <编号>",
  },
  tooMany: (word: string) => ({
    en: `Unexpected argument: “${word}”.`,
    zh: `多余的参数：“${word}”。`,
  }),
  whose: {
    en: 'Say whose token: --account <id>, or --new "<name>".',
    zh: '请指明账号：--account <编号>，或 --new "<名字>"。',
  },
  scope: (stray: string, known: readonly string[]) => ({
    en: `“${stray}” is not a scope. Known: ${known.join(", ")}.`,
    zh: `没有“${stray}”这个权限。可用的有：${known.join("、")}。`,
  }),
  appPassword: {
    en: "An app password opens the calendar only: its scopes are caldav:read and caldav:write.",
    zh: "应用密码只能用于日历：权限只有 caldav:read 和 caldav:write。",
  },
  days: {
    en: "--days must be a whole number from 1 to 3650, or never.",
    zh: "--days 应为 1 到 3650 之间的整数，或 never。",
  },
  whichToken: {
    en: "Give a token's id: npx meanwhile token revoke <id>. To list the ids: npx meanwhile token list",
    zh: "请写上令牌编号：npx meanwhile token revoke <编号>。编号见：npx meanwhile token list",
  },
  link: { en: "Open it within 15 minutes. It works once.", zh: "请在 15 分钟内打开，只能用一次。" },
  notRunning: {
    en: "Meanwhile is not running: start it first (npm start).",
    zh: "Meanwhile 没有在运行：请先启动（npm start）。",
  },
  neverStarted: {
    en: "Meanwhile has not been started with this database yet. Start it once (npm start).",
    zh: "还没有用这个数据库启动过 Meanwhile。请先启动一次（npm start）。",
  },
  created: (id: string, account: string) => ({
    en: `This is shown only once. Token ${id}, account ${account}.`,
    zh: `令牌只显示这一次。令牌编号 ${id}，账号 ${account}。`,
  }),
  noAccount: { en: "There is no such account.", zh: "没有这个账号。" },
  none: { en: "There are no tokens.", zh: "还没有令牌。" },
  columns: {
    en: ["id", "account", "label", "scopes", "made", "expires", "last used", "revoked"],
    zh: ["编号", "账号", "说明", "权限", "创建", "到期", "最近使用", "撤销"],
  },
  noToken: {
    en: "There is no such token, or it was already revoked.",
    zh: "没有这个令牌，或者它已被撤销。",
  },
  revoked: { en: "Revoked.", zh: "已撤销。" },
};
