import type { ChannelPorts } from "../../../domain/ports/channel-ports.ts";
import type { OutboundSockets } from "../../../domain/ports/socket.ts";
import { socketHosts } from "../addresses.ts";
import type { Fields } from "../fields.ts";
import type { ReceiveDeps } from "../incoming.ts";
import { type WecomBot, wecomChannel } from "../settings.ts";
import { createThrottle, type Throttle } from "../throttle.ts";
import { type Answers, createAnswers } from "./answers.ts";
import type { Chat } from "./chat.ts";
import { createInbound, type Inbound } from "./inbound.ts";
import { type KeepDeps, stayConnected } from "./keep.ts";
import { chatLids } from "./push.ts";
import type { Session } from "./session.ts";
import { uploadLids } from "./upload.ts";
import { commands } from "./wire.ts";

export interface ConnectionsDeps extends ReceiveDeps {
  readonly ports: ChannelPorts;
  readonly sockets: OutboundSockets;
}

/** A bot that is connected by this process. */
export interface Live {
  readonly session: Session;
  readonly answers: Answers;
}

/**
 * The bots of the long connection. One process holds the connection of each; its deliveries go out
 * there and nowhere else.
 */
export interface Connections {
  /** Undefined while this process does not hold the bot's connection. */
  live(bot: string): Live | undefined;
  /** Messages of a chat, and uploads of a bot, in a time. */
  readonly chats: Throttle;
  readonly uploads: Throttle;
  /**
   * Opens the connections that the settings name now and closes the others. Those with unchanged
   * settings stay open.
   */
  hold(): Promise<void>;
  close(): Promise<void>;
}

interface Held {
  readonly by: string;
  readonly leave: () => Promise<void>;
}

export function openConnections(deps: ConnectionsDeps): Connections {
  const chats = createThrottle(deps.clock, chatLids);
  const on: Holding = { ...deps, chats, living: new Map(), held: new Map() };
  return {
    live: (bot) => on.living.get(bot),
    chats,
    uploads: createThrottle(deps.clock, uploadLids),
    hold: () => hold(on),
    async close() {
      await Promise.all([...on.held.values()].map(({ leave }) => leave()));
      on.held.clear();
    },
  };
}

interface Holding extends ConnectionsDeps {
  readonly chats: Throttle;
  readonly living: Map<string, Live>;
  readonly held: Map<string, Held>;
}

async function hold(on: Holding): Promise<void> {
  const bots = on.settings.bots.filter(({ connection }) => connection !== undefined);
  const wanted = new Map(bots.map((bot) => [fingerprint(on, bot), bot]));
  for (const [name, { by, leave }] of on.held) {
    if (wanted.has(by)) continue;
    // A bot whose settings changed continues its answers in a moment.
    if (!bots.some((bot) => bot.name === name)) await on.living.get(name)?.answers.endAll();
    on.held.delete(name);
    await leave();
  }
  for (const [by, bot] of wanted) {
    if (on.held.has(bot.name)) continue;
    // By WeCom's own id: a bot that goes by another name here is still one bot.
    const leaving = new AbortController();
    const holder = on.ports.sole.hold(`wecom:${bot.connection?.botId}`, (signal) =>
      stayConnected(keepDeps(on, bot, leaving.signal), signal),
    );
    on.held.set(bot.name, { by, leave: () => (leaving.abort(), holder.close()) });
  }
}

const keepDeps = (on: Holding, bot: WecomBot, leaving: AbortSignal): KeepDeps => ({
  ...on,
  directory: on.ports.directory,
  channelAccount: bot.name,
  botId: bot.connection?.botId ?? "",
  secret: bot.connection?.secret ?? "",
  url: on.settings.socketUrl,
  allowedHosts: socketHosts(on.settings),
  leaving,
  onReady: (session) => ready({ ...on, leaving }, bot, session),
});

function ready(on: Holding & Pick<KeepDeps, "leaving">, bot: WecomBot, session: Session): Inbound {
  const answers = createAnswers({
    ...on,
    receipts: on.ports.receipts,
    session,
    channelAccount: bot.name,
  });
  const live: Live = { session, answers };
  on.living.set(bot.name, live);
  session.over.addEventListener(
    "abort",
    () => on.living.get(bot.name) === live && on.living.delete(bot.name),
    { once: true },
  );
  if (session.over.aborted) on.living.delete(bot.name);
  void answers
    .resume()
    .catch((error: unknown) =>
      on.log.error({ error, channel: wecomChannel }, "unfinished answers could not be read"),
    );
  return createInbound({
    ...on,
    bot,
    session,
    answers,
    answered: (chat) => on.chats.count(`${bot.name} ${chat}`),
    showCard: (chat, card) =>
      showCard(on, { bot, session }, { ...chat, msgtype: "template_card", template_card: card }),
  });
}

/** Not awaited: a chat at its limit for this minute gets none. */
function showCard(
  { chats, log }: Holding,
  by: { bot: WecomBot; session: Session },
  body: Chat & Fields,
): void {
  if (!chats.hasRoom(`${by.bot.name} ${body.chatid}`)) return;
  chats.count(`${by.bot.name} ${body.chatid}`);
  void by.session.call({ cmd: commands.push, body }).then((said) => {
    if (said.kind !== "ok")
      log.info({ channel: wecomChannel, said }, "WeCom did not accept a card");
  });
}

/** Everything that a connection is made with. When it changes, the connection is reopened. */
const fingerprint = ({ settings }: ConnectionsDeps, bot: WecomBot): string =>
  JSON.stringify([bot, settings.socketUrl, settings.allowedHosts]);
