import { pageWords } from "../language/use-words.tsx";

export const words = pageWords(
  {
    title: "Where you are signed in",
    hint: "Sessions end after 30 days, or after 7 days without use.",
    this: "this browser",
    by: {
      account: "With a token",
      link: "With a sign-in link",
      single_sign_on: "By single sign-on",
      operator_token: "With the operator's token",
      passkey: "With a passkey",
      pairing: "With a pairing code",
    },
    byLabel: (label: string) => `With the token “${label}”`,
    since: (when: string) => `Since ${when}`,
    used: (when: string) => `last used ${when}`,
    end: "Sign out",
    endOf: (by: string, when: string) => `Sign out: ${by}, since ${when}`,
    endOthers: "Sign out everywhere else",
    ended: "Signed out there.",
  },
  {
    title: "已登录的设备",
    hint: "登录 30 天后自动失效，7 天不用也会失效。",
    this: "当前浏览器",
    by: {
      account: "用令牌登录",
      link: "用登录链接登录",
      single_sign_on: "用单点登录",
      operator_token: "用管理员令牌登录",
      passkey: "用通行密钥登录",
      pairing: "用配对码登录",
    },
    byLabel: (label) => `用令牌“${label}”登录`,
    since: (when) => `${when} 起`,
    used: (when) => `最近使用 ${when}`,
    end: "退出",
    endOf: (by, when) => `退出：${by}，${when} 起`,
    endOthers: "退出其他所有设备",
    ended: "已退出该设备。",
  },
);
