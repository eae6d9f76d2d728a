import type { Delivery, Verdict } from "../../domain/delivery.ts";
import type { Push } from "./chain.ts";
import type { Connections } from "./connection/connections.ts";
import { upload } from "./connection/upload.ts";
import { deliver, type DeliverDeps } from "./deliver.ts";
import { deliverWithFile, type FileDeps } from "./deliver-file.ts";
import { fieldsOf, textOf } from "./fields.ts";

export interface SendDeps extends DeliverDeps, FileDeps {
  readonly connections: Connections;
  readonly push: Push;
}

/** How far a file has got that did not arrive at once: neither its upload nor its words are made twice. */
interface Begun {
  readonly message: object;
  isCaptioned: boolean;
}

const most = 1_000;

/** Words by a stream or by the chain. A file goes over the long connection, behind its words, or as a callback's bot can. */
export function createSend(on: SendDeps): (delivery: Delivery, signal: AbortSignal) => Promise<Verdict> {
  const begun = new Map<string, Begun>();
  return async (delivery, signal) => {
    const mediaId = textOf(fieldsOf(delivery.payload["media"])?.["id"]);
    if (mediaId === undefined) return words(on, delivery, signal);
    if (!on.isConnected(delivery.channelAccount)) return deliverWithFile(on, delivery, { mediaId, signal });
    const known = begun.get(delivery.id) ?? (await prepared(on, { delivery, mediaId, signal }));
    if ("kind" in known) return known;
    begun.set(delivery.id, known);
    const [oldest] = begun.keys();
    if (begun.size > most && oldest !== undefined) begun.delete(oldest);
    const verdict = await sendBegun(on, { delivery, known, signal });
    if (verdict.kind === "sent" || verdict.kind === "refused") begun.delete(delivery.id);
    return verdict;
  };
}

async function words(on: SendDeps, delivery: Delivery, signal: AbortSignal): Promise<Verdict> {
  const verdict = await deliver(on, delivery, signal);
  return verdict === "no_room_for_picture" ? { kind: "refused", code: verdict } : verdict;
}

async function prepared(
  on: SendDeps,
  { delivery, mediaId, signal }: { delivery: Delivery; mediaId: string; signal: AbortSignal },
): Promise<Begun | Verdict> {
  const file = await on.media?.get(mediaId);
  if (file === undefined) return { kind: "refused", code: "media_gone" };
  const live = on.connections.live(delivery.channelAccount);
  if (live === undefined) return { kind: "not_sent", code: "not_connected", retryAfterMs: 5_000 };
  const at = { session: live.session, clock: on.clock, throttle: on.connections.uploads };
  const uploaded = await upload({ ...at, channelAccount: delivery.channelAccount, who: delivery.id }, file, signal);
  return uploaded.kind === "message" ? { message: uploaded.message, isCaptioned: delivery.text === "" } : uploaded;
}

async function sendBegun(
  on: SendDeps,
  { delivery, known, signal }: { delivery: Delivery; known: Begun; signal: AbortSignal },
): Promise<Verdict> {
  if (!known.isCaptioned) {
    const verdict = await words(on, delivery, signal);
    if (verdict.kind !== "sent") return verdict;
    known.isCaptioned = true;
  }
  const called = await on.push(delivery, known.message, signal);
  if (called?.kind === "taken") return { kind: "sent" };
  return called === undefined || called.kind === "closed" ? { kind: "refused", code: called?.code ?? "no_way_for_files" } : called;
}
