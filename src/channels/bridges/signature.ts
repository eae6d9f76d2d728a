import { createHmac } from "node:crypto";
import { isAnyOf, isSameText } from "../kit/same-text.ts";
import { secretsIn } from "./section.ts";

/**
 * Signatures by the Standard Webhooks rules, the same in both directions: HMAC-SHA256 over
 * `id.timestamp.body`, so that neither the time nor the id of a call can be changed.
 */
export interface Signed {
  readonly id: string;
  /** Seconds since 1970. */
  readonly timestamp: string;
  readonly body: Uint8Array | string;
}

function signatureOf(secret: string, { id, timestamp, body }: Signed): string {
  const [, encoded] = /^whsec_([A-Za-z0-9+/=_-]+)$/.exec(secret) ?? [];
  const key = encoded === undefined ? secret : Buffer.from(encoded, "base64");
  const digest = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body);
  return `v1,${digest.digest("base64")}`;
}

/** The headers of a call of ours. */
export function signingHeaders(
  secrets: string,
  call: { readonly id: string; readonly now: number; readonly body: string },
): Record<string, string> {
  const [first = ""] = secretsIn(secrets);
  const timestamp = String(Math.floor(call.now / 1_000));
  return {
    "webhook-id": call.id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatureOf(first, { id: call.id, timestamp, body: call.body }),
  };
}

const toleranceMs = 300_000;

/** A call counts for five minutes; a repeat within them is recognised by the message's id. */
export function isSigned(
  secrets: string,
  call: { readonly headers: Readonly<Record<string, string>>; readonly body: Uint8Array },
  now: number,
): boolean {
  const { headers, body } = call;
  const id = headers["webhook-id"] ?? "";
  const timestamp = headers["webhook-timestamp"] ?? "";
  const given = (headers["webhook-signature"] ?? "").split(" ").slice(0, 10);
  if (id === "" || !/^\d{9,11}$/.test(timestamp)) return false;
  const isGood = isAnyOf(secretsIn(secrets), (secret) => {
    const wanted = signatureOf(secret, { id, timestamp, body });
    return isAnyOf(given, (one) => isSameText(one, wanted));
  });
  return isGood && Math.abs(Number(timestamp) * 1_000 - now) <= toleranceMs;
}
