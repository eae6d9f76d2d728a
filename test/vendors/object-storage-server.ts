import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { signRequest } from "../../src/store/offsite/sign.ts";
import type { LoopbackServers } from "../support/loopback-server.ts";

/** A strict S3-compatible storage with one bucket, addressed by path. */
export interface ObjectStorageServer {
  readonly endpoint: string;
  readonly bucket: string;
  readonly keys: {
    readonly region: string;
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
  };
  readonly objects: Map<string, Buffer>;
  /** Uploads that were begun and neither ended nor taken back. */
  readonly uploads: Map<string, Buffer[]>;
  /** The next requests are answered with this. */
  failNext(status: number, code: string, times?: number): void;
}

export async function startObjectStorage(servers: LoopbackServers): Promise<ObjectStorageServer> {
  const keys = { region: "eu-1", accessKeyId: "test-key", secretAccessKey: "test-secret" };
  const bucket = "kept";
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Buffer[]>();
  /** By the dates of the requests that put them there. */
  const times = new Map<string, string>();
  let failures: { readonly status: number; readonly code: string }[] = [];

  const endpoint = await servers.serve((request, response) => void handle(request, response));

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray());
    const url = new URL(request.url ?? "", `http://${request.headers.host}`);
    const refuse = (status: number, code: string): void =>
      void response
        .writeHead(status)
        .end(`<Error><Code>${code}</Code><Message>No.</Message></Error>`);
    if (!isSigned(request, url, body)) return refuse(403, "SignatureDoesNotMatch");
    const failure = failures.shift();
    if (failure !== undefined) return refuse(failure.status, failure.code);
    const [, place, ...rest] = decodeURIComponent(url.pathname).split("/");
    if (place !== bucket) return refuse(404, "NoSuchBucket");
    answer({ request, url, body, key: rest.join("/") });

    function answer(on: { request: IncomingMessage; url: URL; body: Buffer; key: string }): void {
      const query = on.url.searchParams;
      const upload = query.get("uploadId");
      if (on.request.method === "POST" && query.has("uploads")) {
        const id = `upload-${uploads.size + 1}`;
        uploads.set(id, []);
        response.end(`<R><UploadId>${id}</UploadId></R>`);
      } else if (on.request.method === "POST") {
        objects.set(on.key, Buffer.concat(uploads.get(upload ?? "") ?? []));
        times.set(on.key, timeOf(request));
        uploads.delete(upload ?? "");
        response.end("<R></R>");
      } else if (on.request.method === "PUT") {
        times.set(on.key, timeOf(request));
        if (upload === null) objects.set(on.key, on.body);
        else (uploads.get(upload) ?? [])[Number(query.get("partNumber")) - 1] = on.body;
        response.setHeader("etag", `"${createHash("md5").update(on.body).digest("hex")}"`).end();
      } else if (on.request.method === "DELETE") {
        if (upload === null) objects.delete(on.key);
        else uploads.delete(upload);
        response.writeHead(204).end();
      } else if (on.key === "") listPage(query);
      else sendRange(on.key);
    }
    /** Two at a time, so that a client has to ask again. */
    function listPage(query: URLSearchParams): void {
      const all = [...objects.keys()]
        .filter((key) => key.startsWith(query.get("prefix") ?? ""))
        .sort();
      const from = Number(query.get("continuation-token") ?? 0);
      const found = all
        .slice(from, from + 2)
        .map(
          (key) =>
            `<Contents><Key>${key}</Key><LastModified>${times.get(key) ?? "2026-01-01T00:00:00.000Z"}</LastModified><Size>${objects.get(key)?.length}</Size></Contents>`,
        );
      const next =
        from + 2 < all.length ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : "";
      response.end(`<R>${found.join("")}${next}</R>`);
    }
    function sendRange(key: string): void {
      const whole = objects.get(key);
      if (whole === undefined) return refuse(404, "NoSuchKey");
      const [, from = 0, to = 0] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
      const part = whole.subarray(Number(from), Number(to) + 1);
      const range = `bytes ${from}-${Number(from) + part.length - 1}/${whole.length}`;
      response.writeHead(206, { "content-range": range }).end(part);
    }
  }

  function isSigned(request: IncomingMessage, url: URL, body: Buffer): boolean {
    const given = request.headers.authorization ?? "";
    const [, names = ""] = /SignedHeaders=([^,]*)/.exec(given) ?? [];
    const now = Date.parse(timeOf(request));
    const ours = new Set(["host", "x-amz-date", "x-amz-content-sha256"]);
    const headers = Object.fromEntries(
      names
        .split(";")
        .filter((name) => !ours.has(name))
        .map((name) => [name, String(request.headers[name])]),
    );
    const method = request.method ?? "";
    return signRequest({ method, url, body, headers, now }, keys)["authorization"] === given;
  }
  return {
    endpoint,
    bucket,
    keys,
    objects,
    uploads,
    failNext: (status, code, times = 1) =>
      void (failures = Array.from({ length: times }, () => ({ status, code }))),
  };
}

const timeOf = ({ headers }: IncomingMessage): string =>
  String(headers["x-amz-date"]).replace(
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/,
    "$1-$2-$3T$4:$5:$6Z",
  );
