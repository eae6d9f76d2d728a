import { type OutboundAnswer, OutboundFailure, type OutboundHttp } from "../../../domain/http.ts";
import type { Payload } from "../../../domain/events.ts";
import type { Log } from "../../../domain/log.ts";
import { MediaRefused, type MediaStore, sniffType } from "../../../domain/media.ts";
import { cleanText } from "../../../domain/text.ts";
import { channelName } from "./accounts.ts";
import { decrypt, keyOf } from "./cipher.ts";
import { type Fields, fieldsOf, textOf } from "./lossless-json.ts";
import { hostsFor, type IlinkSettings } from "./settings.ts";

export type MediaKind = "image" | "voice" | "file" | "video";

export interface DownloadDeps {
  readonly http: OutboundHttp;
  readonly media: MediaStore;
  readonly log: Log;
  readonly settings: IlinkSettings;
}

export interface Wanted {
  readonly kind: MediaKind;
  /** `image_item`, `file_item` and so on. */
  readonly item: Fields;
  readonly signal: AbortSignal;
}

/** What the message says of its file: where it is kept, or why it is not. It is never silently missing. */
export interface Fetched extends Payload {
  readonly kind: MediaKind;
  readonly id?: string;
  readonly type?: string;
  readonly bytes?: number;
  readonly name?: string;
  readonly error?: string;
}

export async function download(on: DownloadDeps, { kind, item, signal }: Wanted): Promise<Fetched> {
  const name = textOf(item["file_name"]);
  const about = { kind, ...(name === undefined ? {} : { name: cleanText(name.replaceAll(/\s+/g, " "), 200) }) };
  try {
    const got = await fetchBytes(on, item, signal);
    if (typeof got === "string") return { ...about, error: got };
    const type = sniffType(got);
    const id = await on.media.put(got, { type, name: about.name, channel: channelName });
    return { ...about, id, type, bytes: got.length };
  } catch (error) {
    const code = reasonOf(error);
    on.log.warn({ channel: channelName, kind, code, error }, "a file that came with a message could not be kept");
    return { ...about, error: code };
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof OutboundFailure || error instanceof MediaRefused) return error.code;
  return "not_kept";
}

async function fetchBytes(on: DownloadDeps, item: Fields, signal: AbortSignal): Promise<Uint8Array | string> {
  const media = fieldsOf(item["media"]);
  const query = textOf(media["encrypt_query_param"]);
  const url = textOf(media["full_url"]) ?? (query === undefined ? undefined : downloadUrl(on.settings, query));
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
    // Wrong padding or a cut file: what is left is not what was sent.
    return "not_decrypted";
  }
}

const downloadUrl = (settings: IlinkSettings, query: string): string =>
  `${settings.cdnBaseUrl}/download?encrypted_query_param=${encodeURIComponent(query)}`;
