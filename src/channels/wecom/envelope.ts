import { Refusal } from "../../domain/errors.ts";
import { cleanJson } from "../../domain/text.ts";
import type { ChannelWebhookRequest } from "../../domain/webhook.ts";
import {
  isSignedBy,
  openSealed,
  sealText,
  type Signed,
  type WecomKey,
  wecomSignature,
  WecomSealError,
} from "./crypto.ts";
import { type Fields, fieldsOf, jsonIn, textOf } from "./fields.ts";

/**
 * The query of a callback's address. Each value once: a second one is an attempt to have one
 * checked and the other used.
 */
interface Proof {
  readonly signature: string;
  readonly timestamp: string;
  readonly nonce: string;
}

/** An opened callback, and what its answer is sealed with. */
export interface Opened {
  readonly message: Fields;
  readonly key: WecomKey;
  readonly nonce: string;
  /** Seconds since the epoch, as WeCom signed it. */
  readonly timestamp: number;
  /** Unique per callback. */
  readonly proof: string;
}

const one = (query: URLSearchParams, name: string): string => {
  const values = query.getAll(name);
  if (values.length !== 1 || values[0] === undefined) throw refuseUnsigned();
  return values[0];
};

const proofOf = (query: URLSearchParams): Proof => ({
  signature: one(query, "msg_signature"),
  timestamp: one(query, "timestamp"),
  nonce: one(query, "nonce"),
});

const refuseUnsigned = (): Refusal =>
  new Refusal("webhook_unauthorized", undefined, "The signature is missing or wrong.");
const unreadable = (): Refusal =>
  new Refusal("invalid_provider_payload", undefined, "This callback can't be read.");

/** Every key is tried, so that timing does not reveal which one fits. */
function findSigningKey(keys: readonly WecomKey[], signed: Signed, signature: string): WecomKey {
  const [key] = keys.filter((known) => isSignedBy(known, signed, signature));
  if (key === undefined) throw refuseUnsigned();
  return key;
}

/**
 * WeCom asks whether this address is ours. The answer is the opened text and nothing else. Only
 * what looks like such a question is opened in this way: an attacker with a captured message, which
 * is signed in the same way, must not get it decrypted here.
 */
export function answerEcho(
  keys: readonly WecomKey[],
  query: URLSearchParams,
): { readonly text: string; readonly timestamp: number } {
  const { signature, timestamp, nonce } = proofOf(query);
  // A proxy that decodes twice turns a plus into a space; base64 has no spaces.
  const sealed = one(query, "echostr").replaceAll(" ", "+");
  const text = openEnvelope(findSigningKey(keys, { timestamp, nonce, sealed }, signature), sealed);
  if (!/^[0-9A-Za-z_+/=-]{1,128}$/.test(text) || !isSeconds(timestamp)) throw unreadable();
  return { text, timestamp: Number(timestamp) };
}

const isSeconds = (timestamp: string): boolean => /^\d{1,12}$/.test(timestamp);

/** Signature first, on the values as they came; then it is opened; then it is read. */
export function openCallback(
  keys: readonly WecomKey[],
  { query, body }: Pick<ChannelWebhookRequest, "query" | "body">,
): Opened {
  const { signature, timestamp, nonce } = proofOf(query);
  const envelope = fieldsOf(jsonIn(new TextDecoder().decode(body)));
  const sealed = textOf(envelope?.["encrypt"]) ?? textOf(envelope?.["Encrypt"]);
  if (sealed === undefined) throw unreadable();
  const key = findSigningKey(keys, { timestamp, nonce, sealed }, signature);
  const message = fieldsOf(cleanJson(jsonIn(openEnvelope(key, sealed)) ?? null));
  if (message === undefined || !isSeconds(timestamp)) throw unreadable();
  return {
    message,
    key,
    nonce,
    timestamp: Number(timestamp),
    proof: `${timestamp} ${nonce} ${signature}`,
  };
}

function openEnvelope(key: WecomKey, sealed: string): string {
  try {
    return openSealed(key, sealed);
  } catch (error) {
    if (error instanceof WecomSealError) throw unreadable();
    throw error;
  }
}

/**
 * A self-built app's callback, which is XML, on a bot's address: a common mix-up of two consoles.
 */
export const isXml = (body: Uint8Array): boolean =>
  /^\s*</.test(new TextDecoder().decode(body.subarray(0, 64)));

/** With the nonce of the callback, as WeCom wants it. */
export function sealAnswer(
  { key, nonce }: Pick<Opened, "key" | "nonce">,
  answer: object,
  by: { readonly now: number; readonly random: Uint8Array },
): string {
  const timestamp = Math.floor(by.now / 1000);
  const encrypt = sealText(key, JSON.stringify(answer), by.random);
  const msgsignature = wecomSignature(key, {
    timestamp: String(timestamp),
    nonce,
    sealed: encrypt,
  });
  return JSON.stringify({ encrypt, msgsignature, timestamp, nonce });
}
