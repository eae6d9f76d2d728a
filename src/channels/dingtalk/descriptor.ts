import { defineChannel } from "../kit/descriptor.ts";
import { dingtalkProblems, dingtalkSection } from "./section.ts";
import { dingtalkChannel } from "./settings.ts";
import { dingtalkWords } from "./words.ts";

/** Its code is loaded when it is switched on, or checked. */
export const dingtalk = defineChannel({
  name: "dingtalk",
  provider: dingtalkChannel,
  settings: { schema: dingtalkSection, problems: dingtalkProblems },
  capabilities: { bindsPeople: true, handlesFiles: ({ enabled }) => enabled },
  webhooks: [],
  words: dingtalkWords,
  doctor: {
    vendor: async (on) =>
      on.section.enabled ? (await import("./doctor.ts")).checkDingtalk(on) : [],
    fixes: {
      credentials_refused: {
        en: "Copy Client ID and Client Secret again from the developer console.",
        zh: "请从开发者后台重新复制 Client ID 和 Client Secret。",
      },
    },
  },
  wire: async (on) => (await import("./wire.ts")).wireDingtalk(on),
});
