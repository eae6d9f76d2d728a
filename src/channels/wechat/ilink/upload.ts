import { createHash } from "node:crypto";
import type { Chance, Clock } from "../../../domain/ports/clock.ts";
import {
  type OutboundAnswer,
  OutboundFailure,
  type OutboundHttp,
} from "../../../domain/ports/http.ts";
import type { KeptMedia } from "../../../domain/ports/media.ts";
import { type BotAccount, placeOf } from "./accounts.ts";
import { encrypt, sizeEncrypted } from "./cipher.ts";
import { type Fields, textOf } from "./lossless-json.ts";
import { hostsFor, type IlinkSettings } from "./settings.ts";
import type { WireAnswer, Wire } from "./wire.ts";

export interface UploadDeps {
  readonly wire: Wire;
  readonly http: OutboundHttp;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly settings: IlinkSettings;
}

export interface Outgoing {
  readonly account: BotAccount;
  readonly peer: string;
  readonly file: KeptMedia;
  readonly signal: AbortSignal;
}

/**
 * The item to send, or why there is none. An upload is not visible to the person, so failing here
 * is always "not sent".
 */
export type Uploaded =
  | { readonly kind: "item"; readonly item: Fields }
  | { readonly kind: "refused" | "failed"; readonly code: string }
  | { readonly kind: "said"; readonly said: WireAnswer };

const tries = 3;
const form = (type: string): { readonly media: 1 | 2 | 3; readonly item: 2 | 4 | 5 } =>
  // Voice bubbles are accepted and not shown: sound goes as a file.
  type.startsWith("image/")
    ? { media: 1, item: 2 }
    : type === "video/mp4"
      ? { media: 2, item: 5 }
      : { media: 3, item: 4 };

export async function upload(
  on: UploadDeps,
  { account, peer, file, signal }: Outgoing,
): Promise<Uploaded> {
  const key = on.chance.bytes(16);
  const aeskey = Buffer.from(key).toString("hex");
  const filekey = Buffer.from(on.chance.bytes(16)).toString("hex");
  const rawsize = file.bytes.length;
  const filesize = sizeEncrypted(rawsize);
  const rawfilemd5 = createHash("md5").update(file.bytes).digest("hex");
  const body = {
    filekey,
    media_type: form(file.type).media,
    to_user_id: peer,
    rawsize,
    rawfilemd5,
    filesize,
    no_need_thumb: true,
    aeskey,
  };
  const said = await on.wire.post(placeOf(account), {
    endpoint: "getuploadurl",
    body,
    timeoutMs: 15_000,
    signal,
  });
  if (said.kind !== "ok") return { kind: "said", said };
  const url = uploadUrl(on.settings, said.fields, filekey);
  if (url === undefined) return { kind: "failed", code: "no_upload_address" };
  const put = await putBytes(on, { url, bytes: encrypt(file.bytes, key), signal });
  if (typeof put !== "string") return put;
  // The hex text in base64, not the sixteen bytes: any other form arrives and can't be opened.
  const media = {
    encrypt_query_param: put,
    aes_key: Buffer.from(aeskey).toString("base64"),
    encrypt_type: 1,
  };
  return { kind: "item", item: itemOf(file, media, { plain: rawsize, encrypted: filesize }) };
}

function itemOf(
  file: KeptMedia,
  media: Fields,
  size: { readonly plain: number; readonly encrypted: number },
): Fields {
  const type = form(file.type).item;
  if (type === 2) return { type, image_item: { media, mid_size: size.encrypted } };
  if (type === 5) return { type, video_item: { media, video_size: size.encrypted } };
  return { type, file_item: { media, file_name: file.name ?? "file", len: String(size.plain) } };
}

function uploadUrl(settings: IlinkSettings, fields: Fields, filekey: string): string | undefined {
  const param = textOf(fields["upload_param"]);
  const built =
    param === undefined
      ? undefined
      : `${settings.cdnBaseUrl}/upload?encrypted_query_param=${encodeURIComponent(param)}&filekey=${encodeURIComponent(filekey)}`;
  return textOf(fields["upload_full_url"]) ?? built;
}

async function putBytes(
  on: UploadDeps,
  what: { readonly url: string; readonly bytes: Uint8Array; readonly signal: AbortSignal },
): Promise<string | Extract<Uploaded, { kind: "refused" | "failed" }>> {
  let code = "upload_failed";
  for (let attempt = 1; attempt <= tries && !what.signal.aborted; attempt += 1) {
    if (attempt > 1) await on.clock.wait(1_000 * (attempt - 1), what.signal);
    const answer = await post(on, what);
    if (typeof answer === "string") {
      code = answer;
      continue;
    }
    const param = answer.headers["x-encrypted-param"];
    if (answer.status === 200 && param !== undefined && param !== "") return param;
    if (answer.status >= 400 && answer.status < 500)
      return { kind: "refused", code: `upload_http_${answer.status}` };
    code = answer.status === 200 ? "upload_unconfirmed" : `upload_http_${answer.status}`;
  }
  return { kind: "failed", code };
}

async function post(
  on: UploadDeps,
  { url, bytes, signal }: Parameters<typeof putBytes>[1],
): Promise<OutboundAnswer | string> {
  try {
    return await on.http.request({
      method: "POST",
      url,
      headers: { "content-type": "application/octet-stream" },
      body: bytes,
      timeoutMs: on.settings.mediaTimeoutMs,
      maxBytes: 64 * 1024,
      allowedHosts: hostsFor(on.settings),
      signal,
    });
  } catch (error) {
    if (error instanceof OutboundFailure) return `upload_${error.code}`;
    throw error;
  }
}
