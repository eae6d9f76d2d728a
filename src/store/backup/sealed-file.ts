import { createCipheriv, createDecipheriv, createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { type Keyring, SealError } from "../secrets.ts";

/**
 * A long text, sealed piece by piece so that none of it need be held whole. The file is a line of what it is, a head as JSON, and
 * pieces of AES-256-GCM, each with its length before it. The key is made of the keyring's and a salt of the file's own, so a
 * piece's number can be its nonce. The head and whether a piece is the last are authenticated with it: pieces that were changed,
 * moved, left out or cut off do not open.
 */
export interface SealedHead {
  readonly key: string;
  readonly salt: string;
  readonly at: string;
  /** Version of the schema that the rows were read from. */
  readonly schema: number;
  /** The end of the audit's chain at that moment. */
  readonly audit?: { readonly id: number; readonly hash: string } | undefined;
}

const firstLine = "meanwhile backup 1\n";
const pieceBytes = 1 << 20;
const tagBytes = 16;
/** A head is short. Whatever is longer is no head of ours. */
const mostHeadBytes = 4_096;

export interface Sealing {
  readonly keyring: Keyring;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly at: string;
  readonly schema: number;
  readonly audit?: SealedHead["audit"];
}

export async function* sealed(
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
  };
  const text = Buffer.from(`${firstLine}${JSON.stringify(head)}\n`);
  const key = on.keyring.fileKey(salt, head.key);
  yield text;
  const bound = boundTo(text);
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
    // The rest stays behind, were it empty: only the end knows which piece is the last.
    const whole = all.length - (all.length % pieceBytes);
    for (let from = 0; from < whole; from += pieceBytes)
      yield seal(all.subarray(from, from + pieceBytes), false);
    waiting = [all.subarray(whole)];
    size = all.length - whole;
  }
  yield seal(Buffer.concat(waiting), true);
}

/** Number of the piece, and whether nothing follows. */
function nonceOf(nth: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(nth));
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
}

const boundTo = (head: Uint8Array): Buffer => createHash("sha256").update(head).digest();

/** Where and when it comes from, before anything of it is opened. */
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

/** Piece by piece, each only after it has proven that it is whole and in its place. */
export async function* unsealed(file: string, keyring: Keyring): AsyncGenerator<Uint8Array> {
  const { head, text } = await readHead(file);
  const key = keyring.fileKey(Buffer.from(head.salt, "base64"), head.key);
  const bound = boundTo(text);
  const handle = await open(file, "r");
  try {
    const { size } = await handle.stat();
    let at = text.length;
    for (let nth = 0; nth === 0 || at < size; nth += 1) {
      const length = (await readAt(handle, { at, count: 4, file })).readUInt32BE();
      if (length < tagBytes || length > pieceBytes + tagBytes) throw damaged(file);
      const body = await readAt(handle, { at: at + 4, count: length, file });
      at += 4 + length;
      const decipher = createDecipheriv("aes-256-gcm", key, nonceOf(nth, at === size), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(bound).setAuthTag(body.subarray(-tagBytes));
      yield opened(decipher, body.subarray(0, -tagBytes), file);
    }
  } finally {
    await handle.close();
  }
}

function opened(
  decipher: ReturnType<typeof createDecipheriv>,
  body: Uint8Array,
  file: string,
): Buffer {
  try {
    return Buffer.concat([decipher.update(body), decipher.final()]);
  } catch (cause) {
    throw damaged(file, cause);
  }
}

const damaged = (file: string, cause?: unknown): SealError =>
  new SealError(`${file} was cut off or altered: it can't be used. Nothing was changed.`, {
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
    if (bytesRead === 0) throw damaged(of.file);
    got += bytesRead;
  }
  return buffer;
}
