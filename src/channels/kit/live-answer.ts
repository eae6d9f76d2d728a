import type { AwaitedAnswer } from "../../domain/channel.ts";
import type { Delivery } from "../../domain/delivery.ts";
import type { PushLedger } from "../../domain/ports/channel-storage.ts";
import type { Clock } from "../../domain/ports/clock.ts";
import type { Log } from "../../domain/ports/log.ts";
import { createKeptMessages, isFreeFor } from "./kept-messages.ts";
import type { Judgement } from "./judge.ts";
import { createLivePace, type PaceLimits } from "./live-pace.ts";

/** How a vendor shows an answer that is being written. `Message` is stored as JSON. */
export interface LiveVendor<Message> extends PaceLimits {
  readonly channel: string;
  /** Longest text that is shown unfinished. */
  readonly longest: number;
  /** Undefined: nothing is shown. `keep` stores the message before anyone sees it. */
  create(shown: {
    readonly to: AwaitedAnswer;
    readonly text: string;
    keep(message: Message): Promise<void>;
  }): Promise<Change<Message>>;
  change(message: Message, text: string): Promise<Change<Message>>;
  remove(message: Message): Promise<unknown>;
  /** Shows that an answer is being written; the result takes that back. */
  type?(to: AwaitedAnswer): Promise<(() => Promise<unknown>) | undefined>;
}

export interface Change<Message> {
  readonly message?: Message | undefined;
  /** Nothing can be shown of this answer before. */
  readonly waitMs?: number | undefined;
  /** The vendor asks the whole account to wait. */
  readonly restMs?: number | undefined;
}

/** How long a vendor that is called too often wants to be left alone. */
export const restAfter = ({ verdict }: Judgement): number | undefined =>
  verdict.kind === "not_sent" && verdict.code === "busy"
    ? (verdict.retryAfterMs ?? usualRestMs)
    : undefined;

const usualRestMs = 2_000;

/** The part of an answer that takes an unfinished message over. */
export type AnswerPart = Pick<Delivery, "id" | "turnId" | "source">;

export interface LiveAnswers<Message> {
  typing(to: AwaitedAnswer): { end(): void };
  /**
   * The unfinished message of this part's turn, for the answer to take over, by whichever process.
   * From then on nothing more is written into it. The same part finds it again, also when it is the
   * answer already: the same change twice is one change.
   */
  takeOver(part: AnswerPart): Promise<Message | undefined>;
  /** It could not be finished now: the next try or the removal finds it again. */
  giveBack(part: AnswerPart, message: Message): Promise<void>;
  /** It is gone: the answer needs a message of its own. */
  drop(part: AnswerPart): Promise<void>;
  /** Whether this part took a message over: then sending it again is harmless. */
  hasTaken(part: AnswerPart): Promise<boolean>;
  close(): Promise<void>;
}

export interface LiveDeps {
  readonly clock: Clock;
  readonly log: Pick<Log, "warn">;
  readonly streams: boolean;
  /** Where an unfinished message is found again after a crash. */
  readonly pushes: Pick<PushLedger, "restOf" | "keepRest">;
}

interface Showing<Message> {
  readonly to: AwaitedAnswer;
  readonly over: AbortSignal;
  readonly end: () => void;
  isTaken: boolean;
  message: Message | undefined;
  text: string;
  changedAt: number;
  notBefore: number;
}

/** How often to look for more text; it is in memory. */
const lookMs = 100;
/** A turn that ends without an answer leaves no half of one behind. */
const removeAfterMs = 10_000;

export function createLiveAnswers<Message extends object>(
  on: LiveDeps,
  vendor: LiveVendor<Message>,
): LiveAnswers<Message> {
  const closing = new AbortController();
  const turns = new Map<
    string,
    { readonly showing: Showing<Message>; readonly running: Promise<void> }
  >();
  const kept = createKeptMessages<Message>(on.pushes, vendor.channel);
  const pace = createLivePace(on.clock, vendor);
  const warn = (error: unknown): void =>
    on.log.warn({ channel: vendor.channel, error }, "an unfinished answer could not be shown");

  async function keepShowing(showing: Showing<Message>): Promise<void> {
    while (!showing.over.aborted) {
      await step(showing);
      await on.clock.wait(lookMs, showing.over);
    }
  }

  async function step(showing: Showing<Message>): Promise<void> {
    const now = on.clock.now();
    const text = on.streams ? showing.to.shown().trim() : "";
    const isNew = text !== "" && text.length <= vendor.longest && text !== showing.text;
    const { channelAccount } = showing.to;
    if (!isNew || now < showing.notBefore || !pace.isOpen(channelAccount)) return;
    // First words wait for nothing else.
    if (showing.text !== "" && !pace.take(channelAccount, showing.changedAt)) return;
    // A process that died may have begun this answer.
    if (showing.text === "") showing.message ??= await findUnfinished(showing.to.turnId);
    // Not cut off by the end of the turn: whether there is a message must be known.
    const change =
      showing.message === undefined
        ? await vendor.create({ to: showing.to, text, keep: (message) => keep(showing, message) })
        : await vendor.change(showing.message, text);
    if (change.message !== undefined) showing.message = change.message;
    showing.text = text;
    showing.changedAt = on.clock.now();
    if (change.waitMs !== undefined) showing.notBefore = on.clock.now() + change.waitMs;
    if (change.restMs !== undefined) pace.rest(channelAccount, change.restMs);
  }

  async function keep(showing: Showing<Message>, message: Message): Promise<void> {
    showing.message = message;
    await kept.keep(showing.to.turnId, message);
  }

  /** Not waited for: words that come meanwhile are worth more. */
  async function showTyping({ to, over }: Showing<Message>): Promise<void> {
    const takeBack = await vendor.type?.(to);
    if (takeBack === undefined) return;
    if (!over.aborted)
      await new Promise<void>((resolve) =>
        over.addEventListener("abort", () => resolve(), { once: true }),
      );
    await takeBack();
  }

  async function removeLater(showing: Showing<Message>, running: Promise<void>): Promise<void> {
    await running;
    await on.clock.wait(removeAfterMs, closing.signal);
    if (showing.isTaken || showing.message === undefined || closing.signal.aborted) return;
    showing.isTaken = true;
    const { turnId } = showing.to;
    const found = await kept.read(turnId);
    // Another process makes it the answer, or has done so.
    if (found === undefined || found.takenBy !== undefined) return;
    await kept.forget(turnId);
    await vendor.remove(showing.message);
  }

  async function takeOver(turnId: string, partId: string): Promise<Message | undefined> {
    const found = turns.get(turnId);
    const showing = found?.showing.isTaken === false ? found.showing : undefined;
    if (showing !== undefined) {
      showing.isTaken = true;
      showing.end();
      await found?.running;
    }
    const message = showing?.message ?? (await findKept(turnId, partId));
    if (message !== undefined) await kept.keep(turnId, message, partId);
    return message;
  }

  async function findUnfinished(turnId: string): Promise<Message | undefined> {
    const found = await kept.read(turnId);
    return found?.takenBy === undefined ? found : undefined;
  }

  async function findKept(turnId: string, partId: string): Promise<Message | undefined> {
    const found = await kept.read(turnId);
    return found !== undefined && isFreeFor(partId, found) ? found : undefined;
  }

  return {
    typing(to) {
      const ended = new AbortController();
      const taken = new AbortController();
      const showing: Showing<Message> = {
        to,
        over: AbortSignal.any([ended.signal, taken.signal, closing.signal]),
        end: () => taken.abort(),
        isTaken: false,
        message: undefined,
        text: "",
        changedAt: -Infinity,
        notBefore: -Infinity,
      };
      const typed = showTyping(showing).catch(warn);
      const shown = pace.during(to.channelAccount, () => keepShowing(showing)).catch(warn);
      const running = Promise.all([shown, typed]).then(() => undefined);
      turns.set(to.turnId, { showing, running });
      void removeLater(showing, running)
        .catch(warn)
        .finally(() => turns.delete(to.turnId));
      return { end: () => ended.abort() };
    },
    async takeOver({ id, turnId, source }) {
      return on.streams && turnId !== null && source === "reply" ? takeOver(turnId, id) : undefined;
    },
    async giveBack({ turnId }, message) {
      if (turnId === null) return;
      await kept.keep(turnId, message);
      const showing = turns.get(turnId)?.showing;
      if (showing !== undefined) Object.assign(showing, { message, isTaken: false });
    },
    drop: async ({ turnId }) => (turnId === null ? undefined : kept.forget(turnId)),
    hasTaken: async ({ id, turnId, source }) =>
      turnId !== null && source === "reply" && (await kept.read(turnId))?.takenBy === id,
    async close() {
      closing.abort();
      await Promise.all([...turns.values()].map(({ running }) => running));
    },
  };
}
