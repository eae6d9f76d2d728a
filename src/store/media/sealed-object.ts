import { createCipheriv, createDecipheriv } from "node:crypto";
import { type Keyring, SealError } from "../secrets.ts";
import type { MediaNote, PlacedFile } from "./place.ts";

/**
 * A file as one object: a line that identifies the format, a header as JSON, and the note with the
 * bytes under AES-256-GCM. The key is derived from the keyring's and the object's own salt. Header
 * and id are authenticated with it: an object that was changed, or put under another id, does not
 * open.
 */
interface ObjectHead {
  readonly key: string;
  readonly salt: string;
}

const firstLine = "meanwhile file 1\n";
const tagBytes = 16;
/** A key seals one object only. */
const nonce = Buffer.alloc(12);

export interface ObjectSealing {
  readonly keyring: Keyring;
  readonly randomBytes: (count: number) => Uint8Array;
}

export function sealObject(id: string, { note, bytes }: PlacedFile, on: ObjectSealing): Uint8Array {
  const salt = on.randomBytes(32);
  const head: ObjectHead = {
    key: on.keyring.keyId,
    salt: Buffer.from(salt).toString("base64"),
  };
  const text = Buffer.from(`${firstLine}${JSON.stringify(head)}\n`);
  const about = Buffer.from(JSON.stringify(note));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(about.length);
  const cipher = createCipheriv("aes-256-gcm", on.keyring.fileKey(salt, head.key), nonce);
  cipher.setAAD(Buffer.concat([text, Buffer.from(id)]));
  const parts = [length, about, bytes].map((part) => cipher.update(part));
  return Buffer.concat([text, ...parts, cipher.final(), cipher.getAuthTag()]);
}

/** Throws a `SealError` for an object that is not ours, was altered, or needs another key. */
export function openObject(id: string, object: Uint8Array, keyring: Keyring): PlacedFile {
  const all = Buffer.from(object.buffer, object.byteOffset, object.byteLength);
  const end = all.indexOf("\n", firstLine.length);
  if (!all.subarray(0, firstLine.length).equals(Buffer.from(firstLine)) || end < 0)
    throw new SealError(`The object ${id} is not a file of Meanwhile.`);
  const text = all.subarray(0, end + 1);
  const head = JSON.parse(text.subarray(firstLine.length).toString()) as ObjectHead;
  const key = keyring.fileKey(Buffer.from(head.salt, "base64"), head.key);
  const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.concat([text, Buffer.from(id)])).setAuthTag(all.subarray(-tagBytes));
  const plain = decrypt(decipher, all.subarray(text.length, -tagBytes), id);
  const length = plain.readUInt32BE();
  return {
    note: JSON.parse(plain.subarray(4, 4 + length).toString()) as MediaNote,
    bytes: plain.subarray(4 + length),
  };
}

function decrypt(
  decipher: ReturnType<typeof createDecipheriv>,
  body: Uint8Array,
  id: string,
): Buffer {
  try {
    return Buffer.concat([decipher.update(body), decipher.final()]);
  } catch (cause) {
    throw new SealError(`The object ${id} was altered.`, { cause });
  }
}
