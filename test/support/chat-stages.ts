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
import { startWecomSocketServer } from "../vendors/wecom-socket-server.ts";

/** A chat app in which people see an answer while it is written. */
export interface ChatStage {
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  isLive(): boolean;
  /** Each number is a person with a private chat of their own. */
  says(text: string, person?: number): unknown;
  /** What there is to read now, of everyone. */
  seen(): readonly string[];
  readonly violations: readonly string[];
  close(): Promise<void>;
}

const socketHost = (url: string): string => new URL(url.replace("ws", "http")).host;
/** The settings of a section, for a server of ours. */
const settingsOf = (section: string, values: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries({ enabled: "true", ...values }).map(([name, value]) => [
      `MEANWHILE_CHANNELS__${section}__${name.toUpperCase()}`,
      value,
    ]),
  );

async function telegramStage(): Promise<ChatStage> {
  const bot = "7100000009";
  const server = await startTelegramServer([bot]);
  /** A draft disappears by itself when its sender is gone. */
  const drafts = new Map<unknown, string>();
  let read = 0;
  return {
    name: "Telegram",
    env: settingsOf("TELEGRAM", {
      access: "open",
      token: server.tokenOf(bot),
      api_base_url: server.url,
      allowed_hosts: "127.0.0.1",
    }),
    isLive: () => true,
    says(text, person = 1) {
      const from = { id: 700_000_000 + person, is_bot: false, first_name: "Ada" };
      const chat = { id: from.id, type: "private" };
      return server.queue(bot, { message: { message_id: 1, from, chat, date: 1, text } });
    },
    seen() {
      for (const { method, fields } of server.calls.slice(read))
        if (method === "sendMessageDraft") drafts.set(fields["chat_id"], String(fields["text"]));
      read = server.calls.length;
      return server.seen.length === 0 ? [...drafts.values()] : server.seen.map(({ text }) => text);
    },
    violations: server.violations,
    close: () => server.close(),
  };
}

async function discordStage(): Promise<ChatStage> {
  const bot = discordBots.first;
  const server = await startDiscordServer([bot]);
  const { url: api_base_url, gateway } = server;
  return {
    name: "Discord",
    env: settingsOf("DISCORD", {
      access: "open",
      token: server.tokenOf(bot),
      api_base_url,
      allowed_hosts: `127.0.0.1,${socketHost(gateway.url)}`,
    }),
    isLive: () => gateway.isLive(bot),
    says(content, person = 1) {
      const id = String(920_000_000_000 + person);
      return gateway.dispatch(bot, "MESSAGE_CREATE", {
        id: String(990_000_000_000_000_000n + BigInt(person)),
        type: 0,
        channel_id: server.directChannel(id),
        author: { id, username: "ada", global_name: "Ada" },
        content,
        mentions: [],
        attachments: [],
      });
    },
    seen: () =>
      server.messages
        .filter(({ isDeleted }) => !isDeleted)
        .map(({ fields }) => String(fields["content"])),
    violations: server.violations,
    close: () => server.close(),
  };
}

async function slackStage(): Promise<ChatStage> {
  const app = slackApps.first;
  const server = await startSlackServer([app], systemClock);
  const { url: api_base_url, line } = server;
  return {
    name: "Slack",
    env: settingsOf("SLACK", {
      access: "open",
      app_token: server.appToken(app),
      bot_token: server.botToken(app),
      api_base_url,
      allowed_hosts: `127.0.0.1,${socketHost(line.url)}`,
    }),
    isLive: () => line.isLive(app),
    says(text, person = 1) {
      const user = `U${100 + person}`;
      const place = { channel: server.directChat(app, user), user };
      const id = String(1_767_600_000_000_000_000n + BigInt(person));
      return line.give(app, slackMessage(app, place, { text, id }));
    },
    seen: () =>
      server.messages.filter(({ isDeleted }) => !isDeleted).map((each) => server.wordsIn(each)),
    violations: server.violations,
    close: () => server.close(),
  };
}

async function feishuStage(): Promise<ChatStage> {
  const app = feishuApps.first;
  const server = await startFeishuServer([app]);
  const { url: api_base_url, line } = server;
  return {
    name: "Feishu",
    env: settingsOf("FEISHU", {
      access: "open",
      app_id: app,
      app_secret: server.secretOf(app),
      api_base_url,
      allowed_hosts: `127.0.0.1,${socketHost(line.url)}`,
    }),
    isLive: () => line.isLive(app),
    says: (text, person = 1) =>
      line.give(app, feishuMessage(app, `ou_${person}`, { text, id: String(person) })),
    seen: () =>
      server.messages.filter(({ isDeleted }) => !isDeleted).map((each) => server.wordsIn(each)),
    violations: server.violations,
    close: () => server.close(),
  };
}

async function dingtalkStage(): Promise<ChatStage> {
  const app = dingtalkApps.first;
  const server = await startDingtalkServer([app]);
  const { url, line } = server;
  return {
    name: "DingTalk",
    env: settingsOf("DINGTALK", {
      access: "open",
      client_id: app,
      client_secret: server.secretOf(app),
      card_template: "template.schema",
      api_base_url: url,
      upload_base_url: url,
      allowed_hosts: `127.0.0.1,${socketHost(line.url)}`,
    }),
    isLive: () => line.isLive(app),
    says: (text, person = 1) =>
      line.give(app, dingtalkMessage(app, `staff-${person}`, { text, id: String(person) })),
    seen: () => [
      ...[...server.cards.values()].map(({ content }) => content),
      ...server.messages.map((each) => server.wordsIn(each)),
    ],
    violations: server.violations,
    close: () => server.close(),
  };
}

async function wecomStage(): Promise<ChatStage> {
  const bot = "AIB1";
  const server = await startWecomSocketServer({ clock: systemClock });
  server.bot(bot, "s3cret");
  return {
    name: "WeCom",
    env: settingsOf("WECOM", {
      transport: "long_connection",
      bot_id: bot,
      secret: "s3cret",
      ws_url: server.url,
      allowed_hosts: "127.0.0.1",
    }),
    isLive: () => server.isLive(bot),
    says: (text, person = 1) => server.text({ userid: `staff-${person}` }, text),
    seen: () => server.bubbles.map(({ content }) => content),
    violations: server.violations,
    close: () => server.close(),
  };
}

/** Those that show an unfinished answer in a message or a draft of their own. */
export const editingStages = [
  telegramStage,
  discordStage,
  slackStage,
  feishuStage,
  dingtalkStage,
] as const;

/** One for each kind of channel that pushes an answer while it is written. */
export const streamingStages = [...editingStages, wecomStage] as const;
