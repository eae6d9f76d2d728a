import type { Delivery, Verdict } from "../../domain/delivery.ts";
import { captionOf } from "../kit/outgoing.ts";
import type { Push } from "./chain.ts";
import type { Connections } from "./connection/connections.ts";
import { upload, type Uploaded } from "./connection/upload.ts";
import { deliver, type DeliverDeps, recallPart } from "./deliver.ts";
import { deliverWithFile, type FileDeps } from "./deliver-file.ts";
import { textOf } from "./fields.ts";

export type SendDeps = DeliverDeps &
  FileDeps & { readonly connections: Connections; readonly push: Push };

type Ready = Extract<Uploaded, { kind: "message" }>;

const most = 1_000;

/**
 * Text goes by a stream or by the chain. A file goes over the long connection after its text, or in
 * the ways that a bot with a callback has.
 */
export function createSend(
  on: SendDeps,
): (delivery: Delivery, signal: AbortSignal) => Promise<Verdict> {
  // Uploads of parts that had to wait: they are not uploaded again.
  const uploads = new Map<string, Ready>();
  return async (delivery, signal) => {
    const mediaId = textOf(delivery.payload.media?.id);
    if (mediaId === undefined) return words(on, delivery, signal);
    if (!on.isConnected(delivery.channelAccount))
      return deliverWithFile(on, delivery, { mediaId, signal });
    const ready =
      uploads.get(delivery.id) ?? (await prepareWays(on, { delivery, mediaId, signal }));
    if (ready.kind !== "message") return ready;
    uploads.set(delivery.id, ready);
    const [oldest] = uploads.keys();
    if (uploads.size > most && oldest !== undefined) uploads.delete(oldest);
    const verdict = await pushFile(on, delivery, { message: ready.message, signal });
    if (verdict.kind === "sent" || verdict.kind === "refused") uploads.delete(delivery.id);
    return verdict;
  };
}

async function words(on: SendDeps, delivery: Delivery, signal: AbortSignal): Promise<Verdict> {
  const verdict = await deliver(on, delivery, signal);
  return verdict === "no_room_for_picture" ? { kind: "refused", code: verdict } : verdict;
}

async function prepareWays(
  on: SendDeps,
  { delivery, mediaId, signal }: { delivery: Delivery; mediaId: string; signal: AbortSignal },
): Promise<Ready | Verdict> {
  const file = await on.media?.get(mediaId);
  if (file === undefined) return { kind: "refused", code: "media_gone" };
  const live = on.connections.live(delivery.channelAccount);
  if (live === undefined) return { kind: "not_sent", code: "not_connected", retryAfterMs: 5_000 };
  const at = { session: live.session, clock: on.clock, throttle: on.connections.uploads };
  return upload({ ...at, channelAccount: delivery.channelAccount, who: delivery.id }, file, signal);
}

/**
 * How far a part with a file has got, for the next attempt. words: they go next. file: they are
 * out, the file goes next. sending: it may have gone. sent: it has.
 */
type Stage = "words" | "file" | "sending" | "sent";

const markOf = (deliveryId: string): string => `${deliveryId} pushed`;

async function pushFile(
  on: SendDeps,
  delivery: Delivery,
  of: { message: object; signal: AbortSignal },
): Promise<Verdict> {
  const { message, signal } = of;
  const reach = (stage: Stage | undefined): Promise<void> =>
    on.pushes.keepRest(markOf(delivery.id), stage);
  const before = await on.pushes.restOf(markOf(delivery.id));
  if (captionOf(delivery) !== "" && (before === undefined || before === "words")) {
    await reach("words");
    const verdict = await words(on, delivery, signal);
    if (verdict.kind !== "sent") return verdict;
  }
  await reach("sending");
  const called = await on.push(delivery, message, signal);
  if (called?.kind === "unknown") return called;
  await reach(called?.kind === "taken" ? "sent" : "file");
  if (called?.kind === "taken") return { kind: "sent" };
  return called === undefined || called.kind === "closed"
    ? { kind: "refused", code: called?.code ?? "no_way_for_files" }
    : called;
}

/**
 * After a process died while sending a part. A file whose text arrived is still to be sent; one
 * that may have been sent is not sent again.
 */
export async function recallSend(
  on: RecallDeps,
  part: Parameters<typeof recallPart>[1],
): Promise<Verdict | undefined> {
  const stage = await on.pushes.restOf(markOf(part.id));
  if (stage === "sent") return { kind: "sent" };
  if (stage === "sending") return undefined;
  const known = stage === "file" ? ({ kind: "sent" } as const) : await recallPart(on, part);
  return stage !== undefined && known?.kind === "sent"
    ? { kind: "not_sent", code: "interrupted" }
    : known;
}

type RecallDeps = Pick<SendDeps, "pushes" | "streams">;
