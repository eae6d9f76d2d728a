import type { ConfiguredChannels, WeakPoint } from "../channels/kit/descriptor.ts";
import { channels } from "../channels/list.ts";
import type { Config } from "../config.ts";
import { sectionOf } from "./channel-section.ts";
import { isForgotten } from "./forgotten.ts";
import { soundSecretLength } from "./secret-strength.ts";
import { isLoopbackHost } from "../fields.ts";

/**
 * Weak points of valid settings, for the start and the doctor. Invalid settings are refused
 * elsewhere (`load.ts`).
 */
export function weakPoints(
  config: Config,
  list: ConfiguredChannels = channels,
): readonly WeakPoint[] {
  return [
    ...plainHttp(config),
    ...unknownProxy(config),
    ...shortSecrets(config, list),
    ...listForgotten(config, list),
    ...list.flatMap(
      (each) =>
        each.settings.weakPoints?.(sectionOf(config.channels, each), {
          timezone: config.default_timezone,
        }) ?? [],
    ),
  ];
}

function plainHttp({
  server: { host, public_url: url, trusted_proxies: proxies },
}: Config): readonly WeakPoint[] {
  if (isLoopbackHost(host) || proxies.length > 0 || url?.startsWith("https:") === true) return [];
  return [
    {
      name: "plain http",
      says: {
        en: `It listens on ${host} without encryption: anyone on the network can read messages, tokens and cookies.`,
        zh: `正在 ${host} 上以明文 HTTP 监听：途中的任何人都能看到内容、令牌和 Cookie。`,
      },
      fix: {
        en: "Put a reverse proxy with HTTPS in front, listen on 127.0.0.1, and set `server.public_url` and `server.trusted_proxies`.",
        zh: "请在前面放一个启用 HTTPS 的反向代理，只监听 127.0.0.1，并设置 `server.public_url` 和 `server.trusted_proxies`。",
      },
    },
  ];
}

function unknownProxy({
  server: { public_url: url, trusted_proxies: proxies },
}: Config): readonly WeakPoint[] {
  if (url?.startsWith("https:") !== true || proxies.length > 0) return [];
  return [
    {
      name: "proxy",
      says: {
        en: "`server.public_url` is https, but no proxy is trusted: all requests seem to come from one address, and cookies are not marked Secure.",
        zh: "`server.public_url` 是 https，但没有设置可信代理：所有人看起来来自同一个地址，Cookie 也不带 Secure。",
      },
      fix: {
        en: "List the proxy's address in `server.trusted_proxies`.",
        zh: "请把代理的地址写入 `server.trusted_proxies`。",
      },
    },
  ];
}

/** Keys are there, and the switch is not. */
const listForgotten = (config: Config, list: ConfiguredChannels): readonly WeakPoint[] =>
  list
    .filter((each) => isForgotten(each, sectionOf(config.channels, each)))
    .map(({ name }) => ({
      name: `channel ${name}`,
      says: {
        en: `channels.${name} has keys but is switched off: nothing is sent or received there.`,
        zh: `channels.${name} 已有密钥但没有开启：不会收发消息。`,
      },
      fix: {
        en: `Switch it on in the page under Channels, or set channels.${name}.enabled: true.`,
        zh: `请在网页的“渠道”里开启，或设置 channels.${name}.enabled: true。`,
      },
    }));

function shortSecrets(config: Config, list: ConfiguredChannels): readonly WeakPoint[] {
  return list
    .flatMap((each) => {
      const section = sectionOf(config.channels, each);
      return Object.entries(each.settings.webhookSecrets ?? {}).map(([key, secret]) => ({
        setting: `channels.${each.name}.${key}`,
        isShort:
          section.enabled &&
          secret.isChosenHere &&
          secret.read(section).some(({ length }) => length < soundSecretLength),
      }));
    })
    .filter(({ isShort }) => isShort)
    .map(({ setting }) => ({
      name: "webhook secret",
      says: {
        en: `\`${setting}\` is shorter than ${soundSecretLength} characters: an attacker who guesses it can write as any person.`,
        zh: `\`${setting}\` 不足 ${soundSecretLength} 个字符：猜中它的人可以冒充任何人发消息。`,
      },
      fix: {
        en: "Create one with `openssl rand -hex 24`, and list both for a while: nothing has to stop.",
        zh: "用 `openssl rand -hex 24` 生成一个新的，过渡期两个都写上，双方都不用停。",
      },
    }));
}
