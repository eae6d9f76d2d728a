import type { ChannelWords } from "../kit/channel-words.ts";

export const wechatWords: ChannelWords = {
  name: { en: "WeChat", zh: "微信" },
  card: {
    hint: {
      en: "Scan a code with WeChat, and the companion answers there as a bot of yours. Nothing else is needed.",
      zh: "用微信扫一扫，伙伴就会作为你的机器人在那里回复，不需要别的。",
    },
    hintOff: {
      en: "Scan a code with WeChat, and the companion answers there as a bot of yours.",
      zh: "用微信扫一扫，伙伴就会作为你的机器人在那里回复。",
    },
  },
  login: { setting: "channels.wechat.ilink.enabled" },
  troubles: {
    context_token_required: {
      en: "WeChat wants a message from the person first.",
      zh: "微信要求对方先发来一条消息。",
    },
    already_bound: { en: "This WeChat was linked before.", zh: "这个微信之前已连接。" },
  },
};
