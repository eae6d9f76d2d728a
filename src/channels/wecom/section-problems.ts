import { hasDefaultBot } from "./configured-bots.ts";
import type { WecomSection } from "./section.ts";

/** A channel without its secret does not start, and says so before anything else does. */
export function wecomProblems(wecom: WecomSection): readonly string[] {
  if (!wecom.enabled) return [];
  const problems: string[] = [...transportProblems(wecom)];
  if (!hasDefaultBot(wecom) && wecom.bots.length === 0)
    problems.push(
      "`channels.wecom` is enabled but has no `token` and `encoding_aes_key`: anyone could write in any person's name.",
    );
  const names = wecom.bots.map(({ name }) => name);
  if (new Set(names).size < names.length)
    problems.push("`channels.wecom.bots` has two bots of the same name.");
  const strange = wecom.push_urls.find(
    ({ bot: of }) => of !== undefined && of !== "default" && !names.includes(of),
  );
  if (strange !== undefined)
    problems.push(
      `\`channels.wecom.push_urls\` names the bot \`${strange.bot}\`, which is not in \`bots\`.`,
    );
  const robots = [
    wecom.fallback_robot_webhook_url,
    ...wecom.push_urls.map(({ url }) => url),
  ].filter((url) => url !== undefined);
  if (robots.some((url) => new URL(url).origin !== new URL(wecom.api_base_url).origin))
    problems.push(
      "A robot's webhook in `channels.wecom` is not at `api_base_url`: words would go to somebody else.",
    );
  return problems;
}

/** Each bot has what its transport needs, and no two connections throw each other out. */
function transportProblems(wecom: WecomSection): readonly string[] {
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

function plainSocket({ ws_url: url, allowed_hosts: allowed }: WecomSection): readonly string[] {
  const { protocol, hostname, host } = new URL(url);
  return protocol === "wss:" || allowed.includes(hostname) || allowed.includes(host)
    ? []
    : [
        "`channels.wecom.ws_url` is not encrypted, so anyone on the way could read the secret: use wss, or list the host in `allowed_hosts`.",
      ];
}
