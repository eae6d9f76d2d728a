import { defineChannel } from "../../kit/descriptor.ts";
import { createEvolution } from "./create.ts";
import { evolutionChannel } from "./parse.ts";
import { evolutionProblems, evolutionSection, evolutionSettings } from "./section.ts";
import { webhookPath } from "./webhook.ts";
import { evolutionDoctor } from "./doctor.ts";
import { evolutionWords } from "./channel-words.ts";

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
