import { z } from "zod";
import { page } from "../../domain/page.ts";
import { commonSettings } from "../kit/common-settings.ts";
import { defineChannel } from "../kit/descriptor.ts";
import { webChannel } from "./channel.ts";

export const web = defineChannel({
  name: "web",
  provider: page.channel,
  settings: {
    schema: z
      .strictObject(commonSettings({ enabled: true, busyPolicy: "queue" }))
      .prefault({})
      .describe("The web page's own chat."),
  },
  capabilities: { bindsPeople: false, handlesFiles: ({ enabled }) => enabled },
  webhooks: [],
  words: { name: { en: "Web", zh: "网页" } },
  doctor: {},
  wire: () => ({ channel: webChannel() }),
});
