import type { Chance, Clock } from "../../../domain/ports/clock.ts";
import type { Log } from "../../../domain/ports/log.ts";
import type { OutboundSocket, OutboundSockets } from "../../../domain/ports/socket.ts";
import { type Fields, fieldsOf, numberOf, textOf } from "../../kit/json-fields.ts";
import { discordChannel } from "../settings.ts";
import { type Frame, intents, op, readFrame, type SessionMark } from "./wire.ts";

export interface SessionDeps {
  readonly sockets: OutboundSockets;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
}

export interface SessionPlan {
  readonly url: string;
  readonly allowedHosts: readonly string[];
  readonly token: string;
  /** Goes on where this session ended; a new one otherwise. */
  readonly resume: SessionMark | undefined;
  readonly signal: AbortSignal;
  /** Events in Discord's order, each after the one before. A rejection ends the connection. */
  take(event: GatewayEvent): Promise<void>;
  /** The bot is connected. */
  ready(): Promise<void>;
}

export interface GatewayEvent {
  readonly name: string;
  readonly data: Fields;
  /** The session, up to and including this event. */
  readonly mark: SessionMark;
}

/** How a connection ended. */
export interface SessionEnd {
  /** Discord's close code; 1006 where the line broke. */
  readonly code: number;
  /** Discord does not know the session any more. */
  readonly isInvalid: boolean;
  readonly wasReady: boolean;
  /** An event could not be kept. Discord gives it again. */
  readonly isUnkept: boolean;
}

const handshakeMs = 15_000;
const helloMs = 20_000;
const largestFrame = 4 * 1024 ** 2;
/** Neither 1000 nor 1001, after which Discord would forget the session. */
const leaveCode = 4900;

/** One connection, from the greeting to its end. Rejects with an `OutboundFailure` when there is none. */
export async function runSession(on: SessionDeps, plan: SessionPlan): Promise<SessionEnd> {
  const line = new Line(on, plan);
  const socket = await on.sockets.connect({
    url: plan.url,
    allowedHosts: plan.allowedHosts,
    timeoutMs: handshakeMs,
    maxBytes: largestFrame,
    onText: (text) => line.hear(text),
    signal: plan.signal,
  });
  return line.run(socket);
}

class Line {
  readonly #on: SessionDeps;
  readonly #plan: SessionPlan;
  readonly #over = new AbortController();
  readonly #socket = Promise.withResolvers<OutboundSocket>();
  readonly #end = { isInvalid: false, wasReady: false, isUnkept: false };
  #mark: SessionMark | undefined;
  #taking: Promise<void> = Promise.resolve();
  #isAnswered = true;
  #isGreeted = false;

  constructor(on: SessionDeps, plan: SessionPlan) {
    this.#on = on;
    this.#plan = plan;
    this.#mark = plan.resume;
  }

  async run(socket: OutboundSocket): Promise<SessionEnd> {
    this.#socket.resolve(socket);
    const leave = (): void => socket.end(leaveCode);
    this.#plan.signal.addEventListener("abort", leave, { signal: this.#over.signal });
    if (this.#plan.signal.aborted) leave();
    void this.#on.clock.wait(helloMs, this.#over.signal).then(() => {
      if (!this.#isGreeted) leave();
    });
    const code = await socket.closed;
    this.#over.abort();
    await this.#taking;
    return { code, ...this.#end };
  }

  hear(text: string): void {
    const frame = readFrame(text);
    if (frame === undefined)
      return this.#on.log.warn({ channel: discordChannel }, "ignored a frame that is not JSON");
    if (frame.op === op.hello) this.#greet(frame);
    else if (frame.op === op.heartbeat) this.#beat();
    else if (frame.op === op.heartbeatAck) this.#isAnswered = true;
    else if (frame.op === op.reconnect) this.#leave();
    else if (frame.op === op.invalidSession) {
      this.#end.isInvalid = frame.data !== true;
      this.#leave();
    } else if (frame.op === op.dispatch) this.#dispatch(frame);
  }

  #send(code: number, data: unknown): void {
    void this.#socket.promise.then((socket) => socket.send(JSON.stringify({ op: code, d: data })));
  }

  #leave(): void {
    void this.#socket.promise.then((socket) => socket.end(leaveCode));
  }

  #greet({ data }: Frame): void {
    if (this.#isGreeted) return;
    this.#isGreeted = true;
    const everyMs = numberOf(fieldsOf(data)?.["heartbeat_interval"]) ?? 41_250;
    void this.#keepBeating(Math.max(1_000, everyMs));
    const { token, resume } = this.#plan;
    if (resume === undefined)
      this.#send(op.identify, {
        token,
        intents,
        properties: { os: "linux", browser: "meanwhile", device: "meanwhile" },
      });
    else this.#send(op.resume, { token, session_id: resume.id, seq: resume.seq });
  }

  #beat(): void {
    this.#send(op.heartbeat, this.#mark?.seq ?? null);
  }

  /** A connection without an answer looks open for ever: it is closed, and the session goes on. */
  async #keepBeating(everyMs: number): Promise<void> {
    const { clock, chance, log } = this.#on;
    const over = this.#over.signal;
    await clock.wait(everyMs * chance.random(), over);
    while (!over.aborted) {
      if (!this.#isAnswered) {
        log.warn({ channel: discordChannel }, "Discord no longer answers; reconnecting");
        return this.#leave();
      }
      this.#isAnswered = false;
      this.#beat();
      await clock.wait(everyMs, over);
    }
  }

  #dispatch({ name = "", data, seq }: Frame): void {
    const fields = fieldsOf(data) ?? {};
    if (name === "READY") this.#mark = readOpened(fields, seq ?? 0);
    else if (this.#mark !== undefined && seq !== undefined) this.#mark = { ...this.#mark, seq };
    const mark = this.#mark;
    if (mark === undefined) return;
    this.#taking = this.#taking.then(() => this.#take({ name, data: fields, mark }));
  }

  async #take(event: GatewayEvent): Promise<void> {
    if (this.#end.isUnkept) return;
    try {
      if (event.name === "READY" || event.name === "RESUMED") {
        this.#end.wasReady = true;
        await this.#plan.ready();
      }
      await this.#plan.take(event);
    } catch (error) {
      this.#end.isUnkept = true;
      this.#on.log.error({ channel: discordChannel, error }, "a message could not be accepted");
      this.#leave();
    }
  }
}

function readOpened(ready: Fields, seq: number): SessionMark | undefined {
  const [id, url] = [textOf(ready["session_id"]), textOf(ready["resume_gateway_url"])];
  return id === undefined || url === undefined ? undefined : { id, url, seq };
}
