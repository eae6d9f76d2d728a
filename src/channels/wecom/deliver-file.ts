import type { Delivery, Verdict } from "../../domain/delivery.ts";
import { languageOf } from "../../domain/language.ts";
import type { KeptMedia, MediaStore } from "../../domain/media.ts";
import { type ChainDeps, robotFor } from "./chain.ts";
import { deliver, type DeliverDeps } from "./deliver.ts";
import { picturesIn } from "./frames.ts";
import { isPicture } from "./pictures.ts";
import { postFile, type RobotFileDeps } from "./robot-files.ts";
import { fileNotSent } from "./words.ts";

const togetherBytes = 20 * 1024 ** 2;

export type FileDeps = DeliverDeps & RobotFileDeps & ChainDeps & { readonly media: Pick<MediaStore, "get"> | undefined };

/**
 * A part with a file, of a bot that WeCom calls back. A picture goes into the last frame of its stream. Everything else, and a picture
 * whose stream is over, goes by the chat's robot, before its words; where there is none the words say that it could not be sent.
 */
export async function deliverWithFile(on: FileDeps, delivery: Delivery, at: { mediaId: string; signal: AbortSignal }): Promise<Verdict> {
  const { mediaId, signal } = at;
  const file = await on.media?.get(mediaId);
  if (file !== undefined && isPicture(file) && (await hasRoom(on, delivery, file))) {
    const verdict = await deliver(on, { ...delivery, picture: mediaId }, signal);
    if (verdict !== "no_room_for_picture") return verdict;
  }
  const sent = file === undefined ? false : await byRobot(on, delivery, { file, signal });
  if (typeof sent !== "boolean") return sent;
  const name = file?.name ?? mediaId.slice(0, 8);
  const text = sent ? delivery.text : `${delivery.text}\n\n${fileNotSent(name, languageOf(null, delivery.text))}`;
  const verdict = await deliver(on, { ...delivery, text }, signal);
  return verdict === "no_room_for_picture" ? { kind: "refused", code: verdict } : verdict;
}

/** All pictures of an answer go in one reply, for which WeCom waits five seconds. */
async function hasRoom({ streams, media }: FileDeps, { id, turnId }: Delivery, file: KeptMedia): Promise<boolean> {
  const streamId = turnId === null ? undefined : await streams.ofTurn(turnId);
  const view = streamId === undefined ? undefined : await streams.look(streamId);
  let bytes = file.bytes.byteLength;
  for (const picture of picturesIn((view?.parts ?? []).filter(({ deliveryId }) => deliveryId !== id)))
    bytes += (await media?.get(picture))?.bytes.byteLength ?? 0;
  return bytes <= togetherBytes;
}

/** Whether it went, once: its words may have to be tried again. */
async function byRobot(on: FileDeps, delivery: Delivery, what: { file: KeptMedia; signal: AbortSignal }): Promise<boolean | Verdict> {
  const mark = `${delivery.id} file`;
  const before = await on.pushes.restOf(mark);
  if (before !== undefined) return before === "sent";
  const url = await robotFor(on, delivery);
  if (url === undefined) return false;
  const waitMs = await on.pushes.slot({ place: url, who: delivery.id, most: 20, ms: 60_000 });
  if (waitMs > 0) return { kind: "not_sent", code: "robot_is_full", retryAfterMs: waitMs };
  const called = await postFile(on, url, what);
  if (called.kind === "not_sent" || called.kind === "unknown") return called;
  await on.pushes.keepRest(mark, called.kind === "taken" ? "sent" : "refused");
  return called.kind === "taken";
}
