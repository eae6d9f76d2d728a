import type { ServerSettings } from "../kit/common-settings.ts";
import type { WecomSection } from "./section.ts";

/**
 * Where WeCom calls each bot that has a callback, under the public address. Undefined where there
 * is none: such calls are refused.
 */
export function callbackAddresses(
  wecom: WecomSection,
  server: Pick<ServerSettings, "public_url">,
): readonly CallbackAddress[] {
  const bots = wecom.enabled
    ? wecomBots(wecom).filter(({ connection }) => connection === undefined)
    : [];
  return bots.map(({ name, path: at }) => ({
    bot: name,
    url: server.public_url && new URL(at, server.public_url).href,
  }));
}

/** Whether a bot is written beside `bots`. */
export const hasDefaultBot = ({
  transport: by,
  token,
  encoding_aes_key: key,
}: WecomSection): boolean => by === "long_connection" || token !== undefined || key !== undefined;

interface CallbackAddress {
  readonly bot: string;
  readonly url: string | undefined;
}

interface BotSettings {
  readonly name: string;
  readonly path: string;
  /** Where it has a long connection, what that is opened with. */
  readonly connection: { readonly botId: string; readonly secret: string } | undefined;
  readonly pairs: readonly { readonly token: string; readonly encodingAesKey: string }[];
  readonly botId: string | undefined;
  readonly displayName: string | undefined;
}

export const callbackPath = "/wecombot/callback";

export function wecomBots(section: WecomSection): readonly BotSettings[] {
  const own = hasDefaultBot(section)
    ? [botOf({ ...section, name: "default" }, callbackPath, section.previous)]
    : [];
  return [...own, ...section.bots.map((one) => botOf(one, `${callbackPath}/${one.name}`))];
}

type OneBot = Pick<
  WecomSection,
  "transport" | "token" | "encoding_aes_key" | "secret" | "bot_id" | "bot_name"
> & { readonly name: string };

function botOf(section: OneBot, at: string, previous?: WecomSection["previous"]): BotSettings {
  const { bot_id: botId, bot_name: displayName } = section;
  const pairs = [pairOf(section), ...(previous === undefined ? [] : [pairOf(previous)])].filter(
    (pair) => pair !== undefined,
  );
  const isConnected =
    section.transport === "long_connection" && botId !== undefined && section.secret !== undefined;
  const connection = isConnected ? { botId, secret: section.secret } : undefined;
  return { name: section.name, path: at, pairs, botId, displayName, connection };
}

function pairOf(
  given: Pick<OneBot, "token" | "encoding_aes_key">,
): BotSettings["pairs"][number] | undefined {
  const { encoding_aes_key: encodingAesKey } = given;
  return given.token === undefined || encodingAesKey === undefined
    ? undefined
    : { token: given.token, encodingAesKey };
}
