import { defineChannel } from "../../kit/descriptor.ts";
import { wecomAppProblems, wecomAppSection } from "./section.ts";
import { appCallbackPath, wecomAppChannel } from "./settings.ts";
import { wecomAppWords } from "./words.ts";

/** Its code is loaded when it is switched on, or checked. */
export const wecomApp = defineChannel({
  name: "wecom_app",
  provider: wecomAppChannel,
  settings: { schema: wecomAppSection, problems: wecomAppProblems },
  capabilities: { bindsPeople: true, handlesFiles: ({ enabled }) => enabled },
  webhooks: [{ path: appCallbackPath, methods: ["get", "post"], below: "<corp_id>.<agent_id>" }],
  words: wecomAppWords,
  doctor: {
    vendor: async (on) =>
      on.section.enabled ? (await import("./doctor.ts")).checkWecomApp(on) : [],
    fixes: {
      credentials_refused: {
        en: "Copy the company's id, AgentId and Secret again from WeCom's admin console.",
        zh: "请从企业微信管理后台重新复制企业 ID、AgentId 和 Secret。",
      },
    },
  },
  wire: async (on) => (await import("./wire.ts")).wireWecomApp(on),
});
