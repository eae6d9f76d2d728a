import { defineChannel } from "../../kit/descriptor.ts";
import { createWhatsappCloud } from "./create.ts";
import { cloudChannel } from "./parse.ts";
import { whatsappProblems, whatsappSection, whatsappSettings } from "./section.ts";
import { webhookPath } from "./webhook.ts";
import { cloudDoctor } from "./doctor.ts";
import { cloudWords } from "./channel-words.ts";

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
      settings: {
        ...whatsappSettings(on.section),
        appSecrets: on.webhookSecrets.app_secrets,
        verifyTokens: on.webhookSecrets.verify_tokens,
      },
    });
    return { channel: cloud.channel, webhooks: () => cloud.webhooks, close: () => cloud.close() };
  },
});
