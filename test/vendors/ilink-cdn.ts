import { createCipheriv, createDecipheriv, createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Fields } from "./ilink-checks.ts";

/** How the next upload or download ends when it does not simply succeed. */
export type CdnAnswer = { readonly status: number; readonly reason?: string } | "no_header";

/** The vendor's file store: it keeps ciphertext and knows nothing of keys. */
export interface IlinkCdn {
  /** A file that a person sent. Gives its query parameter. */
  keep(plain: Uint8Array, key: Uint8Array | undefined): string;
  announce(upload: Fields): { readonly upload_param: string };
  /** What the person sees when they open a sent item; a sentence when it can't be opened. */
  open(item: Fields): Uint8Array | string;
  readonly plan: CdnAnswer[];
  readonly requests: string[];
  answer(request: IncomingMessage, response: ServerResponse, body: Buffer): void;
}

/** The type of a message's item, by the `media_type` of its upload: picture, video, file. */
const itemTypes: Readonly<Record<number, number>> = { 1: 2, 2: 5, 3: 4 };

export function ilinkCdn(violations: string[]): IlinkCdn {
  const files = new Map<string, Uint8Array>();
  const announced = new Map<string, Fields>();
  const uploaded = new Map<string, Fields>();
  const plan: CdnAnswer[] = [];
  const requests: string[] = [];

  function take(url: URL, request: IncomingMessage, body: Buffer): string | undefined {
    const about = announced.get(url.searchParams.get("encrypted_query_param") ?? "");
    if (
      request.method !== "POST" ||
      request.headers["content-type"] !== "application/octet-stream" ||
      about === undefined
    ) {
      violations.push(
        `an upload that was never announced, or not as octets by POST: ${request.method} ${request.url}`,
      );
      return undefined;
    }
    if (about["filekey"] !== url.searchParams.get("filekey") || about["filesize"] !== body.length)
      violations.push("an upload is not the one that was announced");
    const param = `up/${uploaded.size + 1}+=`;
    files.set(param, body);
    uploaded.set(param, about);
    return param;
  }

  function open(item: Fields): Uint8Array | string {
    const [content] = Object.values(item).filter((value) => typeof value === "object") as Fields[];
    const media = (content?.["media"] ?? {}) as Fields;
    const about = uploaded.get(String(media["encrypt_query_param"]));
    const hex = Buffer.from(String(media["aes_key"]), "base64").toString();
    if (about === undefined || hex !== about["aeskey"] || media["encrypt_type"] !== 1)
      return "the key or the address is wrong";
    if (itemTypes[about["media_type"] as number] !== item["type"])
      return "it was announced as another kind of file";
    const bytes = files.get(String(media["encrypt_query_param"])) as Uint8Array;
    const decipher = createDecipheriv("aes-128-ecb", Buffer.from(hex, "hex"), null);
    const plain = Buffer.concat([decipher.update(bytes), decipher.final()]);
    const size = content?.["mid_size"] ?? content?.["video_size"];
    const sizeIsRight =
      content?.["len"] === undefined
        ? size === bytes.length
        : content["len"] === String(plain.length);
    const whole =
      about["rawsize"] === plain.length &&
      about["rawfilemd5"] === createHash("md5").update(plain).digest("hex");
    return sizeIsRight && whole ? plain : "sizes or checksum are wrong";
  }

  return {
    plan,
    requests,
    open,
    keep: (plain, key) => {
      const param = `down/${files.size + 1}+/=`;
      const cipher = key === undefined ? undefined : createCipheriv("aes-128-ecb", key, null);
      files.set(
        param,
        cipher === undefined ? plain : Buffer.concat([cipher.update(plain), cipher.final()]),
      );
      return param;
    },
    announce: (upload) => {
      const param = `announced/${announced.size + 1}+=`;
      announced.set(param, upload);
      return { upload_param: param };
    },
    answer: (request, response, body) => {
      const url = new URL(request.url ?? "", "http://cdn");
      requests.push(`${request.method} ${url.pathname}`);
      const next = plan.shift();
      if (typeof next === "object") {
        response
          .writeHead(
            next.status,
            next.reason === undefined ? {} : { "x-error-message": next.reason },
          )
          .end();
      } else if (url.pathname.endsWith("/upload")) {
        const param = take(url, request, body);
        const told =
          next === "no_header" || param === undefined ? {} : { "x-encrypted-param": param };
        response.writeHead(param === undefined ? 400 : 200, told).end();
      } else {
        const bytes = files.get(url.searchParams.get("encrypted_query_param") ?? "");
        response.writeHead(bytes === undefined ? 404 : 200).end(bytes);
      }
    },
  };
}
