import type { FieldWords } from "../kit/field-words.ts";

export const aesKeyForm = {
  en: "must be the 43 letters and digits of WeCom's EncodingAESKey",
  zh: "必须是企业微信 EncodingAESKey 的 43 个字母和数字",
} as const;
const robotForm = {
  en: "must be the webhook of a group robot: https://…/cgi-bin/webhook/send?key=…",
  zh: "必须是群机器人的 webhook：https://…/cgi-bin/webhook/send?key=…",
} as const;

/** A bot that is written beside `bots`, or one of `bots`. */
const ofBot: Readonly<Record<string, FieldWords>> = {
  transport: {
    label: { en: "How messages arrive", zh: "消息接收方式" },
    hint: {
      en: "long_connection needs no public address; callback needs an https address.",
      zh: "long_connection（长连接）不需要公网地址；callback（回调）需要 https 地址。",
    },
    main: true,
  },
  bot_id: {
    label: { en: "Robot's id", zh: "机器人 ID" },
    hint: { en: "Needed for the long connection.", zh: "长连接需要。" },
  },
  secret: {
    label: { en: "Secret of the long connection", zh: "长连接 Secret" },
    hint: { en: "From WeCom's console.", zh: "在企业微信后台查看。" },
  },
  token: {
    label: { en: "Token of the callback", zh: "回调 Token" },
    hint: { en: "From WeCom's console.", zh: "在企业微信后台查看。" },
  },
  encoding_aes_key: {
    label: { en: "EncodingAESKey of the callback", zh: "回调 EncodingAESKey" },
    hint: { en: "43 letters and digits.", zh: "43 个字母和数字。" },
    must: aesKeyForm,
  },
  bot_name: {
    label: { en: "Robot's name in groups", zh: "机器人在群里的名字" },
    hint: { en: "Only needed when the name has spaces.", zh: "名字里有空格时才需要。" },
    main: false,
  },
};

const inBots = Object.fromEntries(
  Object.entries(ofBot).map(([name, words]) => [`bots.${name}`, words]),
);

/** The form of the section on the page. */
export const wecomFields: Readonly<Record<string, FieldWords>> = {
  ...ofBot,
  ...inBots,
  bots: {
    label: { en: "More robots", zh: "更多机器人" },
    hint: {
      en: "Each with an address or a connection of its own.",
      zh: "每个机器人有自己的地址或长连接。",
    },
    main: false,
  },
  "previous.token": { label: { en: "Previous token", zh: "旧 Token" }, main: false },
  "previous.encoding_aes_key": {
    label: { en: "Previous EncodingAESKey", zh: "旧 EncodingAESKey" },
    must: aesKeyForm,
    main: false,
  },
  ws_url: { label: { en: "Address of long connections", zh: "长连接地址" } },
  group_shared_history_enabled: {
    label: { en: "Groups may share one conversation", zh: "允许群成员共用一个对话" },
  },
  group_shared_history_chat_ids: {
    label: { en: "Groups that share one conversation", zh: "共用一个对话的群（chatid）" },
    hint: { en: "One per line.", zh: "每行一个。" },
  },
  file_retention_days: { label: { en: "Days until files are deleted", zh: "文件保留天数" } },
  max_file_size_mb: { label: { en: "Largest file, in megabytes", zh: "文件大小上限（MB）" } },
  response_url_cache_per_scope: {
    label: { en: "Reply addresses kept for a conversation", zh: "每个对话保留的回复地址数" },
  },
  lock_timeout_secs: { label: { en: "Longest answer, in seconds", zh: "单次回答时限（秒）" } },
  history_max_turns: { label: { en: "Earlier messages it sees", zh: "参考的历史消息数" } },
  fallback_robot_webhook_url: {
    label: { en: "Webhook of a fallback robot", zh: "备用群机器人 webhook" },
    must: robotForm,
    main: false,
  },
  fallback_robot_private_text: {
    label: { en: "The fallback robot may post private texts", zh: "备用机器人可发送私聊内容" },
  },
  push_urls: { label: { en: "Robots of conversations", zh: "各对话的推送机器人" }, main: false },
  "push_urls.scope": { label: { en: "Conversation", zh: "对话" } },
  "push_urls.url": { label: { en: "Webhook", zh: "webhook" }, must: robotForm },
  "push_urls.bot": { label: { en: "Robot", zh: "机器人" } },
  admin_users: {
    label: { en: "Administrators", zh: "管理员（userid）" },
    hint: {
      en: "They may stop anyone's answer. One per line.",
      zh: "可以停止任何人的回答。每行一个。",
    },
  },
  replay_window_secs: { label: { en: "Oldest callback, in seconds", zh: "回调有效期（秒）" } },
  welcome_text: { label: { en: "Welcome", zh: "欢迎语" }, main: false },
  welcome_buttons: {
    label: { en: "Suggestions in the welcome", zh: "欢迎语里的建议按钮" },
    hint: { en: "One per line.", zh: "每行一个。" },
  },
  thoughts: { label: { en: "Show the model's reasoning, folded", zh: "折叠显示模型的思考过程" } },
  stop_button: { label: { en: "Stop button while busy", zh: "正忙时显示停止按钮" } },
};
