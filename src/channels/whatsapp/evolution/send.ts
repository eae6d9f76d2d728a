import type { Delivery, Verdict } from "../../../domain/delivery.ts";
import {
  type OutboundAnswer,
  OutboundFailure,
  type OutboundHttp,
} from "../../../domain/ports/http.ts";
import type { Condition } from "../../kit/account-health.ts";
import { conditionOf } from "./parse.ts";
import { fieldsOf, idOf, jsonIn, objectsOf } from "../../kit/json-fields.ts";
import {
  captionOf,
  mediaOf,
  type OutgoingFiles,
  type OutgoingMedia,
  findQuotedId,
  verdictOfFailure,
} from "../../kit/outgoing.ts";
import { below, reachOf } from "../../kit/reach.ts";

export interface EvolutionInstance {
  readonly name: string;
  readonly apiKey: string;
}

export interface EvolutionPlace {
  readonly apiBaseUrl: string;
  readonly allowedHosts: readonly string[];
}

export interface EvolutionCall {
  readonly instance: EvolutionInstance;
  /** As in `message/sendText`; the instance's name follows. */
  readonly action: readonly string[];
  readonly json?: object | undefined;
  readonly maxBytes?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export type Gateway = (call: EvolutionCall) => Promise<OutboundAnswer>;

export function createGateway(http: OutboundHttp, place: EvolutionPlace): Gateway {
  const allowedHosts = reachOf(place);
  return ({ instance, action, json, maxBytes = 1024 * 1024, signal }) =>
    http.request({
      method: json === undefined ? "GET" : "POST",
      url: below(place.apiBaseUrl, ...action, instance.name),
      headers: {
        apikey: instance.apiKey,
        ...(json === undefined ? {} : { "content-type": "application/json" }),
      },
      body: json === undefined ? undefined : JSON.stringify(json),
      timeoutMs: 30_000,
      maxBytes,
      allowedHosts,
      signal,
    });
}

/** How the gateway says an instance is, or undefined when it does not say. */
export async function askCondition(
  gateway: Gateway,
  instance: EvolutionInstance,
  signal: AbortSignal,
): Promise<Condition | undefined> {
  try {
    const answer = await gateway({ instance, action: ["instance", "connectionState"], signal });
    return answer.status === 200
      ? conditionOf(fieldsOf(fieldsOf(jsonIn(answer.body))?.["instance"]))
      : undefined;
  } catch (error) {
    if (error instanceof OutboundFailure) return undefined;
    throw error;
  }
}

export interface EvolutionSending {
  readonly gateway: Gateway;
  readonly files: OutgoingFiles | undefined;
  readonly instance: EvolutionInstance;
  readonly delivery: Delivery;
  readonly signal: AbortSignal;
}

export interface Outcome {
  readonly verdict: Verdict;
  readonly condition?: Condition | undefined;
}

/** Longest words that go with a file. */
export const captionLength = 1_024;

export async function sendByEvolution(sending: EvolutionSending): Promise<Outcome> {
  const media = await mediaOf(sending.delivery, sending.files);
  if (media === "missing") return { verdict: { kind: "refused", code: "media_gone" } };
  if (media?.kind === "audio" && captionOf(sending.delivery) !== "")
    return { verdict: { kind: "refused", code: "caption_not_possible" } };
  const { action, json } = requestFor(sending.delivery, media);
  try {
    const answer = await sending.gateway({
      instance: sending.instance,
      action: ["message", action],
      json,
      signal: sending.signal,
    });
    return await judge(sending, answer);
  } catch (error) {
    return { verdict: verdictOfFailure(error) };
  }
}

function requestFor(
  delivery: Delivery,
  media: OutgoingMedia | undefined,
): { action: string; json: object } {
  const quoted = findQuotedId(delivery);
  const common = {
    number: delivery.peer,
    ...(quoted === undefined ? {} : { quoted: { key: { id: quoted } } }),
  };
  if (media === undefined)
    return { action: "sendText", json: { ...common, text: delivery.text, linkPreview: false } };
  const content = "link" in media ? media.link : Buffer.from(media.file.bytes).toString("base64");
  if (media.kind === "audio")
    return { action: "sendWhatsAppAudio", json: { ...common, audio: content } };
  const fileName = "link" in media ? media.name : media.file.name;
  const about = {
    mediatype: media.kind,
    media: content,
    caption: captionOf(delivery),
    ...(fileName === undefined ? {} : { fileName }),
  };
  return {
    action: "sendMedia",
    json: { ...common, ...about, ...("file" in media ? { mimetype: media.file.type } : {}) },
  };
}

/** By status and by fields. The gateway's sentences decide nothing. */
async function judge(sending: EvolutionSending, answer: OutboundAnswer): Promise<Outcome> {
  const { status } = answer;
  const code = `http_${status}`;
  const body = fieldsOf(jsonIn(answer.body));
  if (status >= 200 && status < 300) {
    const id = idOf(fieldsOf(body?.["key"])?.["id"]);
    return {
      verdict:
        id === undefined
          ? { kind: "unknown", code: "no_message_id" }
          : { kind: "sent", providerMessageId: id },
    };
  }
  if ([408, 425, 429, 503].includes(status)) return { verdict: { kind: "not_sent", code } };
  if (status === 401 || status === 403)
    return {
      verdict: { kind: "not_sent", code },
      condition: { state: "failed", reason: "api_key_refused" },
    };
  if (status === 404)
    return {
      verdict: { kind: "not_sent", code },
      condition: { state: "failed", reason: "no_such_instance" },
    };
  if (status >= 500) return { verdict: { kind: "unknown", code } };
  if (objectsOf(fieldsOf(body?.["response"])?.["message"]).some((one) => one["exists"] === false))
    return { verdict: { kind: "refused", code: "not_on_whatsapp" } };
  return judgeBadRequest(sending, code);
}

/**
 * An instance that is offline refuses with the same 400 as a bad message. Which of the two it was,
 * only its state tells.
 */
async function judgeBadRequest(
  { gateway, instance, signal }: EvolutionSending,
  code: string,
): Promise<Outcome> {
  const condition = await askCondition(gateway, instance, signal);
  if (condition === undefined || condition.state === "connected")
    return { verdict: { kind: "refused", code } };
  return { verdict: { kind: "not_sent", code: "not_connected" }, condition };
}
