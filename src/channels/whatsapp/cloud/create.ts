import { type Channel, plainChatApp } from "../../../domain/channel.ts";
import type { ChannelPorts } from "../../../domain/ports/channel-ports.ts";
import type { QuotedMessages } from "../../../domain/ports/quotes.ts";
import type { ChannelReports } from "../../../domain/ports/channel-reports.ts";
import type { Chance, Clock } from "../../../domain/ports/clock.ts";
import { type OutboundHttp, OutboundFailure } from "../../../domain/ports/http.ts";
import type { Log, Metrics } from "../../../domain/ports/log.ts";
import type { BusyPolicy } from "../../../domain/message.ts";
import type { ChannelWebhook } from "../../../domain/webhook.ts";
import { createAccountHealth } from "../../kit/account-health.ts";
import { type CloudAccount, type CloudPlace, createGraph, type Graph } from "./call.ts";
import {
  asFile,
  fetchCloudMedia,
  type FetchedMedia,
  type MediaFailure,
  mediaFailureOf,
} from "./media.ts";
import { cloudChannel } from "./parse.ts";
import { createReadMarks } from "./read-receipts.ts";
import { captionLength, cloudOutlook, sayByCloud, sendByCloud } from "./send.ts";
import { cloudWebhooks } from "./webhook.ts";
import { idOf, textOf } from "../../kit/json-fields.ts";
import type { OutgoingFiles } from "../../kit/outgoing.ts";
import { reportPairsOnce } from "../pairs.ts";
import { createStrangerReplies } from "../../kit/strangers.ts";
import { introduction, isAdmitted, type WhatsappAccess } from "../access-settings.ts";

export interface CloudSettings extends CloudPlace, WhatsappAccess {
  readonly busyPolicy: BusyPolicy;
  readonly appSecrets: readonly string[];
  readonly verifyTokens: readonly string[];
  readonly accounts: readonly CloudAccount[];
  /** Whether people see that their message was read and that an answer is being written. */
  readonly readMarks: boolean;
}

export interface CloudDeps {
  readonly ports: ChannelPorts;
  readonly reports?: ChannelReports | undefined;
  readonly quotes?: QuotedMessages | undefined;
  readonly media?: OutgoingFiles | undefined;
  readonly http: OutboundHttp;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly settings: CloudSettings;
}

export interface WhatsappCloud {
  readonly channel: Channel;
  readonly webhooks: readonly ChannelWebhook[];
  /** A file that a person sent, by the `vendor_id` in the `payload.media` of its message. */
  fetchMedia(
    channelAccount: string,
    media: {
      readonly vendorId: string;
      readonly sha256?: string | undefined;
      readonly signal?: AbortSignal | undefined;
    },
  ): Promise<FetchedMedia | { readonly failed: MediaFailure }>;
  /** Asks the vendor whether an account works, without sending anything. */
  check(channelAccount: string, signal: AbortSignal): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Meta's limit from one number to one person: a message every six seconds on average, and bursts of
 * up to 45 that are made up for.
 */
const pairLimit = { paceMs: 6_000, burst: 45 } as const;

/**
 * WhatsApp by Meta's Cloud API. It does not start without its secrets: without them anyone could post
 * messages.
 */
export function createWhatsappCloud(deps: CloudDeps): WhatsappCloud {
  const { settings, http, clock, chance, log } = deps;
  demandSecrets(settings);
  const accounts = new Map(settings.accounts.map((account) => [account.phoneNumberId, account]));
  const graph = createGraph(http, settings);
  const check = (id: string, signal: AbortSignal): Promise<boolean> =>
    works(graph, accounts.get(id), signal);
  const health = createAccountHealth({
    channel: cloudChannel,
    directory: deps.ports.directory,
    clock,
    log,
    probe: check,
  });
  const strangers = createStrangerReplies({
    channel: cloudChannel,
    introduction,
    clock,
    log,
    metrics: deps.metrics,
    send: async ({ channelAccount, peer }, text, signal) => {
      const account = accounts.get(channelAccount);
      if (account !== undefined) await sayByCloud(graph, account, { peer, text, signal });
    },
  });
  const readMarks = createReadMarks({ graph, accounts, clock, log });
  const sending = { http, graph, chance, clock, place: settings, files: deps.media };
  const fetchMedia: WhatsappCloud["fetchMedia"] = async (id, media) => {
    const account = accounts.get(id);
    if (account === undefined) return { failed: "gone" };
    try {
      return await fetchCloudMedia(sending, account, media);
    } catch (error) {
      if (!(error instanceof OutboundFailure)) throw error;
      return { failed: mediaFailureOf(error) };
    }
  };
  const channel: Channel = {
    name: cloudChannel,
    ready: (id) => accounts.has(id) && health.ready(id),
    limits: {
      partLength: 4_096,
      partUnit: "characters",
      captionLength,
      ...pairLimit,
      sendTimeoutMs: 90_000,
    },
    capabilities: { ...plainChatApp, carriesFiles: true, hasVoice: true },
    unknownSends: "keep",
    fetchFile: async (file, signal) => {
      const media = {
        vendorId: idOf(file.media["vendor_id"]) ?? "",
        sha256: textOf(file.media["sha256"]),
        signal,
      };
      return asFile(await fetchMedia(file.channelAccount, media));
    },
    ...(settings.readMarks ? { typing: (to) => readMarks.typing(to) } : {}),
    outlook: (prospect) => cloudOutlook(accounts.get(prospect.channelAccount) ?? {}, prospect),
    async send(delivery, signal) {
      const account = accounts.get(delivery.channelAccount);
      if (account === undefined) return { kind: "not_sent", code: "account_not_configured" };
      const { verdict, account: fault } = await sendByCloud(sending, account, { delivery, signal });
      if (fault !== undefined) await health.became(account.phoneNumberId, fault);
      else if (verdict.kind === "sent")
        await health.became(account.phoneNumberId, { state: "connected" });
      return verdict;
    },
  };
  return {
    channel,
    check,
    webhooks: cloudWebhooks({
      ...deps,
      reports: deps.reports === undefined ? undefined : reportPairsOnce(deps.reports),
      channel: cloudChannel,
      strangers,
      reader: {
        busyPolicy: settings.busyPolicy,
        knows: (id) => accounts.has(id),
        admits: (phone) => isAdmitted(settings, phone),
      },
      appSecrets: settings.appSecrets,
      verifyTokens: settings.verifyTokens,
      kept: (taken) => void (settings.readMarks && readMarks.show(taken)),
    }),
    fetchMedia,
    async close() {
      await Promise.all([health.close(), readMarks.close(), strangers.close()]);
    },
  };
}

function demandSecrets({ appSecrets, verifyTokens, accounts }: CloudSettings): void {
  const lists = {
    app_secrets: appSecrets,
    verify_tokens: verifyTokens,
    accounts: accounts.map((account) => account.accessToken),
  };
  for (const [name, values] of Object.entries(lists))
    if (values.length === 0 || values.some((value) => value.trim() === ""))
      throw new Error(
        `WhatsApp does not start without its secrets: channels.whatsapp.${name} is empty.`,
      );
}

async function works(
  graph: Graph,
  account: CloudAccount | undefined,
  signal: AbortSignal,
): Promise<boolean> {
  if (account === undefined) return false;
  try {
    return (
      (await graph({ account, method: "GET", path: [account.phoneNumberId], signal })).status ===
      200
    );
  } catch (error) {
    if (error instanceof OutboundFailure) return false;
    throw error;
  }
}
