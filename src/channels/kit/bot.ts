import {
  type Channel,
  type ChannelLimits,
  type FetchedFile,
  plainChatApp,
  type SentFile,
} from "../../domain/channel.ts";
import type { Delivery } from "../../domain/delivery.ts";
import type { ChannelPorts } from "../../domain/ports/channel-ports.ts";
import type { ChannelReports } from "../../domain/ports/channel-reports.ts";
import type { PushLedger } from "../../domain/ports/channel-storage.ts";
import type { Chance, Clock } from "../../domain/ports/clock.ts";
import type { OutboundHttp } from "../../domain/ports/http.ts";
import type { Log, Metrics } from "../../domain/ports/log.ts";
import type { QuotedMessages } from "../../domain/ports/quotes.ts";
import type { OutboundSockets } from "../../domain/ports/socket.ts";
import { createAccountHealth } from "./account-health.ts";
import { createAnsweredMessages } from "./answered.ts";
import type { Judgement } from "./judge.ts";
import { keepLine, type LinePlan } from "./keep-line.ts";
import { createLiveAnswers, type LiveAnswers, type LiveVendor } from "./live-answer.ts";
import type { OutgoingFiles } from "./outgoing.ts";
import { createStrangerReplies, type StrangerReplies } from "./strangers.ts";

/** What a bot that talks is made of. */
export interface BotDeps {
  readonly ports: ChannelPorts;
  readonly reports?: ChannelReports | undefined;
  readonly quotes: QuotedMessages;
  readonly pushes: Pick<PushLedger, "restOf" | "keepRest">;
  readonly media?: OutgoingFiles | undefined;
  readonly http: OutboundHttp;
  readonly sockets: OutboundSockets;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** How a vendor does what every bot does. */
export interface BotVendor<App, Message> {
  readonly channel: string;
  readonly apps: readonly App[];
  readonly limits: ChannelLimits;
  /** Shows speech as a voice message. */
  readonly hasVoice?: boolean | undefined;
  /** Whether people see an answer while it is written. */
  readonly streams: boolean;
  readonly live: LiveVendor<Message>;
  /** For how long the vendor makes one message of a part and its copy. */
  readonly knowsCopiesMs?: number | undefined;
  /** Asks the vendor without sending anything. True when the app works. */
  probe(app: App, signal: AbortSignal): Promise<boolean>;
  /** Tells a person something, outside of every conversation. */
  tell(
    app: App,
    to: { readonly peer: string; readonly text: string },
    signal: AbortSignal,
  ): unknown;
  send(app: App, part: BotPart<Message>): Promise<Judgement>;
  fetchFile(app: App, file: BotFile): Promise<FetchedFile>;
  /** Apps with a connection that we open, one over all processes, and one such connection. */
  readonly connected: readonly App[];
  connect(app: App, how: Parameters<LinePlan["connect"]>[0]): ReturnType<LinePlan["connect"]>;
}

export interface BotPart<Message> {
  readonly delivery: Delivery;
  readonly signal: AbortSignal;
  readonly live: Pick<LiveAnswers<Message>, "takeOver" | "giveBack" | "drop">;
  /** The message that the person waits for an answer to, by conversation. */
  answeredIn(scope: string): string | undefined;
}

export type BotFile = Omit<SentFile, "channelAccount"> & { readonly signal: AbortSignal };

export interface Bot {
  readonly channel: Channel;
  readonly strangers: StrangerReplies;
  /** Connects each app, in one process at a time. */
  start(): { close(): Promise<void> };
  close(): Promise<void>;
}

/** A channel whose apps are bots of ours: their health, their answers and their connections. */
export function createBot<App extends { readonly id: string }, Message extends object>(
  deps: BotDeps,
  vendor: BotVendor<App, Message>,
): Bot {
  const { clock, log, ports } = deps;
  const { channel } = vendor;
  const apps = new Map(vendor.apps.map((app) => [app.id, app]));
  const health = createAccountHealth({
    channel,
    directory: ports.directory,
    clock,
    log,
    probe: async (id, signal) => {
      const app = apps.get(id);
      return app !== undefined && vendor.probe(app, signal);
    },
  });
  const strangers = createStrangerReplies({
    ...deps,
    channel,
    send: async ({ channelAccount, peer }, text, signal) => {
      const app = apps.get(channelAccount);
      if (app !== undefined) await vendor.tell(app, { peer, text }, signal);
    },
  });
  const { streams } = vendor;
  const live = createLiveAnswers({ clock, log, pushes: deps.pushes, streams }, vendor.live);
  const answered = createAnsweredMessages();
  const keeping = { ...deps, health, directory: ports.directory };
  return {
    strangers,
    channel: {
      name: channel,
      ready: (id) => apps.has(id) && health.ready(id),
      limits: vendor.limits,
      capabilities: {
        ...plainChatApp,
        carriesFiles: true,
        hasVoice: vendor.hasVoice,
        reportsLater: false,
        showsButtons: true,
      },
      unknownSends: "keep",
      recall: async (part) =>
        clock.now() - part.attemptedAt < (vendor.knowsCopiesMs ?? 0) || (await live.hasTaken(part))
          ? { kind: "not_sent", code: "interrupted" }
          : undefined,
      typing(to) {
        answered.remember(to.scope, to.vendorId);
        return live.typing(to);
      },
      fetchFile: async ({ channelAccount, ...file }, signal) => {
        const app = apps.get(channelAccount);
        return app === undefined
          ? { failed: "gone", again: false }
          : vendor.fetchFile(app, { ...file, signal });
      },
      async send(delivery, signal) {
        const app = apps.get(delivery.channelAccount);
        if (app === undefined) return { kind: "not_sent", code: "account_not_configured" };
        const part = { delivery, signal, live, answeredIn: answered.find };
        const { verdict, fault } = await vendor.send(app, part);
        if (fault !== undefined) await health.became(app.id, fault);
        else if (verdict.kind === "sent") await health.became(app.id, { state: "connected" });
        return verdict;
      },
    },
    start() {
      const held = vendor.connected.map((app) =>
        ports.sole.hold(`${channel}:${app.id}`, (signal) => {
          const connect: LinePlan["connect"] = (how) => vendor.connect(app, how);
          return keepLine(keeping, { channel, channelAccount: app.id, connect }, signal);
        }),
      );
      return { close: async () => void (await Promise.all(held.map((one) => one.close()))) };
    },
    async close() {
      await Promise.all([health.close(), live.close(), strangers.close()]);
    },
  };
}
