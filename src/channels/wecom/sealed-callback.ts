import { Refusal } from "../../domain/errors.ts";
import type { Clock } from "../../domain/ports/clock.ts";
import type { Log } from "../../domain/ports/log.ts";
import type { ChannelWebhookAnswer, ChannelWebhookRequest } from "../../domain/webhook.ts";
import { valueIn } from "./app/xml.ts";
import { isSignedBy, openSealed, type WecomKey, WecomSealError } from "./crypto.ts";

/** Whose callbacks are opened, and with what. */
export interface SealedFor {
  readonly channel: string;
  readonly corpId: string;
  /** Keys that callbacks are signed and sealed with. Each is valid. */
  readonly keys: () => readonly WecomKey[];
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
}

/** How far a callback's time may be off. */
const mostSkewMs = 300_000;

export const answerText = (body: string): ChannelWebhookAnswer => ({
  status: 200,
  body,
  contentType: "text/plain; charset=utf-8",
});

/** WeCom's check of the address: the opened text is the answer. */
export function readEcho(of: SealedFor, query: URLSearchParams): string {
  // A proxy that decodes twice turns a plus into a space; base64 has no spaces.
  const sealed = (query.get("echostr") ?? "").replaceAll(" ", "+");
  const text = open(of, query, sealed);
  // Only what looks like such a question: a captured message must not be decrypted here.
  if (!/^[\w+/=-]{1,128}$/.test(text)) throw unreadable();
  return text;
}

/** The XML in a callback. */
export const openCallback = (
  of: SealedFor,
  { query, body }: Pick<ChannelWebhookRequest, "query" | "body">,
): string => open(of, query, valueIn(new TextDecoder().decode(body), "Encrypt") ?? "");

/** Stores what a callback brings; where that fails WeCom sends it again. */
export async function storeCallback(
  { log, channel }: SealedFor,
  store: () => Promise<void>,
): Promise<void> {
  try {
    await store();
  } catch (error) {
    // The person writes too fast: WeCom sends it again.
    if (error instanceof Refusal && error.status === 429) throw error;
    log.error({ error, channel }, "a callback could not be stored; the vendor will send it again");
    throw new Refusal("unavailable", undefined, "Please send it again.");
  }
}

/** Signature first, on the values as they came; then its time; then it is opened, for this company only. */
function open(of: SealedFor, query: URLSearchParams, sealed: string): string {
  const valueOf = (name: string): string => {
    const values = query.getAll(name);
    return values.length === 1 ? (values[0] ?? "") : "";
  };
  const signed = { timestamp: valueOf("timestamp"), nonce: valueOf("nonce"), sealed };
  const [key] = of.keys().filter((each) => isSignedBy(each, signed, valueOf("msg_signature")));
  if (key === undefined || sealed === "")
    throw new Refusal("webhook_unauthorized", undefined, "The signature is missing or wrong.");
  const skewMs = of.clock.now() - Number(signed.timestamp) * 1_000;
  if (!(Math.abs(skewMs) <= mostSkewMs)) {
    const skewSeconds = Math.round(skewMs / 1_000);
    of.log.warn({ channel: of.channel, skewSeconds }, "a callback's time is too far off");
    throw new Refusal("webhook_unauthorized", undefined, "This callback is too old.");
  }
  return openWith(key, sealed, of.corpId);
}

function openWith(key: WecomKey, sealed: string, corpId: string): string {
  try {
    return openSealed(key, sealed, corpId);
  } catch (error) {
    if (error instanceof WecomSealError) throw unreadable();
    throw error;
  }
}

const unreadable = (): Refusal =>
  new Refusal("invalid_provider_payload", undefined, "This callback can't be read.");
