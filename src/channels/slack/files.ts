import type { FetchedFile } from "../../domain/channel.ts";
import { isJsonObject } from "../../domain/json.ts";
import { type OutboundAnswer, OutboundFailure } from "../../domain/ports/http.ts";
import type { KeptMedia } from "../../domain/ports/media.ts";
import type { BotFile } from "../kit/bot.ts";
import { type ApiAnswer, asNotSent, isUnclear } from "../kit/json-api.ts";
import { fieldsOf, listOf, numberOf, textOf } from "../kit/json-fields.ts";
import type { SlackApi } from "./api.ts";
import { fileIdOf, type SlackApp } from "./settings.ts";

const megabyte = 1024 * 1024;
const largestDownload = 30 * megabyte;
const largestUpload = 30 * megabyte;

/** A file that a person sent. Its address is asked for when it is needed. */
export async function fetchSlackFile(
  api: SlackApi,
  app: SlackApp,
  { media, signal }: BotFile,
): Promise<FetchedFile> {
  const source = isJsonObject(media.source) ? media.source : {};
  const file = fileIdOf(source["file"]);
  if (file === undefined) return gone;
  const said = await api.call(app, "files.info", { query: { file }, signal });
  if (said.kind !== "ok") return readTrouble(said);
  const info = fieldsOf(said.result["file"]) ?? {};
  const url = textOf(info["url_private_download"]) ?? textOf(info["url_private"]);
  if (url === undefined) return gone;
  if ((numberOf(info["size"]) ?? 0) > largestDownload) return tooLarge;
  try {
    const answer = await api.download(app, url, { maxBytes: largestDownload, signal });
    return readDownload(answer, textOf(info["mimetype"]));
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error;
    if (error.code === "too_large") return tooLarge;
    return error.code === "blocked" ? gone : unreachable;
  }
}

/** Without the right to files Slack shows a page that asks to sign in. */
function readDownload(
  { status, headers, body }: OutboundAnswer,
  type: string | undefined,
): FetchedFile {
  if (status >= 500 || status === 429) return unreachable;
  const isPage = /^text\/html\b/.test(headers["content-type"] ?? "") && type !== "text/html";
  return status === 200 && !isPage ? { bytes: body } : gone;
}

const gone: FetchedFile = { failed: "gone", again: false };
const unreachable: FetchedFile = { failed: "unreachable", again: true };
const tooLarge: FetchedFile = { failed: "too_large", again: false, limitBytes: largestDownload };

const readTrouble = (said: ApiAnswer): FetchedFile =>
  said.kind === "silence" || isUnclear(said) || isBusy(said) ? unreachable : gone;

const isBusy = (said: ApiAnswer): boolean =>
  said.kind === "error" && (said.status === 429 || said.code === "ratelimited");

/** Uploads a file. It is not shown until it is shared, whatever becomes of this. */
export async function uploadFile(
  api: SlackApi,
  app: SlackApp,
  { file, signal }: { readonly file: KeptMedia; readonly signal: AbortSignal },
): Promise<string | { readonly refused: string } | { readonly said: ApiAnswer }> {
  const length = file.bytes.byteLength;
  if (length > largestUpload || length === 0) return { refused: "media_too_large" };
  const query = { filename: file.name ?? "file", length: String(length) };
  const said = await api.call(app, "files.getUploadURLExternal", { query, signal });
  if (said.kind !== "ok") return { said: asNotSent(said) };
  const [url, id] = [textOf(said.result["upload_url"]), fileIdOf(said.result["file_id"])];
  if (url === undefined || id === undefined) return { said: later };
  try {
    const { status } = await api.upload(url, file.bytes, signal);
    return status === 200 ? id : { said: later };
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error;
    return { said: later };
  }
}

const later: ApiAnswer = { kind: "error", status: 429, code: "", retryAfterMs: 5_000 };

/** Whether a file is to be seen in a chat. */
export async function isShared(
  api: SlackApi,
  app: SlackApp,
  { file, chatId }: { readonly file: string; readonly chatId: string },
): Promise<boolean> {
  const said = await api.call(app, "files.info", { query: { file } });
  const info = said.kind === "ok" ? fieldsOf(said.result["file"]) : undefined;
  const places = ["channels", "groups", "ims"].flatMap((name) => listOf(info?.[name]));
  return places.includes(chatId);
}
