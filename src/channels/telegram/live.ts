import type { AwaitedAnswer } from "../../domain/channel.ts";
import type { Clock } from "../../domain/ports/clock.ts";
import type { Log } from "../../domain/ports/log.ts";
import type { ApiAnswer, BotApi } from "./api.ts";
import { addressOf, type Target, targetOf } from "./chats.ts";
import { createLivePace } from "../kit/live-pace.ts";
import { format } from "../kit/markdown.ts";
import { telegramChannel } from "./settings.ts";

export interface LiveDeps {
  readonly api: BotApi;
  readonly clock: Clock;
  readonly log: Log;
  readonly streams: boolean;
  tokenOf(channelAccount: string): string | undefined;
}

/** Shows that an answer is being written, and in private chats what it says so far. */
export interface Live {
  typing(to: AwaitedAnswer): { end(): void };
  close(): Promise<void>;
}

interface Showing {
  readonly account: string;
  readonly token: string;
  readonly target: Target;
  readonly draftId: number;
  readonly shown: () => string;
  readonly over: AbortSignal;
  text: string;
  /** Telegram does not take what this answer would be shown as. */
  isRefused: boolean;
  draftedAt: number;
  typedAt: number;
  /** Telegram asked us to wait. */
  notBefore: number;
}

/** How often to look for more text; it is in memory. */
const lookMs = 100;
/** Telegram shows the change as if it were typed, and takes about thirty messages a second from a bot. */
const pacing = { changeEveryMs: 700, perSecond: 25 };
/** A draft is shown for thirty seconds. */
const draftLivesMs = 20_000;
/** An action is shown for five seconds. */
const actionLivesMs = 4_500;
const longest = 4_096;
/** One answer may hold what Telegram does not take. So many in a row, and drafts are what it does not take. */
const mostRefusals = 3;

/**
 * A draft is not a message: it disappears by itself, and the answer is sent once, when it is complete.
 * So a process that dies in the middle leaves nothing behind that would be there twice. Failures
 * are ignored. In groups drafts are not possible, and edits would use up the group's messages.
 */
export function createLive(on: LiveDeps): Live {
  const closing = new AbortController();
  const under = new Set<Promise<void>>();
  /** Bots whose drafts were refused, and how many of them in a row. */
  const refusals = new Map<string, number>();
  const pace = createLivePace(on.clock, pacing);

  async function keepShowing(showing: Showing): Promise<void> {
    while (!showing.over.aborted) {
      await step(showing);
      await on.clock.wait(lookMs, showing.over);
    }
  }

  async function step(showing: Showing): Promise<void> {
    const now = on.clock.now();
    if (now < showing.notBefore) return;
    const text = draftOf(showing);
    if (text !== "" && isDraftDue(showing, text)) return draft(showing, text);
    if (text !== "" || now - showing.typedAt < actionLivesMs) return;
    showing.typedAt = now;
    // Not waited for: words that come meanwhile are worth more.
    void act(showing).catch((error: unknown) => warn(error));
  }

  const warn = (error: unknown): void =>
    on.log.warn({ channel: telegramChannel, error }, "an unfinished answer could not be shown");

  function isDraftDue({ account, text: before, draftedAt }: Showing, text: string): boolean {
    if (before === "") return true;
    if (text === before && on.clock.now() - draftedAt < draftLivesMs) return false;
    return pace.take(account, draftedAt);
  }

  const mayDraft = ({ account, target, isRefused }: Showing): boolean =>
    on.streams && !target.isGroup && !isRefused && (refusals.get(account) ?? 0) < mostRefusals;

  const draftOf = (showing: Showing): string =>
    mayDraft(showing)
      ? showing
          .shown()
          .slice(0, longest)
          .replace(/[\ud800-\udbff]$/, "")
          .trim()
      : "";

  async function draft(showing: Showing, markdown: string): Promise<void> {
    const { account, token, target, draftId, over } = showing;
    const { text, entities } = format(markdown);
    const said = await on.api.call(token, {
      method: "sendMessageDraft",
      json: {
        ...addressOf(target),
        draft_id: draftId,
        text,
        ...(entities.length === 0 ? {} : { entities }),
      },
      signal: over,
    });
    Object.assign(showing, { text: markdown, draftedAt: on.clock.now() });
    showing.isRefused = said.kind === "error" && (said.code === 400 || said.code === 404);
    if (showing.isRefused) refusals.set(account, (refusals.get(account) ?? 0) + 1);
    else if (said.kind === "ok") refusals.delete(account);
    heed(showing, said);
  }

  async function act(showing: Showing): Promise<void> {
    const { token, target, over } = showing;
    const json = { ...addressOf(target), action: "typing" };
    heed(showing, await on.api.call(token, { method: "sendChatAction", json, signal: over }));
  }

  function heed(showing: Showing, said: ApiAnswer): void {
    if (said.kind === "error" && said.retryAfterMs !== undefined)
      showing.notBefore = on.clock.now() + said.retryAfterMs;
  }

  return {
    typing({ channelAccount, scope, vendorId, shown }) {
      const target = targetOf(scope);
      const token = on.tokenOf(channelAccount);
      if (target === undefined || token === undefined) return { end: () => undefined };
      const ended = new AbortController();
      const showing: Showing = {
        account: channelAccount,
        token,
        target,
        isRefused: false,
        draftId: draftIdOf(vendorId),
        shown,
        over: AbortSignal.any([ended.signal, closing.signal]),
        text: "",
        draftedAt: -Infinity,
        typedAt: -Infinity,
        notBefore: -Infinity,
      };
      const running: Promise<void> = pace
        .during(showing.account, () => keepShowing(showing))
        .catch(warn)
        .finally(() => under.delete(running));
      under.add(running);
      return { end: () => ended.abort() };
    },
    async close() {
      closing.abort();
      await Promise.all(under);
    },
  };
}

/** The same for all attempts to answer one message, so that a second one goes on with the first's. */
const draftIdOf = (vendorId: string): number =>
  Math.max(1, Number(/(\d{1,9})$/.exec(vendorId)?.[1] ?? 1));
