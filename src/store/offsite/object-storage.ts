import { open, rename, rm } from "node:fs/promises";
import type { Clock } from "../../domain/ports/clock.ts";
import { encode, type ObjectStorageKeys, signRequest } from "./sign.ts";

export interface ObjectStorageDeps extends ObjectStorageKeys {
  readonly fetch: typeof fetch;
  readonly clock: Pick<Clock, "now">;
  /** Such as `https://s3.example.com`. */
  readonly endpoint: string;
  readonly bucket: string;
  /** Begins the name of every object, such as `home/`. */
  readonly prefix: string;
  /** How much of a file is held in memory and sent at once. Storages take 5 MB and more. */
  readonly pieceBytes?: number | undefined;
}

export interface ListedObject {
  readonly name: string;
  readonly bytes: number;
  /** When it was put there, in milliseconds. */
  readonly at: number;
}

/** Files in a bucket, by their names without the prefix. */
export interface ObjectStorage {
  /** All, or those whose names begin so. */
  list(begin?: string): Promise<readonly ListedObject[]>;
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Undefined if there is none. */
  get(name: string): Promise<Uint8Array | undefined>;
  /** Undefined if there is none. */
  sizeOf(name: string): Promise<number | undefined>;
  send(file: string, name: string, signal?: AbortSignal): Promise<void>;
  /** Writes the file under its name when it is complete. */
  fetchTo(file: string, name: string): Promise<number>;
  remove(name: string): Promise<void>;
}

/** The storage refused, or does not answer as one. The message is for the operator. */
export class ObjectStorageFailure extends Error {
  override readonly name = "ObjectStorageFailure";
  /** Of its answer. */
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

interface Call {
  readonly method: "GET" | "PUT" | "POST" | "DELETE";
  /** Undefined for the bucket itself. */
  readonly name?: string | undefined;
  readonly query?: Readonly<Record<string, string>> | undefined;
  readonly body?: Uint8Array | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
}

const usualPiece = 16 << 20;

/** Addressed by path (`endpoint/bucket/name`), which AWS, MinIO, R2, Ceph, OSS and others understand. */
export function openObjectStorage(on: ObjectStorageDeps): ObjectStorage {
  const pieceBytes = on.pieceBytes ?? usualPiece;
  const go = async (call: Call): Promise<Response> => {
    const url = new URL(on.endpoint);
    const key = call.name === undefined ? [] : `${on.prefix}${call.name}`.split("/");
    const base = url.pathname.replace(/\/$/, "");
    url.pathname = [base, ...[on.bucket, ...key].map(encode)].join("/");
    for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, value);
    const { method, body = new Uint8Array(), headers } = call;
    const signed = signRequest({ method, url, body, headers, now: on.clock.now() }, on);
    const answer = await on.fetch(url, {
      method,
      headers: signed,
      ...(method === "GET" || method === "DELETE" ? {} : { body: Buffer.from(body) }),
      ...(call.signal === undefined ? {} : { signal: call.signal }),
    });
    if (answer.ok) return answer;
    const text = await answer.text();
    const code = tagsIn(text, "Code")[0] ?? `HTTP ${answer.status}`;
    throw new ObjectStorageFailure(
      `The storage at ${url.host} refused: ${code}. ${tagsIn(text, "Message")[0] ?? ""}`.trim(),
      answer.status,
    );
  };

  /** In ranges: an answer of any length would have to fit into memory and time. */
  async function* piecesOf(name: string): AsyncGenerator<Uint8Array> {
    for (let at = 0, whole = 1; at < whole;) {
      const range = `bytes=${at}-${at + pieceBytes - 1}`;
      const answer = await go({ method: "GET", name, headers: { range } });
      const bytes = new Uint8Array(await answer.arrayBuffer());
      yield bytes;
      at += bytes.length;
      whole = wholeSize(answer) ?? at;
      if (bytes.length === 0) return;
    }
  }

  const send = async (source: Source, name: string, signal?: AbortSignal): Promise<void> => {
    if (source.size > pieceBytes) return sendPieces({ go, source, pieceBytes }, name, signal);
    await go({ method: "PUT", name, body: await source.read(0, source.size), signal });
  };

  return {
    async put(name, bytes) {
      const read = async (at: number, count: number) => bytes.subarray(at, at + count);
      await send({ size: bytes.length, read }, name);
    },
    async get(name) {
      const pieces: Uint8Array[] = [];
      try {
        for await (const piece of piecesOf(name)) pieces.push(piece);
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
      return Buffer.concat(pieces);
    },
    async sizeOf(name) {
      try {
        return wholeSize(await go({ method: "GET", name, headers: { range: "bytes=0-0" } }));
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    async list(begin = "") {
      const found: ListedObject[] = [];
      for (let token: string | undefined; ;) {
        const query = {
          "list-type": "2",
          prefix: `${on.prefix}${begin}`,
          ...(token === undefined ? {} : { "continuation-token": token }),
        };
        const text = await (await go({ method: "GET", query })).text();
        const sizes = tagsIn(text, "Size");
        const times = tagsIn(text, "LastModified");
        for (const [nth, key] of tagsIn(text, "Key").entries())
          found.push({
            name: key.slice(on.prefix.length),
            bytes: Number(sizes[nth]),
            at: Date.parse(times[nth] ?? ""),
          });
        token = tagsIn(text, "NextContinuationToken")[0];
        if (token === undefined) return found;
      }
    },
    async send(file, name, signal) {
      const handle = await open(file, "r");
      try {
        const { size } = await handle.stat();
        const read = async (at: number, count: number): Promise<Uint8Array> => {
          const body = Buffer.alloc(count);
          await handle.read(body, 0, count, at);
          return body;
        };
        await send({ size, read }, name, signal);
      } finally {
        await handle.close();
      }
    },
    async fetchTo(file, name) {
      const unfinished = `${file}.partial`;
      const handle = await open(unfinished, "w", 0o600);
      let at = 0;
      try {
        for await (const bytes of piecesOf(name)) {
          await handle.write(bytes, 0, bytes.length, at);
          at += bytes.length;
        }
        await handle.sync();
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      } finally {
        await handle.close();
      }
      await rename(unfinished, file);
      return at;
    },
    async remove(name) {
      await go({ method: "DELETE", name });
    },
  };
}

function wholeSize({ headers }: Response): number | undefined {
  const [, size] = /\/(\d+)$/.exec(headers.get("content-range") ?? "") ?? [];
  return size === undefined ? undefined : Number(size);
}

const isMissing = (error: unknown): boolean =>
  error instanceof ObjectStorageFailure &&
  error.status === 404 &&
  !error.message.includes("NoSuchBucket");

interface Source {
  readonly size: number;
  read(at: number, count: number): Promise<Uint8Array>;
}

interface Sending {
  readonly go: (call: Call) => Promise<Response>;
  readonly source: Source;
  readonly pieceBytes: number;
}

/** The object appears when all pieces are there. What was begun and not ended is taken back. */
async function sendPieces(on: Sending, name: string, signal?: AbortSignal): Promise<void> {
  const begun = await (await on.go({ method: "POST", name, query: { uploads: "" } })).text();
  const uploadId = tagsIn(begun, "UploadId")[0] ?? "";
  try {
    const parts: string[] = [];
    const { size } = on.source;
    for (let at = 0; at < size; at += on.pieceBytes) {
      const body = await on.source.read(at, Math.min(on.pieceBytes, size - at));
      const query = { partNumber: String(parts.length + 1), uploadId };
      const { headers } = await on.go({ method: "PUT", name, query, body, signal });
      parts.push(
        `<Part><PartNumber>${parts.length + 1}</PartNumber><ETag>${headers.get("etag") ?? ""}</ETag></Part>`,
      );
    }
    const body = Buffer.from(
      `<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`,
    );
    const ended = await (await on.go({ method: "POST", name, query: { uploadId }, body })).text();
    // A failure here may come with status 200.
    const [code] = tagsIn(ended, "Code");
    if (code !== undefined) throw new ObjectStorageFailure(`The storage refused: ${code}.`, 500);
  } catch (error) {
    await on.go({ method: "DELETE", name, query: { uploadId } }).catch(() => undefined);
    throw error;
  }
}

/** The storage's answers are flat lists, and our names need no escapes. */
const tagsIn = (xml: string, tag: string): string[] =>
  [...xml.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, "g"))].map(([, text = ""]) => text);
