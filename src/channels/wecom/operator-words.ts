import type { Both } from "../../domain/both.ts";
import type { Greeting } from "../kit/doctor.ts";
import type { ServerSettings } from "../kit/common-settings.ts";
import { callbackAddresses } from "./configured-bots.ts";
import type { WecomSection } from "./section.ts";

/**
 * Notes for a WeCom administrator at a start: the address to enter there, or what keeps WeCom out.
 */
export function wecomGreeting(section: WecomSection, server: ServerSettings): Greeting {
  const addresses = callbackAddresses(section, server);
  const lines = addresses.flatMap(({ bot, url }) =>
    url === undefined ? [] : [callbackLine(bot, url)],
  );
  const missing = addresses.some(({ url }) => url === undefined) ? [noPublicUrl] : [];
  return { lines, warnings: missing };
}

const callbackLine = (bot: string, url: string): Both => ({
  en: `WeCom callback (${bot}): ${url}\n  Save it in WeCom's console while this runs.`,
  zh: `企业微信回调地址（${bot}）：${url}\n  请在本程序运行时到企业微信后台保存。`,
});

const noPublicUrl: Both = {
  en: "WeCom can't reach this server yet: `server.public_url` is not set. Set it to the https address that WeCom calls.",
  zh: "企业微信还访问不到本服务：没有设置 `server.public_url`。请设为企业微信访问的 https 地址。",
};

/** Fixes by the reason of a bot's state. */
export const wecomFixes: Readonly<Record<string, Both>> = {
  secret_refused: {
    en: "Check bot_id and secret in channels.wecom against WeCom's console; then send SIGHUP or restart.",
    zh: "请对照企业微信后台检查 channels.wecom 的 bot_id 和 secret，然后发送 SIGHUP 或重新启动。",
  },
  taken_over: {
    en: "Another program is connected as this bot. Stop it there, or remove the bot from these settings; then send SIGHUP or restart.",
    zh: "另有程序用这个机器人建立了长连接。请停掉那边，或从这里的设置中去掉这个机器人，然后重新启动。",
  },
  address_blocked: {
    en: "channels.wecom.ws_url points to a local or private address: list its host in channels.wecom.allowed_hosts if that is intended.",
    zh: "channels.wecom.ws_url 指向本地或内网地址；如果确实如此，请把主机写进 channels.wecom.allowed_hosts。",
  },
};
