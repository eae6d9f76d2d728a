import type { Chance, Clock } from "../../domain/ports/clock.ts";
import { iso } from "../../domain/ports/clock.ts";
import { OutboundFailure, type OutboundHttp } from "../../domain/ports/http.ts";
import type {
  Peer,
  PeerAnswer,
  PeerCalls,
  PeerMessage,
  PeerRefusal,
} from "../../domain/ports/peers.ts";
import { isSignedBy, type PeerKey, signatureHeader } from "./envelope.ts";

export interface PeerCallDeps {
  readonly host: string;
  readonly peers: readonly Peer[];
  readonly http: OutboundHttp;
  readonly clock: Clock;
  readonly chance: Pick<Chance, "id">;
  key(): PeerKey;
}

/** Where every installation takes messages of others. */
export const peerPath = "/api/peers/messages";

const timeoutMs = 10_000;
const maxBytes = 256 * 1_024;

/** Calls other installations, each only at its own origin, and believes only what they signed. */
export const createPeerCalls = (on: PeerCallDeps): PeerCalls => ({
  host: on.host,
  peers: on.peers,
  async send(host, message, signal) {
    const peer = on.peers.find((each) => each.host === host);
    if (peer === undefined) return { trouble: "unreachable" };
    try {
      return await exchange(on, peer, { message, signal });
    } catch (error) {
      if (error instanceof OutboundFailure) return { trouble: "unreachable" };
      throw error;
    }
  },
});

async function exchange(
  on: PeerCallDeps,
  peer: Peer,
  { message, signal }: { readonly message: PeerMessage; readonly signal: AbortSignal | undefined },
): Promise<PeerAnswer | { trouble: "unreachable" | "not_trusted" | "failed" }> {
  const id = on.chance.id();
  const body = JSON.stringify({
    v: 1,
    id,
    from: on.host,
    to: peer.host,
    at: iso(on.clock.now()),
    message,
  });
  const {
    status,
    headers,
    body: bytes,
  } = await on.http.request({
    method: "POST",
    url: new URL(peerPath, peer.url).href,
    headers: { "content-type": "application/json", [signatureHeader]: on.key().sign(body) },
    body,
    timeoutMs,
    maxBytes,
    allowedHosts: [new URL(peer.url).origin],
    signal,
  });
  if (status === 401) return { trouble: "not_trusted" };
  if (status !== 200)
    return { trouble: status >= 500 || status === 429 ? "unreachable" : "failed" };
  if (!isSignedBy(peer.key, bytes, headers[signatureHeader] ?? ""))
    return { trouble: "not_trusted" };
  return parseAnswer(bytes, id) ?? { trouble: "failed" };
}

const refusals: ReadonlySet<unknown> = new Set<PeerRefusal>([
  "link_unknown",
  "code_not_valid",
  "too_many",
]);
const mostIntervals = 2_000;

/** An answer to another request is none to this one. */
function parseAnswer(bytes: Uint8Array, id: string): PeerAnswer | undefined {
  let read: unknown;
  try {
    read = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
  const { of, answer } = (read ?? {}) as { readonly of?: unknown; readonly answer?: unknown };
  if (of !== id || typeof answer !== "object" || answer === null) return undefined;
  const { refused, name, busy } = answer as Readonly<Record<string, unknown>>;
  if (refused !== undefined)
    return refusals.has(refused) ? { refused: refused as PeerRefusal } : undefined;
  if (busy !== undefined && !isIntervals(busy)) return undefined;
  return {
    ...(typeof name === "string" ? { name: name.slice(0, 200) } : {}),
    ...(busy === undefined ? {} : { busy }),
  };
}

const isIntervals = (value: unknown): value is readonly (readonly [string, string])[] =>
  Array.isArray(value) &&
  value.length <= mostIntervals &&
  value.every(
    (each: unknown) =>
      Array.isArray(each) &&
      each.length === 2 &&
      each.every((at) => typeof at === "string" && Number.isFinite(Date.parse(at))),
  );
