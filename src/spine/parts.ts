import type { ChannelPorts } from "../domain/ports/channel-ports.ts";
import type { ChannelReports, DraftDeparture } from "../domain/ports/channel-reports.ts";
import type { Channel } from "../domain/channel.ts";
import type { DeliveryOutlook } from "../domain/ports/delivery-outlook.ts";
import type { Projection } from "../domain/events/projection.ts";
import type { FileReader } from "../domain/ports/file-reader.ts";
import type { Speaker } from "../domain/ports/speaker.ts";
import type { Transcriber } from "../domain/ports/transcriber.ts";
import type { MediaStore } from "../domain/ports/media.ts";
import type { Model } from "../domain/ports/model.ts";
import type { Limits } from "../domain/quotas.ts";
import type { ReminderRoutes } from "../domain/ports/reminder-routes.ts";
import type { Skill } from "../domain/skill.ts";
import type { Teller } from "../domain/ports/teller.ts";
import type { TimedWords } from "../domain/timed-words.ts";
import type { TimerKind } from "../domain/timers.ts";
import type { Accept } from "../inbound/accept.ts";
import type { DeadLetters } from "../outbound/dead-letters.ts";
import type { Sql } from "../store/database/database.ts";
import type { EngineParts } from "../store/work/engine-parts.ts";
import type { Projector } from "../store/log/projector.ts";
import type { UsageMeter } from "../store/quotas/usage-meter.ts";
import type { Backpressure } from "../store/work/backpressure.ts";
import type { Lanes } from "../turn/lane.ts";
import type { Streams } from "../turn/stream.ts";
import type { Keys } from "../store/secrets.ts";

export interface SpineParts extends Omit<EngineParts, "projector"> {
  readonly model: Model;
  readonly skills: readonly Skill[] | ((outlook: DeliveryOutlook) => readonly Skill[]);
  /** Where files are kept that come with messages. Without it they are reported as missing. */
  readonly media?: MediaStore | undefined;
  /** Takes files apart, outside of this process. Without it documents cannot be read. */
  readonly fileReader?: FileReader | undefined;
  /** Turns voice messages into text. Without it they stay files. */
  readonly transcriber?: Transcriber | undefined;
  /** Turns answers into voice messages. Without it they are text alone. */
  readonly speaker?: Speaker | undefined;
  /** Encrypts what channels must keep secret. */
  readonly keys?: Keys | undefined;
  /** Tables of the skills, in addition to those of the spine. */
  readonly projections?: readonly Projection[] | undefined;
  readonly timers?: TimerParts | undefined;
  /** What follows when a person leaves a group of their chat app. */
  readonly draftDeparture?: DraftDeparture | undefined;
  /** Priorities under load. Without it there is no back-pressure. */
  readonly backpressure?: Backpressure | undefined;
  /** Limits of accounts and of the server. None when not set. */
  readonly usage?: { readonly limits: Limits; readonly meter: UsageMeter } | undefined;
  readonly settings: SpineSettings;
}

/** Builds channels with the ports of the spine that they belong to. */
export type ChannelMaker = (ports: ChannelPorts, reports: ChannelReports) => readonly Channel[];

/** The timers. */
export interface TimerParts {
  readonly kinds: readonly TimerKind[];
  /** Words their messages when they are sent, and learns when they have arrived. */
  readonly words?: TimedWords | undefined;
  /**
   * After this time a message that is not a reminder, such as the evening's question, is no longer
   * sent.
   */
  readonly expiresMs: number;
  /** Version of the time zones' rules. When it changes, future instants are derived again. */
  readonly zones: string;
  /** The database's clock decides what is due; tests bring their own. */
  now?(sql: Sql): Promise<number>;
}

export interface SpineSettings {
  /** Runs turns and deliveries; a gateway only takes messages in. */
  readonly work: boolean;
  readonly holder: string;
  /** Other processes may work on the same database: each notices when another dies. */
  readonly isShared?: boolean | undefined;
  readonly defaultTimezone: string;
  /** Messages that one person may send by a channel in a minute. No limit when not set. */
  readonly perPersonPerMinute?: number | undefined;
  readonly turn: {
    readonly leaseMs: number;
    readonly timeoutMs: number;
    readonly concurrency: number;
    readonly maxAttempts: number;
  };
  readonly outbox: {
    readonly leaseMs: number;
    readonly concurrency: number;
    /** How long a failing part holds up the parts after it in its conversation. */
    readonly holdMs: number;
    readonly retryMs: readonly number[];
    readonly replyExpiresMs: number;
  };
  /** How often every loop looks for work whose wake-up was lost. */
  readonly sweepMs: number;
}

/**
 * A message in, one turn at a time, delivered or visibly parked: the engines, wired to each other
 * over one database.
 */
export interface Spine {
  readonly accept: Accept;
  /** The ports that channels are built with. */
  readonly ports: ChannelPorts;
  readonly reports: ChannelReports;
  readonly lanes: Lanes;
  readonly streams: Streams;
  readonly deadLetters: DeadLetters;
  /** Where reminders go, and whether they can get there in time. */
  readonly reminderRoutes: ReminderRoutes;
  readonly outlook: DeliveryOutlook;
  /** Says what programs have to say to a person. */
  readonly teller: Teller;
  readonly projector: Projector;
  /** Receives every wake-up of any process until the returned function is called. */
  onTopic(listener: (topic: string) => void): () => void;
  /** Puts a channel in the place of the one with its name. */
  setChannel(channel: Channel): void;
  /** Registers the channels and sets the engines to work. */
  start(channels: readonly Channel[]): Promise<void>;
  /** Wakes the loops as a notification would. */
  wake(): void;
  close(graceMs: number): Promise<void>;
}
