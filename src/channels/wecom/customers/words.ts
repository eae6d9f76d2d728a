import type { ChannelWords } from "../../kit/channel-words.ts";
import { aesKeyForm } from "../field-words.ts";

export const wecomServiceWords: ChannelWords = {
  name: { en: "WeCom", zh: "企业微信" },
  fullName: { en: "WeCom's customer service in WeChat", zh: "微信客服（企业微信）" },
  card: "wecom",
  fields: {
    corp_id: {
      label: { en: "Company's id", zh: "企业 ID" },
      hint: { en: "My Company → Company Information.", zh: "在“我的企业 → 企业信息”页。" },
      must: {
        en: "must be the company's id, which begins with ww",
        zh: "必须是企业 ID，以 ww 开头",
      },
    },
    secret: {
      label: { en: "Secret", zh: "Secret" },
      hint: {
        en: "Of the app that is allowed under Customer service → Apps that may call.",
        zh: "“微信客服 → 可调用接口的应用”里勾选的那个应用的 Secret。",
      },
    },
    token: {
      label: { en: "Token of the callback", zh: "回调 Token" },
      hint: {
        en: "Of the same app's Receive messages. The address there ends in /wecom-service/ and the company's id.",
        zh: "该应用“接收消息”里的 Token。那里的地址以“/wecom-service/企业 ID”结尾。",
      },
    },
    encoding_aes_key: {
      label: { en: "EncodingAESKey of the callback", zh: "回调 EncodingAESKey" },
      hint: { en: "43 letters and digits, on the same page.", zh: "43 个字母和数字，在同一页。" },
      must: aesKeyForm,
    },
    accounts: {
      label: { en: "Customer service accounts", zh: "客服账号（open_kfid）" },
      hint: { en: "One id per line; each begins with wk.", zh: "每行一个，以 wk 开头。" },
      must: { en: "must begin with wk", zh: "必须以 wk 开头" },
      main: true,
    },
    welcome: {
      label: { en: "Welcome", zh: "欢迎语" },
      hint: {
        en: "Sent when a person opens the chat. The console must have none of its own.",
        zh: "对方进入会话时发送。后台不能另设欢迎语。",
      },
      main: false,
    },
    allowed_users: {
      label: { en: "Allowed people", zh: "允许的人（external_userid）" },
      hint: {
        en: "One id per line. Only used with “list”.",
        zh: "每行一个。只在选择 list 时使用。",
      },
      must: { en: "must be a customer's id", zh: "必须是客户的 external_userid" },
    },
  },
  troubles: {
    with_staff: {
      en: "A member of staff handles this chat in WeCom. It goes out with the person's next message.",
      zh: "该会话正由人工接待。对方再发消息后会送出。",
    },
    quota_used: {
      en: "WeCom passes on five messages after each of the person's. It goes out with their next one.",
      zh: "对方每次发消息后最多可发 5 条。对方再发消息后会送出。",
    },
    address_not_trusted: {
      en: "WeCom does not answer this server's address. Add it to the app's trusted addresses.",
      zh: "企业微信不接受本服务器的 IP，请把它加入应用的企业可信 IP。",
    },
    no_permission: { en: "The app lacks a permission.", zh: "应用缺少权限。" },
    blocked_by_user: { en: "The person refuses messages of this account.", zh: "对方拒收了消息。" },
    credentials_refused: {
      en: "WeCom refuses the company's id or the app's secret.",
      zh: "企业微信拒绝了企业 ID 或应用的 Secret。",
    },
  },
};
