import type { ChannelWords } from "../kit/channel-words.ts";

export const feishuWords: ChannelWords = {
  name: { en: "Feishu", zh: "飞书" },
  fullName: { en: "Feishu or Lark", zh: "飞书（Lark）" },
  card: {
    hint: {
      en: "A self-built app of your own, in private and in groups. It may write at any time: reminders always arrive here.",
      zh: "一个你自己的自建应用，可私聊，也可在群里使用。它随时可以发消息，提醒在这里总能送达。",
    },
    setup: {
      steps: {
        en: [
          "At open.feishu.cn (Lark: open.larksuite.com), create a self-built app and add the feature Bot.",
          "Paste App ID and App Secret below and press “Save and switch on”.",
          "Under Permissions, add im:message, im:message:send_as_bot, im:resource and cardkit:card:write.",
          "Under Events & Callbacks, choose the long connection for both; add the event im.message.receive_v1 and the callback card.action.trigger.",
          "Publish a version, then send the bot a pairing code from this page.",
        ],
        zh: [
          "在 open.feishu.cn（Lark：open.larksuite.com）创建企业自建应用，添加机器人能力。",
          "把 App ID 和 App Secret 粘贴到下面，点“保存并开启”。",
          "在权限管理里开通 im:message、im:message:send_as_bot、im:resource 和 cardkit:card:write。",
          "在事件与回调里，事件和回调都选长连接；添加事件 im.message.receive_v1 和回调 card.action.trigger。",
          "发布版本，然后把本页的配对码发给机器人。",
        ],
      },
      checkHint: {
        en: "Checks whether Feishu accepts the app and knows its bot.",
        zh: "检查飞书是否接受这个应用，机器人是否可用。",
      },
      otherwise: {
        en: "The address is needed for “events: callback” only. The long connection, the default, needs none.",
        zh: "只有 events: callback 需要这个地址。默认的长连接不需要。",
      },
    },
  },
  fields: {
    app_id: {
      label: { en: "App ID", zh: "App ID" },
      hint: { en: "From Credentials & Basic Info.", zh: "在“凭证与基础信息”页。" },
      must: {
        en: "must be the app's id, which begins with cli_",
        zh: "必须是应用的 App ID，以 cli_ 开头",
      },
    },
    app_secret: {
      label: { en: "App Secret", zh: "App Secret" },
      hint: { en: "From the same page.", zh: "在同一页。" },
    },
    events: { label: { en: "How messages arrive", zh: "消息如何到达" } },
    encrypt_key: {
      label: { en: "Encrypt Key", zh: "Encrypt Key" },
      hint: {
        en: "Needed for callbacks only.",
        zh: "只有回调方式需要。",
      },
    },
  },
  troubles: {
    out_of_scope: {
      en: "The app is not available to this person. It goes out when an administrator makes it available and they write.",
      zh: "这个人不在应用的可用范围内。管理员开放并且对方再发消息后会送出。",
    },
    no_permission: {
      en: "The app may not write here, or lacks a permission.",
      zh: "应用无权在这里发言，或缺少权限。",
    },
    unknown_chat: { en: "This chat no longer exists.", zh: "这个会话已不存在。" },
    credentials_refused: {
      en: "Feishu refuses the app's id or secret.",
      zh: "飞书拒绝了应用的 App ID 或 App Secret。",
    },
    too_many_connections: {
      en: "The app has too many connections elsewhere.",
      zh: "这个应用在别处的连接太多。",
    },
  },
};
