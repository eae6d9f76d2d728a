import { createSystemChance } from "../../src/cli/system.ts";
import { createIlink, type Ilink } from "../../src/channels/wechat/ilink/create.ts";
import type { IlinkSettings } from "../../src/channels/wechat/ilink/settings.ts";
import type { ChannelReports, RejectedInbound } from "../../src/domain/ports/channel-reports.ts";
import type { Delivery } from "../../src/domain/delivery.ts";
import type { Log, Metrics } from "../../src/domain/ports/log.ts";
import type { QuotedMessage } from "../../src/domain/ports/quotes.ts";
import { safeHttp } from "../../src/outbound/safe-fetch.ts";
import type { Bot } from "../vendors/ilink-people.ts";
import { type IlinkServer, startIlinkServer } from "../vendors/ilink-server.ts";
import { type FakeMedia, fakeMedia, type FakePorts, fakePorts } from "./channel-ports.ts";
import { type FakeClock, fakeClock } from "./fake-clock.ts";
import { silentLog } from "./silent-log.ts";

export const person = "0197c7a4-5c7e-7b6a-9d55-0f4b3c2a1d00";

/** The connector against the fake vendor, over real sockets, with time in the test's hands. */
export interface IlinkBench {
  readonly clock: FakeClock;
  readonly server: IlinkServer;
  readonly ports: FakePorts;
  readonly media: FakeMedia;
  /** What was reported to the operator. */
  readonly rejected: RejectedInbound[];
  /** By the vendor's id. */
  readonly quotes: Map<string, QuotedMessage>;
  readonly ilink: Ilink;
  /** Sentences that were logged as errors. */
  readonly errors: string[];
  /** Resolves when a warning or an error with these words was logged so often. */
  heard(words: string, times?: number): Promise<void>;
  /** Moves time in small steps until this has happened. */
  passUntil(happened: Promise<unknown>): Promise<void>;
  /** A second process over the same database. */
  another(): Ilink;
  /** A bot that was linked earlier. */
  linked(name?: string): Promise<Bot>;
  /** Reads from now on; ends with the bench. */
  poll(ilink?: Ilink): { close(): Promise<void> };
  /** A part for the bot's person, who wrote just now unless said otherwise. */
  part(bot: Bot, more?: Partial<Delivery>): Delivery;
  close(): Promise<void>;
}

const metrics: Metrics = { count: () => undefined, observe: () => undefined };

export interface BenchOptions extends Partial<IlinkSettings> {
  /** Hosts in addition to the fake vendor's. */
  readonly moreHosts?: readonly string[];
}

export async function openIlinkBench({
  moreHosts = [],
  ...settings
}: BenchOptions = {}): Promise<IlinkBench> {
  const clock = fakeClock();
  const server = await startIlinkServer({ clock });
  const ports = fakePorts(clock);
  const media = fakeMedia();
  const rejected: RejectedInbound[] = [];
  const reports: ChannelReports = {
    identityChanged: () => Promise.resolve(),
    leftGroup: () => Promise.resolve(),
    noted: () => Promise.resolve(),
    rejected: async (what) => void rejected.push(what),
  };
  const quotes = new Map<string, QuotedMessage>();
  const errors: string[] = [];
  const { log, heard } = listeningLog(errors);
  const network = safeHttp({ clock });
  const http = clock.underWay.http(network);
  const chance = createSystemChance(() => clock.now());
  const another = (): Ilink =>
    createIlink({
      ports,
      reports,
      media,
      quotes: { find: async ({ vendorId }) => quotes.get(vendorId) },
      http,
      clock,
      chance,
      log,
      metrics,
      settings: {
        apiBaseUrl: server.url,
        cdnBaseUrl: `${server.url}/c2c`,
        allowedHosts: [server.url, ...moreHosts],
        ...settings,
      },
    });
  const ilink = another();
  const polling: { close(): Promise<void> }[] = [];
  return {
    clock,
    server,
    ports,
    media,
    rejected,
    quotes,
    ilink,
    errors,
    heard,
    passUntil: async (happened) => {
      const seen = { done: false };
      void happened.then(() => (seen.done = true));
      while (!seen.done) await clock.advance(20);
    },
    another,
    linked: async (name) => {
      const bot = server.bot(name);
      const credentials = {
        botToken: bot.token,
        botId: bot.botId,
        baseUrl: server.url,
        userId: bot.userId,
      };
      await ports.secrets.put(`wechat_ilink:${bot.botId}`, JSON.stringify(credentials));
      await ports.directory.link({
        channel: "wechat_personal",
        channelAccount: bot.botId,
        accountId: person,
        state: "connected",
        reason: null,
      });
      return bot;
    },
    poll: (which = ilink) => {
      const started = which.startPolling();
      polling.push(started);
      return started;
    },
    part: (bot, more = {}) =>
      partFor(bot, { lastInboundAt: new Date(clock.now()).toISOString(), ...more }),
    close: async () => {
      for (const one of polling) await one.close();
      await network.close();
      await server.close();
    },
  };
}

/** A log that can be waited for: a line is the last thing before the code rests. */
function listeningLog(errors: string[]): {
  readonly log: Log;
  heard(words: string, times?: number): Promise<void>;
} {
  const lines: string[] = [];
  let waiters: { readonly words: string; readonly times: number; readonly tell: () => void }[] = [];
  const count = (words: string): number => lines.filter((line) => line.includes(words)).length;
  const hear = (sentence: string): void => {
    lines.push(sentence);
    const told = waiters.filter(({ words, times }) => count(words) >= times);
    waiters = waiters.filter((waiter) => !told.includes(waiter));
    for (const { tell } of told) tell();
  };
  return {
    log: {
      ...silentLog,
      warn: (_fields, sentence) => hear(sentence),
      error: (_fields, sentence) => {
        errors.push(sentence);
        hear(sentence);
      },
    },
    heard: (words, times = 1) =>
      count(words) >= times
        ? Promise.resolve()
        : new Promise((tell) => waiters.push({ words, times, tell })),
  };
}

function partFor(
  bot: Bot,
  { lastInboundAt, ...more }: Partial<Delivery> & { readonly lastInboundAt: string },
): Delivery {
  return {
    id: "d1",
    accountId: person,
    conversationId: "c1",
    turnId: null,
    messageId: null,
    channel: "wechat_personal",
    channelAccount: bot.botId,
    scope: bot.userId,
    peer: bot.userId,
    source: "reply",
    text: "hello",
    payload: {},
    attempt: 1,
    idempotencyKey: "key-1",
    window: { lastInboundAt, sendsSinceInbound: 0, contextToken: "ctx-1" },
    ...more,
  };
}
