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

/** Files in a bucket, by their names without the prefix. */
export interface ObjectStorage {
  list(): Promise<readonly { readonly name: string; readonly bytes: number }[]>;
  send(file: string, name: string, signal?: AbortSignal): Promise<void>;
  /** Writes the file under its name when it is complete. */
  fetchTo(file: string, name: string): Promise<number>;
  remove(name: string): Promise<void>;
}

/** The storage refused, or does not answer as one. The message is for the operator. */
class ObjectStorageFailure extends Error {
  override readonly name = "ObjectStorageFailure";
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
    );
  };

  return {
    async list() {
      const found: { name: string; bytes: number }[] = [];
      for (let token: string | undefined; ;) {
        const query = {
          "list-type": "2",
          prefix: on.prefix,
          ...(token === undefined ? {} : { "continuation-token": token }),
        };
        const text = await (await go({ method: "GET", query })).text();
        const sizes = tagsIn(text, "Size");
        for (const [nth, key] of tagsIn(text, "Key").entries())
          found.push({ name: key.slice(on.prefix.length), bytes: Number(sizes[nth]) });
        token = tagsIn(text, "NextContinuationToken")[0];
        if (token === undefined) return found;
      }
    },
    async send(file, name, signal) {
      const handle = await open(file, "r");
      try {
        const { size } = await handle.stat();
        if (size <= pieceBytes) {
          await go({ method: "PUT", name, body: await handle.readFile(), signal });
          return;
        }
        await sendPieces({ go, handle, size, pieceBytes }, name, signal);
      } finally {
        await handle.close();
      }
    },
    async fetchTo(file, name) {
      const unfinished = `${file}.partial`;
      const handle = await open(unfinished, "w", 0o600);
      let at = 0;
      try {
        for (let whole = 1; at < whole;) {
          const range = `bytes=${at}-${at + pieceBytes - 1}`;
          const answer = await go({ method: "GET", name, headers: { range } });
          const bytes = new Uint8Array(await answer.arrayBuffer());
          await handle.write(bytes, 0, bytes.length, at);
          at += bytes.length;
          whole = Number(/\/(\d+)$/.exec(answer.headers.get("content-range") ?? "")?.[1] ?? at);
          if (bytes.length === 0) break;
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

interface Sending {
  readonly go: (call: Call) => Promise<Response>;
  readonly handle: Awaited<ReturnType<typeof open>>;
  readonly size: number;
  readonly pieceBytes: number;
}

/** The object appears when all pieces are there. What was begun and not ended is taken back. */
async function sendPieces(on: Sending, name: string, signal?: AbortSignal): Promise<void> {
  const begun = await (await on.go({ method: "POST", name, query: { uploads: "" } })).text();
  const uploadId = tagsIn(begun, "UploadId")[0] ?? "";
  try {
    const parts: string[] = [];
    for (let at = 0; at < on.size; at += on.pieceBytes) {
      const body = Buffer.alloc(Math.min(on.pieceBytes, on.size - at));
      await on.handle.read(body, 0, body.length, at);
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
    if (code !== undefined) throw new ObjectStorageFailure(`The storage refused: ${code}.`);
  } catch (error) {
    await on.go({ method: "DELETE", name, query: { uploadId } }).catch(() => undefined);
    throw error;
  }
}

/** The storage's answers are flat lists, and our names need no escapes. */
const tagsIn = (xml: string, tag: string): string[] =>
  [...xml.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, "g"))].map(([, text = ""]) => text);
