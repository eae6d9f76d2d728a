import { defineChannel } from "../../kit/descriptor.ts";
import { createWhatsappCloud } from "./create.ts";
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
          "In Meta's app dashboard, enter this address as the callback, with the verify token from meanwhile.yaml.",
          "Subscribe to “messages”.",
          "Put the app secret and the access token into meanwhile.yaml under channels.whatsapp. They are never shown again.",
        ],
        zh: [
          "在 Meta 的应用后台把这个地址填为回调，verify token 取自 meanwhile.yaml。",
          "订阅 “messages”。",
          "把 app secret 和 access token 写进 meanwhile.yaml 的 channels.whatsapp。之后不会再显示。",
        ],
      },
      checkHint: {
        en: "Checks whether the vendor accepts the configured token.",
        zh: "检查平台是否接受所配置的令牌。",
      },
    },
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
  wire: (on) => {
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
