import type { FieldWords } from "../kit/field-words.ts";

const mailForm = {
  en: "must be an e-mail address such as ada@example.org",
  zh: "必须是邮箱地址，例如 ada@example.org",
} as const;

/** The form of the section on the page. */
export const notifierFields: Readonly<Record<string, FieldWords>> = {
  routes: {
    label: { en: "Routes", zh: "途径" },
    hint: { en: "Each person's notification apps.", zh: "每个人的通知应用。" },
  },
  "routes.name": {
    label: { en: "Name", zh: "名称" },
    must: {
      en: "must be made of small letters, digits and dashes",
      zh: "只能用小写字母、数字和短横线",
    },
  },
  "routes.account": {
    label: { en: "Account id", zh: "账号编号" },
    hint: { en: "Whose reminders go there.", zh: "谁的提醒发到这里。" },
  },
  "routes.kind": { label: { en: "App", zh: "应用" } },
  "routes.url": {
    label: { en: "Address", zh: "地址" },
    hint: {
      en: "ntfy: https://ntfy.sh/<topic>; Bark: https://api.day.app/<key>; Gotify: the server.",
      zh: "ntfy：https://ntfy.sh/<主题>；Bark：https://api.day.app/<密钥>；Gotify：服务器地址。",
    },
    must: { en: "must be an http or https address", zh: "必须是 http 或 https 地址" },
  },
  "routes.token": {
    label: { en: "Token", zh: "令牌" },
    hint: {
      en: "Of Gotify, or of a protected ntfy topic.",
      zh: "Gotify 或受保护的 ntfy 主题需要。",
    },
  },
  "routes.to": {
    label: { en: "E-mail address", zh: "收件邮箱" },
    hint: { en: "Only for e-mail.", zh: "只用于电子邮件。" },
    must: mailForm,
  },
  "routes.shows_content": {
    label: { en: "Show what the reminder is about", zh: "显示提醒内容" },
    hint: { en: "Others may see the screen.", zh: "别人可能看到屏幕。" },
  },
  "smtp.host": { label: { en: "Mail server", zh: "邮件服务器" }, main: false },
  "smtp.port": { label: { en: "Port of the mail server", zh: "邮件服务器端口" } },
  "smtp.security": { label: { en: "Encryption of the mail server", zh: "邮件服务器加密方式" } },
  "smtp.user": {
    label: { en: "User name at the mail server", zh: "邮件服务器用户名" },
    main: false,
  },
  "smtp.password": {
    label: { en: "Password at the mail server", zh: "邮件服务器密码（授权码）" },
    main: false,
  },
  "smtp.from": { label: { en: "Sender's address", zh: "发件邮箱" }, must: mailForm, main: false },
};
