import { defineChannel } from "../kit/descriptor.ts";
import { slackProblems, slackSection } from "./section.ts";
import { slackChannel } from "./settings.ts";
import { slackWords } from "./words.ts";

/** Its code is loaded when it is switched on, or checked. */
export const slack = defineChannel({
  name: "slack",
  provider: slackChannel,
  settings: { schema: slackSection, problems: slackProblems },
  capabilities: { bindsPeople: true, handlesFiles: ({ enabled }) => enabled },
  webhooks: [],
  words: slackWords,
  doctor: {
    vendor: async (on) => (on.section.enabled ? (await import("./doctor.ts")).checkSlack(on) : []),
    fixes: {
      credentials_refused: {
        en: "Install the app again (Install App) and copy the tokens again from api.slack.com/apps.",
        zh: "请在 api.slack.com/apps 重新安装应用（Install App），并重新复制令牌。",
      },
      socket_mode_off: {
        en: "Switch on Socket Mode for the app at api.slack.com/apps.",
        zh: "请在 api.slack.com/apps 为应用开启 Socket Mode。",
      },
    },
  },
  wire: async (on) => (await import("./wire.ts")).wireSlack(on),
});
