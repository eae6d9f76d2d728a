import type { Language } from "../../domain/language.ts";

const joinHosts = (hosts: readonly string[], language: Language): string =>
  hosts.join(language === "zh" ? "、" : ", ");

/** Replies about links. */
export const linkWords = {
  allowed: (hosts: readonly string[], language: Language): string =>
    language === "zh"
      ? `好，以后 ${joinHosts(hosts, language)} 的链接会照原样发给你。说“撤销”即可还原。`
      : `OK. Links to ${joinHosts(hosts, language)} will be sent as links from now on. Say “undo” to take this back.`,
  already: (hosts: readonly string[], language: Language): string =>
    language === "zh"
      ? `${joinHosts(hosts, language)} 的链接本来就是允许的，没有改动。`
      : `Links to ${joinHosts(hosts, language)} are allowed already. Nothing was changed.`,
  revoked: (hosts: readonly string[], language: Language): string =>
    language === "zh"
      ? `好，${joinHosts(hosts, language)} 的链接以后会显示为文字。说“撤销”即可还原。`
      : `OK. Links to ${joinHosts(hosts, language)} will be shown as text from now on. Say “undo” to take this back.`,
  notAllowed: (language: Language): string =>
    language === "zh"
      ? "它本来就没有被允许，没有改动。"
      : "It was not allowed. Nothing was changed.",
  undone: (hosts: readonly string[], language: Language): string =>
    language === "zh"
      ? `已撤销。现在允许的链接：${hosts.length === 0 ? "无" : joinHosts(hosts, language)}。`
      : `Undone. Allowed links now: ${hosts.length === 0 ? "none" : joinHosts(hosts, language)}.`,
  list: (hosts: readonly string[], language: Language): string =>
    hosts.length === 0
      ? language === "zh"
        ? "还没有允许任何网站的链接。说“允许 网址”就可以允许。"
        : "No links are allowed yet. Say “allow” and the host to allow them."
      : language === "zh"
        ? `允许的链接：${joinHosts(hosts, language)}。说“不再允许 网址”即可取消。`
        : `Allowed links: ${joinHosts(hosts, language)}. Say “disallow” and the host to take one back.`,
  noOffer: (language: Language): string =>
    language === "zh"
      ? "最近没有被显示为文字的链接。请说“允许 网址”，例如“允许 example.org”。"
      : "No link was shown as text lately. Say which host, such as “allow example.org”.",
  unfit: (language: Language): string =>
    language === "zh"
      ? "这个地址不能允许，没有改动。请写出完整的域名，例如“允许 example.org”；任何人都能注册子域名的域名（如 com、github.io）不可以。"
      : "That can't be allowed; nothing was changed. Name a whole host, such as “allow example.org”. A name that is open to registration (com, github.io) can't be allowed.",
  tooMany: (limit: number, language: Language): string =>
    language === "zh"
      ? `最多允许 ${limit} 个网站，没有改动。`
      : `At most ${limit} hosts can be allowed. Nothing was changed.`,
  shared: (language: Language): string =>
    language === "zh"
      ? "这里有好几个人。请在和我的单独对话里说。"
      : "Several people share this chat. Please say it to me in a chat of your own.",
};
