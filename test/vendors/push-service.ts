import { createDecipheriv, createECDH, createHmac, createPublicKey, verify } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** A push service with one browser behind it, as strict as RFC 8030, 8188, 8291 and 8292 ask. */
export interface PushService {
  readonly origin: string;
  readonly subscription: {
    readonly endpoint: string;
    readonly keys: { readonly p256dh: string; readonly auth: string };
  };
  /** What the browser read, in order. */
  readonly read: readonly unknown[];
  /** Calls that a real service would refuse, and why. */
  readonly refused: readonly string[];
  /** Answers every further call with this. */
  answer(status: number): void;
  close(): Promise<void>;
}

const hmac = (key: Uint8Array, data: Uint8Array): Buffer =>
  createHmac("sha256", key).update(data).digest();

/** The browser's side of RFC 8291. */
export function decryptPush(
  body: Buffer,
  browser: { readonly privateKey: Buffer; readonly auth: Buffer },
): string {
  const ours = createECDH("prime256v1");
  ours.setPrivateKey(browser.privateKey);
  const [salt, length] = [body.subarray(0, 16), body.readUInt8(20)];
  const theirs = body.subarray(21, 21 + length);
  const content = body.subarray(21 + length);
  const info = Buffer.concat([
    Buffer.from("WebPush: info\0"),
    ours.getPublicKey(),
    theirs,
    Buffer.of(1),
  ]);
  const agreed = hmac(hmac(browser.auth, ours.computeSecret(theirs)), info);
  const base = hmac(salt, agreed);
  const derive = (name: string, bytes: number): Buffer =>
    hmac(base, Buffer.from(`Content-Encoding: ${name}\0\u0001`)).subarray(0, bytes);
  const open = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
  open.setAuthTag(content.subarray(-16));
  const plain = Buffer.concat([open.update(content.subarray(0, -16)), open.final()]);
  if (plain.at(-1) !== 2) throw new Error("the last record does not end with 2");
  return plain.subarray(0, -1).toString();
}

export async function startPushService(now: () => number): Promise<PushService> {
  const browser = createECDH("prime256v1");
  browser.generateKeys();
  const auth = Buffer.from("sixteen secret b");
  const read: unknown[] = [];
  const refused: string[] = [];
  let status = 201;
  const server = createServer((request, response) => {
    void bytesOf(request).then((body) => {
      const problem = problemOf(request, { body, origin, now: now() });
      if (problem !== undefined) {
        refused.push(problem);
        response.writeHead(400).end();
        return;
      }
      if (status < 300)
        read.push(
          JSON.parse(decryptPush(body, { privateKey: browser.getPrivateKey(), auth })) as unknown,
        );
      response
        .writeHead(status, { location: `${origin}/m/${read.length}`, "retry-after": "7" })
        .end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    subscription: {
      endpoint: `${origin}/push/one`,
      keys: { p256dh: browser.getPublicKey("base64url"), auth: auth.toString("base64url") },
    },
    read,
    refused,
    answer: (next) => (status = next),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function problemOf(
  { method, headers }: IncomingMessage,
  of: { readonly body: Buffer; readonly origin: string; readonly now: number },
): string | undefined {
  if (method !== "POST") return "not a POST";
  if (headers["content-encoding"] !== "aes128gcm") return "not encrypted by aes128gcm";
  if (!/^\d+$/.test(String(headers["ttl"] ?? ""))) return "no TTL";
  if (of.body.length > 4_096) return "longer than 4,096 bytes";
  if (of.body.readUInt32BE(16) < of.body.length - 86) return "a record longer than it says";
  return vapidProblem(headers.authorization ?? "", of);
}

function vapidProblem(
  authorization: string,
  { origin, now }: { readonly origin: string; readonly now: number },
): string | undefined {
  const [, head, claims, signature, key] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  if (head === undefined || claims === undefined || signature === undefined || key === undefined)
    return "no VAPID";
  const point = Buffer.from(key, "base64url");
  const publicKey = createPublicKey({
    format: "jwk",
    key: {
      kty: "EC",
      crv: "P-256",
      x: point.subarray(1, 33).toString("base64url"),
      y: point.subarray(33).toString("base64url"),
    },
  });
  const isSigned = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!isSigned) return "a signature of another key";
  const said = JSON.parse(Buffer.from(claims, "base64url").toString()) as Record<string, unknown>;
  if (said["aud"] !== origin) return "meant for another service";
  const left = Number(said["exp"]) - now / 1_000;
  if (!(left > 0 && left <= 86_400)) return "expired, or valid for more than a day";
  return /^(?:mailto:|https:)/.test(String(said["sub"])) ? undefined : "no contact";
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
