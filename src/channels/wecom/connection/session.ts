import type { Chance, Clock } from "../../../domain/ports/clock.ts";
import type { Log } from "../../../domain/ports/log.ts";
import type { OutboundSocket, OutboundSockets } from "../../../domain/ports/socket.ts";
import type { Fields } from "../fields.ts";
import { wecomChannel } from "../settings.ts";
import { callbacks, commands, notSubscribed, readFrame, type WireFrame } from "./wire.ts";

/** WeCom's acknowledgement of one frame. */
export type Answer =
  | { readonly kind: "ok"; readonly body: Fields }
  | { readonly kind: "refused"; readonly code: number }
  /** It was not sent. */
  | { readonly kind: "unsent" }
  /** It was sent, and no answer came. */
  | { readonly kind: "silence" };

export interface Call {
  readonly cmd: string;
  readonly body?: object | undefined;
  /** Of the callback that this answers. A new one otherwise. */
  readonly reqId?: string | undefined;
  readonly timeoutMs?: number | undefined;
  /** Aborted when no caller waits for the acknowledgement any more. */
  readonly signal?: AbortSignal | undefined;
}

/** One open connection. */
export interface Session {
  /**
   * Sends a frame and waits for WeCom's acknowledgement. Frames of one `reqId` go one after the
   * other, each after the acknowledgement of the one before.
   */
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
  const line = new Line(on, place);
  const socket = await on.sockets.connect({
    url: place.url,
    allowedHosts: place.allowedHosts,
    timeoutMs: handshakeMs,
    maxBytes: largestFrame,
    onText: (text) => line.heard(text),
    signal: place.signal,
  });
  return line.speakOver(socket);
}

class Line implements Session {
  readonly #on: SessionDeps;
  readonly #onCallback: SessionPlace["onCallback"];
  readonly #ended = new AbortController();
  readonly #waiting = new Map<string, (answer: Answer) => void>();
  /** The last call of each `reqId`: an answer names nothing else. */
  readonly #last = new Map<string, Promise<Answer>>();
  #socket: OutboundSocket | undefined;

  constructor(on: SessionDeps, { onCallback }: Pick<SessionPlace, "onCallback">) {
    this.#on = on;
    this.#onCallback = onCallback;
  }

  /** From here on this socket is the connection. */
  speakOver(socket: OutboundSocket): this {
    this.#socket = socket;
    void socket.closed.then(() => this.#ended.abort());
    return this;
  }

  get over(): AbortSignal {
    return this.#ended.signal;
  }

  end(): void {
    this.#ended.abort();
    this.#socket?.end();
  }

  heard(text: string): void {
    const frame = readFrame(text);
    if (frame === undefined)
      return this.#on.log.warn({ channel: wecomChannel }, "ignored a frame that is not JSON");
    if (callbacks.includes(frame.cmd)) return this.#onCallback(frame, this);
    const { errcode: code = -1, body } = frame;
    this.#waiting.get(frame.reqId)?.(code === 0 ? { kind: "ok", body } : { kind: "refused", code });
    if (code === notSubscribed) this.end();
  }

  call(call: Call): Promise<Answer> {
    const reqId = call.reqId ?? `${call.cmd}_${this.#on.chance.id()}`;
    const run = (this.#last.get(reqId) ?? Promise.resolve()).then(() =>
      this.#transmit(call, reqId),
    );
    this.#last.set(reqId, run);
    void run.then(() => this.#last.get(reqId) === run && this.#last.delete(reqId));
    return run;
  }

  async #transmit(
    { cmd, body, timeoutMs = answerMs, signal }: Call,
    reqId: string,
  ): Promise<Answer> {
    const frame = JSON.stringify({
      cmd,
      headers: { req_id: reqId },
      ...(body === undefined ? {} : { body }),
    });
    if (this.over.aborted || this.#socket?.send(frame) !== true) return { kind: "unsent" };
    const answered = Promise.withResolvers<Answer>();
    const done = new AbortController();
    this.#waiting.set(reqId, answered.resolve);
    const late = this.#on.clock.wait(
      timeoutMs,
      AbortSignal.any([done.signal, this.over, ...(signal === undefined ? [] : [signal])]),
    );
    const answer = await Promise.race([
      answered.promise,
      late.then((): Answer => ({ kind: "silence" })),
    ]);
    done.abort();
    this.#waiting.delete(reqId);
    return answer;
  }
}

const beatMs = 30_000;
const beatAnswerMs = 15_000;
const mostMissed = 2;

/** Sends a ping. A connection without an answer is closed; it would look open for ever. */
export async function keepBeating(
  { clock, log }: Pick<SessionDeps, "clock" | "log">,
  session: Session,
): Promise<void> {
  let missed = 0;
  while (!session.over.aborted) {
    await clock.wait(beatMs, session.over);
    if (session.over.aborted) return;
    const { kind } = await session.call({ cmd: commands.ping, timeoutMs: beatAnswerMs });
    missed = kind === "ok" ? 0 : missed + 1;
    if (missed < mostMissed || session.over.aborted) continue;
    log.warn(
      { channel: wecomChannel },
      "WeCom no longer answers on the long connection; reconnecting",
    );
    session.end();
  }
}
