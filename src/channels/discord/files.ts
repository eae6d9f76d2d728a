import type { FetchedFile, SentFile } from "../../domain/channel.ts";
import { isJsonObject } from "../../domain/json.ts";
import { OutboundFailure } from "../../domain/ports/http.ts";
import { objectsOf, textOf } from "../kit/json-fields.ts";
import type { DiscordApi } from "./api.ts";
import { snowflakeOf } from "./settings.ts";

const megabyte = 1024 * 1024;
const largestDownload = 25 * megabyte;
/** What a bot may send without a paid server. */
export const largestUpload = 10 * megabyte;

/** A file that a person sent. Its address ends after a day; then the message is asked for a new one. */
export async function fetchDiscordFile(
  api: DiscordApi,
  token: string,
  { media, vendorId, signal }: Omit<SentFile, "channelAccount"> & { readonly signal: AbortSignal },
): Promise<FetchedFile> {
  const source = isJsonObject(media.source) ? media.source : {};
  const [url, channel] = [textOf(source["url"]), snowflakeOf(source["channel"])];
  if (url === undefined) return { failed: "gone", again: false };
  const bytes = source["bytes"];
  if (typeof bytes === "number" && bytes > largestDownload) return tooLarge;
  const first = await download(api, url, signal);
  if (!("failed" in first) || first.failed !== "gone" || channel === undefined) return first;
  const said = await api.call(token, {
    method: "GET",
    path: `/channels/${channel}/messages/${vendorId}`,
    signal,
  });
  if (said.kind !== "ok") return first;
  const now = objectsOf(said.result["attachments"]).find(({ id }) => id === media.vendor_id);
  const fresh = textOf(now?.["url"]);
  return fresh === undefined || fresh === url ? first : download(api, fresh, signal);
}

async function download(api: DiscordApi, url: string, signal: AbortSignal): Promise<FetchedFile> {
  try {
    const { status, body } = await api.download(url, { maxBytes: largestDownload, signal });
    if (status === 200) return { bytes: body };
    return status >= 500 || status === 429
      ? { failed: "unreachable", again: true }
      : { failed: "gone", again: false };
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error;
    if (error.code === "too_large") return tooLarge;
    return { failed: "unreachable", again: error.code !== "blocked" };
  }
}

const tooLarge: FetchedFile = { failed: "too_large", again: false, limitBytes: largestDownload };
