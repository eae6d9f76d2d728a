import { createHmac } from "node:crypto";

/**
 * The headers of a call by the Standard Webhooks rules: HMAC-SHA256 over `id.timestamp.body`, so that
 * neither the time nor the id can be changed. One signature for each secret, because the receiver may
 * still know the one before.
 */
export function signingHeaders(
  secrets: readonly string[],
  call: { readonly id: string; readonly now: number; readonly body: string },
): Record<string, string> {
  const timestamp = String(Math.floor(call.now / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
    const digest = createHmac("sha256", key).update(`${call.id}.${timestamp}.${call.body}`);
    return `v1,${digest.digest("base64")}`;
  });
  return {
    "webhook-id": call.id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}
