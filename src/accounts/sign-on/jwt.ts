import { createPublicKey, type JsonWebKey, type KeyObject, verify } from "node:crypto";

/** A public key of the provider, as its key set lists it. */
export type ProviderKey = JsonWebKey & {
  readonly kid?: string;
  readonly use?: string;
  readonly alg?: string;
};

export type Claims = Readonly<Record<string, unknown>>;

/** A token that proves nothing. The message is for the log: the person only learns that it failed. */
export class TokenRefused extends Error {
  override readonly name = "TokenRefused";
}

/**
 * Two algorithms, each with its own kind of key. `none` and those with a shared secret are missing
 * here, so that a token can never choose how weakly it is checked.
 */
const checks: Readonly<Record<string, (data: Buffer, key: KeyObject, proof: Buffer) => boolean>> = {
  RS256: (data, key, proof) =>
    key.asymmetricKeyType === "rsa" &&
    (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2_048 &&
    verify("sha256", data, key, proof),
  ES256: (data, key, proof) =>
    key.asymmetricKeyType === "ec" &&
    key.asymmetricKeyDetails?.namedCurve === "prime256v1" &&
    verify("sha256", data, { key, dsaEncoding: "ieee-p1363" }, proof),
};

export interface SplitToken {
  readonly header: Claims;
  readonly claims: Claims;
  readonly signed: Buffer;
  readonly proof: Buffer;
}

/** Splits a token. What it says is not proven yet. */
export function splitToken(token: string): SplitToken {
  const parts = token.split(".");
  const [head = "", body = "", proof = ""] = parts;
  if (parts.length !== 3 || token.length > 64_000) throw new TokenRefused("not a signed token");
  return {
    header: parseObject(head),
    claims: parseObject(body),
    signed: Buffer.from(`${head}.${body}`),
    proof: Buffer.from(proof, "base64url"),
  };
}

/** Undefined if none of the keys can have signed it: the provider may have changed them. */
export function findKey(
  keys: readonly ProviderKey[],
  { header }: SplitToken,
): ProviderKey | undefined {
  const { alg, kid } = header;
  const kind = alg === "RS256" ? "RSA" : "EC";
  const fitting = keys.filter(
    (key) =>
      key.kty === kind &&
      (key.use === undefined || key.use === "sig") &&
      (key.alg === undefined || key.alg === alg),
  );
  // Without a name in the token there must be no choice.
  if (kid === undefined) return fitting.length === 1 ? fitting[0] : undefined;
  return fitting.find((key) => key.kid === kid);
}

export function assertAlgorithm({ header }: SplitToken): void {
  if (typeof header["alg"] !== "string" || !Object.hasOwn(checks, header["alg"]))
    throw new TokenRefused("signed by an algorithm that is not accepted");
  if (header["crit"] !== undefined) throw new TokenRefused("has critical headers");
}

export function assertSignature(token: SplitToken, jwk: ProviderKey): void {
  assertAlgorithm(token);
  const check = checks[String(token.header["alg"])];
  const key = createPublicKey({ key: jwk, format: "jwk" });
  if (check?.(token.signed, key, token.proof) !== true) throw new TokenRefused("wrong signature");
}

export interface Expected {
  readonly issuer: string;
  readonly audience: string;
  readonly now: number;
}

/** Clocks of two machines may differ by this. */
const skewSeconds = 60;
/** A token that was made longer ago was kept for later. */
const mostAgeSeconds = 600;

/** Who made the token, for whom, and when. */
export function assertFresh(claims: Claims, { issuer, audience, now }: Expected): void {
  const seconds = now / 1_000;
  const { iss, aud, azp, exp, iat } = claims;
  const audiences = [aud].flat();
  if (iss !== issuer) throw new TokenRefused("of another issuer");
  if (!audiences.includes(audience)) throw new TokenRefused("for another audience");
  if ((audiences.length > 1 || azp !== undefined) && azp !== audience)
    throw new TokenRefused("given to another client");
  if (typeof exp !== "number" || exp + skewSeconds <= seconds) throw new TokenRefused("expired");
  if (typeof iat !== "number" || iat - skewSeconds > seconds || iat + mostAgeSeconds < seconds)
    throw new TokenRefused("not made just now");
}

function parseObject(part: string): Claims {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString());
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return value as Claims;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new TokenRefused("not a signed token");
}
