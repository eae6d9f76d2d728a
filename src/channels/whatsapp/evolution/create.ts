import { type Channel, plainChatApp } from "../../../domain/channel.ts";
import type { ChannelPorts } from "../../../domain/ports/channel-ports.ts";
import type { QuotedMessages } from "../../../domain/ports/quotes.ts";
import type { ChannelReports } from "../../../domain/ports/channel-reports.ts";
import type { Clock } from "../../../domain/ports/clock.ts";
import { OutboundFailure, type OutboundHttp } from "../../../domain/ports/http.ts";
import type { Log, Metrics } from "../../../domain/ports/log.ts";
import type { BusyPolicy } from "../../../domain/message.ts";
import type { ChannelWebhook } from "../../../domain/webhook.ts";
import { createAccountHealth } from "../../kit/account-health.ts";
import { asFile, type FetchedMedia, type MediaFailure, mediaFailureOf } from "../cloud/media.ts";
import { evolutionChannel } from "./parse.ts";
import {
  captionLength,
  askCondition,
  createGateway,
  type EvolutionInstance,
  type EvolutionPlace,
  sendByEvolution,
} from "./send.ts";
import { evolutionWebhooks } from "./webhook.ts";
import { fieldsOf, jsonIn, textOf } from "../../kit/json-fields.ts";
import type { OutgoingFiles } from "../../kit/outgoing.ts";
import { reportPairsOnce } from "../pairs.ts";
import { createStrangerReplies } from "../../kit/strangers.ts";
import { introduction, isAdmitted, type WhatsappAccess } from "../access-settings.ts";

export interface EvolutionSettings extends EvolutionPlace, WhatsappAccess {
  readonly busyPolicy: BusyPolicy;
  readonly instances: readonly EvolutionInstance[];
  readonly webhookSecrets: readonly string[];
  readonly jwtKeys: readonly string[];
  readonly groups: boolean;
}

export interface EvolutionDeps {
  readonly ports: ChannelPorts;
  readonly reports?: ChannelReports | undefined;
  readonly quotes?: QuotedMessages | undefined;
  readonly media?: OutgoingFiles | undefined;
  readonly http: OutboundHttp;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly settings: EvolutionSettings;
}

export interface Evolution {
  readonly channel: Channel;
  readonly webhooks: readonly ChannelWebhook[];
  /** A received file, by the id of its message. */
  fetchMedia(
    channelAccount: string,
    of: { readonly messageId: string; readonly signal?: AbortSignal | undefined },
  ): Promise<FetchedMedia | { readonly failed: MediaFailure }>;
  /** Asks the gateway whether an instance is connected. */
  check(channelAccount: string, signal: AbortSignal): Promise<boolean>;
  close(): Promise<void>;
}

const largestFile = 140 * 1024 * 1024;

/**
 * WhatsApp by an Evolution API gateway, over HTTP. There is no 24 hour rule here, and no way to ask
 * what became of a send.
 */
export function createEvolution(deps: EvolutionDeps): Evolution {
  const { settings, http, clock, log } = deps;
  demandSecrets(settings);
  const instances = new Map(settings.instances.map((instance) => [instance.name, instance]));
  const gateway = createGateway(http, settings);
  const check = async (name: string, signal: AbortSignal): Promise<boolean> => {
    const instance = instances.get(name);
    return (
      instance !== undefined &&
      (await askCondition(gateway, instance, signal))?.state === "connected"
    );
  };
  const health = createAccountHealth({
    channel: evolutionChannel,
    directory: deps.ports.directory,
    clock,
    log,
    probe: check,
  });
  const strangers = createStrangerReplies({
    channel: evolutionChannel,
    introduction,
    clock,
    log,
    metrics: deps.metrics,
    send: async ({ channelAccount, peer: number }, text, signal) => {
      const instance = instances.get(channelAccount);
      const json = { number, text, linkPreview: false };
      if (instance !== undefined)
        await gateway({ instance, action: ["message", "sendText"], json, signal });
    },
  });
  const fetchMedia: Evolution["fetchMedia"] = async (name, { messageId, signal }) => {
    const instance = instances.get(name);
    if (instance === undefined) return { failed: "gone" };
    try {
      const json = { message: { key: { id: messageId } } };
      const answer = await gateway({
        instance,
        action: ["chat", "getBase64FromMediaMessage"],
        json,
        maxBytes: largestFile,
        signal,
      });
      const body = fieldsOf(jsonIn(answer.body));
      const base64 = textOf(body?.["base64"]);
      if (answer.status < 300 && base64 !== undefined)
        return { bytes: Buffer.from(base64, "base64"), type: textOf(body?.["mimetype"]) };
      // "No such message" is a 400. A key that is refused or a gateway that is away says nothing
      // about the file.
      return { failed: answer.status === 400 || answer.status < 300 ? "gone" : "unreachable" };
    } catch (error) {
      if (!(error instanceof OutboundFailure)) throw error;
      return { failed: mediaFailureOf(error) };
    }
  };
  const channel: Channel = {
    name: evolutionChannel,
    fetchFile: async ({ channelAccount, vendorId }, signal) =>
      asFile(await fetchMedia(channelAccount, { messageId: vendorId, signal })),
    ready: (name) => instances.has(name) && health.ready(name),
    limits: {
      partLength: 4_096,
      partUnit: "characters",
      captionLength,
      paceMs: 2_000,
      sendTimeoutMs: 65_000,
    },
    capabilities: { ...plainChatApp, carriesFiles: true, hasVoice: true },
    unknownSends: "keep",
    async send(delivery, signal) {
      const instance = instances.get(delivery.channelAccount);
      if (instance === undefined) return { kind: "not_sent", code: "account_not_configured" };
      const { verdict, condition } = await sendByEvolution({
        gateway,
        files: deps.media,
        instance,
        delivery,
        signal,
      });
      if (condition !== undefined) await health.became(instance.name, condition);
      else if (verdict.kind === "sent") await health.became(instance.name, { state: "connected" });
      return verdict;
    },
  };
  return {
    channel,
    check,
    webhooks: evolutionWebhooks({
      ...deps,
      ...settings,
      reports: deps.reports === undefined ? undefined : reportPairsOnce(deps.reports),
      channel: evolutionChannel,
      health,
      strangers,
      reader: { ...settings, admits: (phone) => isAdmitted(settings, phone) },
      knows: (name) => instances.has(name),
    }),
    fetchMedia,
    async close() {
      await Promise.all([health.close(), strangers.close()]);
    },
  };
}

function demandSecrets({ webhookSecrets, jwtKeys, instances }: EvolutionSettings): void {
  const secrets = [...webhookSecrets, ...jwtKeys];
  if (secrets.length === 0 || secrets.some((secret) => secret.trim() === ""))
    throw new Error(
      "Evolution does not start without a secret for its webhook: channels.evolution.webhook_secrets or jwt_keys is empty.",
    );
  if (instances.length === 0 || instances.some(({ apiKey }) => apiKey.trim() === ""))
    throw new Error(
      "Evolution does not start without its secrets: channels.evolution.instances is empty or lacks an api_key.",
    );
}
