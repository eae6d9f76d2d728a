import type { ChannelWords } from "../kit/channel-words.ts";

export const slackWords: ChannelWords = {
  name: { en: "Slack", zh: "Slack" },
  card: {
    hint: {
      en: "An app of your own, in private and in channels. It may write at any time: reminders always arrive here.",
      zh: "一个你自己的应用，可私聊，也可在频道里使用。它随时可以发消息，提醒在这里总能送达。",
    },
    setup: {
      steps: {
        en: [
          "At api.slack.com/apps, press Create New App → From a manifest, and paste the manifest from docs/slack.md.",
          "Under Basic Information → App-Level Tokens, generate a token with connections:write (xapp-…).",
          "Under Install App, install it and copy the Bot User OAuth Token (xoxb-…).",
          "Paste both below and press “Save and switch on”.",
          "In Slack, open the app under Apps and send it a pairing code from this page.",
        ],
        zh: [
          "在 api.slack.com/apps 点 Create New App → From a manifest，粘贴 docs/slack.zh.md 里的清单。",
          "在 Basic Information → App-Level Tokens 生成一个带 connections:write 的令牌（xapp-…）。",
          "在 Install App 安装应用，复制 Bot User OAuth Token（xoxb-…）。",
          "把两个令牌粘贴到下面，点“保存并开启”。",
          "在 Slack 的 Apps 里打开它，把本页的配对码发给它。",
        ],
      },
      checkHint: {
        en: "Checks whether Slack accepts both tokens.",
        zh: "检查 Slack 是否接受这两个令牌。",
      },
    },
  },
  fields: {
    app_token: {
      label: { en: "App-level token", zh: "应用级令牌（App-Level Token）" },
      hint: {
        en: "From Basic Information, with the scope connections:write.",
        zh: "在 Basic Information 页，需要 connections:write 权限。",
      },
      must: {
        en: "must be an app-level token, which begins with xapp-",
        zh: "必须是应用级令牌，以 xapp- 开头",
      },
    },
    bot_token: {
      label: { en: "Bot token", zh: "机器人令牌（Bot User OAuth Token）" },
      hint: { en: "From Install App.", zh: "在 Install App 页。" },
      must: {
        en: "must be the bot's token, which begins with xoxb-",
        zh: "必须是机器人令牌，以 xoxb- 开头",
      },
    },
    allowed_groups: {
      label: { en: "Channels in which it answers", zh: "在哪些频道里回复" },
      hint: { en: "One id per line. * stands for all.", zh: "每行一个编号，* 表示全部。" },
    },
    shared_groups: {
      label: { en: "Channels that share one conversation", zh: "全体成员共用一个对话的频道" },
      hint: { en: "One id per line. * stands for all.", zh: "每行一个编号，* 表示全部。" },
    },
  },
  troubles: {
    no_permission: {
      en: "The app may not write here, or lacks a permission.",
      zh: "应用无权在这里发言，或缺少权限。",
    },
    messages_off: {
      en: "Private messages with the app are switched off. Under App Home, allow messages; it goes out when the person writes again.",
      zh: "应用没有开启私聊。请在 App Home 里允许消息；对方再发消息时会送出。",
    },
    unknown_chat: {
      en: "This channel or person no longer exists in Slack.",
      zh: "Slack 里已没有这个频道或这个人。",
    },
    credentials_refused: {
      en: "Slack refuses one of the app's tokens.",
      zh: "Slack 拒绝了应用的令牌。",
    },
    socket_mode_off: {
      en: "Socket Mode is switched off for this app.",
      zh: "这个应用没有开启 Socket Mode。",
    },
  },
};
