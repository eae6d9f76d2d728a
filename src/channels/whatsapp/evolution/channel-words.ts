import type { ChannelWords } from "../../kit/channel-words.ts";

export const evolutionWords: ChannelWords = {
  name: { en: "WhatsApp", zh: "WhatsApp" },
  fullName: { en: "WhatsApp by Evolution", zh: "WhatsApp（Evolution）" },
  card: "whatsapp",
  troubles: {
    not_on_whatsapp: {
      en: "This number is not on WhatsApp.",
      zh: "这个号码没有 WhatsApp。",
    },
    qr_code: {
      en: "The login has ended. Scan the code of your WhatsApp server again.",
      zh: "登录已失效，请在你的 WhatsApp 服务器上重新扫码。",
    },
  },
  sameTrouble: { 401: "needs_login" },
};
