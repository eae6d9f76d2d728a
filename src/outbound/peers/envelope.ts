import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import type { Keys } from "../../store/secrets.ts";

/** The header with an Ed25519 signature of the body's bytes, as base64url. */
export const signatureHeader = "meanwhile-signature";

/** DER around 32 bytes of an Ed25519 key (RFC 8410). */
const privateHead = Buffer.from("302e020100300506032b657004220420", "hex");
const publicHead = Buffer.from("302a300506032b6570032100", "hex");

export interface PeerKey {
  /** The public key: 32 bytes as base64url. */
  readonly public: string;
  sign(body: string): string;
}

/** Derived from the installation's key: nothing is stored, and every process has the same. */
export function openPeerKey(keys: Keys): PeerKey {
  const keyring = keys();
  const seed = keyring.mac("peers", "ed25519", keyring.keyId);
  if (seed === undefined) throw new Error("the newest key makes no seed");
  const key = createPrivateKey({
    key: Buffer.concat([privateHead, Buffer.from(seed, "hex")]),
    format: "der",
    type: "pkcs8",
  });
  const exported = createPublicKey(key).export({ format: "der", type: "spki" });
  return {
    public: exported.subarray(publicHead.length).toString("base64url"),
    sign: (body) => sign(null, Buffer.from(body), key).toString("base64url"),
  };
}

export function isSignedBy(publicKey: string, body: Uint8Array, signature: string): boolean {
  const key = toPublicKey(publicKey);
  return key !== undefined && verify(null, body, key, Buffer.from(signature, "base64url"));
}

function toPublicKey(text: string): KeyObject | undefined {
  const bytes = Buffer.from(text, "base64url");
  if (bytes.length !== 32) return undefined;
  return createPublicKey({
    key: Buffer.concat([publicHead, bytes]),
    format: "der",
    type: "spki",
  });
}
