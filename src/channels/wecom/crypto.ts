import { createCipheriv, createDecipheriv, createHash, timingSafeEqual } from "node:crypto";

/** The secrets shared by WeCom and a bot: the signing token and the encryption key. */
export interface WecomKey {
  readonly token: string;
  readonly key: Uint8Array;
}

/** One text for all that is wrong with a sealed message: an attacker learns nothing from it. */
export class WecomSealError extends Error {
  override readonly name = "WecomSealError";

  constructor() {
    super("the message cannot be opened");
  }
}

/**
 * 43 letters carry 258 bits, of which the last two count for nothing: a strict reader of base64
 * would refuse good keys.
 */
export function wecomKey(token: string, encodingAesKey: string): WecomKey | undefined {
  if (token === "" || !/^[A-Za-z0-9+/]{43}$/.test(encodingAesKey)) return undefined;
  return { token, key: Buffer.from(`${encodingAesKey}=`, "base64") };
}

export interface Signed {
  readonly timestamp: string;
  readonly nonce: string;
  readonly sealed: string;
}

export function wecomSignature({ token }: WecomKey, { timestamp, nonce, sealed }: Signed): string {
  // By code unit, as WeCom sorts: a sort by language would put some letters elsewhere.
  const parts = [token, timestamp, nonce, sealed].toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return createHash("sha1").update(parts.join("")).digest("hex");
}

/** In constant time. Before anything is opened, so that wrong padding reveals nothing. */
export function isSignedBy(key: WecomKey, signed: Signed, signature: string): boolean {
  return (
    /^[0-9a-f]{40}$/.test(signature) &&
    timingSafeEqual(Buffer.from(signature), Buffer.from(wecomSignature(key, signed)))
  );
}

const block = 32;
const headLength = 20;

/**
 * `random(16) | length | text | receiver`, filled up to a multiple of 32. The receiver of an
 * in-house bot is empty, that of a self-built app the company's id.
 */
export function openSealed(key: WecomKey, sealed: string, receiver = ""): string {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(sealed)) throw new WecomSealError();
  const plain = openBytes(key.key, Buffer.from(sealed, "base64"));
  if (plain.length < headLength) throw new WecomSealError();
  const length = plain.readUInt32BE(16);
  const end = headLength + length;
  if (end > plain.length || !plain.subarray(end).equals(Buffer.from(receiver)))
    throw new WecomSealError();
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
      plain.subarray(headLength, end),
    );
  } catch {
    throw new WecomSealError();
  }
}

/** `random` is sixteen unpredictable bytes. */
export function sealText(key: WecomKey, text: string, random: Uint8Array): string {
  const message = Buffer.from(text);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(message.length);
  return sealBytes(key.key, Buffer.concat([random, length, message])).toString("base64");
}

/** A file has no head: only its bytes, filled up. */
export function openBytes(key: Uint8Array, sealed: Uint8Array): Buffer {
  if (sealed.length === 0 || sealed.length % 16 !== 0) throw new WecomSealError();
  const decipher = createDecipheriv("aes-256-cbc", key, key.subarray(0, 16));
  // Node fills up to 16 bytes; here it is 32, so a filling may be longer than Node allows.
  decipher.setAutoPadding(false);
  const padded = Buffer.concat([decipher.update(sealed), decipher.final()]);
  const fill = padded.at(-1) ?? 0;
  const isWhole =
    fill >= 1 &&
    fill <= block &&
    fill <= padded.length &&
    padded.subarray(padded.length - fill).every((byte) => byte === fill);
  if (!isWhole) throw new WecomSealError();
  return padded.subarray(0, padded.length - fill);
}

export function sealBytes(key: Uint8Array, plain: Uint8Array): Buffer {
  const fill = block - (plain.length % block);
  const cipher = createCipheriv("aes-256-cbc", key, key.subarray(0, 16));
  cipher.setAutoPadding(false);
  return Buffer.concat([
    cipher.update(plain),
    cipher.update(Buffer.alloc(fill, fill)),
    cipher.final(),
  ]);
}
