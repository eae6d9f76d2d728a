import type { FetchedFile, SentFile } from "../../domain/channel.ts";
import { isJsonObject } from "../../domain/json.ts";
import { OutboundFailure } from "../../domain/ports/http.ts";
import type { KeptMedia } from "../../domain/ports/media.ts";
import { fieldsOf, textOf } from "../kit/json-fields.ts";
import type { ApiAnswer, BotApi } from "./api.ts";

const megabyte = 1024 * 1024;
/** The most that Telegram lets a bot download. */
const largestDownload = 20 * megabyte;

/** A file that a person sent. Its address lives for an hour, so it is asked for each time. */
export async function fetchTelegramFile(
  api: BotApi,
  token: string,
  { media, signal }: Pick<SentFile, "media"> & { readonly signal: AbortSignal },
): Promise<FetchedFile> {
  const source = isJsonObject(media.source) ? media.source : {};
  const fileId = textOf(source["file_id"]);
  if (fileId === undefined) return { failed: "gone", again: false };
  const bytes = source["bytes"];
  if (typeof bytes === "number" && bytes > largestDownload) return tooLarge;
  const said = await api.call(token, { method: "getFile", json: { file_id: fileId }, signal });
  if (said.kind !== "ok") return failureOf(said);
  const path = textOf(fieldsOf(said.result)?.["file_path"]);
  // It becomes part of a URL, where dots would lead elsewhere.
  if (path === undefined || path.split("/").some((step) => /^\.{0,2}$/.test(step)))
    return { failed: "gone", again: false };
  try {
    const answer = await api.download(token, path, { maxBytes: largestDownload, signal });
    if (answer.status === 200) return { bytes: answer.body };
    return answer.status >= 500
      ? { failed: "unreachable", again: true }
      : { failed: "gone", again: false };
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error;
    return error.code === "too_large" ? tooLarge : { failed: "unreachable", again: true };
  }
}

const tooLarge: FetchedFile = { failed: "too_large", again: false, limitBytes: largestDownload };

/** A refused token or a busy vendor says nothing about the file. */
const failureOf = (said: Exclude<ApiAnswer, { kind: "ok" }>): FetchedFile =>
  said.kind === "error" && said.code === 400
    ? { failed: "gone", again: false }
    : { failed: "unreachable", again: true };

/** Longest words that go with a file. */
export const captionLength = 1_024;

/** How a file is sent, and up to which size. */
interface Way {
  readonly method: string;
  readonly field: string;
  readonly most: number;
}

const ways: readonly (readonly [type: RegExp, way: Way])[] = [
  [/^image\/(?:jpeg|png)$/, { method: "sendPhoto", field: "photo", most: 10 * megabyte }],
  [/^audio\/ogg\b/, { method: "sendVoice", field: "voice", most: 50 * megabyte }],
  [/^audio\/(?:mpeg|mp4)$/, { method: "sendAudio", field: "audio", most: 50 * megabyte }],
  [/^video\/mp4$/, { method: "sendVideo", field: "video", most: 50 * megabyte }],
];
const asDocument: Way = { method: "sendDocument", field: "document", most: 50 * megabyte };

/** Types that Telegram shows inline, while they are small enough; everything else is a document. */
export function wayOf({ type, bytes }: Pick<KeptMedia, "type" | "bytes">): Way | undefined {
  const [, shown] = ways.find(([types]) => types.test(type)) ?? [];
  return [shown, asDocument].find((way) => way !== undefined && bytes.byteLength <= way.most);
}
