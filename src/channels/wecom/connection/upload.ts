import { createHash } from "node:crypto";
import type { Clock } from "../../../domain/ports/clock.ts";
import type { KeptMedia } from "../../../domain/ports/media.ts";
import { textOf } from "../fields.ts";
import type { Throttle } from "../throttle.ts";
import type { Answer, Call, Session } from "./session.ts";
import { busyCodes, commands, notSubscribed } from "./wire.ts";

export interface UploadDeps {
  readonly session: Session;
  readonly clock: Clock;
  readonly throttle: Throttle;
  readonly channelAccount: string;
  /** The same when it comes back. */
  readonly who: string;
}

/**
 * A message of a file, or why there is none. An upload is not visible to anyone, so the outcome of
 * a failure is never unknown.
 */
export type Uploaded =
  | { readonly kind: "message"; readonly message: object }
  | {
      readonly kind: "refused" | "not_sent";
      readonly code: string;
      readonly retryAfterMs?: number | undefined;
    };

type Form = "image" | "voice" | "video" | "file";

const megabyte = 1024 ** 2;
const chunkBytes = 512 * 1024;
const chunkAnswerMs = 15_000;
const tries = 3;
/** A small file that is empty or nearly so is refused by WeCom. */
const leastBytes = 5;

export const uploadLids = [
  { most: 30, ms: 60_000 },
  { most: 1_000, ms: 3_600_000 },
] as const;

const forms: readonly { readonly form: Form; readonly types: RegExp; readonly most: number }[] = [
  { form: "image", types: /^image\/(png|jpeg|gif)$/, most: 10 * megabyte },
  { form: "voice", types: /^audio\/amr$/, most: 2 * megabyte },
  { form: "video", types: /^video\/mp4$/, most: 10 * megabyte },
  { form: "file", types: /./, most: 20 * megabyte },
];

/** Media that is too large for its kind is sent as a file. */
const formOf = ({ type, bytes }: KeptMedia): Form | undefined =>
  forms.find(({ types, most }) => types.test(type) && bytes.length <= most)?.form;

export async function upload(
  on: UploadDeps,
  file: KeptMedia,
  signal: AbortSignal,
): Promise<Uploaded> {
  const form = formOf(file);
  if (form === undefined || file.bytes.length < leastBytes)
    return { kind: "refused", code: form === undefined ? "too_large" : "too_small" };
  const waitMs = on.throttle.take(on.channelAccount, on.who);
  if (waitMs > 0) return { kind: "not_sent", code: "too_many_uploads", retryAfterMs: waitMs };
  const filename = nameFor(file, form);
  const begun = await on.session.call({
    cmd: commands.uploadBegin,
    body: { type: form, filename, ...sizes(file.bytes) },
  });
  const uploadId = begun.kind === "ok" ? textOf(begun.body["upload_id"]) : undefined;
  if (uploadId === undefined) return toFailure(begun);
  // One after the other: WeCom answers many at once with errors.
  for (let index = 0; index * chunkBytes < file.bytes.length; index += 1) {
    if (signal.aborted) return { kind: "not_sent", code: "aborted" };
    const chunk = file.bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes);
    const body = {
      upload_id: uploadId,
      chunk_index: index,
      base64_data: Buffer.from(chunk).toString("base64"),
    };
    const said = await callWithRetry(on, {
      cmd: commands.uploadChunk,
      body,
      timeoutMs: chunkAnswerMs,
    });
    if (said.kind !== "ok") return toFailure(said);
  }
  const ended = await callWithRetry(on, {
    cmd: commands.uploadEnd,
    body: { upload_id: uploadId },
    timeoutMs: chunkAnswerMs,
  });
  const mediaId = ended.kind === "ok" ? textOf(ended.body["media_id"]) : undefined;
  return mediaId === undefined
    ? toFailure(ended)
    : { kind: "message", message: { msgtype: form, [form]: { media_id: mediaId } } };
}

const sizes = (bytes: Uint8Array) => ({
  total_size: bytes.length,
  total_chunks: Math.ceil(bytes.length / chunkBytes),
  md5: createHash("md5").update(bytes).digest("hex"),
});

const endings: Readonly<Record<string, string>> = {
  "image/png": ".png",
  "image/jpeg": ".jpg",
  "image/gif": ".gif",
  "video/mp4": ".mp4",
  "audio/amr": ".amr",
  "application/pdf": ".pdf",
  "text/plain": ".txt",
};

/** WeCom shows the name and tells the form by its ending. */
const nameFor = ({ name, type }: KeptMedia, form: Form): string =>
  name !== undefined && name.includes(".") ? name : `${name ?? form}${endings[type] ?? ""}`;

/** A piece that arrives twice is the same piece, so it may be sent again. */
async function callWithRetry(on: UploadDeps, call: Call): Promise<Answer> {
  let said = await on.session.call(call);
  for (
    let attempt = 1;
    attempt < tries &&
    (said.kind === "silence" || (said.kind === "refused" && busyCodes.includes(said.code)));
    attempt += 1
  ) {
    await on.clock.wait(500 * attempt, on.session.over);
    said = await on.session.call(call);
  }
  return said;
}

function toFailure(said: Answer): Uploaded {
  if (said.kind === "refused" && said.code !== notSubscribed && !busyCodes.includes(said.code))
    return { kind: "refused", code: `upload_errcode_${said.code}` };
  return {
    kind: "not_sent",
    code: said.kind === "ok" ? "upload_unconfirmed" : `upload_${said.kind}`,
    retryAfterMs: 5_000,
  };
}
