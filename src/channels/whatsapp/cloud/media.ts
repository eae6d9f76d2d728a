import { createHash } from "node:crypto";
import type { FetchedFile } from "../../../domain/channel.ts";
import type { Chance } from "../../../domain/ports/clock.ts";
import type { OutboundAnswer, OutboundFailure, OutboundHttp } from "../../../domain/ports/http.ts";
import type { CloudAccount, CloudPlace, Graph } from "./call.ts";
import { type Judgement, judgeAnswer, type Trying } from "./verdict.ts";
import { fieldsOf, jsonIn, textOf } from "../../kit/json-fields.ts";
import type { KeptMedia } from "../../../domain/ports/media.ts";
import type { MediaKind } from "../../kit/outgoing.ts";
import { reachOf } from "../../kit/reach.ts";

const megabyte = 1024 * 1024;
const largest: Readonly<Record<MediaKind, number>> = {
  image: 5 * megabyte,
  audio: 16 * megabyte,
  video: 16 * megabyte,
  document: 100 * megabyte,
};

export interface CloudMediaDeps {
  readonly http: OutboundHttp;
  readonly graph: Graph;
  readonly chance: Chance;
  readonly place: CloudPlace;
}

export interface FetchedMedia {
  readonly bytes: Uint8Array;
  /** As the vendor says. */
  readonly type: string | undefined;
}

/**
 * Why a file could not be had. `gone`: the vendor does not have it. `damaged`: other bytes than it
 * promised. `unreachable`: try later.
 */
export type MediaFailure = "gone" | "damaged" | "unreachable" | "too_large";

export function asFile(got: FetchedMedia | { readonly failed: MediaFailure }): FetchedFile {
  if (!("failed" in got)) return { bytes: got.bytes };
  const { failed } = got;
  return {
    failed,
    again: failed === "unreachable",
    ...(failed === "too_large" ? { limitBytes: largest.document } : {}),
  };
}

/** The meaning of a failed call for the requested file. */
export const mediaFailureOf = ({ code }: OutboundFailure): MediaFailure =>
  code === "too_large" ? "too_large" : "unreachable";

/**
 * A file that a person sent. Its address lives for minutes, so it is asked for each time, and only
 * known hosts get the token.
 */
export async function fetchCloudMedia(
  deps: CloudMediaDeps,
  account: CloudAccount,
  wanted: {
    readonly vendorId: string;
    readonly sha256?: string | undefined;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<FetchedMedia | { readonly failed: MediaFailure }> {
  // It becomes part of a URL, where dots would lead elsewhere.
  if (!/^[\w-]{1,200}$/.test(wanted.vendorId)) return { failed: "gone" };
  const found = await deps.graph({
    account,
    method: "GET",
    path: [wanted.vendorId],
    signal: wanted.signal,
  });
  const about = fieldsOf(jsonIn(found.body));
  const url = textOf(about?.["url"]);
  if (found.status !== 200 || url === undefined) return { failed: failureOf(found) };
  const answer = await deps.http.request({
    method: "GET",
    url,
    headers: { authorization: `Bearer ${account.accessToken}` },
    timeoutMs: 60_000,
    maxBytes: largest.document,
    allowedHosts: reachOf(deps.place, ["lookaside.fbsbx.com", "*.fbsbx.com"]),
    signal: wanted.signal,
  });
  if (answer.status !== 200) return { failed: failureOf(answer) };
  const promised = wanted.sha256 ?? textOf(about?.["sha256"]);
  if (promised !== undefined && !hasDigest(answer.body, promised)) return { failed: "damaged" };
  return { bytes: answer.body, type: textOf(about?.["mime_type"]) };
}

/**
 * A dead token or a busy vendor says nothing about the file: it can be fetched once the fault is
 * fixed.
 */
function failureOf(answer: OutboundAnswer): MediaFailure {
  const { verdict, account } = judgeAnswer(answer, { attempt: 1, random: 0 });
  return account !== undefined || verdict.kind === "not_sent" || answer.status >= 500
    ? "unreachable"
    : "gone";
}

/** Callbacks write the digest in base64, the media endpoint in hex. */
function hasDigest(bytes: Uint8Array, promised: string): boolean {
  const digest = createHash("sha256").update(bytes).digest();
  return (
    promised.toLowerCase() === digest.toString("hex") || promised === digest.toString("base64")
  );
}

/** WhatsApp knows OGG as the form of voice messages, with Opus inside, and nothing else of it. */
export const isVoice = ({ type, bytes }: Pick<KeptMedia, "type" | "bytes">): boolean =>
  type === "audio/ogg" && Buffer.from(bytes.subarray(0, 64)).includes("OpusHead");

export type Uploaded = { readonly id: string } | { readonly judgement: Judgement };

/** A file goes up before the message that shows it: whatever fails here, nothing was sent. */
export async function uploadCloudMedia(
  deps: CloudMediaDeps,
  account: CloudAccount,
  what: {
    readonly kind: MediaKind;
    readonly file: KeptMedia;
    readonly trying: Trying;
    readonly signal: AbortSignal;
  },
): Promise<Uploaded> {
  const { kind, file, trying, signal } = what;
  if (file.bytes.byteLength > largest[kind])
    return { judgement: { verdict: { kind: "refused", code: "media_too_large" } } };
  const type = isVoice(file) ? "audio/ogg; codecs=opus" : file.type;
  const boundary = Buffer.from(deps.chance.bytes(18)).toString("hex");
  const form = multipart(boundary, { ...file, type });
  const answer = await deps.graph({
    account,
    method: "POST",
    path: [account.phoneNumberId, "media"],
    form,
    timeoutMs: 60_000,
    signal,
  });
  const id = textOf(fieldsOf(jsonIn(answer.body))?.["id"]);
  if (answer.status === 200 && id !== undefined) return { id };
  const judgement = judgeAnswer(answer, trying);
  const { verdict } = judgement;
  return {
    judgement:
      verdict.kind === "unknown"
        ? { ...judgement, verdict: { kind: "not_sent", code: verdict.code } }
        : judgement,
  };
}

function multipart(
  boundary: string,
  { bytes, type: mime, name: given = "file" }: KeptMedia,
): { type: string; bytes: Uint8Array } {
  const type = /^[\w.+-]+\/[\w.+-]+(; ?[\w.+-]+=[\w.+-]+)*$/.test(mime)
    ? mime
    : "application/octet-stream";
  const name = given.replace(/[^\w .()-]/g, "_");
  const field = (key: string, value: string): string =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`;
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`;
  const before = field("messaging_product", "whatsapp") + field("type", type) + head;
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.concat([Buffer.from(before), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}
