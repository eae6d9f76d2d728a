import type { Clock } from "../../domain/ports/clock.ts";
import type { Log } from "../../domain/ports/log.ts";
import type { OutboundSocket, OutboundSockets } from "../../domain/ports/socket.ts";
import { type Fields, fieldsOf, jsonIn } from "./json-fields.ts";
import type { LineEnd } from "./keep-line.ts";

export interface TextLineDeps {
  readonly sockets: OutboundSockets;
  readonly clock: Clock;
  readonly log: Log;
}

export interface TextLinePlan {
  readonly channel: string;
  readonly url: string;
  readonly allowedHosts: readonly string[];
  readonly signal: AbortSignal;
  /** The line is open. */
  opened?(): Promise<void>;
  /** Called for each frame, in order. */
  hear(frame: Fields, line: TextLine): void;
}

export interface TextLine {
  send(frame: object): void;
  /** Works through what was heard in its order. A rejection is logged and leaves it unanswered. */
  queue(work: () => Promise<void>): void;
  /** The vendor asks for a new connection. One that is renewed very soon counts as broken. */
  renew(): void;
  /** Ends the line after everything that was heard before. */
  leave(end: LineEnd): void;
}

const handshakeMs = 15_000;
const largestFrame = 4 * 1024 ** 2;
const pingEveryMs = 15_000;
const shortestMs = 10_000;

/** A connection with frames of JSON, from its handshake to its end. Pings are watched. */
export async function runTextLine(on: TextLineDeps, plan: TextLinePlan): Promise<LineEnd> {
  const line = new Line(on, plan);
  const socket = await on.sockets.connect({
    url: plan.url,
    allowedHosts: plan.allowedHosts,
    timeoutMs: handshakeMs,
    maxBytes: largestFrame,
    onText: (text) => line.hear(text),
    onAlive: () => line.isAlive(),
    signal: plan.signal,
  });
  return line.run(socket);
}

class Line implements TextLine {
  readonly #on: TextLineDeps;
  readonly #plan: TextLinePlan;
  readonly #over = new AbortController();
  readonly #socket = Promise.withResolvers<OutboundSocket>();
  readonly #began: number;
  #isHeard = false;
  #end: LineEnd | undefined;
  #working: Promise<void> = Promise.resolve();

  constructor(on: TextLineDeps, plan: TextLinePlan) {
    this.#on = on;
    this.#plan = plan;
    this.#began = on.clock.now();
  }

  async run(socket: OutboundSocket): Promise<LineEnd> {
    const { signal, opened } = this.#plan;
    this.#socket.resolve(socket);
    const leave = (): void => socket.end();
    signal.addEventListener("abort", leave, { signal: this.#over.signal });
    if (signal.aborted) leave();
    void this.#keepPinging(socket);
    await opened?.();
    const code = await socket.closed;
    this.#over.abort();
    await this.#working;
    return this.#end ?? { broken: `closed_${code}` };
  }

  isAlive(): void {
    this.#isHeard = true;
  }

  /** A connection without an answer looks open for ever: it is closed and opened again. */
  async #keepPinging(socket: OutboundSocket): Promise<void> {
    const over = this.#over.signal;
    while (!over.aborted) {
      this.#isHeard = false;
      socket.ping();
      await this.#on.clock.wait(pingEveryMs, over);
      if (over.aborted) return;
      if (!this.#isHeard) {
        this.#on.log.warn({ channel: this.#plan.channel }, "no answer any more; reconnecting");
        return socket.end();
      }
    }
  }

  hear(text: string): void {
    this.#isHeard = true;
    const frame = fieldsOf(jsonIn(text));
    if (frame !== undefined) return this.#plan.hear(frame, this);
    this.#on.log.warn({ channel: this.#plan.channel }, "ignored a frame that is not JSON");
  }

  send(frame: object): void {
    void this.#socket.promise.then((socket) => socket.send(JSON.stringify(frame)));
  }

  queue(work: () => Promise<void>): void {
    this.#working = this.#working.then(work).catch((error: unknown) => {
      const { channel } = this.#plan;
      this.#on.log.error({ channel, error }, "a message could not be accepted");
    });
  }

  renew(): void {
    const isEarly = this.#on.clock.now() - this.#began < shortestMs;
    this.leave(isEarly ? { broken: "renewed_early" } : { renewed: true });
  }

  leave(end: LineEnd): void {
    this.#end = end;
    void Promise.all([this.#socket.promise, this.#working]).then(([socket]) => socket.end());
  }
}
