import { createCipheriv, createDecipheriv, createHash } from "node:crypto";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";

/** What a model was sent and what it answered, as the database stores them. */
export interface CallWords {
  readonly prompt: string;
  readonly output: string | null;
}

export interface ArchivedCall extends CallWords {
  readonly id: string;
}

/**
 * A line that identifies the format, a header as JSON with the length of each call, and the calls:
 * compressed, then sealed with AES-256-GCM under a key of their own, the id authenticated with it.
 */
interface ArchiveHead {
  readonly calls: readonly (readonly [id: string, bytes: number])[];
}

/** The file is not what was written, or a key is not that of its call. */
export class ArchiveDamaged extends Error {
  override readonly name = "ArchiveDamaged";
}

const firstLine = "meanwhile archive 1\n";
const tagBytes = 16;
/** A key seals one call only. */
const nonce = Buffer.alloc(12);
/** Twice as fast as the best and nearly as small. */
const quality = 6;

export interface PackedArchive {
  readonly file: Buffer;
  readonly sha256: string;
  /** By the ids of the calls. */
  readonly secrets: ReadonlyMap<string, Uint8Array>;
}

export function packArchive(
  calls: readonly ArchivedCall[],
  randomBytes: (count: number) => Uint8Array,
): PackedArchive {
  const secrets = new Map(calls.map(({ id }) => [id, randomBytes(32)]));
  const bodies = calls.map(({ id, prompt, output }) => {
    const words = brotliCompressSync(JSON.stringify({ prompt, output } satisfies CallWords), {
      params: { [constants.BROTLI_PARAM_QUALITY]: quality },
    });
    const cipher = createCipheriv("aes-256-gcm", secrets.get(id) ?? "", nonce);
    cipher.setAAD(Buffer.from(id));
    return Buffer.concat([cipher.update(words), cipher.final(), cipher.getAuthTag()]);
  });
  const head: ArchiveHead = {
    calls: calls.map(({ id }, nth) => [id, bodies[nth]?.length ?? 0]),
  };
  const file = Buffer.concat([Buffer.from(`${firstLine}${JSON.stringify(head)}\n`), ...bodies]);
  return { file, sha256: sha256Of(file), secrets };
}

export const sha256Of = (file: Uint8Array): string =>
  createHash("sha256").update(file).digest("hex");

/** Reads single calls of it. */
export function openArchive(
  file: Uint8Array,
): (id: string, secret: Uint8Array) => CallWords | undefined {
  const all = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const end = all.indexOf("\n", firstLine.length);
  if (!all.subarray(0, firstLine.length).equals(Buffer.from(firstLine)) || end < 0)
    throw new ArchiveDamaged("This is not an archive of Meanwhile.");
  const { calls } = JSON.parse(all.subarray(firstLine.length, end).toString()) as ArchiveHead;
  const places = new Map<string, Buffer>();
  let at = end + 1;
  for (const [id, bytes] of calls) {
    places.set(id, all.subarray(at, at + bytes));
    at += bytes;
  }
  return (id, secret) => {
    const body = places.get(id);
    return body === undefined ? undefined : unseal(id, body, secret);
  };
}

function unseal(id: string, body: Buffer, secret: Uint8Array): CallWords {
  try {
    const decipher = createDecipheriv("aes-256-gcm", secret, nonce, { authTagLength: tagBytes });
    decipher.setAAD(Buffer.from(id)).setAuthTag(body.subarray(-tagBytes));
    const words = Buffer.concat([decipher.update(body.subarray(0, -tagBytes)), decipher.final()]);
    return JSON.parse(brotliDecompressSync(words).toString()) as CallWords;
  } catch (cause) {
    throw new ArchiveDamaged(`The words of the call ${id} can't be opened.`, { cause });
  }
}
