import { defineChannel } from "../kit/descriptor.ts";
import { encryptKeys, feishuProblems, feishuSection } from "./section.ts";
import { callbackPath, feishuChannel } from "./settings.ts";
import { feishuWords } from "./words.ts";

/** Its code is loaded when it is switched on, or checked. */
export const feishu = defineChannel({
  name: "feishu",
  provider: feishuChannel,
  settings: {
    schema: feishuSection,
    problems: feishuProblems,
    webhookSecrets: { encrypt_key: { read: encryptKeys, isChosenHere: true } },
  },
  capabilities: { bindsPeople: true, handlesFiles: ({ enabled }) => enabled },
  webhooks: [{ path: callbackPath, methods: ["post"], below: "<app_id>" }],
  words: feishuWords,
  doctor: {
    vendor: async (on) => (on.section.enabled ? (await import("./doctor.ts")).checkFeishu(on) : []),
    fixes: {
      credentials_refused: {
        en: "Copy App ID and App Secret again from the developer console (Credentials & Basic Info).",
        zh: "请从开发者后台（凭证与基础信息）重新复制 App ID 和 App Secret。",
      },
      too_many_connections: {
        en: "Another program connects as this app. Stop it, or create an app of its own for it.",
        zh: "另一个程序在用这个应用连接。请停掉它，或为它另建一个应用。",
      },
    },
  },
  wire: async (on) => (await import("./wire.ts")).wireFeishu(on),
});
