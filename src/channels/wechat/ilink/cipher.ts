import { createCipheriv, createDecipheriv } from "node:crypto";
import { type Fields, fieldsOf, textOf } from "./lossless-json.ts";

/** The vendor's choice, not ours: AES-128 in ECB mode with PKCS7 padding. */
const method = "aes-128-ecb";

export function encrypt(plain: Uint8Array, key: Uint8Array): Uint8Array {
  const cipher = createCipheriv(method, key, null);
  return Buffer.concat([cipher.update(plain), cipher.final()]);
}

/** Throws when key and bytes do not belong together. */
export function decrypt(bytes: Uint8Array, key: Uint8Array): Uint8Array {
  const decipher = createDecipheriv(method, key, null);
  return Buffer.concat([decipher.update(bytes), decipher.final()]);
}

/** Padding is always added, so a full block grows by one. */
export const sizeEncrypted = (size: number): number => Math.ceil((size + 1) / 16) * 16;

const hexKey = /^[0-9a-f]{32}$/i;

/**
 * Three forms are in use: hex beside the media, base64 of the sixteen bytes, and base64 of the hex
 * text. `none`: the bytes are plain. Undefined: there is a key, but it is unreadable.
 */
export function keyOf(item: Fields): Uint8Array | "none" | undefined {
  const hex = textOf(item["aeskey"]);
  if (hex !== undefined && hexKey.test(hex)) return Buffer.from(hex, "hex");
  const encoded = textOf(fieldsOf(item["media"])["aes_key"]);
  if (encoded === undefined) return hex === undefined ? "none" : undefined;
  const bytes = Buffer.from(encoded, "base64");
  if (bytes.length === 16) return bytes;
  const text = bytes.toString("latin1");
  return hexKey.test(text) ? Buffer.from(text, "hex") : undefined;
}
