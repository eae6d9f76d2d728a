import type { ChannelWords } from "../kit/channel-words.ts";
import { defineChannel } from "../kit/descriptor.ts";
import { discordDoctor } from "./doctor.ts";
import { discordProblems, discordSection, discordSettings } from "./section.ts";
import { discordChannel } from "./settings.ts";

const discordWords: ChannelWords = {
  name: { en: "Discord", zh: "Discord" },
  card: {
    hint: {
      en: "A bot of your own, in private and on servers. It may write at any time: reminders always arrive here.",
      zh: "一个你自己的机器人，可私聊，也可在服务器里使用。它随时可以发消息，提醒在这里总能送达。",
    },
    setup: {
      steps: {
        en: [
          "At discord.com/developers/applications, create an application, open Bot and press Reset Token.",
          "Paste the token below, and press “Save and switch on”.",
          "Under Installation, copy the install link (scope bot, permission Send Messages) and add the bot to a server of yours.",
          "Open a private chat with the bot and send it a pairing code from this page.",
        ],
        zh: [
          "在 discord.com/developers/applications 新建应用，打开 Bot 并点 Reset Token。",
          "把令牌粘贴到下面，点“保存并开启”。",
          "在 Installation 里复制安装链接（scope 选 bot，权限选 Send Messages），把机器人加进你的服务器。",
          "打开与机器人的私聊，把本页的配对码发给它。",
        ],
      },
      checkHint: {
        en: "Checks whether Discord accepts the token.",
        zh: "检查 Discord 是否接受令牌。",
      },
    },
  },
  fields: {
    token: {
      label: { en: "Bot token", zh: "机器人令牌（token）" },
      hint: { en: "From the developer portal, page Bot.", zh: "在开发者后台的 Bot 页。" },
      must: {
        en: "must be the bot's token, which has three parts with dots between",
        zh: "必须是机器人令牌：三段，中间用点隔开",
      },
    },
    allowed_channels: {
      label: { en: "Channels in which it answers", zh: "在哪些频道里回复" },
      hint: { en: "One id per line. * stands for all.", zh: "每行一个编号，* 表示全部。" },
    },
    shared_channels: {
      label: { en: "Channels that share one conversation", zh: "全体成员共用一个对话的频道" },
      hint: { en: "One id per line. * stands for all.", zh: "每行一个编号，* 表示全部。" },
    },
  },
  troubles: {
    blocked: {
      en: "The person does not take messages from the bot: they share no server with it, or they blocked it. It goes out when they write again.",
      zh: "对方不接收机器人的消息：没有共同的服务器，或屏蔽了它。对方再发消息时会送出。",
    },
    no_permission: {
      en: "The bot may not write in this channel. Give it the permission to view it and to send messages.",
      zh: "机器人无权在这个频道发言，请给它查看频道和发送消息的权限。",
    },
    unknown_chat: { en: "This channel no longer exists.", zh: "这个频道已不存在。" },
    intents_refused: {
      en: "Discord does not let this bot receive messages.",
      zh: "Discord 不允许这个机器人接收消息。",
    },
    sharding_required: {
      en: "The bot is on too many servers for one connection.",
      zh: "机器人加入的服务器太多，一个连接不够。",
    },
    gateway_refused: {
      en: "Discord refuses the connection.",
      zh: "Discord 拒绝了连接。",
    },
    identify_limit: {
      en: "The bot connected too often today and waits until Discord allows it again.",
      zh: "机器人今天连接得太频繁，正在等待 Discord 允许。",
    },
  },
};

export const discord = defineChannel({
  name: "discord",
  provider: discordChannel,
  settings: { schema: discordSection, problems: discordProblems },
  capabilities: { bindsPeople: true, handlesFiles: ({ enabled }) => enabled },
  webhooks: [],
  words: discordWords,
  doctor: discordDoctor,
  wire: async (on) => {
    const { createDiscord } = await import("./create.ts");
    const made = createDiscord({
      ...on,
      quotes: on.storage.quotes,
      pushes: on.storage.pushes,
      settings: discordSettings(on.section),
    });
    let held: { close(): Promise<void> } | undefined;
    return {
      channel: made.channel,
      start: () => {
        held = on.isWorker ? made.start() : undefined;
      },
      close: async () => {
        await held?.close();
        await made.close();
      },
    };
  },
});
