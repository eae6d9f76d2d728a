import { defineChannel } from "../../kit/descriptor.ts";
import { evolutionChannel } from "./parse.ts";
import { evolutionProblems, evolutionSection, evolutionSettings } from "./section.ts";
import { webhookPath } from "./webhook.ts";
import { evolutionDoctor } from "./doctor.ts";
import type { ChannelWords } from "../../kit/channel-words.ts";

const evolutionWords: ChannelWords = {
  name: { en: "WhatsApp", zh: "WhatsApp" },
  fullName: { en: "WhatsApp by Evolution", zh: "WhatsApp（Evolution）" },
  card: "whatsapp",
  fields: {
    webhook_secrets: {
      label: { en: "Secret of the webhook", zh: "webhook 密钥" },
      hint: {
        en: "Evolution sends it as X-Webhook-Secret.",
        zh: "Evolution 以 X-Webhook-Secret 发送。",
      },
    },
    jwt_keys: {
      label: { en: "Key of webhook tokens", zh: "webhook 令牌的签名密钥（jwt_key）" },
      main: false,
    },
    instances: {
      label: { en: "Instances", zh: "实例" },
      hint: { en: "Each with its key.", zh: "每个实例有自己的密钥。" },
    },
    "instances.api_key": { label: { en: "Key of the instance", zh: "实例密钥" } },
    api_base_url: {
      label: { en: "Address of the Evolution server", zh: "Evolution 服务器地址" },
      main: true,
    },
    groups: { label: { en: "Answer in groups", zh: "在群里回复" } },
  },
  troubles: {
    not_on_whatsapp: {
      en: "This number is not on WhatsApp.",
      zh: "这个号码没有 WhatsApp。",
    },
    qr_code: {
      en: "The login has ended. Scan the code of your WhatsApp server again.",
      zh: "登录已失效，请在你的 WhatsApp 服务器上重新扫码。",
    },
  },
  sameTrouble: { 401: "needs_login" },
};

export const evolution = defineChannel({
  name: "evolution",
  provider: evolutionChannel,
  settings: {
    schema: evolutionSection,
    problems: evolutionProblems,
    webhookSecrets: {
      webhook_secrets: { read: (section) => section.webhook_secrets, isChosenHere: true },
      jwt_keys: { read: (section) => section.jwt_keys, isChosenHere: true },
    },
  },
  capabilities: { bindsPeople: true, handlesFiles: ({ enabled }) => enabled },
  webhooks: [{ path: webhookPath, methods: ["post"] }],
  words: evolutionWords,
  doctor: evolutionDoctor,
  wire: async (on) => {
    const { createEvolution } = await import("./create.ts");
    const gateway = createEvolution({
      ...on,
      quotes: on.storage.quotes,
      settings: {
        ...evolutionSettings(on.section),
        webhookSecrets: on.webhookSecrets.webhook_secrets,
        jwtKeys: on.webhookSecrets.jwt_keys,
      },
    });
    return {
      channel: gateway.channel,
      webhooks: () => gateway.webhooks,
      close: () => gateway.close(),
    };
  },
});
