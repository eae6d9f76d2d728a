import { defineChannel } from "../kit/descriptor.ts";
import { channelName } from "./connector.ts";
import { wechatProblems, wechatSection, webhookSecrets } from "./section.ts";
import { webhookPath } from "./webhook.ts";
import { wireWechat } from "./wire.ts";
import { wechatDoctor } from "./doctor.ts";
import { wechatWords } from "./channel-words.ts";

const webhooks = [{ path: webhookPath, methods: ["post"] }] as const;

export const wechat = defineChannel({
  name: "wechat",
  provider: channelName,
  settings: {
    schema: wechatSection,
    isOn: ({ enabled, ilink }) => enabled || ilink.enabled,
    problems: wechatProblems,
    webhookSecrets: { webhook_secret: { read: webhookSecrets, isChosenHere: true } },
  },
  capabilities: { bindsPeople: true, handlesFiles: ({ ilink }) => ilink.enabled },
  webhooks,
  words: wechatWords,
  doctor: wechatDoctor,
  wire: (on) => wireWechat(on, { name: "wechat", webhooks }),
});
