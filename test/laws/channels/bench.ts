import type { PeerWindow } from "../../../src/domain/ports/channel-ports.ts";
import type { Delivery, Verdict } from "../../../src/domain/delivery.ts";
import type { Spine } from "../../../src/spine/parts.ts";
import type { ApiLab } from "../../support/api.ts";
import type { Ilink } from "../../../src/channels/wechat/ilink/create.ts";
import type { ChannelWebhook } from "../../../src/domain/webhook.ts";
import type { Channel } from "../../../src/domain/channel.ts";
import type { WechatConnector } from "../../vendors/wechat-connector.ts";
import type { IlinkServer } from "../../vendors/ilink-server.ts";
import type { CloudServer } from "../../vendors/whatsapp-cloud-server.ts";
import type { EvolutionServer } from "../../vendors/evolution-server.ts";
import type { WecomServer } from "../../vendors/wecom-server.ts";
import type { WecomSocketServer } from "../../vendors/wecom-socket-server.ts";
import type { TelegramServer } from "../../vendors/telegram/server.ts";
import type { DiscordServer } from "../../vendors/discord/server.ts";
import type { FeishuServer } from "../../vendors/feishu/server.ts";
import type { DingtalkServer } from "../../vendors/dingtalk/server.ts";
import type { SlackServer } from "../../vendors/slack/server.ts";
import type { WecomAppServer } from "../../vendors/wecom-app-server.ts";
import type { WecomServiceServer } from "../../vendors/wecom-service-server.ts";
import type { BridgeServer } from "../../vendors/bridge-server.ts";
import type { NotifierServer } from "../../vendors/notifier-server.ts";
import type { SmtpServer } from "../../vendors/smtp-server.ts";
import type { Database } from "../../../src/store/database/database.ts";
import type { OpenStore } from "../../support/stores.ts";
import type { FakeClock } from "../../support/fake-clock.ts";
import type { SkillResult, TurnContext } from "../../../src/domain/skill.ts";
import type { FakeMedia } from "../../support/channel-ports.ts";
import type { OutboundAnswer, OutboundCall, OutboundHttp } from "../../../src/domain/ports/http.ts";
import type { openSpine } from "../../../src/spine.ts";

/** One process of the product with every channel, its HTTP server included. */
export interface Process {
  readonly spine: Spine;
  readonly api: ApiLab;
  readonly ilink: Ilink;
  readonly webhooks: readonly ChannelWebhook[];
  /** Opens the long connections. Others find them taken. */
  connect(): Promise<void>;
  channel(name: string): Channel;
  close(): Promise<void>;
}

/** How a channel's own webhook ends one message: kept, to be given again, or turned away. */
export type Heard = "taken" | "later" | "refused";

export interface Said {
  readonly text: string;
  /** Digits; each channel makes its vendor's id of them. */
  readonly id: string;
  /** The process that hears it; the first one otherwise. */
  readonly by?: Process | undefined;
}

/** A person who writes to us through the vendor's own protocol. */
export interface Someone {
  readonly peer: string;
  readonly channelAccount: string;
  says(said: Said): Promise<Heard>;
  /** The vendor's next try of a message that was not taken. */
  comesAgain(said: Said): Promise<Heard>;
  /** Puts a reaction under the last message they saw; absent where we read none. */
  reacts?(emoji: string): Promise<Heard>;
  /** What people saw in their app, in its order: the truth. */
  saw(): Promise<readonly string[]>;
  /** As it is while the person may be written to. */
  window(): PeerWindow;
}

/** What the vendor does with the next part. */
export type Fate =
  | "taken_then_500"
  | "taken_then_cut"
  | "not_now"
  | { readonly until: Promise<void> };

export interface VendorCase {
  readonly name: string;
  readonly arrange: () => void | Promise<void>;
  readonly kind: Verdict["kind"];
  readonly code?: string;
}

/** A channel beside the fake of its vendor. Another channel joins the laws with a bench in the table. */
export interface ChannelBench {
  readonly channel: string;
  person(): Promise<Someone>;
  /** The same person at another of our accounts; undefined where we have one only. */
  elsewhere(someone: Someone): Promise<Someone | undefined>;
  /** A message without proof: a wrong secret, no signature, no token, or a stranger. */
  unproven(said: Said): Promise<readonly Heard[]>;
  /** Undefined where there is no vendor: the page reads rows. */
  readonly fate: ((next: Fate) => void) | undefined;
  /** Parts go to addresses that take one message each: a send with an unknown outcome is tried again there, and is never there twice. */
  readonly triesAgain?: true;
  /** The vendor says at a second call which message is there: an outcome is unclear only if it stays silent. */
  readonly asksAgain?: true;
  /** For a while the vendor makes one message of a part and its copy: what a dead process may have sent is sent again. */
  readonly knowsCopies?: true;
  /** The vendor shows a message with the same id once: a send with an unknown outcome is repeated by itself. */
  readonly showsOnce?: true;
  /** How the vendor can be made to answer, and the verdict that is true then. */
  readonly cases: readonly VendorCase[];
  /**
   * From two hours after the person's last message: the vendor does not take the next part. Absent
   * where every part is there once it is written.
   */
  readonly withhold?: () => void;
  /** Whether the vendor takes parts only for a while after the person wrote. */
  readonly hasWindow?: true;
  /** How many parts were handed to the vendor, taken or not. */
  handed(): number;
  /** Where a part ends that the vendor takes nowhere, if that is not the end of it: the person's next message may open a way. */
  readonly nowhere?: "waiting_for_user";
  /** Where parts go over a line that stays open, and no call of ours could be caught on its way. */
  readonly line?: {
    away(): Promise<void>;
    back(): Promise<void>;
    /** The next part is refused as none that may be sent there. */
    closed(): void;
  };
  /** What a strict vendor would complain about. */
  complaints(): readonly string[];
}

export type OpenBench = (world: ChannelWorld) => ChannelBench;

/** A person who only receives. */
export type Receiver = Pick<Someone, "peer" | "channelAccount" | "saw" | "window">;

/** A channel that carries messages out and brings none back. */
export interface CarrierBench extends Pick<
  ChannelBench,
  "channel" | "fate" | "cases" | "handed" | "complaints" | "triesAgain" | "showsOnce"
> {
  person(): Promise<Receiver>;
  readonly line?: Pick<NonNullable<ChannelBench["line"]>, "away" | "back">;
}

export type OpenCarrier = (world: ChannelWorld) => CarrierBench;

let made = 0;
/** New for every message. Neighbours differ in digits that a rounded number would lose. */
export const freshId = (): string => String(18_000_000_000_000_000_000n + BigInt((made += 1)));

export const toHeard = (status: number): Heard =>
  status < 300 ? "taken" : status < 500 && status !== 429 ? "refused" : "later";

export function partFor(
  bench: Pick<ChannelBench, "channel">,
  to: Receiver,
  more: Partial<Delivery> = {},
): Delivery {
  const id = freshId();
  return {
    id,
    accountId: "0197c7a4-5c7e-7b6a-9d55-0f4b3c2a1d00",
    conversationId: "c",
    turnId: null,
    messageId: "m",
    channel: bench.channel,
    channelAccount: to.channelAccount,
    scope: `user:${to.peer}`,
    peer: to.peer,
    source: "reply",
    text: `text ${id}`,
    payload: {},
    attempt: 1,
    idempotencyKey: `key-${id}`,
    window: to.window(),
    ...more,
  };
}

export interface Vendors {
  readonly connector: WechatConnector;
  readonly ilink: IlinkServer;
  readonly cloud: CloudServer;
  readonly evolution: EvolutionServer;
  readonly wecom: WecomServer;
  readonly wecomLine: WecomSocketServer;
  readonly telegram: TelegramServer;
  readonly discord: DiscordServer;
  readonly dingtalk: DingtalkServer;
  readonly slack: SlackServer;
  readonly feishu: FeishuServer;
  readonly wecomApps: WecomAppServer;
  readonly wecomService: WecomServiceServer;
  readonly bridges: BridgeServer;
  readonly notifiers: NotifierServer;
  readonly mail: SmtpServer;
}

/** Every channel on one database, each before the fake of its vendor. Time stands still until a test moves it. */
export interface ChannelWorld {
  readonly db: Database;
  /** A transaction on a connection of its own. */
  readonly owner: OpenStore["owner"];
  readonly clock: FakeClock;
  readonly vendors: Vendors;
  /** Where files are kept. */
  readonly media: FakeMedia;
  readonly one: Process;
  /** What the skill does with a turn. */
  answer: (turn: TurnContext) => Promise<SkillResult | string>;
  /** Nothing can be kept while this is set. */
  isAway: boolean;
  /** Takes the place of the network while set. */
  wire: ((call: OutboundCall, through: OutboundHttp) => Promise<OutboundAnswer>) | undefined;
  /** What was logged as a warning or an error. */
  readonly lines: string[];
  /** What WeCom's channel has taken in, by our bot and the vendor's id, each time. */
  readonly taken: string[];
  another(name: string, how?: { readonly polls?: boolean }): Promise<Process>;
  until(condition: () => Promise<boolean> | boolean): Promise<void>;
  /** Until nothing is left to do for this person. Time moves on only when nothing else can happen. */
  settle(peer: string): Promise<void>;
  close(): Promise<void>;
}

/** What runs behind the channels, where it shall be more than an answer. */
export type Behind = Partial<
  Pick<Parameters<typeof openSpine>[0], "skills" | "model" | "projections" | "timers">
> & {
  /** Default: 5 s. */
  readonly sweepMs?: number;
};
