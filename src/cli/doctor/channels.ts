import type { ChannelView } from "../../accounts/channel-directory.ts";
import type { ChannelList } from "../../channels/kit/descriptor.ts";
import { sectionOf } from "../../config/channel-section.ts";
import type { Both } from "../../domain/both.ts";
import { bad, type Finding, good, note } from "../../domain/finding.ts";
import type { ExaminedChannels } from "./examined.ts";
import { safeHttp } from "../../outbound/safe-fetch.ts";
import { safeMail } from "../../outbound/safe-mail.ts";
import { openNetwork } from "../../main/proxied-network.ts";
import { safeSockets } from "../../outbound/safe-socket.ts";
import { createSystemChance, systemClock } from "../system.ts";

/** Each channel by its settings, and each account in a chat app by its last state. */
export function channelFindings(
  { config, channelList }: Pick<ExaminedChannels, "config" | "channelList">,
  accounts: readonly ChannelView[] = [],
): Finding[] {
  const settings = channelList.map((each) => {
    const section = sectionOf(config.channels, each);
    const name = `channel ${each.name}`;
    const otherwise = section.enabled
      ? good(name, { en: "Ready.", zh: "就绪。" })
      : good(name, { en: "Switched off.", zh: "已关闭。" });
    return each.doctor.settings?.(section) ?? otherwise;
  });
  return [...settings, ...accounts.map((account) => accountFinding(account, fixesOf(channelList)))];
}

/** Fixes by the provider and the reason that its channel gave. */
type Fixes = (channel: string, reason: string) => Both | undefined;

const fixesOf =
  (list: ChannelList): Fixes =>
  (channel, reason) =>
    list.find(({ provider }) => provider === channel)?.doctor.fixes?.[reason];

function accountFinding(account: ChannelView, fixes: Fixes): Finding {
  const { channel, channelAccount, state, reason, since } = account;
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
        zh: "请在聊天软件或连接器里重新登录。",
      },
    );
  }
  if (state === "failed") {
    return bad(
      name,
      { en: `Not working${why}, since ${at}.`, zh: `无法工作${why}，自 ${at}。` },
      fixes(channel, reason ?? "") ?? {
        en: "Check its settings and the log.",
        zh: "请检查设置和日志。",
      },
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

/** Asks each vendor about each account, without sending anything. */
export async function vendorFindings(
  { config, channelList, holder }: ExaminedChannels,
  accounts: readonly ChannelView[] = [],
): Promise<Finding[]> {
  const http = safeHttp({ clock: systemClock });
  const chance = createSystemChance(systemClock.now);
  const on = {
    server: config.server,
    ownUrl: holder?.url,
    http,
    sockets: safeSockets({ clock: systemClock }),
    mail: safeMail({ clock: systemClock }),
    clock: systemClock,
    bytes: (count: number) => chance.bytes(count),
  };
  const findings: Finding[] = [];
  try {
    for (const each of channelList) {
      const section = sectionOf(config.channels, each);
      const network = openNetwork(on, section.proxy);
      const found = await each.doctor.vendor?.({
        ...on,
        ...network?.ways,
        section,
        accounts: accounts.filter(({ channel }) => channel === each.provider),
      });
      await network?.close();
      findings.push(...(found ?? []));
    }
  } finally {
    await http.close();
  }
  return findings;
}
