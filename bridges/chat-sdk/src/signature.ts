import { createHmac, timingSafeEqual } from "node:crypto";

/** Standard Webhooks, as docs/webhook.md has it. */
export function sign(
  secret: string,
  call: { readonly id: string; readonly time: string; readonly body: Uint8Array | string },
): string {
  const [, encoded] = /^whsec_([A-Za-z0-9+/=_-]+)$/.exec(secret) ?? [];
  const key = encoded === undefined ? secret : Buffer.from(encoded, "base64");
  const digest = createHmac("sha256", key).update(`${call.id}.${call.time}.`).update(call.body);
  return `v1,${digest.digest("base64")}`;
}

const toleranceMs = 300_000;

/** True for a call that was signed with the secret in the last five minutes. */
export function isSigned(
  secret: string,
  call: { readonly headers: Headers; readonly body: Uint8Array },
  now: number,
): boolean {
  const id = call.headers.get("webhook-id") ?? "";
  const time = call.headers.get("webhook-timestamp") ?? "";
  if (id === "" || !/^\d{9,11}$/.test(time)) return false;
  const wanted = Buffer.from(sign(secret, { id, time, body: call.body }));
  const isGood = (call.headers.get("webhook-signature") ?? "").split(" ").some((one) => {
    const given = Buffer.from(one);
    return given.byteLength === wanted.byteLength && timingSafeEqual(given, wanted);
  });
  return isGood && Math.abs(Number(time) * 1_000 - now) <= toleranceMs;
}
