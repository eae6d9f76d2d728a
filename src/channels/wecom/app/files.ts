import type { FetchedFile, SentFile } from "../../../domain/channel.ts";
import type { Delivery } from "../../../domain/delivery.ts";
import { isJsonObject } from "../../../domain/json.ts";
import type { Chance } from "../../../domain/ports/clock.ts";
import { OutboundFailure } from "../../../domain/ports/http.ts";
import { createForm } from "../../kit/form.ts";
import { type ApiAnswer, asNotSent } from "../../kit/json-api.ts";
import { idOf, textOf } from "../../kit/json-fields.ts";
import { mediaOf, type OutgoingFiles } from "../../kit/outgoing.ts";
import type { WecomAppApi } from "./api.ts";
import type { WecomApp } from "./settings.ts";

/** One call's content, as WeCom names it. */
export interface Piece {
  readonly msgtype: string;
  readonly [content: string]: unknown;
}

export interface UploadDeps {
  readonly api: WecomAppApi;
  readonly chance: Chance;
  readonly files?: OutgoingFiles | undefined;
}

const largestFile = 20 * 1024 * 1024;
const largestImage = 10 * 1024 * 1024;
const uploadMs = 60_000;

/** Gives a part's file to WeCom, which keeps it for three days, and returns the message that shows it. */
export async function uploadFile(
  on: UploadDeps,
  app: WecomApp,
  { delivery, signal }: { readonly delivery: Delivery; readonly signal: AbortSignal },
): Promise<
  { readonly piece: Piece } | { readonly refused: string } | { readonly said: ApiAnswer }
> {
  const media = await mediaOf(delivery, on.files);
  if (media === undefined || media === "missing" || !("file" in media))
    return { refused: "media_gone" };
  const { file } = media;
  const size = file.bytes.byteLength;
  const type = /^image\/(?:jpeg|png)$/.test(file.type) && size <= largestImage ? "image" : "file";
  if (size > largestFile || size < 6) return { refused: "media_too_large" };
  const boundary = Buffer.from(on.chance.bytes(18)).toString("hex");
  const said = await on.api.call(app, {
    method: "POST",
    path: `/media/upload?type=${type}`,
    form: createForm(boundary, {}, { field: "media", media: file }),
    timeoutMs: uploadMs,
    signal,
  });
  if (said.kind !== "ok") return { said: asNotSent(said) };
  const mediaId = textOf(said.result["media_id"]);
  return mediaId === undefined
    ? { said: { kind: "error", status: 429, code: "" } }
    : { piece: { msgtype: type, [type]: { media_id: mediaId } } };
}

/** A file that a message brought. */
export async function fetchFile(
  api: WecomAppApi,
  app: WecomApp,
  { media, signal }: Omit<SentFile, "channelAccount"> & { readonly signal: AbortSignal },
): Promise<FetchedFile> {
  const mediaId = isJsonObject(media.source) ? idOf(media.source["media_id"]) : undefined;
  if (mediaId === undefined) return { failed: "gone", again: false };
  try {
    const answer = await api.download(app, mediaId, { maxBytes: largestFile, signal });
    if ("kind" in answer) return { failed: "unreachable", again: true };
    const isError = (answer.headers["content-type"] ?? "").includes("json");
    if (answer.status === 200 && !isError) return { bytes: answer.body };
    return answer.status >= 500
      ? { failed: "unreachable", again: true }
      : { failed: "gone", again: false };
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error;
    return error.code === "too_large"
      ? { failed: "too_large", again: false, limitBytes: largestFile }
      : { failed: "unreachable", again: true };
  }
}
