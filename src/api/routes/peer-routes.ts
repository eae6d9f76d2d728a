import { z } from "@hono/zod-openapi";
import { createRateLimit } from "../../accounts/rate-limit.ts";
import { Refusal } from "../../domain/errors.ts";
import type { Clock } from "../../domain/ports/clock.ts";
import type { PeerDesk } from "../../domain/views/peers.ts";
import { peerPath } from "../../outbound/peers/call.ts";
import { isSignedBy, signatureHeader } from "../../outbound/peers/envelope.ts";
import { freshMs } from "../../outbound/peers/take-once.ts";
import type { RawAsk, Route } from "../http/route.ts";

export interface PeerRouteDeps {
  readonly peers: PeerDesk;
  readonly clock: Clock;
}

const mostBytes = 16 * 1_024;
const mark = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
const moment = z.iso.datetime();
const sequence = z.int().min(1).max(1_000_000_000);
const minutes = z
  .int()
  .min(1)
  .max(31 * 24 * 60);

const message = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("hello") }),
  z.object({
    kind: z.literal("link"),
    link: mark,
    code: mark,
    name: z.string().max(200),
  }),
  z.object({ kind: z.literal("end"), link: mark }),
  z.object({ kind: z.literal("busy"), link: mark, from: moment, to: moment }),
  z.object({
    kind: z.literal("invite"),
    link: mark,
    invitation: mark,
    sequence,
    title: z.string().min(1).max(1_000),
    starts_at: moment,
    minutes,
    cancelled: z.boolean(),
  }),
  z.object({
    kind: z.literal("answer"),
    link: mark,
    invitation: mark,
    sequence,
    starts_at: moment,
    accepted: z.boolean(),
  }),
]);

const envelope = z.object({
  v: z.literal(1),
  id: mark,
  from: z.string().max(253),
  to: z.string().max(253),
  at: moment,
  message,
});

/** Where other installations bring what their people say. Who they are is proven by their signature alone. */
export function peerRoutes({ peers, clock }: PeerRouteDeps): Route[] {
  const limit = createRateLimit({ clock, burst: 120, refillMs: 1_000 });
  return [
    {
      method: "post",
      path: peerPath,
      auth: "webhook",
      summary: "Another installation that the operator listed brings what its people say.",
      body: "raw",
      maxBytes: mostBytes,
      docs: {
        params: undefined,
        query: undefined,
        body: undefined,
        answers: { 200: { description: "It was taken. The answer is signed." } },
      },
      async run(ask) {
        const { id, from, message: said } = openEnvelope(ask, { peers, clock });
        if (limit.take(from) > 0) throw new Refusal("rate_limited");
        if (!(await peers.takeOnce({ host: from, id }))) throw new Refusal("peer_repeated");
        const body = JSON.stringify({ of: id, answer: await peers.receive(from, said) });
        return {
          status: 200,
          bytes: body,
          type: "application/json",
          headers: { [signatureHeader]: peers.sign(body), "Cache-Control": "no-store" },
        };
      },
    },
  ];
}

/** One refusal for everything that does not prove who sent it to us, and when. */
function openEnvelope({ bytes, incoming }: RawAsk, { peers, clock }: PeerRouteDeps) {
  const read = readJson(bytes);
  const from = (read as { readonly from?: unknown } | null)?.from;
  const peer = peers.known.find(({ host }) => host === from);
  const signature = incoming.headers[signatureHeader];
  if (peer === undefined || typeof signature !== "string") throw new Refusal("peer_not_trusted");
  if (!isSignedBy(peer.key, bytes, signature)) throw new Refusal("peer_not_trusted");
  const parsed = envelope.safeParse(read);
  if (!parsed.success) throw new Refusal("invalid_request");
  const { to, at } = parsed.data;
  if (to !== peers.host || Math.abs(Date.parse(at) - clock.now()) > freshMs)
    throw new Refusal("peer_not_trusted");
  return parsed.data;
}

function readJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new Refusal("invalid_request");
  }
}
