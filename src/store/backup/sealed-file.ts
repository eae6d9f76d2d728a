import { createCipheriv, createDecipheriv, createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { type Keyring, SealError } from "../secrets.ts";

/**
 * A long text, sealed in pieces so that it never has to be in memory as a whole. The file is a line
 * that identifies the format, a header as JSON, and pieces of AES-256-GCM, each preceded by its
 * length. The key is derived from the keyring's and the file's own salt, so a piece's number can be
 * its nonce. The header and whether a piece is the last are authenticated with it: pieces that were
 * changed, moved, removed or truncated do not open.
 */
export interface SealedHead {
  readonly key: string;
  readonly salt: string;
  readonly at: string;
  /** Schema version that the rows were read from. */
  readonly schema: number;
  /** The end of the audit chain at that time. */
  readonly audit?: { readonly id: number; readonly hash: string } | undefined;
  /** Of a snapshot before an upgrade: it has the rows of every table. */
  readonly snapshot?: SnapshotHead | undefined;
}

export interface SnapshotHead {
  /** The schema that the upgrade led to. */
  readonly to: number;
  /** The newest event at that time. */
  readonly newestEvent: number;
}

const firstLine = "meanwhile backup 1\n";
const pieceBytes = 1 << 20;
const tagBytes = 16;
/** A header is short; a longer one is not valid. */
const mostHeadBytes = 4_096;

export interface Sealing {
  readonly keyring: Keyring;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly at: string;
  readonly schema: number;
  readonly audit?: SealedHead["audit"];
  readonly snapshot?: SealedHead["snapshot"];
}

export async function* sealStream(
  plain: AsyncIterable<Uint8Array>,
  on: Sealing,
): AsyncGenerator<Uint8Array> {
  const salt = on.randomBytes(32);
  const head: SealedHead = {
    key: on.keyring.keyId,
    salt: Buffer.from(salt).toString("base64"),
    at: on.at,
    schema: on.schema,
    audit: on.audit,
    snapshot: on.snapshot,
  };
  const text = Buffer.from(`${firstLine}${JSON.stringify(head)}\n`);
  const key = on.keyring.fileKey(salt, head.key);
  yield text;
  const bound = hashHeader(text);
  let nth = 0;
  let waiting: Uint8Array[] = [];
  let size = 0;
  const seal = (bytes: Uint8Array, isLast: boolean): Buffer => {
    const cipher = createCipheriv("aes-256-gcm", key, nonceOf(nth, isLast)).setAAD(bound);
    const body = Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(body.length);
    nth += 1;
    return Buffer.concat([length, body]);
  };
  for await (const bytes of plain) {
    waiting.push(bytes);
    size += bytes.length;
    if (size < pieceBytes) continue;
    const all = Buffer.concat(waiting);
    // The rest is held back even if it is empty: only the end shows which piece is the last.
    const whole = all.length - (all.length % pieceBytes);
    for (let from = 0; from < whole; from += pieceBytes)
      yield seal(all.subarray(from, from + pieceBytes), false);
    waiting = [all.subarray(whole)];
    size = all.length - whole;
  }
  yield seal(Buffer.concat(waiting), true);
}

/** The piece's number, and whether it is the last. */
function nonceOf(nth: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(nth));
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
}

const hashHeader = (head: Uint8Array): Buffer => createHash("sha256").update(head).digest();

/** The header, readable before anything is decrypted. */
export async function readHead(
  file: string,
): Promise<{ readonly head: SealedHead; readonly text: Buffer }> {
  const handle = await open(file, "r");
  try {
    const { buffer, bytesRead } = await handle.read(
      Buffer.alloc(mostHeadBytes),
      0,
      mostHeadBytes,
      0,
    );
    const start = buffer.subarray(0, bytesRead);
    const end = start.indexOf("\n", firstLine.length);
    if (!start.toString("latin1").startsWith(firstLine) || end < 0)
      throw new SealError(`${file} is not a backup of Meanwhile.`);
    const text = start.subarray(0, end + 1);
    return { head: JSON.parse(text.subarray(firstLine.length).toString()) as SealedHead, text };
  } finally {
    await handle.close();
  }
}

/** Yields piece by piece, each only after it is authenticated. */
export async function* unsealFile(file: string, keyring: Keyring): AsyncGenerator<Uint8Array> {
  const { head, text } = await readHead(file);
  const key = keyring.fileKey(Buffer.from(head.salt, "base64"), head.key);
  const bound = hashHeader(text);
  const handle = await open(file, "r");
  try {
    const { size } = await handle.stat();
    let at = text.length;
    for (let nth = 0; nth === 0 || at < size; nth += 1) {
      const length = (await readAt(handle, { at, count: 4, file })).readUInt32BE();
      if (length < tagBytes || length > pieceBytes + tagBytes) throw toDamageError(file);
      const body = await readAt(handle, { at: at + 4, count: length, file });
      at += 4 + length;
      const decipher = createDecipheriv("aes-256-gcm", key, nonceOf(nth, at === size), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(bound).setAuthTag(body.subarray(-tagBytes));
      yield decryptPiece(decipher, body.subarray(0, -tagBytes), file);
    }
  } finally {
    await handle.close();
  }
}

function decryptPiece(
  decipher: ReturnType<typeof createDecipheriv>,
  body: Uint8Array,
  file: string,
): Buffer {
  try {
    return Buffer.concat([decipher.update(body), decipher.final()]);
  } catch (cause) {
    throw toDamageError(file, cause);
  }
}

const toDamageError = (file: string, cause?: unknown): SealError =>
  new SealError(`${file} was truncated or altered and can't be used. Nothing was changed.`, {
    cause,
  });

type Handle = Awaited<ReturnType<typeof open>>;

async function readAt(
  handle: Handle,
  of: { readonly at: number; readonly count: number; readonly file: string },
): Promise<Buffer> {
  const buffer = Buffer.alloc(of.count);
  let got = 0;
  while (got < of.count) {
    const { bytesRead } = await handle.read(buffer, got, of.count - got, of.at + got);
    if (bytesRead === 0) throw toDamageError(of.file);
    got += bytesRead;
  }
  return buffer;
}
