import type { ChannelWords } from "../../kit/channel-words.ts";
import { aesKeyForm } from "../field-words.ts";

export const wecomAppWords: ChannelWords = {
  name: { en: "WeCom", zh: "企业微信" },
  fullName: { en: "WeCom by an app of your own", zh: "企业微信（自建应用）" },
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
    agent_id: {
      label: { en: "AgentId", zh: "AgentId" },
      hint: { en: "On the page of the app.", zh: "在应用的页面上。" },
    },
    secret: {
      label: { en: "Secret", zh: "Secret" },
      hint: { en: "On the page of the app.", zh: "在应用的页面上。" },
    },
    token: {
      label: { en: "Token of the callback", zh: "回调 Token" },
      hint: {
        en: "Receive messages → Set API reception. The address there is the one above that ends in /wecom-app, followed by / and the company's id.AgentId.",
        zh: "在“接收消息 → 设置 API 接收”里。那里的地址填上面以 /wecom-app 结尾的地址，后面再加“/企业 ID.AgentId”。",
      },
    },
    encoding_aes_key: {
      label: { en: "EncodingAESKey of the callback", zh: "回调 EncodingAESKey" },
      hint: { en: "43 letters and digits, on the same page.", zh: "43 个字母和数字，在同一页。" },
      must: aesKeyForm,
    },
    allowed_users: {
      label: { en: "Allowed people", zh: "允许的人（userid）" },
      hint: {
        en: "One id per line. Only used with “list”.",
        zh: "每行一个。只在选择 list 时使用。",
      },
      must: { en: "must be a user's id", zh: "必须是成员的 userid" },
    },
    api_base_url: {
      label: { en: "Address of the API", zh: "接口地址" },
      hint: {
        en: "WeCom answers only addresses that the app trusts. Without a fixed one, enter a forwarder that has one.",
        zh: "企业微信只接受可信 IP 的调用。服务器没有固定 IP 时，填一个有固定 IP 的转发地址。",
      },
      must: { en: "must be an http or https address", zh: "必须是 http 或 https 地址" },
    },
  },
  troubles: {
    out_of_scope: {
      en: "The app is not visible to this person. It goes out when an administrator makes it visible and they write.",
      zh: "这个人不在应用的可见范围内。管理员开放并且对方再发消息后会送出。",
    },
    address_not_trusted: {
      en: "WeCom does not answer this server's address. Add it to the app's trusted addresses.",
      zh: "企业微信不接受本服务器的 IP，请把它加入应用的企业可信 IP。",
    },
    no_permission: { en: "The app lacks a permission.", zh: "应用缺少权限。" },
    credentials_refused: {
      en: "WeCom refuses the company's id or the app's secret.",
      zh: "企业微信拒绝了企业 ID 或应用的 Secret。",
    },
  },
};
