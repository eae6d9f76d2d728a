import { createHash } from "node:crypto";
import type { AnswerStreams } from "../../domain/ports/answer-streams.ts";
import type { ChannelSecrets } from "../../domain/ports/channel-ports.ts";
import type { Clock } from "../../domain/ports/clock.ts";
import type { Delivery, Verdict } from "../../domain/delivery.ts";
import type { Log } from "../../domain/ports/log.ts";
import type { PushLedger, ReplyTickets } from "../../domain/ports/channel-storage.ts";
import { isPushUrl } from "./addresses.ts";
import type { Called, Post } from "./calls.ts";
import { clip } from "./clip.ts";
import { streamBytes } from "./frames.ts";
import { pushKey } from "./push-key.ts";
import { isSingle } from "./scope.ts";
import { type WecomSettings, wecomChannel } from "./settings.ts";
import { fallbackMark, languageIn, say } from "./bot-replies.ts";

const robotBytes = 4_096;
const robotTextBytes = 2_048;
/** A robot takes twenty messages in a minute. */
export const robotLid = { most: 20, ms: 60_000 };
/** Limits how often a group is notified that something waits for a person. */
const noticeLid = { most: 1, ms: 10 * 60_000 };

export interface ChainDeps {
  readonly tickets: ReplyTickets;
  readonly pushes: PushLedger;
  readonly secrets: Pick<ChannelSecrets, "get">;
  readonly post: Post;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: WecomSettings;
  /** Splits a text into parts of a limited size, in bytes. */
  readonly split: (text: string, bytes: number) => readonly string[];
  /** Over the bot's long connection. Undefined where it has none. */
  readonly push?: Push | undefined;
  /** Whether the bot has a long connection, here or in another process. */
  readonly isConnected: (bot: string) => boolean;
  /** Are there parts of the same turn that wait behind this one? */
  readonly hasMore: AnswerStreams["hasMore"];
}

export type Push = (
  delivery: Delivery,
  message: object,
  signal: AbortSignal,
) => Promise<Called | undefined>;

export type Chain = (delivery: Delivery, text: string, signal: AbortSignal) => Promise<Verdict>;

/**
 * The ways in which WeCom takes messages that do not answer a callback: the long connection, a
 * one-time address of this conversation, its own robot, the global robot. When none is open the
 * part waits until the person writes, which brings a new address.
 */
export function createChain(on: ChainDeps): Chain {
  return async (delivery, text, signal) => {
    // A waiting part may have been merged with others meanwhile: then none of it was sent before.
    const part = `${delivery.id} ${createHash("sha256").update(text).digest("hex")}`;
    const half = await on.pushes.restOf(part);
    const sending: Sending = { on, delivery, signal, left: half ?? text, sent: false };
    const verdict =
      (await byConnection(sending)) ??
      (await byTickets(sending)) ??
      (await byOwnRobot(sending)) ??
      (await byAnyRobot(sending));
    // Whichever process tries it next goes on from here.
    if (verdict.kind === "sent" ? half !== undefined : sending.sent)
      await on.pushes.keepRest(part, verdict.kind === "sent" ? undefined : sending.left);
    return verdict;
  };
}

interface Sending {
  readonly on: ChainDeps;
  readonly delivery: Delivery;
  readonly signal: AbortSignal;
  /** The text that is still to be sent. */
  left: string;
  /** A piece was sent. */
  sent: boolean;
}

const done: Verdict = { kind: "sent" };

/** The first piece, and the rest of the text. */
function cut({ on, left }: Sending, bytes: number): { piece: string; rest: string } {
  const [piece = "", ...rest] = on.split(left, bytes);
  return { piece, rest: rest.join("\n") };
}

async function byConnection(sending: Sending): Promise<Verdict | undefined> {
  const { on, delivery, signal } = sending;
  while (sending.left !== "") {
    const { piece, rest } = cut(sending, streamBytes);
    const called = await on.push?.(
      delivery,
      { msgtype: "markdown", markdown: { content: piece } },
      signal,
    );
    if (called === undefined || called.kind === "closed") return undefined;
    if (called.kind !== "taken") return called;
    Object.assign(sending, { left: rest, sent: true });
  }
  return done;
}

async function byTickets(sending: Sending): Promise<Verdict | undefined> {
  const { on, delivery, signal } = sending;
  const of = {
    channel: wecomChannel,
    channelAccount: delivery.channelAccount,
    scope: delivery.scope,
  };
  while (sending.left !== "") {
    const doubted = await on.pushes.restOf(toAskedKey(delivery));
    const ticket = await on.tickets.take({ ...of, turnId: delivery.turnId, id: doubted });
    // After a try without an answer the address is used up, and the outcome of that attempt is
    // unknown.
    if (ticket === undefined && doubted !== undefined)
      return forgetDoubt(sending, { kind: "unknown", code: "no_answer" });
    if (ticket === undefined) return undefined;
    const { piece, rest } = cut(sending, streamBytes - noticeRoom);
    const isLast = await isLastWay(sending, rest);
    const content = isLast ? `${piece}\n\n${say("more_waits", languageIn(delivery.text))}` : piece;
    const called = await on.post(
      ticket.url,
      { msgtype: "markdown", markdown: { content } },
      signal,
    );
    if (called.kind === "unknown") return tryOnceMore(sending, ticket.id, called);
    if (called.kind === "not_sent") {
      await on.tickets.giveBack(ticket.id);
      return called;
    }
    // An address accepts one message: if the first try had no answer and the second finds it used
    // up, the first was accepted.
    const isTaken = called.kind === "taken" || doubted === ticket.id;
    if (doubted !== undefined) await on.pushes.keepRest(toAskedKey(delivery), undefined);
    if (isTaken) Object.assign(sending, { left: rest, sent: true });
  }
  return done;
}

const noticeRoom = 120;
const toAskedKey = ({ id }: Delivery): string => `${id} asked`;

/**
 * WeCom failed or did not answer. An address accepts one message, so the same text can be sent
 * there again without being shown twice.
 */
async function tryOnceMore(
  { on, delivery }: Sending,
  ticketId: string,
  called: Extract<Called, { kind: "unknown" }>,
): Promise<Verdict> {
  await on.pushes.keepRest(toAskedKey(delivery), ticketId);
  await on.tickets.giveBack(ticketId);
  return { kind: "not_sent", code: called.code };
}

async function forgetDoubt({ on, delivery }: Sending, verdict: Verdict): Promise<Verdict> {
  await on.pushes.keepRest(toAskedKey(delivery), undefined);
  return verdict;
}

/**
 * More is to come and no other way is open: the text says that the rest follows after the person's
 * next message.
 */
async function isLastWay({ on, delivery }: Sending, rest: string): Promise<boolean> {
  const isMore =
    rest !== "" ||
    (delivery.turnId !== null &&
      (await on.hasMore({ turnId: delivery.turnId, deliveryId: delivery.id })));
  return isMore && !(await hasWay(on, delivery));
}

/**
 * Whether text can be sent now outside of an answer: over the long connection, by a one-time
 * address, or by a robot.
 */
export async function hasWay(
  on: WayDeps,
  delivery: Pick<Delivery, "channelAccount" | "scope">,
): Promise<boolean> {
  const { channelAccount, scope } = delivery;
  if (on.isConnected(channelAccount) || (await robotFor(on, delivery)) !== undefined) return true;
  return (await on.tickets.left({ channel: wecomChannel, channelAccount, scope })) > 0;
}

export type WayDeps = Pick<ChainDeps, "tickets" | "secrets" | "settings" | "isConnected">;

/** The robot that may post any text of this conversation. */
export async function robotFor(
  on: Pick<ChainDeps, "secrets" | "settings">,
  { channelAccount, scope }: Pick<Delivery, "channelAccount" | "scope">,
): Promise<string | undefined> {
  const own = await on.secrets.get(pushKey(channelAccount, scope));
  if (own !== undefined && isPushUrl(on.settings, own)) return own;
  return !isSingle(scope) || on.settings.fallbackPrivateText ? on.settings.fallbackUrl : undefined;
}

async function byOwnRobot(sending: Sending): Promise<Verdict | undefined> {
  const { on, delivery } = sending;
  const url = await on.secrets.get(pushKey(delivery.channelAccount, delivery.scope));
  if (url === undefined || !isPushUrl(on.settings, url)) return undefined;
  return sendByRobot(sending, url, "");
}

async function byAnyRobot(sending: Sending): Promise<Verdict> {
  const { on, delivery } = sending;
  const { fallbackUrl, fallbackPrivateText } = on.settings;
  const waits: Verdict = { kind: "waiting_for_user", code: "no_way_to_push" };
  if (fallbackUrl === undefined) return waits;
  if (!isSingle(delivery.scope) || fallbackPrivateText)
    return (await sendByRobot(sending, fallbackUrl, fallbackMark)) ?? waits;
  await notifyNeutrally(sending, fallbackUrl);
  return waits;
}

/** Sends the rest piece by piece. Undefined when the robot accepts nothing. */
async function sendByRobot(
  sending: Sending,
  url: string,
  mark: string,
): Promise<Verdict | undefined> {
  const { on, delivery, signal } = sending;
  while (sending.left !== "") {
    const waitMs = await on.pushes.slot({ place: url, who: delivery.id, ...robotLid });
    if (waitMs > 0) return { kind: "not_sent", code: "robot_is_full", retryAfterMs: waitMs };
    const { piece, rest } = cut(sending, robotBytes - Buffer.byteLength(mark));
    const called: Called = await on.post(
      url,
      { msgtype: "markdown_v2", markdown_v2: { content: mark + piece } },
      signal,
    );
    if (called.kind === "closed") {
      // The operator has to check it: it may have been removed from its group.
      on.log.warn(
        { channel: wecomChannel, bot: delivery.channelAccount, code: called.code },
        "a robot no longer accepts messages",
      );
      return undefined;
    }
    if (called.kind !== "taken") return called;
    Object.assign(sending, { left: rest, sent: true });
  }
  return done;
}

/** Others read what this robot posts, so it only says that a message waits, and for whom. */
async function notifyNeutrally({ on, delivery, signal }: Sending, url: string): Promise<void> {
  const place = `${url} ${delivery.channelAccount} ${delivery.scope}`;
  if ((await on.pushes.slot({ place, who: delivery.scope, ...noticeLid })) > 0) return;
  if ((await on.pushes.slot({ place: url, who: `notice ${delivery.id}`, ...robotLid })) > 0) return;
  const content = clip(say("waiting", languageIn(delivery.text)), robotTextBytes);
  await on.post(
    url,
    { msgtype: "text", text: { content, mentioned_list: [delivery.peer] } },
    signal,
  );
}
