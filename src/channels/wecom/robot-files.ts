import type { Chance } from "../../domain/ports/clock.ts";
import { OutboundFailure, type OutboundHttp } from "../../domain/ports/http.ts";
import type { KeptMedia } from "../../domain/ports/media.ts";
import { apiHosts } from "./addresses.ts";
import { busyCodes, type Called } from "./calls.ts";
import { fieldsOf, jsonIn, textOf } from "./fields.ts";
import { isPicture, pictureBody } from "./pictures.ts";
import type { WecomSettings } from "./settings.ts";

const pictureBytes = 2 * 1024 ** 2;
const fileBytes = 20 * 1024 ** 2;
/** WeCom refuses files that are empty or nearly so. */
const leastBytes = 6;

export interface RobotFileDeps {
  readonly http: OutboundHttp;
  readonly chance: Chance;
  readonly settings: Pick<WecomSettings, "apiBaseUrl" | "allowedHosts">;
}

/** A message of one file for a group robot, or why there is none. */
type RobotFile =
  | { readonly kind: "message"; readonly message: object }
  | Extract<Called, { kind: "not_sent" | "closed" }>;

/**
 * A small picture as such, everything else as a file that goes up first. An upload is not visible
 * to anyone.
 */
export async function fileMessage(
  on: RobotFileDeps,
  url: string,
  what: { readonly file: KeptMedia; readonly signal: AbortSignal },
): Promise<RobotFile> {
  const { file } = what;
  if (isPicture(file, pictureBytes))
    return { kind: "message", message: { msgtype: "image", image: pictureBody(file) } };
  if (file.bytes.byteLength < leastBytes || file.bytes.byteLength > fileBytes)
    return { kind: "closed", code: "file_size" };
  const uploadedAs = await upload(on, url, what);
  return typeof uploadedAs === "string"
    ? { kind: "message", message: { msgtype: "file", file: { media_id: uploadedAs } } }
    : uploadedAs;
}

/** Whatever fails here, nothing was visible yet. */
async function upload(
  on: RobotFileDeps,
  url: string,
  { file, signal }: { file: KeptMedia; signal: AbortSignal },
): Promise<string | Extract<Called, { kind: "not_sent" | "closed" }>> {
  const to = new URL("/cgi-bin/webhook/upload_media", url);
  to.searchParams.set("key", new URL(url).searchParams.get("key") ?? "");
  to.searchParams.set("type", "file");
  const form = multipart(Buffer.from(on.chance.bytes(18)).toString("hex"), file);
  try {
    const answer = await on.http.request({
      method: "POST",
      url: to.href,
      headers: { "content-type": form.type },
      body: form.bytes,
      timeoutMs: 50_000,
      maxBytes: 64 * 1024,
      allowedHosts: apiHosts(on.settings),
      signal,
    });
    const said = fieldsOf(jsonIn(new TextDecoder().decode(answer.body)));
    const mediaId = textOf(said?.["media_id"]);
    const code = said?.["errcode"] ?? 0;
    if (answer.status === 200 && mediaId !== undefined && code === 0) return mediaId;
    if (typeof code === "number" && busyCodes.includes(code))
      return { kind: "not_sent", code: `errcode_${code}`, retryAfterMs: 60_000 };
    return answer.status >= 500
      ? { kind: "not_sent", code: `http_${answer.status}` }
      : { kind: "closed", code: "upload_refused" };
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error;
    return { kind: "not_sent", code: error.code };
  }
}

function multipart(
  boundary: string,
  { bytes, name = "file" }: KeptMedia,
): { readonly type: string; readonly bytes: Uint8Array } {
  const shown = name.replace(/["\r\n\\]/g, "_");
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="media"; filename="${shown}"; filelength=${bytes.byteLength}\r\ncontent-type: application/octet-stream\r\n\r\n`;
  const whole = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { type: `multipart/form-data; boundary=${boundary}`, bytes: whole };
}
