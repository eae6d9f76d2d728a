import { type Channel, type ChannelLimits, plainChatApp } from "../../src/domain/channel.ts";
import type { Delivery, Verdict } from "../../src/domain/delivery.ts";
import {
  type OutboundAnswer,
  OutboundFailure,
  type OutboundHttp,
} from "../../src/domain/ports/http.ts";

export interface PostChannelOptions {
  readonly name: string;
  readonly url: string;
  readonly http: OutboundHttp;
  readonly limits?: Partial<ChannelLimits> | undefined;
  readonly unknownSends: "resend" | "keep";
  readonly ready?: (() => boolean) | undefined;
}

/** The channel of the post office: one part, one POST, and a verdict that claims no more than is known. */
export function postChannel(options: PostChannelOptions): Channel {
  const limits = {
    partLength: 120,
    partUnit: "characters",
    paceMs: 0,
    sendTimeoutMs: 60_000,
    ...options.limits,
  } as const;
  return {
    name: options.name,
    ready: options.ready ?? (() => true),
    limits,
    capabilities: plainChatApp,
    unknownSends: options.unknownSends,
    async send(delivery, signal) {
      try {
        return verdictOf(await post(options, delivery, signal));
      } catch (error) {
        if (!(error instanceof OutboundFailure)) throw error;
        return error.phase === "before"
          ? { kind: "not_sent", code: error.code }
          : { kind: "unknown", code: error.code };
      }
    },
  };
}

function post(
  options: PostChannelOptions,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<OutboundAnswer> {
  const { id, channel, channelAccount, peer, attempt, text, idempotencyKey } = delivery;
  return options.http.request({
    method: "POST",
    url: `${options.url}/letters`,
    headers: { "content-type": "application/json", "idempotency-key": idempotencyKey },
    body: JSON.stringify({ channel, channelAccount, peer, delivery: id, attempt, text }),
    timeoutMs: 600_000,
    maxBytes: 10_000,
    allowedHosts: [options.url],
    signal,
  });
}

/** A 500 says nothing about what happened before it; a 503 and a 429 say "not taken". */
function verdictOf({ status, headers, body }: OutboundAnswer): Verdict {
  if (status === 429 || status === 503)
    return { kind: "not_sent", code: `http_${status}`, retryAfterMs: retryAfterMs(headers) };
  if (status >= 500) return { kind: "unknown", code: `http_${status}` };
  if (status >= 300) return { kind: "refused", code: `http_${status}` };
  const id = idIn(body);
  return id === undefined
    ? { kind: "unknown", code: "no_id" }
    : { kind: "sent", providerMessageId: id };
}

function retryAfterMs(headers: Readonly<Record<string, string>>): number | undefined {
  const seconds = Number(headers["retry-after"]);
  return Number.isFinite(seconds) ? seconds * 1000 : undefined;
}

function idIn(body: Uint8Array): string | undefined {
  try {
    const { id } = JSON.parse(Buffer.from(body).toString("utf8")) as { id?: unknown };
    return typeof id === "string" ? id : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
