import { createECDH, createPrivateKey, sign } from "node:crypto";

/** The server's key pair for push services, in base64url. */
export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

export function toVapidKeys(privateKey: Uint8Array): VapidKeys {
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(privateKey);
  return {
    publicKey: pair.getPublicKey("base64url"),
    privateKey: Buffer.from(privateKey).toString("base64url"),
  };
}

const validForSeconds = 12 * 3_600;
const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Proves to a push service who calls: RFC 8292. */
export function vapidHeader(
  keys: VapidKeys,
  of: { readonly endpoint: string; readonly contact: string; readonly now: number },
): string {
  const claims = {
    aud: new URL(of.endpoint).origin,
    exp: Math.floor(of.now / 1_000) + validForSeconds,
    sub: of.contact,
  };
  const signed = `${part({ typ: "JWT", alg: "ES256" })}.${part(claims)}`;
  const point = Buffer.from(keys.publicKey, "base64url");
  const key = createPrivateKey({
    format: "jwk",
    key: {
      kty: "EC",
      crv: "P-256",
      d: keys.privateKey,
      x: point.subarray(1, 33).toString("base64url"),
      y: point.subarray(33, 65).toString("base64url"),
    },
  });
  const signature = sign("sha256", Buffer.from(signed), { key, dsaEncoding: "ieee-p1363" });
  return `vapid t=${signed}.${signature.toString("base64url")}, k=${keys.publicKey}`;
}
