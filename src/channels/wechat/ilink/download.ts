import type { FetchedFile } from "../../../domain/channel.ts";
import {
  type OutboundAnswer,
  OutboundFailure,
  type OutboundHttp,
} from "../../../domain/ports/http.ts";
import type { JsonObject } from "../../../domain/json.ts";
import { cleanFields, cleanText } from "../../../domain/text.ts";
import { decrypt, keyOf } from "./cipher.ts";
import { type Fields, fieldsOf, textOf } from "./lossless-json.ts";
import { hostsFor, type IlinkSettings } from "./settings.ts";

export type MediaKind = "image" | "voice" | "file" | "video";

export interface DownloadDeps {
  readonly http: OutboundHttp;
  readonly settings: IlinkSettings;
}

/**
 * The fields of a message that are needed to fetch its file later. The poll does not wait for
 * files.
 */
export interface Noted extends JsonObject {
  readonly kind: MediaKind;
  readonly name?: string;
  readonly transcript?: string;
  readonly source?: JsonObject;
}

/** `item` is `image_item`, `file_item` and so on. */
export function toNoted(kind: MediaKind, item: Fields): Noted {
  const name = textOf(item["file_name"]);
  const source = { media: item["media"], aeskey: item["aeskey"] };
  return {
    kind,
    ...(name === undefined ? {} : { name: cleanText(name.replaceAll(/\s+/g, " "), 200) }),
    source: cleanFields(source),
  };
}

export async function download(
  on: DownloadDeps,
  media: JsonObject,
  signal: AbortSignal,
): Promise<FetchedFile> {
  try {
    const got = await fetchBytes(on, fieldsOf(media["source"]), signal);
    return typeof got === "string"
      ? { failed: got, again: /^http_(5|429)/.test(got) }
      : { bytes: got };
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error;
    const again = !["blocked", "too_large", "redirect", "aborted"].includes(error.code);
    return {
      failed: error.code,
      again,
      ...(error.code === "too_large" ? { limitBytes: on.settings.maxMediaBytes } : {}),
    };
  }
}

async function fetchBytes(
  on: DownloadDeps,
  item: Fields,
  signal: AbortSignal,
): Promise<Uint8Array | string> {
  const media = fieldsOf(item["media"]);
  const query = textOf(media["encrypt_query_param"]);
  const url =
    textOf(media["full_url"]) ??
    (query === undefined ? undefined : downloadUrl(on.settings, query));
  if (url === undefined) return "no_address";
  const key = keyOf(item);
  if (key === undefined) return "bad_key";
  const answer = await on.http.request({
    method: "GET",
    url,
    timeoutMs: on.settings.mediaTimeoutMs,
    maxBytes: on.settings.maxMediaBytes + 16,
    allowedHosts: hostsFor(on.settings),
    signal,
  });
  return answer.status === 200 ? plainBytes(answer, key) : `http_${answer.status}`;
}

function plainBytes({ body }: OutboundAnswer, key: Uint8Array | "none"): Uint8Array | string {
  if (key === "none") return body;
  try {
    return decrypt(body, key);
  } catch {
    // Wrong padding or a cut file: these bytes are not what was sent.
    return "not_decrypted";
  }
}

const downloadUrl = (settings: IlinkSettings, query: string): string =>
  `${settings.cdnBaseUrl}/download?encrypted_query_param=${encodeURIComponent(query)}`;
