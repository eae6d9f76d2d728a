import type { Language } from "../../domain/language.ts";

interface NamedTool {
  readonly server: string;
  readonly tool: string;
}

type Say = (language: Language, zh: string, en: string) => string;
const say: Say = (language, zh, en) => (language === "zh" ? zh : en);

/** What is said of tools on other programs' servers. */
export const toolWords = {
  question: ({ server, tool }: NamedTool, args: string, to: Language): string =>
    say(
      to,
      `要用 ${server} 的 ${tool} 吗？会发给它：${args}\n回“允许”就用，回“不用”就算了。`,
      `Shall I use ${tool} of ${server}? It would be sent: ${args}\nReply “allow” to do it, or “no”.`,
    ),
  used: ({ server, tool }: NamedTool, to: Language): string =>
    say(to, `（已用 ${server} 的 ${tool}。）`, `(Used ${tool} of ${server}.)`),
  done: ({ server, tool }: NamedTool, text: string, to: Language): string =>
    say(
      to,
      `已用 ${server} 的 ${tool}。它说：\n${text}`,
      `Used ${tool} of ${server}. It says:\n${text}`,
    ),
  failed: ({ server, tool }: NamedTool, to: Language): string =>
    say(
      to,
      `${server} 的 ${tool} 没有成功，不确定它做了多少。`,
      `${tool} of ${server} did not work; how far it got is not known.`,
    ),
  refused: ({ server, tool }: NamedTool, text: string, to: Language): string =>
    say(
      to,
      `${server} 的 ${tool} 没有做。它说：\n${text}`,
      `${tool} of ${server} refused. It says:\n${text}`,
    ),
  blocked: ({ server }: NamedTool, to: Language): string =>
    say(
      to,
      `${server} 和批准时不一样了，所以没有用。要在“设置 → 工具”里再看一次。`,
      `${server} is not what was approved, so nothing was sent. It has to be read again in Settings → Tools.`,
    ),
  already_called: ({ server, tool }: NamedTool, to: Language): string =>
    say(
      to,
      `${server} 的 ${tool} 已经试过一次了，没有再试。`,
      `${tool} of ${server} was already tried once, and not again.`,
    ),
  declined: (to: Language): string => say(to, "好，没有用。", "OK, nothing was sent."),
};
