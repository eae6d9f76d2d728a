import type { Channel } from "../../domain/channel.ts";
import type { Delivery } from "../../domain/delivery.ts";
import type { AcceptOutcome, InboundMessage } from "../../domain/message.ts";
import type { AnswerStreams } from "../../domain/ports/answer-streams.ts";
import type { ChannelLogin } from "../../domain/ports/channel-login.ts";
import type { ChannelPorts } from "../../domain/ports/channel-ports.ts";
import type { ChannelReports } from "../../domain/ports/channel-reports.ts";
import type { Chance, Clock } from "../../domain/ports/clock.ts";
import type { OutboundHttp } from "../../domain/ports/http.ts";
import type { OutboundMail } from "../../domain/ports/mail.ts";
import type { Log, Metrics } from "../../domain/ports/log.ts";
import type { MediaStore } from "../../domain/ports/media.ts";
import type {
  PushLedger,
  ReplyTickets,
  SeenCallbacks,
} from "../../domain/ports/channel-storage.ts";
import type { PushDevices } from "../../domain/ports/push.ts";
import type { QuotedMessages } from "../../domain/ports/quotes.ts";
import type { OutboundSockets } from "../../domain/ports/socket.ts";
import type { ChannelWebhook } from "../../domain/webhook.ts";

/** The dependencies of a channel. It sees neither the store nor another channel. */
export interface WireContext<Section, Secret extends string = never> {
  readonly section: Section;
  /**
   * The secrets of `settings.webhookSecrets`, by setting. The lists change in place when the
   * settings are read again.
   */
  readonly webhookSecrets: Readonly<Record<Secret, readonly string[]>>;
  readonly ports: ChannelPorts;
  readonly reports: ChannelReports;
  readonly http: OutboundHttp;
  readonly sockets: OutboundSockets;
  readonly mail: OutboundMail;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Only where a channel that handles files is switched on. */
  readonly media: MediaStore | undefined;
  readonly storage: ChannelStorage;
  /** Splits a text at sentence ends into parts of a limited size, in bytes. */
  readonly splitBytes: (text: string, bytes: number) => readonly string[];
  /** The server's address for vendors, where one is set. */
  readonly publicUrl: string | undefined;
  /** Tells a person's devices of what was said where they may not be looking. Never rejects. */
  readonly notifyAway: (said: AwayNotice) => Promise<void>;
  /** This process runs turns and deliveries, so polls and connections are held here. */
  readonly isWorker: boolean;
  /** This process also does chores, such as deleting what is no longer needed. */
  readonly doesChores: boolean;
}

/** What was said to a person, who may not be looking. */
export type AwayNotice = Pick<Delivery, "accountId" | "conversationId" | "text">;

/** Tables that channels share. */
export interface ChannelStorage {
  readonly quotes: QuotedMessages;
  readonly streams: AnswerStreams;
  readonly tickets: ReplyTickets;
  readonly pushes: PushLedger;
  readonly seen: SeenCallbacks;
  /** Deletes rows that are too old to be asked for. */
  forgetOld(): Promise<void>;
}

/** A switched-on channel. */
export interface WiredChannel<Section = unknown> {
  readonly channel: Channel;
  /** `accept` accepts one message and reports the outcome; batches go to the inbox of the ports. */
  webhooks?(accept: Accept): readonly ChannelWebhook[];
  /** People link an account of their own. */
  readonly login?: ChannelLogin | undefined;
  /** Browsers that people are notified in. */
  readonly devices?: PushDevices | undefined;
  /** Shows it on a person's devices. */
  notifyAway?(said: AwayNotice): Promise<void>;
  /** Polls and connections begin when the engines are ready for what they bring. */
  start?(): void;
  /**
   * Applies a section that was read again. Where it is absent, new settings wait for the next
   * start.
   */
  renew?(section: Section): Promise<void>;
  close?(): Promise<void>;
}

type Accept = (message: InboundMessage) => Promise<AcceptOutcome>;
