import { defineChannel } from "../kit/descriptor.ts";
import { channelName } from "./connector.ts";
import { wechatProblems, wechatSection, webhookSecrets } from "./section.ts";
import { webhookPath } from "./webhook.ts";
import { wireWechat } from "./wire.ts";
import { wechatDoctor } from "./doctor.ts";
import type { ChannelWords } from "../kit/channel-words.ts";

const wechatWords: ChannelWords = {
  name: { en: "WeChat", zh: "微信" },
  card: {
    hint: {
      en: "Scan a code with WeChat, and the companion answers there as your bot. Nothing else is needed.",
      zh: "用微信扫一扫，伙伴就会以机器人身份在微信里回复你，不需要其他设置。",
    },
    hintOff: {
      en: "Scan a code with WeChat, and the companion answers there as your bot.",
      zh: "用微信扫一扫，伙伴就会以机器人身份在微信里回复你。",
    },
  },
  login: { setting: "channels.wechat.ilink.enabled" },
  troubles: {
    context_token_required: {
      en: "WeChat requires a message from the person first.",
      zh: "微信要求对方先发来一条消息。",
    },
    already_bound: { en: "This WeChat was linked before.", zh: "这个微信已经连接过。" },
  },
};

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
