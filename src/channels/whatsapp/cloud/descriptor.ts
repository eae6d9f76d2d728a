import { defineChannel } from "../../kit/descriptor.ts";
import { cloudChannel } from "./parse.ts";
import { whatsappProblems, whatsappSection, whatsappSettings } from "./section.ts";
import { webhookPath } from "./webhook.ts";
import { cloudDoctor } from "./doctor.ts";
import type { ChannelWords } from "../../kit/channel-words.ts";

const cloudWords: ChannelWords = {
  name: { en: "WhatsApp", zh: "WhatsApp" },
  card: {
    hint: {
      en: "The Cloud API of Meta, or an Evolution server of your own.",
      zh: "Meta 的 Cloud API，或自己的 Evolution 服务器。",
    },
    setup: {
      steps: {
        en: [
          "At developers.facebook.com, make an app of the type Business and add the product WhatsApp.",
          "Under App settings → Basic, copy the app secret. Under Business settings → System users, make a token with whatsapp_business_messaging. Under WhatsApp → API setup, copy the phone number id.",
          "Fill them in below, make up a verify token, and press “Save and switch on”.",
          "Under WhatsApp → Configuration, enter the address below with the same verify token, and subscribe to “messages”.",
        ],
        zh: [
          "在 developers.facebook.com 创建 Business 类型的应用，并添加 WhatsApp 产品。",
          "在“应用设置 → 基本”复制 app secret；在“商务设置 → 系统用户”生成带 whatsapp_business_messaging 权限的令牌；在“WhatsApp → API 设置”复制电话号码编号。",
          "填到下面，自己定一个 verify token，点“保存并开启”。",
          "在“WhatsApp → 配置”填写下面的地址和同一个 verify token，并订阅 “messages”。",
        ],
      },
      checkHint: {
        en: "Checks whether the vendor accepts the configured token.",
        zh: "检查平台是否接受所配置的令牌。",
      },
    },
  },
  fields: {
    app_secrets: {
      label: { en: "App secret", zh: "应用密钥（app secret）" },
      hint: { en: "For the signatures of Meta's calls.", zh: "Meta 用它给调用签名。" },
    },
    verify_tokens: {
      label: { en: "Verify token", zh: "验证口令（verify token）" },
      hint: {
        en: "Make one up; Meta shows it when the address is registered.",
        zh: "自己定一个；登记地址时 Meta 会带上它。",
      },
    },
    accounts: {
      label: { en: "Phone numbers", zh: "电话号码" },
      hint: { en: "Each with its token.", zh: "每个号码有自己的令牌。" },
    },
    "accounts.phone_number_id": {
      label: { en: "Phone number id", zh: "电话号码编号（phone number id）" },
      hint: { en: "Not the number itself.", zh: "不是号码本身。" },
      must: {
        en: "must be the phone number id, which is made of digits",
        zh: "必须是由数字组成的电话号码编号",
      },
    },
    "accounts.access_token": {
      label: { en: "Access token", zh: "访问令牌（access token）" },
      hint: {
        en: "Of a system user, so that it does not expire.",
        zh: "用系统用户的令牌，不会过期。",
      },
    },
    "accounts.reminder_template.name": {
      label: { en: "Template for late reminders", zh: "超时提醒模板名" },
      hint: {
        en: "For reminders when the person has not written for 24 hours.",
        zh: "对方 24 小时没发消息时用于提醒。",
      },
    },
    "accounts.reminder_template.language": {
      label: { en: "Language of the template", zh: "模板语言" },
    },
    "accounts.reminder_template.parameter_length": {
      label: { en: "Longest text of its parameter", zh: "模板参数最大长度" },
    },
    api_version: {
      label: { en: "Version of the Graph API", zh: "Graph API 版本" },
      must: { en: "must be a version such as v25.0", zh: "必须是版本号，例如 v25.0" },
    },
    read_marks: { label: { en: "Show that messages were read", zh: "显示已读和正在输入" } },
  },
  troubles: {
    undeliverable: {
      en: "It can't be delivered to this number: it may not be on WhatsApp, or the person does not accept such messages.",
      zh: "无法送达这个号码：可能没有 WhatsApp，或对方不接收这类消息。",
    },
    held_back: {
      en: "WhatsApp is holding it back, because this number has sent too much recently.",
      zh: "这个号码最近发得太多，WhatsApp 暂时限制发送。",
    },
    account_fault: {
      en: "This number is locked, not registered or not paid for. See Meta's dashboard.",
      zh: "这个号码在 WhatsApp 被锁定、未注册或未付费，请到 Meta 后台查看。",
    },
  },
  sameTrouble: {
    1: "vendor_error",
    2: "vendor_error",
    131000: "vendor_error",
    131016: "vendor_error",
    133004: "vendor_error",
    4: "busy",
    80007: "busy",
    130429: "busy",
    131056: "busy",
    131047: "window_closed",
    131026: "undeliverable",
    131048: "held_back",
    131049: "held_back",
    0: "token_refused",
    190: "token_refused",
    3: "account_fault",
    10: "account_fault",
    200: "account_fault",
    368: "account_fault",
    131005: "account_fault",
    131031: "account_fault",
    131042: "account_fault",
    133010: "account_fault",
  },
};

export const whatsapp = defineChannel({
  name: "whatsapp",
  provider: cloudChannel,
  settings: {
    schema: whatsappSection,
    problems: whatsappProblems,
    webhookSecrets: {
      app_secrets: { read: (section) => section.app_secrets, isChosenHere: false },
      verify_tokens: { read: (section) => section.verify_tokens, isChosenHere: false },
    },
  },
  capabilities: { bindsPeople: true, handlesFiles: ({ enabled }) => enabled },
  webhooks: [{ path: webhookPath, methods: ["get", "post"] }],
  words: cloudWords,
  doctor: cloudDoctor,
  wire: async (on) => {
    const { createWhatsappCloud } = await import("./create.ts");
    const cloud = createWhatsappCloud({
      ...on,
      quotes: on.storage.quotes,
      settings: {
        ...whatsappSettings(on.section),
        appSecrets: on.webhookSecrets.app_secrets,
        verifyTokens: on.webhookSecrets.verify_tokens,
      },
    });
    return { channel: cloud.channel, webhooks: () => cloud.webhooks, close: () => cloud.close() };
  },
});
