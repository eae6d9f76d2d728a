import type { ChannelPorts } from "../../../domain/channel-ports.ts";
import type { OutboundSockets } from "../../../domain/socket.ts";
import { socketHosts } from "../addresses.ts";
import type { ReceiveDeps } from "../receive.ts";
import { type WecomBot, wecomChannel } from "../settings.ts";
import { createThrottle, type Throttle } from "../throttle.ts";
import { type Answers, createAnswers } from "./answers.ts";
import { createInbound } from "./inbound.ts";
import { type KeepDeps, stayConnected } from "./keep.ts";
import { chatLids } from "./push.ts";
import type { Session } from "./session.ts";
import { uploadLids } from "./upload.ts";

export interface ConnectionsDeps extends ReceiveDeps {
  readonly ports: ChannelPorts;
  readonly sockets: OutboundSockets;
}

/** A bot that is connected by this process. */
export interface Live {
  readonly session: Session;
  readonly answers: Answers;
}

/** The bots of the long connection. One process holds the connection of each; its deliveries go out there and nowhere else. */
export interface Connections {
  /** Undefined while this process does not hold the bot's connection. */
  live(bot: string): Live | undefined;
  /** Messages of a chat, and uploads of a bot, in a time. */
  readonly chats: Throttle;
  readonly uploads: Throttle;
  /** Holds what the settings name now, and lets go of the rest. Connections whose settings stay the same stay. */
  hold(): Promise<void>;
  close(): Promise<void>;
}

interface Held {
  readonly by: string;
  readonly holder: { close(): Promise<void> };
}

export function openConnections(on: ConnectionsDeps): Connections {
  const living = new Map<string, Live>();
  const held = new Map<string, Held>();
  const chats = createThrottle(on.clock, chatLids);
  const uploads = createThrottle(on.clock, uploadLids);

  const begin = (bot: WecomBot, connection: NonNullable<WecomBot["connection"]>): Held["holder"] =>
    on.ports.sole.hold(`wecom:${connection.botId}`, (signal) => stayConnected(keepDeps(bot, connection), signal));

  const keepDeps = (bot: WecomBot, { botId, secret }: NonNullable<WecomBot["connection"]>): KeepDeps => ({
    ...on,
    directory: on.ports.directory,
    channelAccount: bot.name,
    botId,
    secret,
    url: on.settings.socketUrl,
    allowedHosts: socketHosts(on.settings),
    onReady: (session) => ready(bot, session),
  });

  function ready(bot: WecomBot, session: Session): (frame: Parameters<ReturnType<typeof createInbound>["take"]>[0]) => void {
    const answers = createAnswers({ ...on, receipts: on.ports.receipts, session, channelAccount: bot.name });
    const live: Live = { session, answers };
    living.set(bot.name, live);
    session.over.addEventListener("abort", () => living.get(bot.name) === live && living.delete(bot.name), { once: true });
    void answers
      .resume()
      .catch((error: unknown) => on.log.error({ error, channel: wecomChannel }, "answers that were begun before could not be looked up"));
    const inbound = createInbound({ ...on, bot, session, answers, answered: (chat) => chats.count(`${bot.name} ${chat}`) });
    return (frame) => inbound.take(frame);
  }

  return {
    live: (bot) => living.get(bot),
    chats,
    uploads,
    async hold() {
      const wanted = new Map(
        on.settings.bots.flatMap((bot) =>
          bot.connection === undefined ? [] : [[fingerprint(on, bot), { bot, connection: bot.connection }]],
        ),
      );
      for (const [name, { by, holder }] of held) {
        if (wanted.has(by)) continue;
        held.delete(name);
        await holder.close();
      }
      for (const [by, { bot, connection }] of wanted) if (!held.has(bot.name)) held.set(bot.name, { by, holder: begin(bot, connection) });
    },
    async close() {
      await Promise.all([...held.values()].map(({ holder }) => holder.close()));
      held.clear();
    },
  };
}

/** Everything that a connection is made with. When it changes, the connection is made anew. */
const fingerprint = ({ settings }: ConnectionsDeps, bot: WecomBot): string =>
  JSON.stringify([bot, settings.socketUrl, settings.allowedHosts]);
