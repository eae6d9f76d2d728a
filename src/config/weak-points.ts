import type { Config } from "../config.ts";
import { soundSecretLength } from "./secret-strength.ts";
import { isLoopbackHost } from "./values.ts";
import { webhookSecrets } from "./wechat.ts";

interface Both {
  readonly en: string;
  readonly zh: string;
}

/** Something that works and that the operator should know of. */
export interface WeakPoint {
  readonly name: "plain http" | "proxy" | "webhook secret" | "time zone";
  readonly says: Both;
  readonly fix: Both;
}

/** What the settings leave open, for the start and the doctor. What must not be is refused elsewhere (`rules.ts`). */
export function weakPoints(config: Config): readonly WeakPoint[] {
  return [
    ...plainHttp(config),
    ...unknownProxy(config),
    ...shortSecrets(config),
    ...machineZone(config),
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
        en: `It listens on ${host} without encryption: anybody on the way can read words, tokens and cookies.`,
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
        en: "`server.public_url` is https, but no proxy is trusted: everybody seems to come from one address, and cookies are not marked Secure.",
        zh: "`server.public_url` 是 https，但没有设置可信代理：所有人看起来来自同一个地址，Cookie 也不带 Secure。",
      },
      fix: {
        en: "List the proxy's address in `server.trusted_proxies`.",
        zh: "请把代理的地址写入 `server.trusted_proxies`。",
      },
    },
  ];
}

/** Containers run in UTC, and few people live there. */
function machineZone({
  default_timezone: zone,
  channels: { wecom },
}: Config): readonly WeakPoint[] {
  if (!wecom.enabled || !/^(?:Etc\/)?(?:UTC|UCT|GMT|Zulu|Universal|Greenwich)$/.test(zone))
    return [];
  return [
    {
      name: "time zone",
      says: {
        en: `New people's times are read in ${zone}: for somebody in Beijing “8 am tomorrow” would be 4 pm.`,
        zh: `新用户的时间按 ${zone} 理解：北京的“明天早上8点”会变成下午4点。`,
      },
      fix: {
        en: "Set `default_timezone`, such as Asia/Shanghai.",
        zh: "请设置 `default_timezone`，例如 Asia/Shanghai。",
      },
    },
  ];
}

function shortSecrets({ channels: { wechat, evolution } }: Config): readonly WeakPoint[] {
  const lists: readonly (readonly [string, boolean, readonly string[]])[] = [
    ["channels.wechat.webhook_secret", wechat.enabled, webhookSecrets(wechat)],
    ["channels.evolution.webhook_secrets", evolution.enabled, evolution.webhook_secrets],
    ["channels.evolution.jwt_keys", evolution.enabled, evolution.jwt_keys],
  ];
  return lists
    .filter(([, isOn, secrets]) => isOn && secrets.some(({ length }) => length < soundSecretLength))
    .map(([setting]) => ({
      name: "webhook secret",
      says: {
        en: `\`${setting}\` is shorter than ${soundSecretLength} characters: whoever guesses it writes in anybody's name.`,
        zh: `\`${setting}\` 不足 ${soundSecretLength} 个字符：猜中它的人可以冒充任何人发消息。`,
      },
      fix: {
        en: "Make one with `openssl rand -hex 24`, and list both for a while: neither side has to stop.",
        zh: "用 `openssl rand -hex 24` 生成一个新的，过渡期两个都写上，双方都不用停。",
      },
    }));
}
