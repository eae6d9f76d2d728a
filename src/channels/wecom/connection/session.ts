import type { Chance, Clock } from "../../../domain/clock.ts";
import type { Log } from "../../../domain/log.ts";
import type { OutboundSockets } from "../../../domain/socket.ts";
import type { Fields } from "../fields.ts";
import { wecomChannel } from "../settings.ts";
import { callbacks, commands, notSubscribed, readFrame, type WireFrame } from "./wire.ts";

/** WeCom's word on one frame. */
export type Answer =
  | { readonly kind: "ok"; readonly body: Fields }
  | { readonly kind: "refused"; readonly code: number }
  /** It never left. */
  | { readonly kind: "unsent" }
  /** It left, and no answer came. */
  | { readonly kind: "silence" };

export interface Call {
  readonly cmd: string;
  readonly body?: object | undefined;
  /** Of the callback that this answers. A new one otherwise. */
  readonly reqId?: string | undefined;
  readonly timeoutMs?: number | undefined;
}

/** One open connection. */
export interface Session {
  /** Says something and waits for WeCom's word on it. Frames of one `reqId` go one after the other, each after the word on the one before. */
  call(call: Call): Promise<Answer>;
  /** Aborts when the connection is over. */
  readonly over: AbortSignal;
  end(): void;
}

export interface SessionDeps {
  readonly sockets: OutboundSockets;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
}

export interface SessionPlace {
  readonly url: string;
  readonly allowedHosts: readonly string[];
  readonly signal: AbortSignal;
  /** A message or an event. */
  readonly onCallback: (frame: WireFrame, session: Session) => void;
}

const answerMs = 5_000;
const handshakeMs = 15_000;
const largestFrame = 1024 ** 2;

/** Rejects with an `OutboundFailure` when there is no connection. */
export async function openSession(on: SessionDeps, place: SessionPlace): Promise<Session> {
  const over = new AbortController();
  const waiting = new Map<string, (answer: Answer) => void>();
  /** The last call of each `reqId`: an answer names nothing else. */
  const lines = new Map<string, Promise<Answer>>();

  function heard(text: string): void {
    const frame = readFrame(text);
    if (frame === undefined) return on.log.warn({ channel: wecomChannel }, "a frame that is no JSON was left alone");
    if (callbacks.includes(frame.cmd)) return place.onCallback(frame, session);
    if (frame.errcode === notSubscribed) session.end();
    waiting.get(frame.reqId)?.(frame.errcode === 0 ? { kind: "ok", body: frame.body } : { kind: "refused", code: frame.errcode ?? -1 });
  }

  const socket = await on.sockets.connect({
    url: place.url,
    allowedHosts: place.allowedHosts,
    timeoutMs: handshakeMs,
    maxBytes: largestFrame,
    onText: heard,
    signal: place.signal,
  });
  void socket.closed.then(() => over.abort());

  async function transmit(call: Call, reqId: string): Promise<Answer> {
    if (over.signal.aborted) return { kind: "unsent" };
    const answered = Promise.withResolvers<Answer>();
    const done = new AbortController();
    waiting.set(reqId, answered.resolve);
    if (
      !socket.send(JSON.stringify({ cmd: call.cmd, headers: { req_id: reqId }, ...(call.body === undefined ? {} : { body: call.body }) }))
    ) {
      waiting.delete(reqId);
      return { kind: "unsent" };
    }
    const late = on.clock.wait(call.timeoutMs ?? answerMs, AbortSignal.any([done.signal, over.signal]));
    const answer = await Promise.race([answered.promise, late.then((): Answer => ({ kind: "silence" }))]);
    done.abort();
    waiting.delete(reqId);
    return answer;
  }

  const session: Session = {
    over: over.signal,
    end: () => {
      over.abort();
      socket.end();
    },
    call(call) {
      const reqId = call.reqId ?? `${call.cmd}_${on.chance.id()}`;
      const run = (lines.get(reqId) ?? Promise.resolve()).then(() => transmit(call, reqId));
      lines.set(reqId, run);
      void run.then(() => lines.get(reqId) === run && lines.delete(reqId));
      return run;
    },
  };
  return session;
}

const beatMs = 30_000;
const beatAnswerMs = 15_000;
const mostMissed = 2;

/** Says that we are there. A line on which nobody answers any more is ended: it would look open for ever. */
export async function keepBeating({ clock, log }: Pick<SessionDeps, "clock" | "log">, session: Session): Promise<void> {
  let missed = 0;
  while (!session.over.aborted) {
    await clock.wait(beatMs, session.over);
    if (session.over.aborted) return;
    const { kind } = await session.call({ cmd: commands.ping, timeoutMs: beatAnswerMs });
    missed = kind === "ok" ? 0 : missed + 1;
    if (missed < mostMissed || session.over.aborted) continue;
    log.warn({ channel: wecomChannel }, "WeCom does not answer on the long connection any more; it is opened anew");
    session.end();
  }
}
