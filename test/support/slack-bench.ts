import { createSlack } from "../../src/channels/slack/create.ts";
import type { SlackSettings } from "../../src/channels/slack/settings.ts";
import type { Clock } from "../../src/domain/ports/clock.ts";
import { startSlackServer } from "../vendors/slack/server.ts";
import { openBotBench } from "./bot-bench.ts";
import { fakeClock } from "./fake-clock.ts";

export const slackApp = "A0000009";

/** Slack's channel before its vendor, over real sockets. */
export async function openSlackBench(change: Partial<SlackSettings> = {}) {
  let time: Pick<Clock, "now"> = fakeClock();
  const server = await startSlackServer([slackApp], { now: () => time.now() });
  const bench = await openBotBench({ channel: "slack", channelAccount: slackApp }, (parts) =>
    createSlack({
      ...parts,
      settings: {
        apps: [
          {
            id: slackApp,
            botToken: server.botToken(slackApp),
            appToken: server.appToken(slackApp),
          },
        ],
        busyPolicy: "supersede",
        access: "paired",
        allowedUsers: [],
        allowedGroups: ["*"],
        sharedGroups: [],
        streams: true,
        apiBaseUrl: server.url,
        allowedHosts: ["127.0.0.1", new URL(server.line.url.replace("ws", "http")).host],
        ...change,
      },
    }),
  );
  time = bench.clock;
  return {
    ...bench,
    server,
    async close() {
      await bench.close();
      await server.close();
    },
  };
}

export type SlackBench = Awaited<ReturnType<typeof openSlackBench>>;
