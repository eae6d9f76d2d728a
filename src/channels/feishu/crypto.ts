import { createDecipheriv, createHash } from "node:crypto";
import { type Fields, fieldsOf, jsonIn, textOf } from "../kit/json-fields.ts";
import { isSameText } from "../kit/same-text.ts";

/** Feishu's proof of a callback: a hash over time, chance, key and the bytes that were sent. */
export function feishuSignature(
  encryptKey: string,
  { timestamp, nonce, body }: { timestamp: string; nonce: string; body: Uint8Array },
): string {
  return createHash("sha256")
    .update(timestamp)
    .update(nonce)
    .update(encryptKey)
    .update(body)
    .digest("hex");
}

export function isSigned(
  encryptKey: string,
  headers: Readonly<Record<string, string>>,
  body: Uint8Array,
): boolean {
  const given = headers["x-lark-signature"] ?? "";
  const timestamp = headers["x-lark-request-timestamp"] ?? "";
  const nonce = headers["x-lark-request-nonce"] ?? "";
  return isSameText(feishuSignature(encryptKey, { timestamp, nonce, body }), given);
}

/** What a callback holds, once opened: AES-256-CBC with the hash of the key. Undefined otherwise. */
export function openCallback(encryptKey: string, body: Fields): Fields | undefined {
  const sealed = Buffer.from(textOf(body["encrypt"]) ?? "", "base64");
  if (sealed.byteLength < 32 || sealed.byteLength % 16 !== 0) return undefined;
  const key = createHash("sha256").update(encryptKey).digest();
  const decipher = createDecipheriv("aes-256-cbc", key, sealed.subarray(0, 16));
  try {
    const plain = Buffer.concat([decipher.update(sealed.subarray(16)), decipher.final()]);
    return fieldsOf(jsonIn(plain));
  } catch {
    // The padding does not fit: another key, or damaged bytes.
    return undefined;
  }
}
