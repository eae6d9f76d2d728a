import { createHash, createHmac } from "node:crypto";

export interface ObjectStorageKeys {
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface UnsignedRequest {
  readonly method: string;
  readonly url: URL;
  readonly body: Uint8Array;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** When it is sent, in milliseconds. */
  readonly now: number;
}

/** The headers of AWS's Signature Version 4, which every S3-compatible storage checks. */
export function signRequest(
  request: UnsignedRequest,
  keys: ObjectStorageKeys,
): Record<string, string> {
  const time = new Date(request.now).toISOString().replaceAll(/[-:]|\.\d{3}/g, "");
  const hash = sha256(request.body);
  const headers: Record<string, string> = {
    ...request.headers,
    host: request.url.host,
    "x-amz-content-sha256": hash,
    "x-amz-date": time,
  };
  const names = Object.keys(headers).sort();
  const canonical = [
    request.method,
    request.url.pathname,
    canonicalQuery(request.url.searchParams),
    ...names.map((name) => `${name}:${headers[name]?.trim()}`),
    "",
    names.join(";"),
    hash,
  ].join("\n");
  const scope = `${time.slice(0, 8)}/${keys.region}/s3/aws4_request`;
  const toSign = ["AWS4-HMAC-SHA256", time, scope, sha256(canonical)].join("\n");
  const key = [time.slice(0, 8), keys.region, "s3", "aws4_request"].reduce<string | Buffer>(
    (from, part) => hmac(from, part),
    `AWS4${keys.secretAccessKey}`,
  );
  const signature = hmac(key, toSign).toString("hex");
  const { host, ...sent } = headers;
  void host;
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${keys.accessKeyId}/${scope}, SignedHeaders=${names.join(";")}, Signature=${signature}`,
  };
}

/** Sorted, and encoded as RFC 3986 says: `encodeURIComponent` leaves some characters. */
const canonicalQuery = (query: URLSearchParams): string =>
  [...query]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join("&");

export const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const sha256 = (text: string | Uint8Array): string =>
  createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string): Buffer =>
  createHmac("sha256", key).update(text).digest();
