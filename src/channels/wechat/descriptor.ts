import { defineChannel } from "../kit/descriptor.ts";
import { channelName } from "./connector.ts";
import { wechatProblems, wechatSection, webhookSecrets } from "./section.ts";
import { webhookPath } from "./webhook.ts";
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
    setup: {
      steps: {
        en: [
          "Press “Save and switch on” below. Nothing has to be filled in.",
          "Back under Channels, press “Show the code” and scan it with WeChat. Each person does this for themselves.",
        ],
        zh: [
          "点下面的“保存并开启”，什么都不用填。",
          "回到“渠道”，点“显示二维码”，用微信扫描。每个人各自连接自己的微信。",
        ],
      },
      checkHint: { en: "Checks whether Tencent can be reached.", zh: "检查能否连接腾讯。" },
      otherwise: {
        en: "The address is for a connector of your own only.",
        zh: "这个地址只用于自己的连接器。",
      },
    },
  },
  fields: {
    enabled: {
      label: { en: "Take messages from a connector of your own", zh: "接收自己的连接器发来的消息" },
      hint: { en: "Not needed for linking by a scanned code.", zh: "扫码连接时不需要。" },
    },
    webhook_secret: {
      label: { en: "Secret of the connector", zh: "连接器密钥" },
      main: false,
      must: { en: "must have at least 8 characters each", zh: "每个至少 8 个字符" },
    },
    insecure_no_secret: {
      label: { en: "Accept the connector without a secret", zh: "允许连接器不带密钥" },
    },
    connector_send_url: {
      label: { en: "Address of the connector", zh: "连接器地址" },
      main: false,
    },
    connector_token: { label: { en: "Token of the connector", zh: "连接器令牌" }, main: false },
    "ilink.api_base_url": {
      label: { en: "Address of Tencent's bot API", zh: "腾讯机器人接口地址" },
    },
    "ilink.cdn_base_url": { label: { en: "Address for files", zh: "文件地址" } },
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
  wire: async (on) => (await import("./wire.ts")).wireWechat(on, { name: "wechat", webhooks }),
});
