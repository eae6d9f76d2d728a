import { z } from "zod";
import type { Wecom } from "./wecom.ts";

export const transport = z.enum(["callback", "long_connection"]).default("callback");

function isSocketUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return (
    /^wss?:$/.test(protocol) && username === "" && password === "" && search === "" && hash === ""
  );
}

export const socketUrl = z
  .string()
  .refine(isSocketUrl, "must be a wss URL without user name, password, query or fragment");

/** Each bot has what its transport needs, and no two connections throw each other out. */
export function transportProblems(wecom: Wecom): readonly string[] {
  const bots = [
    { ...wecom, at: "channels.wecom" },
    ...wecom.bots.map((bot) => ({ ...bot, at: `channels.wecom.bots (${bot.name})` })),
  ];
  const isBeside = wecom.token !== undefined || wecom.encoding_aes_key !== undefined;
  const missing = bots.flatMap(({ at, transport: by, ...bot }) => {
    if (by === "long_connection")
      return bot.bot_id === undefined || bot.secret === undefined
        ? [
            `\`${at}\` has a long connection and needs \`bot_id\` and \`secret\`, both from WeCom's console.`,
          ]
        : [];
    const isHalf = bot.token === undefined || bot.encoding_aes_key === undefined;
    return isHalf && (isBeside || at !== "channels.wecom")
      ? [
          `\`${at}\` needs both \`token\` and \`encoding_aes_key\`: with one alone no callback can be read.`,
        ]
      : [];
  });
  const connected = bots.filter(({ transport: by }) => by === "long_connection");
  const ids = connected.map(({ bot_id: botId }) => botId).filter((id) => id !== undefined);
  const twice =
    new Set(ids).size < ids.length
      ? [
          "Two bots of `channels.wecom` have the same `bot_id` and would end each other's long connection.",
        ]
      : [];
  return [...missing, ...twice, ...(connected.length === 0 ? [] : plainSocket(wecom))];
}

function plainSocket({ ws_url: url, allowed_hosts: allowed }: Wecom): readonly string[] {
  const { protocol, hostname, host } = new URL(url);
  return protocol === "wss:" || allowed.includes(hostname) || allowed.includes(host)
    ? []
    : [
        "`channels.wecom.ws_url` is not encrypted, so anybody on the way could read the secret: use wss, or list the host in `allowed_hosts`.",
      ];
}
