import { defineChannel } from "../../kit/descriptor.ts";
import { wecomServiceProblems, wecomServiceSection } from "./section.ts";
import { serviceCallbackPath, wecomServiceChannel } from "./settings.ts";
import { wecomServiceWords } from "./words.ts";

/** Its code is loaded when it is switched on, or checked. */
export const wecomService = defineChannel({
  name: "wecom_service",
  provider: wecomServiceChannel,
  settings: { schema: wecomServiceSection, problems: wecomServiceProblems },
  capabilities: { bindsPeople: true, handlesFiles: ({ enabled }) => enabled },
  webhooks: [{ path: serviceCallbackPath, methods: ["get", "post"], below: "<corp_id>" }],
  words: wecomServiceWords,
  doctor: {
    vendor: async (on) =>
      on.section.enabled ? (await import("./doctor.ts")).checkWecomService(on) : [],
    fixes: {
      credentials_refused: {
        en: "Copy the company's id and the app's Secret again from WeCom's admin console.",
        zh: "请从企业微信管理后台重新复制企业 ID 和应用的 Secret。",
      },
    },
  },
  wire: async (on) => (await import("./wire.ts")).wireWecomService(on),
});
