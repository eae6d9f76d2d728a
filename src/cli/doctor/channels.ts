import type { ChannelView } from "../../accounts/channel-directory.ts";
import { isWecomForgotten } from "../../config/wecom.ts";
import type { Both } from "../command.ts";
import { bad, type Examined, type Finding, good, note } from "./finding.ts";

/** Each channel by its settings, and each account in a chat app by what it last said of itself. */
export function channelFindings(
  { config }: Examined,
  accounts: readonly ChannelView[] = [],
): Finding[] {
  const { wechat } = config.channels;
  const own: Partial<Record<string, Finding>> = {
    wechat:
      wechat.connector_send_url === undefined
        ? note(
            "channel wechat",
            {
              en: "Messages come in, but replies wait: no connector takes them.",
              zh: "能收消息，但没有连接器，回复都在等待。",
            },
            {
              en: "Set channels.wechat.connector_send_url.",
              zh: "请设置 channels.wechat.connector_send_url。",
            },
          )
        : undefined,
  };
  const settings = Object.entries(config.channels).map(([name, { enabled }]) => {
    if (name === "wechat" && !enabled && wechat.ilink.enabled)
      return good("channel wechat", {
        en: "By scanning a code only; no outside connector.",
        zh: "只用扫码登录，没有外部连接器。",
      });
    if (name === "wecom" && isWecomForgotten(config.channels.wecom))
      return note("channel wecom", wecomOff.says, wecomOff.fix);
    if (!enabled) return good(`channel ${name}`, { en: "Switched off.", zh: "已关闭。" });
    return own[name] ?? good(`channel ${name}`, { en: "Ready.", zh: "就绪。" });
  });
  return [...settings, ...accounts.map(accountFinding)];
}

/** Also said at the start. */
export const wecomOff = {
  says: {
    en: "channels.wecom has keys but is switched off: WeCom's calls are refused.",
    zh: "channels.wecom 已有密钥但没有启用：企业微信的访问会被拒绝。",
  },
  fix: {
    en: "Set channels.wecom.enabled: true and start again.",
    zh: "请设置 channels.wecom.enabled: true，然后重新启动。",
  },
} as const;

/** What a person can do, by the reason that a channel gave. */
const fixes: Readonly<Record<string, Both>> = {
  secret_refused: {
    en: "Check bot_id and secret in channels.wecom against WeCom's console; then send SIGHUP or start again.",
    zh: "请对照企业微信后台检查 channels.wecom 的 bot_id 和 secret，然后发送 SIGHUP 或重新启动。",
  },
  taken_over: {
    en: "Another program is connected as this bot. Stop it there, or take the bot out of these settings; then send SIGHUP or start again.",
    zh: "另有程序用这个机器人建立了长连接。请停掉那边，或从这里的设置中去掉这个机器人，然后重新启动。",
  },
  address_blocked: {
    en: "channels.wecom.ws_url leads to a local or private address: list its host in channels.wecom.allowed_hosts if that is meant.",
    zh: "channels.wecom.ws_url 指向本地或内网地址；如果确实如此，请把主机写进 channels.wecom.allowed_hosts。",
  },
};

function accountFinding({ channel, channelAccount, state, reason, since }: ChannelView): Finding {
  const name = `${channel} ${channelAccount}`;
  const why = reason === null ? "" : ` (${reason})`;
  const at = since.slice(0, 16).replace("T", " ");
  if (state === "needs_login") {
    return bad(
      name,
      {
        en: `The login ended${why}, ${at}. Deliveries wait.`,
        zh: `登录已失效${why}，${at}。消息在等待。`,
      },
      {
        en: "Log in again in the chat app or in the connector.",
        zh: "请在聊天应用或连接器里重新登录。",
      },
    );
  }
  if (state === "failed") {
    return bad(
      name,
      { en: `It does not work${why}, since ${at}.`, zh: `无法工作${why}，自 ${at}。` },
      fixes[reason ?? ""] ?? { en: "Check its settings and the log.", zh: "请检查设置和日志。" },
    );
  }
  if (state === "connected" && reason === "some_logins_expired")
    return note(name, {
      en: `Connected since ${at}, but some people's own logins ended. Only their messages wait, until they log in again.`,
      zh: `自 ${at} 起已连接，但有人的登录已失效；只有他们的消息在等待，重新登录后会发出。`,
    });
  if (state === "connected")
    return good(name, { en: `Connected since ${at}.`, zh: `自 ${at} 起已连接。` });
  return note(name, { en: `Not connected${why}.`, zh: `未连接${why}。` });
}
