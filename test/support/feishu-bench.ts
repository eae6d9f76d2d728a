import { createFeishu } from "../../src/channels/feishu/create.ts";
import type { FeishuSettings } from "../../src/channels/feishu/settings.ts";
import { startFeishuServer } from "../vendors/feishu/server.ts";
import { openBotBench } from "./bot-bench.ts";

export const feishuApp = "cli_a000000000000009";
const feishuKey = "an-encrypt-key-0009";

/** Feishu's channel before its vendor, over real sockets. */
export async function openFeishuBench(
  change: Partial<FeishuSettings> & { readonly events?: "connection" | "callback" } = {},
) {
  const server = await startFeishuServer([feishuApp]);
  const { events = "connection", ...more } = change;
  const bench = await openBotBench({ channel: "feishu", channelAccount: feishuApp }, (parts) =>
    createFeishu({
      ...parts,
      settings: {
        apps: [{ id: feishuApp, secret: server.secretOf(feishuApp), events }],
        busyPolicy: "supersede",
        access: "paired",
        allowedUsers: [],
        allowedGroups: ["*"],
        sharedGroups: [],
        encryptKeys: [feishuKey],
        streams: true,
        apiBaseUrl: server.url,
        allowedHosts: ["127.0.0.1", new URL(server.line.url.replace("ws", "http")).host],
        ...more,
      },
    }),
  );
  return {
    ...bench,
    server,
    async close() {
      await bench.close();
      await server.close();
    },
  };
}

export type FeishuBench = Awaited<ReturnType<typeof openFeishuBench>>;
