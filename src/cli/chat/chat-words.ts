import type { Both } from "../command.ts";

export const chatHelp: Both = {
  en: [
    "npx meanwhile chat                                 with the instance running here, as the operator",
    "npx meanwhile chat --url <address> --token <token> with any other",
    "  --conversation <id>   continues an earlier conversation",
    "",
    "Ctrl-C stops the current answer; again, or Ctrl-D, quits. From a pipe, each line is a message, and the",
    "next one waits for its answer.",
  ].join("\n"),
  zh: [
    "npx meanwhile chat                                 以管理员身份与本机的实例聊天",
    "npx meanwhile chat --url <地址> --token <令牌>     与别处的实例聊天",
    "  --conversation <编号>   接着之前的会话",
    "",
    "按 Ctrl-C 停止正在写的回复；再按一次或按 Ctrl-D 离开。从管道输入时，每行一条消息，等到回复再发下一条。",
  ].join("\n"),
};

export const chatWords = {
  both: { en: "--url and --token belong together.", zh: "--url 和 --token 要一起用。" },
  url: {
    en: "--url must begin with http:// or https://.",
    zh: "--url 要以 http:// 或 https:// 开头。",
  },
  welcome: { en: "Ctrl-C stops an answer, Ctrl-D quits.", zh: "Ctrl-C 停止回复，Ctrl-D 离开。" },
  stopped: { en: "(stopped)", zh: "（已停止）" },
  trying: { en: "Trying again…", zh: "正在重试……" },
  goOn: (id: string) => ({
    en: `\nTo continue: npx meanwhile chat --conversation ${id}`,
    zh: `\n接着聊：npx meanwhile chat --conversation ${id}`,
  }),
};
