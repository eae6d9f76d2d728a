import type { FetchedFile } from "../../domain/channel.ts";
import { isJsonObject } from "../../domain/json.ts";
import { OutboundFailure } from "../../domain/ports/http.ts";
import type { KeptMedia } from "../../domain/ports/media.ts";
import type { BotFile } from "../kit/bot.ts";
import { createForm } from "../kit/form.ts";
import { type ApiAnswer, asNotSent, isUnclear } from "../kit/json-api.ts";
import { idOf, textOf } from "../kit/json-fields.ts";
import type { DingtalkApi } from "./api.ts";
import type { Template } from "./post.ts";
import type { DingtalkApp } from "./settings.ts";

const largest = 20 * 1024 * 1024;

/** A file that a person sent, by the code that its message had. */
export async function fetchDingtalkFile(
  api: DingtalkApi,
  app: DingtalkApp,
  { media, signal }: BotFile,
): Promise<FetchedFile> {
  const code = isJsonObject(media.source) ? idOf(media.source["code"]) : undefined;
  if (code === undefined) return gone;
  const said = await api.call(app, {
    method: "POST",
    path: "/v1.0/robot/messageFiles/download",
    json: { downloadCode: code, robotCode: app.robotCode },
    signal,
  });
  if (said.kind !== "ok")
    return said.kind === "silence" || isUnclear(said) || said.status === 429 ? unreachable : gone;
  const url = textOf(said.result["downloadUrl"]);
  if (url === undefined || !URL.canParse(url)) return gone;
  return download(api, url, signal);
}

async function download(api: DingtalkApi, url: string, signal: AbortSignal): Promise<FetchedFile> {
  try {
    const { status, body } = await api.download(url, { maxBytes: largest, signal });
    if (status === 200) return { bytes: body };
    return status >= 500 || status === 429 ? unreachable : gone;
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error;
    if (error.code === "too_large")
      return { failed: "too_large", again: false, limitBytes: largest };
    return error.code === "blocked" ? gone : unreachable;
  }
}

const gone: FetchedFile = { failed: "gone", again: false };
const unreachable: FetchedFile = { failed: "unreachable", again: true };

/** Nothing is sent by an upload, whatever becomes of it. */
export async function uploadFile(
  api: DingtalkApi,
  app: DingtalkApp,
  how: { readonly file: KeptMedia; readonly boundary: string; readonly signal: AbortSignal },
): Promise<Template | { readonly refused: string } | { readonly said: ApiAnswer }> {
  const { file, boundary, signal } = how;
  const size = file.bytes.byteLength;
  if (size > largest || size === 0) return { refused: "media_too_large" };
  const isImage = /^image\/(?:jpeg|png|gif|bmp)$/.test(file.type);
  const form = createForm(boundary, {}, { field: "media", media: file });
  const said = await api.upload(app, { type: isImage ? "image" : "file", form, signal });
  if (said.kind !== "ok") return { said: asNotSent(said) };
  const mediaId = textOf(said.result["media_id"]);
  if (mediaId === undefined) return { said: { kind: "error", status: 429, code: "" } };
  if (isImage) return { key: "sampleImageMsg", param: { photoURL: mediaId } };
  const fileName = file.name ?? "file";
  const [, fileType = "bin"] = /\.([A-Za-z0-9]{1,8})$/.exec(fileName) ?? [];
  return { key: "sampleFile", param: { mediaId, fileName, fileType } };
}
