import type { ChannelWords } from "../kit/channel-words.ts";
import { defineChannel } from "../kit/descriptor.ts";
import { telegramDoctor } from "./doctor.ts";
import { telegramProblems, telegramSection, telegramSettings, webhookSecrets } from "./section.ts";
import { telegramChannel } from "./settings.ts";
import { webhookPath } from "./webhook.ts";

const telegramWords: ChannelWords = {
  name: { en: "Telegram", zh: "Telegram" },
  card: {
    hint: {
      en: "A bot of your own. It may write at any time: reminders always arrive here.",
      zh: "一个你自己的机器人。它随时可以发消息，提醒在这里总能送达。",
    },
    setup: {
      steps: {
        en: [
          "In Telegram, open @BotFather, send /newbot and choose a name.",
          "Paste the token it shows below, and press “Save and switch on”.",
          "Open the bot, press Start and send it a pairing code from this page.",
        ],
        zh: [
          "在 Telegram 里打开 @BotFather，发送 /newbot 并取个名字。",
          "把它给出的令牌粘贴到下面，点“保存并开启”。",
          "打开机器人，点“开始”，再把本页的配对码发给它。",
        ],
      },
      checkHint: {
        en: "Checks whether Telegram accepts the token.",
        zh: "检查 Telegram 是否接受令牌。",
      },
      otherwise: {
        en: "The address is needed for “updates: webhook” only. Polling, the default, needs none.",
        zh: "只有 updates: webhook 才需要这个地址；默认的轮询不需要。",
      },
    },
  },
  fields: {
    token: {
      label: { en: "Bot token", zh: "机器人令牌（token）" },
      hint: { en: "From BotFather.", zh: "由 BotFather 给出。" },
      must: {
        en: "must be the token that BotFather shows, such as 110201543:AAHdqTcv…",
        zh: "必须是 BotFather 给出的令牌，例如 110201543:AAHdqTcv…",
      },
    },
    updates: {
      label: { en: "How messages arrive", zh: "消息接收方式" },
      hint: {
        en: "polling needs no public address; webhook needs an https address.",
        zh: "polling（轮询）不需要公网地址；webhook 需要 https 地址。",
      },
    },
    webhook_secret: {
      label: { en: "Secret of the webhook", zh: "webhook 密钥" },
      hint: { en: "Only for “webhook”: make one up.", zh: "只在选择 webhook 时需要，自己定一个。" },
      must: {
        en: "must have 16 to 256 letters, digits, _ or -",
        zh: "必须是 16 到 256 个字母、数字、_ 或 -",
      },
      main: false,
    },
  },
  troubles: {
    blocked: {
      en: "The person has stopped the bot in Telegram, or the group has removed it. It goes out when they write again.",
      zh: "对方在 Telegram 里停用了机器人，或群里移除了它。对方再发消息时会送出。",
    },
    another_poller: {
      en: "Another program receives this bot's messages.",
      zh: "另一个程序也在接收这个机器人的消息。",
    },
    webhook_not_set: {
      en: "Telegram did not accept this server's address.",
      zh: "Telegram 没有接受本服务器的地址。",
    },
    unknown_chat: { en: "This chat no longer exists.", zh: "这个聊天已不存在。" },
  },
};

export const telegram = defineChannel({
  name: "telegram",
  provider: telegramChannel,
  settings: {
    schema: telegramSection,
    problems: telegramProblems,
    webhookSecrets: { webhook_secret: { read: webhookSecrets, isChosenHere: true } },
  },
  capabilities: { bindsPeople: true, handlesFiles: ({ enabled }) => enabled },
  webhooks: [{ path: webhookPath, methods: ["post"], below: "<bot_id>" }],
  words: telegramWords,
  doctor: telegramDoctor,
  wire: async (on) => {
    const { createTelegram } = await import("./create.ts");
    const made = createTelegram({
      ...on,
      quotes: on.storage.quotes,
      pushes: on.storage.pushes,
      settings: telegramSettings(on.section, {
        publicUrl: on.publicUrl,
        webhookSecrets: on.webhookSecrets.webhook_secret,
      }),
    });
    let held: { close(): Promise<void> } | undefined;
    return {
      channel: made.channel,
      webhooks: () => made.webhooks,
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
