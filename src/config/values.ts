import { isIP } from "node:net";
import { z } from "zod";
import { isDatabaseUrl } from "../domain/database-url.ts";
import { zoneName } from "../domain/zone.ts";
import { secret } from "../fields.ts";
import { looksRandom } from "./secret-strength.ts";

function isAddressRange(text: string): boolean {
  const [address = "", prefix, ...rest] = text.split("/");
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return (
    prefix === undefined ||
    (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128))
  );
}

/**
 * The 32 bytes of a key written as 64 hex digits or as base64, or undefined when the text is
 * neither.
 */
export function secretKeyBytes(text: string): Uint8Array | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return new Uint8Array(Buffer.from(text, "hex"));
  return /^[A-Za-z0-9+/_-]{43}=?$/.test(text)
    ? new Uint8Array(Buffer.from(text, "base64"))
    : undefined;
}

export const addressRange = z
  .string()
  .refine(isAddressRange, "must be an IP address or a range such as 10.0.0.0/8");
export const zone = z
  .string()
  .refine(
    (text) => zoneName(text) !== undefined,
    "must be an IANA time zone such as Asia/Shanghai",
  );

export const databaseUrl = secret.refine(
  isDatabaseUrl,
  "must be a URL that begins with postgres:// or postgresql://; with several servers it may ask for target_session_attrs=read-write only",
);

const shortestOperatorToken = 24;

/**
 * Two with a comma while it is being changed. A token may contain a comma itself, if the text
 * beside it is too short for a token.
 */
export function operatorTokensIn(text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  const parts = text.split(",").map((part) => part.trim());
  return parts.every(({ length }) => length >= shortestOperatorToken) ? parts : [text];
}

export const operatorToken = secret
  .min(shortestOperatorToken)
  .refine(
    (text) => operatorTokensIn(text).every((one) => /^[\x21-\x7e]*$/.test(one)),
    "must be made of ASCII characters without spaces",
  )
  .refine(
    (text) => text.length < shortestOperatorToken || operatorTokensIn(text).every(looksRandom),
    "is too easy to guess: make one with `openssl rand -base64 32`",
  );

export const secretKey = secret.refine(
  (text) => secretKeyBytes(text) !== undefined,
  "must be 32 bytes, written as 64 hex digits or as base64",
);
