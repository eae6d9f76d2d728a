import type { Config } from "../config.ts";
import { callbackAddresses, isWecomForgotten } from "../config/wecom.ts";
import type { Both } from "./command.ts";
import { wecomOff } from "./doctor/channels.ts";

/** What an administrator of WeCom needs at the start: the address to enter there, or what keeps WeCom out. */
export function wecomGreeting(config: Config): {
  readonly lines: readonly Both[];
  readonly warnings: readonly Both[];
} {
  const addresses = callbackAddresses(config);
  const lines = addresses.flatMap(({ bot, url }) =>
    url === undefined ? [] : [callbackLine(bot, url)],
  );
  const missing = addresses.some(({ url }) => url === undefined) ? [noPublicUrl] : [];
  const { says, fix } = wecomOff;
  const off = isWecomForgotten(config.channels.wecom)
    ? [{ en: `${says.en} ${fix.en}`, zh: `${says.zh}${fix.zh}` }]
    : [];
  return { lines, warnings: [...missing, ...off] };
}

const callbackLine = (bot: string, url: string): Both => ({
  en: `WeCom callback (${bot}): ${url}\n  Save it in WeCom's console while this runs.`,
  zh: `企业微信回调地址（${bot}）：${url}\n  请在本程序运行时到企业微信后台保存。`,
});

const noPublicUrl: Both = {
  en: "WeCom can't reach this server yet: `server.public_url` is not set. Set it to the https address that WeCom calls.",
  zh: "企业微信还访问不到本服务：没有设置 `server.public_url`。请设为企业微信访问的 https 地址。",
};
