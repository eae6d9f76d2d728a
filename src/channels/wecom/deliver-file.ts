import type { Delivery, Verdict } from "../../domain/delivery.ts";
import type { KeptMedia, MediaStore } from "../../domain/ports/media.ts";
import { type Called, busyCodes } from "./calls.ts";
import { type ChainDeps, robotFor, robotLid } from "./chain.ts";
import { deliver, type DeliverDeps } from "./deliver.ts";
import { picturesIn } from "./frames.ts";
import { isPicture, pictureBody } from "./pictures.ts";
import { fileNote, languageIn } from "./bot-replies.ts";
import type { Chance } from "../../domain/ports/clock.ts";
import { OutboundFailure, type OutboundHttp } from "../../domain/ports/http.ts";
import { apiHosts } from "./addresses.ts";
import { fieldsOf, jsonIn, textOf } from "./fields.ts";
import type { WecomSettings } from "./settings.ts";

const togetherBytes = 20 * 1024 ** 2;

export type FileDeps = DeliverDeps &
  RobotFileDeps &
  ChainDeps & { readonly media: Pick<MediaStore, "get"> | undefined };

/**
 * A part with a file, of a bot that WeCom calls back. A picture goes into the last frame of its
 * stream. Everything else, and a picture whose stream is over, goes by the chat's robot, before its
 * words; where there is none, or where the outcome is unknown, the text says so.
 */
export async function deliverWithFile(
  on: FileDeps,
  delivery: Delivery,
  at: { mediaId: string; signal: AbortSignal },
): Promise<Verdict> {
  const { mediaId, signal } = at;
  const file = await on.media?.get(mediaId);
  if (file !== undefined && isPicture(file) && (await hasRoom(on, delivery, file))) {
    const verdict = await deliver(on, { ...delivery, picture: mediaId }, signal);
    if (verdict !== "no_room_for_picture") return verdict;
  }
  const end = file === undefined ? "refused" : await byRobot(on, delivery, { file, signal });
  if (typeof end !== "string") return end;
  const name = file?.name ?? mediaId.slice(0, 8);
  const note = end === "sent" ? "" : `\n\n${fileNote(end, name, languageIn(delivery.text))}`;
  const verdict = await deliver(on, { ...delivery, text: delivery.text + note }, signal);
  return verdict === "no_room_for_picture" ? { kind: "refused", code: verdict } : verdict;
}

/** All pictures of an answer go in one reply, for which WeCom waits five seconds. */
async function hasRoom(
  { streams, media }: FileDeps,
  { id, turnId }: Delivery,
  file: KeptMedia,
): Promise<boolean> {
  const streamId = turnId === null ? undefined : await streams.ofTurn(turnId);
  const view = streamId === undefined ? undefined : await streams.look(streamId);
  let bytes = file.bytes.byteLength;
  for (const picture of picturesIn(
    (view?.parts ?? []).filter(({ deliveryId }) => deliveryId !== id),
  ))
    bytes += (await media?.get(picture))?.bytes.byteLength ?? 0;
  return bytes <= togetherBytes;
}

type FileEnd = "sent" | "refused" | "doubtful";

/**
 * The outcome. A file is sent at most once: the attempt is recorded before the call, so a process
 * that finds an attempt without an outcome does not send it again and says so. Its text may have to
 * be tried again.
 */
async function byRobot(
  on: FileDeps,
  delivery: Delivery,
  what: { file: KeptMedia; signal: AbortSignal },
): Promise<FileEnd | Verdict> {
  const mark = `${delivery.id} file`;
  const before = await on.pushes.restOf(mark);
  if (before !== undefined) return before === "sent" || before === "refused" ? before : "doubtful";
  const url = await robotFor(on, delivery);
  if (url === undefined) return "refused";
  const waitMs = await on.pushes.slot({ place: url, who: delivery.id, ...robotLid });
  if (waitMs > 0) return { kind: "not_sent", code: "robot_is_full", retryAfterMs: waitMs };
  const ready = await fileMessage(on, url, what);
  if (ready.kind === "not_sent") return ready;
  const called =
    ready.kind === "message"
      ? await sendOnce(on, mark, () => on.post(url, ready.message, what.signal))
      : ready;
  if (called.kind === "not_sent") return called;
  if (called.kind === "unknown") return "doubtful";
  const end = called.kind === "taken" ? "sent" : "refused";
  await on.pushes.keepRest(mark, end);
  return end;
}

async function sendOnce(
  { pushes }: FileDeps,
  mark: string,
  call: () => Promise<Called>,
): Promise<Called> {
  await pushes.keepRest(mark, "sending");
  const called = await call();
  if (called.kind === "not_sent") await pushes.keepRest(mark, undefined);
  return called;
}

const pictureBytes = 2 * 1024 ** 2;
const fileBytes = 20 * 1024 ** 2;
/** WeCom refuses files that are empty or nearly so. */
const leastBytes = 6;

interface RobotFileDeps {
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
async function fileMessage(
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
