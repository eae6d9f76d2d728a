import type { FetchedFile, SentFile } from "../../domain/channel.ts";
import type { Delivery, Verdict } from "../../domain/delivery.ts";
import { isJsonObject } from "../../domain/json.ts";
import type { Clock } from "../../domain/ports/clock.ts";
import {
  type OutboundAnswer,
  type OutboundCall,
  OutboundFailure,
  type OutboundHttp,
} from "../../domain/ports/http.ts";
import { buttonsFor } from "../kit/buttons.ts";
import { fieldsOf, idOf, jsonIn, textOf } from "../kit/json-fields.ts";
import {
  findQuotedId,
  captionOf,
  mediaOf,
  type OutgoingFiles,
  retryAfterMs,
  verdictOfFailure,
} from "../kit/outgoing.ts";
import { reachOf } from "../kit/reach.ts";
import { targetOf } from "./read.ts";
import type { Bridge, BridgesSection } from "./section.ts";
import { signingHeaders } from "./signature.ts";

export interface SendDeps {
  readonly section: Pick<BridgesSection, "allowed_hosts">;
  readonly http: OutboundHttp;
  readonly clock: Clock;
  readonly files?: OutgoingFiles | undefined;
}

export const sendTimeoutMs = 60_000;
const largestFile = 10 * 1024 * 1024;

/** A signed call to a bridge. The same `id` is the same message, however often it comes. */
export function callOf(
  on: Pick<SendDeps, "section" | "clock">,
  bridge: Bridge,
  call: { readonly id: string; readonly body: object; readonly timeoutMs?: number },
): OutboundCall {
  const body = JSON.stringify(call.body);
  return {
    method: "POST",
    url: bridge.send_url,
    headers: {
      "content-type": "application/json",
      ...signingHeaders(bridge.secret, { id: call.id, now: on.clock.now(), body }),
    },
    body,
    timeoutMs: call.timeoutMs ?? sendTimeoutMs - 2_000,
    maxBytes: 64 * 1024,
    allowedHosts: reachTo(on, bridge),
  };
}

const reachTo = ({ section }: Pick<SendDeps, "section">, { send_url: url }: Bridge) =>
  reachOf({ apiBaseUrl: new URL(url).origin, allowedHosts: section.allowed_hosts });

export async function sendToBridge(
  on: SendDeps,
  bridge: Bridge,
  { delivery, signal }: { readonly delivery: Delivery; readonly signal: AbortSignal },
): Promise<Verdict> {
  const media = await mediaOf(delivery, on.files);
  if (media === "missing" || (media !== undefined && !("file" in media)))
    return { kind: "refused", code: "media_gone" };
  if (media !== undefined && media.file.bytes.byteLength > largestFile)
    return { kind: "refused", code: "media_too_large" };
  const body = {
    ...messageTo(delivery),
    ...(media === undefined
      ? {}
      : {
          files: [
            {
              kind: media.kind,
              name: media.file.name ?? "file",
              type: media.file.type,
              base64: Buffer.from(media.file.bytes).toString("base64"),
            },
          ],
        }),
  };
  try {
    const call = callOf(on, bridge, { id: delivery.idempotencyKey, body });
    return judge(await on.http.request({ ...call, signal }));
  } catch (error) {
    return verdictOfFailure(error);
  }
}

function messageTo(delivery: Delivery): object {
  const { group, person } = targetOf(delivery.scope);
  const answered = findQuotedId(delivery);
  const buttons = buttonsFor(delivery).map(({ label, words }) => ({ label, words }));
  return {
    type: "message",
    delivery_id: delivery.id,
    ...(person === undefined ? {} : { to: { id: person } }),
    chat: group === undefined ? { kind: "private" } : { kind: "group", id: group },
    source: delivery.source,
    text: delivery.payload.media === undefined ? delivery.text : captionOf(delivery),
    attempt: delivery.attempt,
    ...(answered === undefined ? {} : { reply_to: answered }),
    ...(buttons.length === 0 ? {} : { buttons }),
  };
}

/** "Try later" is an answer about this call; another 5xx says nothing about what happened before it. */
const tryLater = [408, 425, 429, 503];

function judge({ status, headers, body }: OutboundAnswer): Verdict {
  if (tryLater.includes(status))
    return { kind: "not_sent", code: "busy", retryAfterMs: retryAfterMs(headers) };
  if (status === 401) return { kind: "not_sent", code: "signature_refused" };
  if (status === 403) return { kind: "not_sent", code: "login_refused" };
  if (status === 410) return { kind: "waiting_for_user", code: "person_unreachable" };
  if (status >= 500) return { kind: "unknown", code: `http_${status}` };
  if (status >= 300) return { kind: "refused", code: `http_${status}` };
  return { kind: "sent", providerMessageId: idOf(fieldsOf(jsonIn(body))?.["id"]) };
}

/** A file that a person sent, from the bridge's own host. The call is signed, so it may be private. */
export async function fetchFromBridge(
  on: SendDeps,
  bridge: Bridge,
  { media, vendorId, signal }: Omit<SentFile, "channelAccount"> & { readonly signal: AbortSignal },
): Promise<FetchedFile> {
  const source = isJsonObject(media.source) ? media.source : {};
  const url = textOf(source["url"]);
  if (url === undefined) return { failed: "gone", again: false };
  try {
    const { status, body } = await on.http.request({
      method: "GET",
      url,
      headers: signingHeaders(bridge.secret, { id: vendorId, now: on.clock.now(), body: "" }),
      timeoutMs: 60_000,
      maxBytes: 2 * largestFile,
      allowedHosts: reachTo(on, bridge),
      signal,
    });
    if (status === 200) return { bytes: body };
    return status >= 500 || status === 429
      ? { failed: "unreachable", again: true }
      : { failed: "gone", again: false };
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error;
    return error.code === "too_large"
      ? { failed: "too_large", again: false, limitBytes: 2 * largestFile }
      : { failed: "unreachable", again: error.code !== "blocked" };
  }
}
