import type { FetchedFile, SentFile } from "../../domain/channel.ts";
import { isJsonObject } from "../../domain/json.ts";
import { OutboundFailure } from "../../domain/ports/http.ts";
import type { KeptMedia } from "../../domain/ports/media.ts";
import { createForm } from "../kit/form.ts";
import { type ApiAnswer, asNotSent } from "../kit/json-api.ts";
import { idOf, textOf } from "../kit/json-fields.ts";
import type { FeishuApi } from "./api.ts";
import { type FeishuApp, messageIdOf } from "./settings.ts";

const megabyte = 1024 * 1024;
const largestDownload = 30 * megabyte;
const largestImage = 10 * megabyte;
const largestFile = 30 * megabyte;
const uploadMs = 60_000;

/** A file that a person sent, by its message and its key there. */
export async function fetchFeishuFile(
  api: FeishuApi,
  app: FeishuApp,
  { media, vendorId, signal }: Omit<SentFile, "channelAccount"> & { readonly signal: AbortSignal },
): Promise<FetchedFile> {
  const source = isJsonObject(media.source) ? media.source : {};
  const [key, kind] = [idOf(source["key"]), textOf(source["kind"])];
  const message = messageIdOf(vendorId);
  if (key === undefined || message === undefined) return { failed: "gone", again: false };
  const type = kind === "image" ? "image" : "file";
  const path = `/im/v1/messages/${message}/resources/${encodeURIComponent(key)}?type=${type}`;
  try {
    const answer = await api.download(app, path, { maxBytes: largestDownload, signal });
    if ("kind" in answer) return { failed: "unreachable", again: true };
    if (answer.status === 200) return { bytes: answer.body };
    return answer.status >= 500 || answer.status === 429
      ? { failed: "unreachable", again: true }
      : { failed: "gone", again: false };
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error;
    return error.code === "too_large" ? tooLarge : { failed: "unreachable", again: true };
  }
}

const tooLarge: FetchedFile = { failed: "too_large", again: false, limitBytes: largestDownload };

/** A file that Feishu holds, as a message names it. */
interface Uploaded {
  readonly type: string;
  readonly content: object;
}

/** Nothing is sent by an upload, whatever becomes of it. */
export async function uploadFile(
  api: FeishuApi,
  app: FeishuApp,
  how: { readonly file: KeptMedia; readonly boundary: string; readonly signal: AbortSignal },
): Promise<Uploaded | { readonly refused: string } | { readonly said: ApiAnswer }> {
  const { file, boundary, signal } = how;
  const isImage = /^image\/(?:jpeg|png|webp|gif)$/.test(file.type);
  const size = file.bytes.byteLength;
  const asImage = isImage && size <= largestImage;
  if (size > largestFile || size === 0) return { refused: "media_too_large" };
  const name = file.name ?? "file";
  const fields = asImage
    ? { image_type: "message" }
    : { file_type: fileTypeOf(file.type), file_name: name };
  const said = await api.call(app, {
    method: "POST",
    path: asImage ? "/im/v1/images" : "/im/v1/files",
    form: createForm(boundary, fields, { field: asImage ? "image" : "file", media: file }),
    timeoutMs: uploadMs,
    signal,
  });
  if (said.kind !== "ok") return { said: asNotSent(said) };
  const key = textOf(said.result[asImage ? "image_key" : "file_key"]);
  if (key === undefined) return { said: { kind: "error", status: 429, code: "" } };
  if (asImage) return { type: "image", content: { image_key: key } };
  return { type: file.type === "audio/ogg" ? "audio" : "file", content: { file_key: key } };
}

const fileTypes: Readonly<Record<string, string>> = {
  "audio/ogg": "opus",
  "application/pdf": "pdf",
  "application/msword": "doc",
  "application/vnd.ms-excel": "xls",
  "application/vnd.ms-powerpoint": "ppt",
};

const fileTypeOf = (type: string): string => fileTypes[type] ?? "stream";
