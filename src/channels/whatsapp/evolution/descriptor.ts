import { defineChannel } from "../../kit/descriptor.ts";
import { createEvolution } from "./create.ts";
import { evolutionChannel } from "./parse.ts";
import { evolutionProblems, evolutionSection, evolutionSettings } from "./section.ts";
import { webhookPath } from "./webhook.ts";
import { evolutionDoctor } from "./doctor.ts";
import type { ChannelWords } from "../../kit/channel-words.ts";

const evolutionWords: ChannelWords = {
  name: { en: "WhatsApp", zh: "WhatsApp" },
  fullName: { en: "WhatsApp by Evolution", zh: "WhatsApp（Evolution）" },
  card: "whatsapp",
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
  wire: (on) => {
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
