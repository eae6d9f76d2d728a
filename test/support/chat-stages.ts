import { systemClock } from "../../src/cli/system.ts";
import { dingtalkApps, dingtalkMessage } from "../laws/channels/dingtalk.ts";
import { discordBots } from "../laws/channels/discord.ts";
import {
  feishuApps,
  feishuKey,
  feishuMessage,
  sealFeishu,
  signFeishu,
} from "../laws/channels/feishu.ts";
import { slackApps, slackMessage } from "../laws/channels/slack.ts";
import { startDingtalkServer } from "../vendors/dingtalk/server.ts";
import { startDiscordServer } from "../vendors/discord/server.ts";
import { startFeishuServer } from "../vendors/feishu/server.ts";
import { startSlackServer } from "../vendors/slack/server.ts";
import { startTelegramServer } from "../vendors/telegram/server.ts";
import { type ChatStage, createCaller, settingsOf } from "./chat-stage.ts";
import { pageStage } from "./page-stage.ts";
import { wecomCallbackStage } from "./wecom-callback-stage.ts";
import { startWecomSocketServer } from "../vendors/wecom-socket-server.ts";

const socketHost = (url: string): string => new URL(url.replace("ws", "http")).host;

async function openTelegram(updates: "polling" | "webhook"): Promise<ChatStage> {
  const bot = "7100000009";
  const secret = "the-telegram-secret-0009";
  const server = await startTelegramServer([bot]);
  const complaints: string[] = [];
  const { reach, call } = createCaller(complaints);
  /** A draft disappears by itself when its sender is gone. */
  const drafts = new Map<unknown, string>();
  let read = 0;
  return {
    name: updates === "polling" ? "Telegram" : "Telegram by webhook",
    env: {
      ...(updates === "polling"
        ? {}
        : { MEANWHILE_SERVER__PUBLIC_URL: "https://meanwhile.example" }),
      ...settingsOf("TELEGRAM", {
        access: "open",
        updates,
        webhook_secret: secret,
        token: server.tokenOf(bot),
        api_base_url: server.url,
        allowed_hosts: "127.0.0.1",
      }),
    },
    reach,
    isLive: () => updates === "polling" || server.webhooks.has(bot),
    says(text, person = 1) {
      const from = { id: 700_000_000 + person, is_bot: false, first_name: "Ada" };
      const chat = { id: from.id, type: "private" };
      const message = { message_id: 1, from, chat, date: 1, text };
      if (updates === "polling") return server.queue(bot, { message });
      return call(`/webhooks/telegram/${bot}`, JSON.stringify({ update_id: person, message }), {
        "x-telegram-bot-api-secret-token": secret,
      });
    },
    seen() {
      for (const { method, fields } of server.calls.slice(read))
        if (method === "sendMessageDraft") drafts.set(fields["chat_id"], String(fields["text"]));
      read = server.calls.length;
      return server.seen.length === 0 ? [...drafts.values()] : server.seen.map(({ text }) => text);
    },
    get violations() {
      return [...server.violations, ...complaints];
    },
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

async function openFeishu(events: "connection" | "callback"): Promise<ChatStage> {
  const app = feishuApps.first;
  const server = await startFeishuServer([app]);
  const complaints: string[] = [];
  const { reach, call } = createCaller(complaints);
  const { url: api_base_url, line } = server;
  return {
    name: events === "connection" ? "Feishu" : "Feishu by callback",
    env: settingsOf("FEISHU", {
      access: "open",
      app_id: app,
      events,
      encrypt_key: feishuKey,
      app_secret: server.secretOf(app),
      api_base_url,
      allowed_hosts: `127.0.0.1,${socketHost(line.url)}`,
    }),
    reach,
    isLive: () => events === "callback" || line.isLive(app),
    says(text, person = 1) {
      const event = feishuMessage(app, `ou_${person}`, { text, id: String(person) });
      if (events === "connection") return line.give(app, event);
      const body = sealFeishu(event);
      return call(`/webhooks/feishu/${app}`, body, signFeishu(body));
    },
    seen: () =>
      server.messages.filter(({ isDeleted }) => !isDeleted).map((each) => server.wordsIn(each)),
    get violations() {
      return [...server.violations, ...complaints];
    },
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

/** Those that show an unfinished answer in a message or a draft of their own, over lines that the product opens. */
export const editingStages = [
  () => openTelegram("polling"),
  discordStage,
  slackStage,
  () => openFeishu("connection"),
  dingtalkStage,
] as const;

/** Those that call the product, and the page. WeCom by callback has tests of its own. */
export const calledStages = [
  () => openTelegram("webhook"),
  () => openFeishu("callback"),
  pageStage,
] as const;

/** One for each kind of channel that shows an answer while it is written. */
export const streamingStages = [
  ...editingStages,
  ...calledStages,
  wecomStage,
  wecomCallbackStage,
] as const;
