import type { Both } from "./command.ts";

export const startHelp: Both = {
  en: [
    "npx meanwhile start [--port <n>] [--host <address>] [--role gateway|worker]",
    "",
    "  --port   default 7788, for a worker alone any free port; 0 uses any free port",
    "  --host   default 127.0.0.1; an address that others can reach needs MEANWHILE_OPERATOR_TOKEN",
    "  --role   what this process does; both by default (repeat it for several)",
    "Ctrl-C stops it; a second Ctrl-C stops it at once. Log lines go to standard error.",
  ].join("\n"),
  zh: [
    "npx meanwhile start [--port <端口>] [--host <地址>] [--role gateway|worker]",
    "",
    "  --port   默认 7788，仅作 worker 的进程默认用任意空闲端口；0 表示任意空闲端口",
    "  --host   默认 127.0.0.1；别人能访问的地址需要设置 MEANWHILE_OPERATOR_TOKEN",
    "  --role   本进程的角色，默认两者都做（可重复）",
    "按 Ctrl-C 停止；再按一次立即停止。日志写到标准错误。",
  ].join("\n"),
};

export const startWords = {
  notReloaded: {
    en: "The reloaded settings have mistakes; nothing was changed.",
    zh: "重新读取的设置有误，没有做任何改动。",
  },
  ready: (url: string) => ({ en: `Meanwhile is running: ${url}`, zh: `Meanwhile 已启动：${url}` }),
  working: (url: string) => ({
    en: `A worker is running. Its health: ${url}/readyz`,
    zh: `一个工作进程正在运行。健康状态：${url}/readyz`,
  }),
  link: (link: string, command: string) => ({
    en: `Sign in here (15 minutes, one use): ${link}\n  For another link: ${command}`,
    zh: `登录链接（15 分钟内有效，只能用一次）：${link}\n  获取新链接：${command}`,
  }),
  linkElsewhere: (command: string) => ({
    en: `To sign in, create a one-time link: ${command}`,
    zh: `要登录，请生成一次性链接：${command}`,
  }),
  notNotified: (reason: string) => ({
    en: `The notification to systemd that the start is done failed. ${reason}`,
    zh: `无法通知 systemd 启动已完成。${reason}`,
  }),
  data: (directory: string | undefined) =>
    directory === undefined
      ? {
          en: "Data: in the database of DATABASE_URL.",
          zh: "数据：在 DATABASE_URL 指定的数据库里。",
        }
      : { en: `Data: ${directory}`, zh: `数据：${directory}` },
  model: (name: string, host: string) => ({
    en: `Model: ${name} at ${host}`,
    zh: `模型：${name}（${host}）`,
  }),
  noModel: {
    en: "No language model is connected: reminders work, but chatting does not yet. Connect one in the page: Settings, Language model.",
    zh: "还没有连接语言模型：提醒照常可用，但还不能聊天。请在页面里连接：设置 → 语言模型。",
  },
  how: { en: "Ctrl-C stops it.", zh: "按 Ctrl-C 停止。" },
  building: { en: "The page is being built; this happens once.", zh: "正在构建网页，只需一次。" },
  built: (seconds: number) => ({
    en: `The page is ready (${seconds.toFixed(1)} s).`,
    zh: `网页已就绪（${seconds.toFixed(1)} 秒）。`,
  }),
  cannotBuild: (root: string) => ({
    en: `It is not built, and this user can't write to ${root}. Run npm run build there as the user who can, then start again.`,
    zh: `网页还没有构建，而当前用户不能写入 ${root}。请用有权限的用户在那里运行 npm run build，然后重新启动。`,
  }),
  noPage: (reason: string) => ({
    en: `The page is unavailable for now; the API works. ${reason}`,
    zh: `暂时没有网页，API 照常可用。${reason}`,
  }),
  waiting: (command: string, pid: number) => ({
    en: `Waiting for \`${command}\` (process ${pid}) to finish.`,
    zh: `正在等待 \`${command}\`（进程 ${pid}）结束。`,
  }),
  stopping: { en: "Stopping…", zh: "正在停止……" },
  stopped: { en: "Stopped.", zh: "已停止。" },
  slow: {
    en: "Some work did not finish in time. Nothing is lost: the next start continues it.",
    zh: "有些工作没能及时结束。不会丢失：下次启动会接着做。",
  },
  failed: (reason: string) => ({
    en: `Meanwhile must stop. ${reason}`,
    zh: `Meanwhile 必须停止。${reason}`,
  }),
};
