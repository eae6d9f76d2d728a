import type { AnswerStreams, AnswerView } from "../../domain/ports/answer-streams.ts";
import type { Clock } from "../../domain/ports/clock.ts";
import type { Delivery, Verdict } from "../../domain/delivery.ts";
import type { Chain } from "./chain.ts";
import { openFence } from "./clip.ts";
import type { Connections } from "./connection/connections.ts";
import { handOverMs, joinParts, picturesIn, streamBytes, withNotice } from "./frames.ts";
import { mostPictures } from "./pictures.ts";
import { languageIn, say, supplement } from "./bot-replies.ts";

/**
 * WeCom asks about once a second. After this long it has stopped asking, and the text is sent
 * another way.
 */
const patienceMs = 10_000;
const lookEveryMs = 500;
/** WeCom asks for six minutes. */
const lastPlaceMs = 350_000;

export interface DeliverDeps {
  readonly streams: AnswerStreams;
  readonly chain: Chain;
  readonly clock: Clock;
  readonly connections: Pick<Connections, "live">;
  /** Whether words could go out now without an answer of their own. */
  readonly hasWay: (delivery: Delivery) => Promise<boolean>;
  /** Whether the bot has a long connection, here or in another process. */
  readonly isConnected: (bot: string) => boolean;
}

type Streamed =
  | { readonly kind: "verdict"; readonly verdict: Verdict }
  | { readonly kind: "elsewhere"; readonly text: string };

/** With a kept picture that its stream shows at the end. */
export type Part = Delivery & { readonly picture?: string | undefined };

const toStreamed = (id: string): Streamed => ({
  kind: "verdict",
  verdict: { kind: "sent", providerMessageId: id },
});

/**
 * A reply goes into the stream of its message and is sent when WeCom has fetched it; everything
 * else by the chain.
 */
export async function deliver(
  on: DeliverDeps,
  delivery: Part,
  signal: AbortSignal,
): Promise<Verdict | "no_room_for_picture"> {
  const id =
    delivery.turnId === null || delivery.source === "reminder"
      ? undefined
      : await on.streams.ofTurn(delivery.turnId);
  const streamed =
    id === undefined ? sendElsewhere(delivery) : await byStream(on, { id, delivery, signal });
  if (streamed.kind === "elsewhere" && delivery.picture !== undefined) return "no_room_for_picture";
  return streamed.kind === "verdict" ? streamed.verdict : on.chain(delivery, streamed.text, signal);
}

/**
 * After a process died in between. The stream is ours, so it shows the outcome: text that WeCom
 * fetched has arrived; text in an open stream, or not in it yet, can be added again without being
 * seen twice. For a stream that has ended the outcome of the rest is unknown.
 */
export async function recallPart(
  { streams }: Pick<DeliverDeps, "streams">,
  part: Pick<Delivery, "id" | "turnId" | "source">,
) {
  const id =
    part.turnId === null || part.source === "reminder"
      ? undefined
      : await streams.ofTurn(part.turnId);
  const view = id === undefined ? undefined : await streams.look(id);
  if (view === undefined) return undefined;
  const at = view.parts.findIndex(({ deliveryId }) => deliveryId === part.id);
  if (at !== -1 && view.fetched > at) return { kind: "sent", providerMessageId: view.id } as const;
  const isOpen = view.ended === undefined && (at !== -1 || !view.isComplete);
  return isOpen ? ({ kind: "not_sent", code: "interrupted" } as const) : undefined;
}

/**
 * It stays in its stream, where it can be put again unseen: the next attempt waits for WeCom, or
 * sends it another way.
 */
const interrupted: Streamed = {
  kind: "verdict",
  verdict: { kind: "not_sent", code: "interrupted" },
};

const sendElsewhere = ({ text }: Delivery): Streamed => ({ kind: "elsewhere", text });

interface Placing {
  readonly id: string;
  readonly delivery: Part;
  readonly signal: AbortSignal;
}

async function byStream(on: DeliverDeps, placing: Placing): Promise<Streamed> {
  const { id, delivery } = placing;
  const view = await on.streams.look(id);
  if (view === undefined) return { kind: "elsewhere", text: delivery.text };
  const at = view.parts.findIndex((part) => part.deliveryId === delivery.id);
  if (view.ended !== undefined || (at !== -1 && view.fetched > at))
    return afterEnd(view, delivery, at);
  const { text, picture } = delivery;
  const parts =
    at === -1 ? [...view.parts, { deliveryId: delivery.id, text, picture }] : view.parts;
  const nth = at === -1 ? view.parts.length : at;
  if (on.clock.now() - view.openedAt >= handOverMs) return takeBack(on, placing, { view, nth });
  if (
    Buffer.byteLength(joinParts({ parts })) > streamBytes ||
    picturesIn(parts).length > mostPictures
  ) {
    await sayMore(on, view, (await on.hasWay(delivery)) ? "more_follows" : "more_waits");
    await on.streams.complete(id);
    return { kind: "elsewhere", text: supplement + delivery.text };
  }
  const last = !(await on.streams.hasMore({
    turnId: delivery.turnId ?? "",
    deliveryId: delivery.id,
  }));
  if (!(await on.streams.place(id, { deliveryId: delivery.id, text, picture, last })))
    return byStream(on, placing);
  return view.replyTo !== undefined && on.isConnected(delivery.channelAccount)
    ? awaitPush(on, placing, { nth, replyTo: view.replyTo })
    : awaitFetch(on, placing, nth);
}

/** The answer is not over where its stream ends: the rest follows by itself, or waits for the person. */
async function sayMore(
  on: DeliverDeps,
  { id, question }: AnswerView,
  how: "more_follows" | "more_waits",
): Promise<void> {
  await on.streams.place(id, {
    deliveryId: `${id} more`,
    text: say(how, languageIn(question)),
    last: true,
  });
}

/** Of a stream that ended early only what was not seen follows. */
function afterEnd(
  { id, ended, fetched: count }: AnswerView,
  { text }: Delivery,
  at: number,
): Streamed {
  if (at !== -1 && count > at) return toStreamed(id);
  const shown = ended?.as === "deadline" ? (ended.shown ?? "") : "";
  const rest = shown !== "" && text.startsWith(shown) ? restAfter(shown, text) : text;
  if (rest === "") return toStreamed(id);
  return { kind: "elsewhere", text: ended?.as === "answered" ? supplement + rest : rest };
}

/** A block of code continues as code. */
function restAfter(shown: string, text: string): string {
  const rest = text.slice(shown.length);
  const fence = openFence(shown);
  if (fence === undefined || rest.trim() === "") return rest.trim();
  const isClosing = rest.trimStart().startsWith(fence.closer);
  return isClosing
    ? rest.trimStart().slice(fence.closer.length).trim()
    : `${fence.opener}\n${rest.replace(/^\n/, "").trimEnd()}`;
}

async function awaitFetch(on: DeliverDeps, placing: Placing, nth: number): Promise<Streamed> {
  const { id, signal } = placing;
  const until = on.clock.now() + patienceMs;
  for (;;) {
    const view = await on.streams.look(id);
    if (view === undefined) return { kind: "elsewhere", text: placing.delivery.text };
    if (view.fetched > nth) return toStreamed(id);
    if (view.ended !== undefined) return afterEnd(view, placing.delivery, nth);
    if (signal.aborted) return interrupted;
    const now = on.clock.now();
    if (now >= until || now - view.openedAt >= lastPlaceMs)
      return takeBack(on, placing, { view, nth });
    await on.clock.wait(lookEveryMs, signal);
  }
}

/**
 * The text is pushed, and WeCom acknowledges it. A repeated text replaces itself: if the connection
 * breaks, the part waits for the next one, and the first copy does not matter.
 */
async function awaitPush(
  on: DeliverDeps,
  placing: Placing,
  { nth, replyTo }: { nth: number; replyTo: string },
): Promise<Streamed> {
  const { id, delivery, signal } = placing;
  for (;;) {
    const view = await on.streams.look(id);
    if (view === undefined) return { kind: "elsewhere", text: delivery.text };
    if (view.fetched > nth) return toStreamed(id);
    if (view.ended !== undefined) return afterEnd(view, delivery, nth);
    if (signal.aborted) return interrupted;
    const live = on.connections.live(delivery.channelAccount);
    if (live === undefined)
      return {
        kind: "verdict",
        verdict: { kind: "not_sent", code: "not_connected", retryAfterMs: 5_000 },
      };
    const tried = new AbortController();
    void live.answers.nudge({ id, replyTo }).then(() => tried.abort());
    await on.clock.wait(lookEveryMs, AbortSignal.any([signal, tried.signal]));
  }
}

/**
 * No client polls for it. A late poll learns that it comes another way; if it was fetched just now,
 * it has arrived.
 */
async function takeBack(
  on: DeliverDeps,
  { id, delivery }: Placing,
  { view, nth }: { view: AnswerView; nth: number },
): Promise<Streamed> {
  const seen = joinParts({ parts: view.parts.slice(0, nth) });
  const text = withNotice(seen, say("moved", languageIn(view.question)));
  const isOurs = await on.streams.withdraw(id, { as: "withdrawn", text, ifFetched: nth });
  if (isOurs) return { kind: "elsewhere", text: delivery.text };
  const now = await on.streams.look(id);
  return now === undefined
    ? { kind: "elsewhere", text: delivery.text }
    : afterEnd(now, delivery, nth);
}
