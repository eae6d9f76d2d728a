import type { AnswerStreams } from "../../domain/ports/answer-streams.ts";
import { type Channel, plainChatApp } from "../../domain/channel.ts";
import type { ChannelPorts, ChannelSecrets } from "../../domain/ports/channel-ports.ts";
import type { ChannelReports } from "../../domain/ports/channel-reports.ts";
import { type Chance, type Clock, iso } from "../../domain/ports/clock.ts";
import type { Outlook, Prospect } from "../../domain/ports/delivery-outlook.ts";
import type { OutboundHttp } from "../../domain/ports/http.ts";
import type { Log } from "../../domain/ports/log.ts";
import type { MediaStore } from "../../domain/ports/media.ts";
import type {
  PushLedger,
  ReplyTickets,
  SeenCallbacks,
} from "../../domain/ports/channel-storage.ts";
import type { OutboundSockets } from "../../domain/ports/socket.ts";
import type { ChannelWebhook } from "../../domain/webhook.ts";
import { createBotStates } from "./bot-states.ts";
import { wecomWebhooks } from "./callback.ts";
import { createCalls } from "./calls.ts";
import { createChain, hasWay, type Push, robotFor } from "./chain.ts";
import { chatOf } from "./connection/chat.ts";
import { type Connections, openConnections } from "./connection/connections.ts";
import { announceFirstWords } from "./connection/first-words.ts";
import { judgePush } from "./connection/push.ts";
import { commands } from "./connection/wire.ts";
import { fetchWecomFile } from "./download.ts";
import { createSend, recallSend } from "./send.ts";
import { wecomChannel, type WecomSettings } from "./settings.ts";
import { fieldsOf, jsonIn } from "./fields.ts";
import { pushKey } from "./push-key.ts";

export interface WecomDeps {
  readonly ports: ChannelPorts;
  readonly reports?: ChannelReports | undefined;
  readonly streams: AnswerStreams;
  readonly tickets: ReplyTickets;
  readonly pushes: PushLedger;
  readonly seen: SeenCallbacks;
  readonly http: OutboundHttp;
  readonly sockets: OutboundSockets;
  /** Files that go out. */
  readonly media?: Pick<MediaStore, "get"> | undefined;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  readonly settings: WecomSettings;
  /** A text as parts of so many bytes. */
  readonly split: (text: string, bytes: number) => readonly string[];
}

export interface Wecom {
  readonly channel: Channel;
  readonly webhooks: readonly ChannelWebhook[];
  /** Seals what the operator set, and lists the bots. */
  start(): Promise<void>;
  /**
   * Opens the long connections of those bots that have one, and keeps them. For a process that
   * delivers.
   */
  connect(): Promise<void>;
  disconnect(): Promise<void>;
  /** Applies other settings. A bot whose callback has no address yet gets it at the next start. */
  renew(settings: WecomSettings): Promise<void>;
}

/** With room for the mark of a supplement, and for a word that more waits. */
const partBytes = 20_300;
const hourMs = 3_600_000;

/**
 * WeCom's AI bots. Messages come by callbacks or over a long connection; answers are streams that
 * WeCom fetches or that are pushed to it, and go on by other ways when they can't be.
 */
export function createWecom(deps: WecomDeps): Wecom {
  const settings: WecomSettings = { ...deps.settings };
  const on = { ...deps, settings, post: createCalls({ http: deps.http, settings }) };
  const connections = openConnections(on);
  const states = createBotStates(on);
  let isHolding = false;
  const seal = async (): Promise<void> => {
    await sealRobots(deps.ports.secrets, settings);
    await states.list();
  };
  return {
    channel: wecomChannelOn(on, connections),
    webhooks: wecomWebhooks({ ...on, heard: (bot) => states.heard(bot) }),
    start: seal,
    async connect() {
      isHolding = true;
      await connections.hold();
    },
    disconnect: () => connections.close(),
    async renew(next) {
      // The one settings object that all parts of the channel read.
      Object.assign(settings, next);
      if (isHolding) await connections.hold();
      await seal();
    },
  };
}

function wecomChannelOn(
  on: WecomDeps & { readonly post: ReturnType<typeof createCalls> },
  connections: Connections,
): Channel {
  const { settings } = on;
  const botOf = (name: string) => settings.bots.find((bot) => bot.name === name);
  const isConnected = (name: string): boolean => botOf(name)?.connection !== undefined;
  const push = pushOver(connections, isConnected);
  const hasMore = (of: Parameters<AnswerStreams["hasMore"]>[0]): Promise<boolean> =>
    on.streams.hasMore(of);
  const ways = { ...on, secrets: on.ports.secrets, push, isConnected, hasMore };
  const chain = createChain(ways);
  return {
    name: wecomChannel,
    // A connected bot's parts wait until this process, or another, holds its connection.
    ready: (name) =>
      isConnected(name) ? connections.live(name) !== undefined : botOf(name) !== undefined,
    hasOneHolder: isConnected,
    get limits() {
      return {
        partLength: partBytes,
        partUnit: "bytes" as const,
        captionLength: partBytes,
        paceMs: 0,
        sendTimeoutMs: 60_000,
        turnTimeoutMs: settings.turnTimeoutMs,
      };
    },
    get capabilities() {
      const { thoughts, streams, historyMessages } = settings;
      return {
        ...plainChatApp,
        carriesFiles: true,
        showsThoughts: thoughts && streams,
        historyMessages,
      };
    },
    unknownSends: "keep",
    outlook: (prospect) =>
      outlook(
        { settings, secrets: on.ports.secrets },
        prospect,
        isConnected(prospect.channelAccount),
      ),
    recall: (part) => recallSend(on, part),
    typing: (to) =>
      isConnected(to.channelAccount)
        ? announceFirstWords({ ...on, connections }, to)
        : { end: () => undefined },
    send: createSend({
      ...ways,
      media: on.media,
      chain,
      connections,
      hasWay: (delivery) => hasWay(ways, delivery),
    }),
    fetchFile: async (file, signal) => {
      const bot = botOf(file.channelAccount);
      return bot === undefined
        ? { failed: "gone", again: false }
        : fetchWecomFile({ ...on, bot }, file, signal);
    },
  };
}

function pushOver(connections: Connections, isConnected: (name: string) => boolean): Push {
  return async ({ channelAccount, scope, id }, message, signal) => {
    const chat = chatOf(scope);
    if (!isConnected(channelAccount) || chat === undefined) return undefined;
    const live = connections.live(channelAccount);
    if (live === undefined) return { kind: "not_sent", code: "not_connected", retryAfterMs: 5_000 };
    if (signal.aborted) return { kind: "not_sent", code: "aborted" };
    const waitMs = connections.chats.take(`${channelAccount} ${chat.chatid}`, id);
    if (waitMs > 0) return { kind: "not_sent", code: "chat_is_full", retryAfterMs: waitMs };
    return judgePush(
      await live.session.call({ cmd: commands.push, body: { ...chat, ...message }, signal }),
    );
  };
}

/**
 * Without a robot or a long connection, WeCom accepts text only for an hour after the person wrote.
 */
async function outlook(
  on: Parameters<typeof robotFor>[0],
  prospect: Prospect,
  isConnected: boolean,
): Promise<Outlook> {
  const { window, at } = prospect;
  if ((await robotFor(on, prospect)) !== undefined) return { kind: "open" };
  if (window.lastInboundAt === null)
    return { kind: "closed", reason: "never_wrote", windowEndsAt: null };
  const ends = Date.parse(window.lastInboundAt) + hourMs;
  return isConnected || at < ends
    ? { kind: "open" }
    : { kind: "closed", reason: "window_closed", windowEndsAt: iso(ends) };
}

const listName = "wecom_push_urls";

/**
 * Robots that the operator named are kept like those that people set in their chats. One that the
 * operator has taken out again is forgotten, unless another one was set there meanwhile.
 */
async function sealRobots(
  secrets: ChannelSecrets,
  { pushUrls }: Pick<WecomSettings, "pushUrls">,
): Promise<void> {
  const kept = (await secrets.get(listName)) ?? "{}";
  const now = Object.fromEntries(pushUrls.map(({ bot, scope, url }) => [pushKey(bot, scope), url]));
  for (const [key, url] of Object.entries(fieldsOf(jsonIn(kept)) ?? {}))
    if (now[key] === undefined && (await secrets.get(key)) === url) await secrets.drop(key);
  for (const [key, url] of Object.entries(now)) await secrets.put(key, url);
  const list = JSON.stringify(now);
  if (list !== kept) await secrets.put(listName, list);
}
