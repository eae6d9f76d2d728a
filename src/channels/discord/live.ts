import { createHash } from "node:crypto";
import type { AwaitedAnswer } from "../../domain/channel.ts";
import type { PushLedger } from "../../domain/ports/channel-storage.ts";
import type { Clock } from "../../domain/ports/clock.ts";
import type { Log } from "../../domain/ports/log.ts";
import { textOf } from "../kit/json-fields.ts";
import { createLivePace } from "../kit/live-pace.ts";
import { createKeptMessages, isFreeFor, type KeptMessages } from "../kit/kept-messages.ts";
import type { ApiAnswer, DiscordApi } from "./api.ts";
import { targetOf } from "./chats.ts";
import type { DirectChannels } from "./direct-channels.ts";
import { type DiscordBot, discordChannel, snowflakeOf } from "./settings.ts";

export interface LiveDeps {
  readonly api: DiscordApi;
  readonly direct: Pick<DirectChannels, "find">;
  readonly clock: Clock;
  readonly log: Log;
  readonly streams: boolean;
  /** Where an unfinished message is found again after a crash. */
  readonly pushes: Pick<PushLedger, "restOf" | "keepRest">;
  findBot(channelAccount: string): DiscordBot | undefined;
}

/** A message that shows an unfinished answer. */
export interface LiveMessage {
  readonly channelId: string;
  readonly id: string;
}

type Taken = LiveMessage | "none" | "unknown";

/** Shows that an answer is being written, and what it says so far. */
export interface Live {
  typing(to: AwaitedAnswer): { end(): void };
  /**
   * The message of this turn, for a part of the answer to take over, by whichever process. From then
   * on nothing more is written into it. `unknown` where another process may have shown one.
   */
  takeOver(turnId: string, partId: string): Promise<Taken>;
  /** The answer could not take it over now: the next try or the removal finds it again. */
  giveBack(turnId: string): void;
  /** It is gone: the answer needs a message of its own. */
  drop(turnId: string): Promise<void>;
  close(): Promise<void>;
}

interface Showing {
  readonly bot: DiscordBot;
  readonly to: AwaitedAnswer;
  /** Aborts when the turn is over, the answer takes over, or the product ends. */
  readonly over: AbortSignal;
  readonly end: () => void;
  isTaken: boolean;
  /** The part of the answer that took it over last. */
  takenBy?: string;
  message: LiveMessage | undefined;
  text: string;
  changedAt: number;
  typedAt: number;
  /** Discord asked us to wait. */
  notBefore: number;
}

/** How often to look for more text; it is in memory. */
const lookMs = 100;
/**
 * Discord takes five changes in five seconds in a channel, the answer's own among them, and fifty calls
 * a second from a bot.
 */
const pacing = { changeEveryMs: 1_500, perSecond: 25 };
/** Discord shows for ten seconds that the bot types. */
const typingLivesMs = 9_000;
/** A turn that ends without an answer leaves no half of one behind. */
const removeAfterMs = 10_000;
const longest = 1_990;
const mostTries = 5;

/** At the end of an unfinished answer, so that no process takes it for a finished one. */
export const cursor = " ▌";

/** The same for every process, so that Discord itself finds the message again for some minutes. */
export const liveNonce = (turnId: string): string => nonceOf(`live:${turnId}`);

/** Discord's nonce has at most 25 characters. */
export const nonceOf = (key: string): string =>
  createHash("sha256").update(key).digest("hex").slice(0, 24);

/** Discord shows no previews of links. */
export const suppressEmbeds = 1 << 2;

/** The answer also goes out when that message was deleted meanwhile. */
export const referenceTo = (messageId: string | undefined): object =>
  messageId === undefined
    ? {}
    : { message_reference: { message_id: messageId, fail_if_not_exists: false } };

type Turns = Map<string, { readonly showing: Showing; readonly running: Promise<void> }>;

export function createLive(on: LiveDeps): Live {
  const closing = new AbortController();
  const turns: Turns = new Map();
  const kept = createKeptMessages<LiveMessage>(on.pushes, discordChannel);
  const pace = createLivePace(on.clock, pacing);

  async function keepShowing(showing: Showing): Promise<void> {
    while (!showing.over.aborted) {
      await step(showing);
      await on.clock.wait(lookMs, showing.over);
    }
  }

  async function step(showing: Showing): Promise<void> {
    const now = on.clock.now();
    if (now < showing.notBefore || !pace.isOpen(showing.bot.id)) return;
    const text = on.streams ? showing.to.shown().trim() : "";
    const isNew = text !== "" && text.length <= longest && text !== showing.text;
    const isFirst = showing.text === "";
    if (isNew && (isFirst || pace.take(showing.bot.id, showing.changedAt)))
      return show(showing, text);
    if (showing.message !== undefined || now - showing.typedAt < typingLivesMs) return;
    showing.typedAt = now;
    // Not waited for: words that come meanwhile are worth more.
    void type(showing).catch((error: unknown) => warn(error));
  }

  const warn = (error: unknown): void =>
    on.log.warn({ channel: discordChannel, error }, "an unfinished answer could not be shown");

  async function channelOf({ bot, to }: Showing): Promise<string | undefined> {
    const target = targetOf(to.scope);
    const found = target === undefined ? undefined : await on.direct.find(bot, target);
    return typeof found === "string" ? found : undefined;
  }

  /** Not cut off by the end of the turn: whether there is a message must be known. */
  async function show(showing: Showing, text: string): Promise<void> {
    const channelId = showing.message?.channelId ?? (await channelOf(showing));
    if (channelId === undefined) return;
    const { bot, to } = showing;
    // A process that died may have begun this answer.
    if (showing.text === "") showing.message ??= await kept.read(to.turnId);
    const { message } = showing;
    const content = { content: text + cursor, allowed_mentions: { parse: [] } };
    const answered = to.scope.startsWith("group:") ? snowflakeOf(to.vendorId) : undefined;
    const said = await on.api.call(
      bot.token,
      message === undefined
        ? {
            method: "POST",
            path: `/channels/${channelId}/messages`,
            json: {
              ...content,
              ...referenceTo(answered),
              flags: suppressEmbeds,
              nonce: liveNonce(to.turnId),
              enforce_nonce: true,
            },
          }
        : {
            method: "PATCH",
            path: `/channels/${channelId}/messages/${message.id}`,
            json: content,
          },
    );
    Object.assign(showing, { text, changedAt: on.clock.now() });
    const id = said.kind === "ok" ? snowflakeOf(said.result["id"]) : undefined;
    if (id !== undefined && message === undefined) {
      showing.message = { channelId, id };
      await kept.keep(to.turnId, showing.message);
    }
    heed(showing, said);
  }

  async function type(showing: Showing): Promise<void> {
    const channelId = await channelOf(showing);
    if (channelId === undefined) return;
    const call = { method: "POST", path: `/channels/${channelId}/typing` } as const;
    heed(showing, await on.api.call(showing.bot.token, { ...call, signal: showing.over }));
  }

  function heed(showing: Showing, said: ApiAnswer): void {
    if (said.kind !== "error" || said.retryAfterMs === undefined) return;
    if (said.isGlobal) pace.rest(showing.bot.id, said.retryAfterMs);
    else showing.notBefore = on.clock.now() + said.retryAfterMs;
  }

  async function removeLater(showing: Showing, running: Promise<void>): Promise<void> {
    await running;
    await on.clock.wait(removeAfterMs, closing.signal);
    const { message, bot } = showing;
    if (showing.isTaken || message === undefined || closing.signal.aborted) return;
    showing.isTaken = true;
    await remove(on, { bot, message, signal: closing.signal });
    await kept.forget(showing.to.turnId);
  }

  return {
    typing(to) {
      const bot = on.findBot(to.channelAccount);
      if (bot === undefined) return { end: () => undefined };
      const ended = new AbortController();
      const taken = new AbortController();
      const showing: Showing = {
        bot,
        to,
        over: AbortSignal.any([ended.signal, taken.signal, closing.signal]),
        end: () => taken.abort(),
        isTaken: false,
        message: undefined,
        text: "",
        changedAt: -Infinity,
        typedAt: -Infinity,
        notBefore: -Infinity,
      };
      const running = pace.during(showing.bot.id, () => keepShowing(showing)).catch(warn);
      turns.set(to.turnId, { showing, running });
      void removeLater(showing, running)
        .catch(warn)
        .finally(() => turns.delete(to.turnId));
      return { end: () => ended.abort() };
    },
    async takeOver(turnId, partId) {
      const taken = await takeShown({ turns, kept }, turnId, partId);
      if (typeof taken === "object") await kept.keep(turnId, taken, partId);
      return taken;
    },
    giveBack(turnId) {
      const showing = turns.get(turnId)?.showing;
      if (showing !== undefined) showing.isTaken = false;
    },
    drop: (turnId) => kept.forget(turnId),
    async close() {
      closing.abort();
      await Promise.all([...turns.values()].map(({ running }) => running));
    },
  };
}

async function takeShown(
  { turns, kept }: { readonly turns: Turns; readonly kept: KeptMessages<LiveMessage> },
  turnId: string,
  partId: string,
): Promise<Taken> {
  const shown = turns.get(turnId);
  const isFirst = shown?.showing.isTaken !== true || shown.showing.takenBy === partId;
  if (shown?.showing.isTaken === false) {
    const { showing, running } = shown;
    Object.assign(showing, { isTaken: true, takenBy: partId });
    showing.end();
    await running;
    if (showing.message !== undefined) return showing.message;
  }
  const found = await kept.read(turnId);
  if (found !== undefined) return isFreeFor(partId, found) ? found : "none";
  return isFirst ? "unknown" : "none";
}

interface Removal {
  readonly bot: DiscordBot;
  readonly message: LiveMessage;
  readonly signal: AbortSignal;
}

/** Another process may have made it the answer meanwhile. */
async function remove(on: LiveDeps, removal: Removal): Promise<void> {
  const now = await askPatiently(on, removal, "GET");
  const isUnfinished =
    now.kind === "ok" && textOf(now.result["content"])?.endsWith(cursor.trim()) === true;
  if (isUnfinished) await askPatiently(on, removal, "DELETE");
}

/** Waits where Discord asks for it, so that nothing stays behind. */
async function askPatiently(
  { api, clock }: LiveDeps,
  { bot, message, signal }: Removal,
  method: "GET" | "DELETE",
): Promise<ApiAnswer> {
  const path = `/channels/${message.channelId}/messages/${message.id}`;
  for (let tries = 1; ; tries += 1) {
    const said = await api.call(bot.token, { method, path });
    const waitMs = said.kind === "error" && said.status === 429 ? (said.retryAfterMs ?? 1_000) : 0;
    if (waitMs === 0 || tries === mostTries || signal.aborted) return said;
    await clock.wait(waitMs, signal);
  }
}
