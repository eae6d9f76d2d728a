import { createDingtalk } from "../../src/channels/dingtalk/create.ts";
import type { DingtalkSettings } from "../../src/channels/dingtalk/settings.ts";
import { startDingtalkServer } from "../vendors/dingtalk/server.ts";
import { openBotBench } from "./bot-bench.ts";

export const dingtalkApp = "ding0000000009";

/** DingTalk's channel before its vendor, over real sockets. */
export async function openDingtalkBench(change: Partial<DingtalkSettings> = {}) {
  const server = await startDingtalkServer([dingtalkApp]);
  const secret = server.secretOf(dingtalkApp);
  const bench = await openBotBench({ channel: "dingtalk", channelAccount: dingtalkApp }, (parts) =>
    createDingtalk({
      ...parts,
      settings: {
        apps: [{ id: dingtalkApp, secret, robotCode: dingtalkApp }],
        busyPolicy: "supersede",
        access: "paired",
        allowedUsers: [],
        allowedGroups: ["*"],
        sharedGroups: [],
        cardTemplate: "template.schema",
        apiBaseUrl: server.url,
        uploadBaseUrl: server.url,
        allowedHosts: ["127.0.0.1", new URL(server.line.url.replace("ws", "http")).host],
        ...change,
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

export type DingtalkBench = Awaited<ReturnType<typeof openDingtalkBench>>;
