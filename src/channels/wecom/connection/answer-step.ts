import type { AnswerStreams, AnswerView } from "../../../domain/ports/answer-streams.ts";
import type { ChannelReceipts } from "../../../domain/ports/channel-ports.ts";
import type { Clock } from "../../../domain/ports/clock.ts";
import type { Log } from "../../../domain/ports/log.ts";
import { endOf, settleLost, textNow } from "../frames.ts";
import { streamReply } from "../frames.ts";
import { wecomChannel } from "../settings.ts";
import { working } from "../bot-replies.ts";
import type { Answer, Session } from "./session.ts";
import { busyCodes, commands, notSubscribed } from "./wire.ts";

export interface AnswersDeps {
  readonly streams: AnswerStreams;
  readonly receipts: ChannelReceipts;
  readonly clock: Clock;
  readonly log: Log;
  readonly session: Session;
  readonly channelAccount: string;
}

/** One answer that is shown as it comes. */
export interface Followed {
  readonly id: string;
  replyTo: string;
  /** The text that people see. */
  content: string;
  saidAt: number;
  paceMs: number;
  /** WeCom asked us to wait: no update goes out earlier. */
  isPatient: boolean;
  wake: AbortController;
  tried: PromiseWithResolvers<void>;
}

/** How often to look for more text; less often when none has come for a while. */
export const lookMs = 600;
const idleMs = 1_000;
const slowestMs = 10_000;
/** WeCom does not change older messages. */
export const youngMs = 600_000;

/** Returns true: it is tried again later. */
export function shouldRetry(on: AnswersDeps, answer: Followed, error: unknown): boolean {
  on.log.warn({ channel: wecomChannel, error }, "an answer could not be read; trying again");
  slowDown(answer);
  return true;
}

const slowDown = (answer: Followed): void =>
  void Object.assign(answer, { paceMs: Math.min(answer.paceMs * 2, slowestMs), isPatient: true });

/** Whether there will be more. */
export async function step(on: AnswersDeps, answer: Followed): Promise<boolean> {
  const view = await on.streams.look(answer.id);
  if (view === undefined || on.clock.now() - view.openedAt > youngMs) return false;
  const end = view.ended ?? endOf(view, on.clock.now());
  const content = end?.text ?? textNow(view);
  if (end === undefined && !isNews(answer, content) && view.parts.length <= view.fetched) {
    answer.paceMs = Math.max(answer.paceMs, idleMs);
    return true;
  }
  const body = streamReply(answer.id, { content, finish: end !== undefined });
  const { replyTo } = answer;
  const said = await on.session.call({ cmd: commands.respond, reqId: replyTo, body });
  answer.saidAt = on.clock.now();
  if (said.kind !== "ok") return handleRefusal(on, answer, { view, content, said });
  // The message may have come again meanwhile: its copy still needs an answer.
  const isSame = answer.replyTo === replyTo;
  Object.assign(answer, { paceMs: lookMs, isPatient: false, ...(isSame ? { content } : {}) });
  await recordAcknowledged(on, view, end);
  return end === undefined || !isSame;
}

/**
 * A turn that restarts, or that has just ended, shows nothing for a moment: what people have seen
 * stays.
 */
const isNews = (answer: Followed, content: string): boolean =>
  content !== answer.content && (content !== working || answer.content === "");

async function handleRefusal(
  on: AnswersDeps,
  answer: Followed,
  of: {
    readonly view: AnswerView;
    readonly content: string;
    readonly said: Exclude<Answer, { readonly kind: "ok" }>;
  },
): Promise<boolean> {
  const { view, content, said } = of;
  if (said.kind === "unsent" || (said.kind === "refused" && said.code === notSubscribed))
    return false;
  if (said.kind === "silence" || busyCodes.includes(said.code)) {
    slowDown(answer);
    return true;
  }
  on.log.info(
    { channel: wecomChannel, code: said.code },
    "WeCom stopped accepting updates of an answer; sending the rest another way",
  );
  if (view.ended === undefined)
    await on.streams.withdraw(view.id, { as: "withdrawn", text: content, ifFetched: view.fetched });
  return false;
}

/**
 * WeCom has accepted it. A part that was added meanwhile finds the answer closed and is sent
 * another way.
 */
async function recordAcknowledged(
  on: AnswersDeps,
  view: AnswerView,
  end: ReturnType<typeof endOf>,
): Promise<void> {
  if (view.ended !== undefined) return;
  if (view.parts.length > view.fetched) await on.streams.handedOut(view.id, view.parts.length);
  if (end === undefined) return;
  await on.streams.withdraw(view.id, { ...end, ifFetched: view.parts.length });
  await settleLost(on, view);
}
