import { createInterface } from "node:readline";
import { type Call, type Command, text, UsageError } from "./command.ts";
import { openBridge } from "./mcp/bridge.ts";
import type { OwnPlace } from "./own-token.ts";

/** Held by the program that starts this one, so that it is in no list of processes. */
const tokenVariable = "MCP_TOKEN";

export const mcp: Command = {
  options: { url: { type: "string" }, token: { type: "string" } },
  help: {
    en: [
      "npx meanwhile mcp                   with the instance running here, as the operator",
      "npx meanwhile mcp --url <address>   with any other; the token comes from MCP_TOKEN or --token",
      "",
      "Speaks the Model Context Protocol on standard input and output. See docs/mcp.md.",
    ].join("\n"),
    zh: [
      "npx meanwhile mcp                 以管理员身份连接本机的实例",
      "npx meanwhile mcp --url <地址>    连接别处的实例；令牌取自 MCP_TOKEN 或 --token",
      "",
      "在标准输入输出上使用 MCP 协议。见 docs/mcp.zh.md。",
    ].join("\n"),
  },
  async run(call) {
    const url = text(call, "url");
    if (url === undefined) {
      // A client that waits for another server need not wait for the parts of this one.
      const { withOwnToken } = await import("./own-token.ts");
      return withOwnToken(call, { command: "meanwhile mcp" }, (on) => bridge(call, on));
    }
    if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ""))
      throw new UsageError(words.url[call.language]);
    const token = text(call, "token") ?? call.terminal.env[tokenVariable];
    if (token === undefined || token === "") throw new UsageError(words.token[call.language]);
    return bridge(call, { url, token, language: call.language });
  },
};

/** Each line is a message. The answers may come in another order. */
async function bridge({ terminal }: Call, place: OwnPlace): Promise<number> {
  const open = openBridge(place, (line) => void terminal.stdout.write(`${line}\n`));
  const lines = createInterface({ input: terminal.stdin });
  const unhear = terminal.onSignal(() => lines.close());
  try {
    for await (const line of lines) if (line.trim() !== "") open.send(line);
    await open.settle();
    return 0;
  } finally {
    unhear();
    open.close();
  }
}

const words = {
  url: {
    en: "--url must begin with http:// or https://.",
    zh: "--url 要以 http:// 或 https:// 开头。",
  },
  token: {
    en: "With --url, set the token in MCP_TOKEN or give --token.",
    zh: "用 --url 时，请在 MCP_TOKEN 里设置令牌，或用 --token。",
  },
} as const;
