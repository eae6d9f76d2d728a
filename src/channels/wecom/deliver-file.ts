import type { Delivery, Verdict } from "../../domain/delivery.ts";
import type { KeptMedia, MediaStore } from "../../domain/ports/media.ts";
import type { Called } from "./calls.ts";
import { type ChainDeps, robotFor, robotLid } from "./chain.ts";
import { deliver, type DeliverDeps } from "./deliver.ts";
import { picturesIn } from "./frames.ts";
import { isPicture } from "./pictures.ts";
import { fileMessage, type RobotFileDeps } from "./robot-files.ts";
import { fileNote, languageIn } from "./bot-replies.ts";

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
 * What became of it. It goes once at most: that it goes is written down before the call, so a
 * process that finds no more than that, because the process died or no answer came, leaves it and
 * says so. Its words may have to be tried again.
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
      ? await once(on, mark, () => on.post(url, ready.message, what.signal))
      : ready;
  if (called.kind === "not_sent") return called;
  if (called.kind === "unknown") return "doubtful";
  const end = called.kind === "taken" ? "sent" : "refused";
  await on.pushes.keepRest(mark, end);
  return end;
}

async function once(
  { pushes }: FileDeps,
  mark: string,
  call: () => Promise<Called>,
): Promise<Called> {
  await pushes.keepRest(mark, "sending");
  const called = await call();
  if (called.kind === "not_sent") await pushes.keepRest(mark, undefined);
  return called;
}
