import { createHmac, timingSafeEqual } from "node:crypto";
import { isAnyOf } from "../kit/same-text.ts";
import { type Fields, fieldsOf, jsonIn, numberOf } from "../kit/json-fields.ts";

/** `X-Hub-Signature-256: sha256=<hex>` over the bytes as they came. */
export function hasHubSignature(
  signature: string | undefined,
  body: Uint8Array,
  secrets: readonly string[],
): boolean {
  const [, hex] = /^sha256=([0-9a-f]{64})$/i.exec(signature ?? "") ?? [];
  if (hex === undefined) return false;
  const given = Buffer.from(hex, "hex");
  return isAnyOf(secrets, (secret) =>
    timingSafeEqual(createHmac("sha256", secret).update(body).digest(), given),
  );
}

const skewSeconds = 60;
const lifeSeconds = 600;

/**
 * Evolution's bearer: HS256, ten minutes, made for webhooks. Anything else that a JWT could say
 * (another algorithm, no end, a longer life) is not what Evolution makes.
 */
export function isEvolutionToken(token: string, keys: readonly string[], nowMs: number): boolean {
  const [, head, body, signature] = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(token) ?? [];
  if (head === undefined || body === undefined || signature === undefined || token.length > 4096)
    return false;
  const given = Buffer.from(signature, "base64url");
  const signed = isAnyOf(keys, (key) => {
    const expected = createHmac("sha256", key).update(`${head}.${body}`).digest();
    return given.length === expected.length && timingSafeEqual(expected, given);
  });
  return signed && decodePart(head)?.["alg"] === "HS256" && isForUs(decodePart(body) ?? {}, nowMs);
}

function isForUs(claims: Fields, nowMs: number): boolean {
  const [issued, ends] = [numberOf(claims["iat"]), numberOf(claims["exp"])];
  if (claims["app"] !== "evolution" || claims["action"] !== "webhook") return false;
  if (issued === undefined || ends === undefined) return false;
  const now = nowMs / 1000;
  return issued <= now + skewSeconds && ends >= now - skewSeconds && ends - issued <= lifeSeconds;
}

const decodePart = (part: string) => fieldsOf(jsonIn(Buffer.from(part, "base64url")));
