import { describe, expect, it } from "vitest";
import { systemClock } from "../../src/cli/system.ts";
import { dingtalkApps, dingtalkMessage } from "../laws/channels/dingtalk.ts";
import { discordBots } from "../laws/channels/discord.ts";
import { feishuApps, feishuMessage } from "../laws/channels/feishu.ts";
import { slackApps, slackMessage } from "../laws/channels/slack.ts";
import { startDingtalkServer } from "../vendors/dingtalk/server.ts";
import { startDiscordServer } from "../vendors/discord/server.ts";
import { startFeishuServer } from "../vendors/feishu/server.ts";
import { startSlackServer } from "../vendors/slack/server.ts";
import { startTelegramServer } from "../vendors/telegram/server.ts";
import { useWorlds } from "./use-worlds.ts";

/** A chat app in which people see an answer while it is written. */
interface Stage {
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  isLive(): boolean;
  says(text: string): unknown;
  /** What there is to read now. */
  seen(): readonly string[];
  readonly violations: readonly string[];
  close(): Promise<void>;
}

const socketHost = (url: string): string => new URL(url.replace("ws", "http")).host;
/** The settings of a section, for a server of ours. */
const settingsOf = (section: string, values: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries({ enabled: "true", access: "open", ...values }).map(([name, value]) => [
      `MEANWHILE_CHANNELS__${section}__${name.toUpperCase()}`,
      value,
    ]),
  );

async function telegramStage(): Promise<Stage> {
  const bot = "7100000009";
  const server = await startTelegramServer([bot]);
  const { url: api_base_url } = server;
  const from = { id: 700_000_001, is_bot: false, first_name: "Ada" };
  return {
    name: "t1",
    env: settingsOf("TELEGRAM", {
      token: server.tokenOf(bot),
      api_base_url,
      allowed_hosts: "127.0.0.1",
    }),
    isLive: () => true,
    says: (text) =>
      server.queue(bot, {
        message: { message_id: 1, from, chat: { id: from.id, type: "private" }, date: 1, text },
      }),
    // A draft disappears by itself when its sender is gone.
    seen: () => {
      const drafts = server.calls.filter(({ method }) => method === "sendMessageDraft");
      const last = String(drafts.at(-1)?.fields["text"]);
      return server.seen.length === 0 ? [last] : server.seen.map(({ text }) => text);
    },
    violations: server.violations,
    close: () => server.close(),
  };
}

async function discordStage(): Promise<Stage> {
  const bot = discordBots.first;
  const server = await startDiscordServer([bot]);
  const { url: api_base_url, gateway } = server;
  return {
    name: "d1",
    env: settingsOf("DISCORD", {
      token: server.tokenOf(bot),
      api_base_url,
      allowed_hosts: `127.0.0.1,${socketHost(gateway.url)}`,
    }),
    isLive: () => gateway.isLive(bot),
    says: (content) =>
      gateway.dispatch(bot, "MESSAGE_CREATE", {
        id: "990000000000000001",
        type: 0,
        channel_id: server.directChannel("920000000001"),
        author: { id: "920000000001", username: "ada", global_name: "Ada" },
        content,
        mentions: [],
        attachments: [],
      }),
    seen: () =>
      server.messages
        .filter(({ isDeleted }) => !isDeleted)
        .map(({ fields }) => String(fields["content"])),
    violations: server.violations,
    close: () => server.close(),
  };
}

async function slackStage(): Promise<Stage> {
  const app = slackApps.first;
  const server = await startSlackServer([app], systemClock);
  const { url: api_base_url, line } = server;
  const place = { channel: server.directChat(app, "U101"), user: "U101" };
  return {
    name: "s1",
    env: settingsOf("SLACK", {
      app_token: server.appToken(app),
      bot_token: server.botToken(app),
      api_base_url,
      allowed_hosts: `127.0.0.1,${socketHost(line.url)}`,
    }),
    isLive: () => line.isLive(app),
    says: (text) => line.give(app, slackMessage(app, place, { text, id: "1767600000000000001" })),
    seen: () =>
      server.messages.filter(({ isDeleted }) => !isDeleted).map((each) => server.wordsIn(each)),
    violations: server.violations,
    close: () => server.close(),
  };
}

async function feishuStage(): Promise<Stage> {
  const app = feishuApps.first;
  const server = await startFeishuServer([app]);
  const { url: api_base_url, line } = server;
  return {
    name: "f1",
    env: settingsOf("FEISHU", {
      app_id: app,
      app_secret: server.secretOf(app),
      api_base_url,
      allowed_hosts: `127.0.0.1,${socketHost(line.url)}`,
    }),
    isLive: () => line.isLive(app),
    says: (text) => line.give(app, feishuMessage(app, "ou_7", { text, id: "1" })),
    seen: () =>
      server.messages.filter(({ isDeleted }) => !isDeleted).map((each) => server.wordsIn(each)),
    violations: server.violations,
    close: () => server.close(),
  };
}

async function dingtalkStage(): Promise<Stage> {
  const app = dingtalkApps.first;
  const server = await startDingtalkServer([app]);
  const { url, line } = server;
  return {
    name: "k1",
    env: settingsOf("DINGTALK", {
      client_id: app,
      client_secret: server.secretOf(app),
      card_template: "template.schema",
      api_base_url: url,
      upload_base_url: url,
      allowed_hosts: `127.0.0.1,${socketHost(line.url)}`,
    }),
    isLive: () => line.isLive(app),
    says: (text) => line.give(app, dingtalkMessage(app, "staff-1", { text, id: "1" })),
    seen: () => [
      ...[...server.cards.values()].map(({ content }) => content),
      ...server.messages.map((each) => server.wordsIn(each)),
    ],
    violations: server.violations,
    close: () => server.close(),
  };
}

const stages = [telegramStage, discordStage, slackStage, feishuStage, dingtalkStage];

describe("chat apps that show an answer while it is written", { timeout: 120_000 }, () => {
  const inWorld = useWorlds();

  it("a process that is killed in the middle of its answers leaves no half of one: the next one gives each, whole and once", () =>
    inWorld(async (world) => {
      const open = await Promise.all(stages.map((start) => start()));
      const env = Object.assign({}, ...open.map((stage) => stage.env)) as Record<string, string>;
      try {
        const first = await world.start({ env });
        for (const { name, isLive, says } of open) {
          await world.until(isLive);
          void says(`${name} #hold`);
        }
        for (const { name, seen } of open) {
          await first.holding(name);
          await world.until(() => seen().join().startsWith(`thinking about ${name}`));
        }
        await first.kill();
        const next = await world.start({ env });
        await world.expireLeases();
        for (const { name } of open) {
          await next.holding(name);
          next.direct(`release ${name}`);
        }
        await world.until(
          async () =>
            (await world.db.rows("select 1 from delivery_attempt where status = 'sent'")).length ===
            open.length,
        );
        expect(open.map(({ seen }) => seen())).toEqual(open.map(({ name }) => [`re ${name}`]));
        expect(open.flatMap(({ violations }) => violations)).toEqual([]);
      } finally {
        for (const { close } of open) await close();
      }
    }));
});
