import type { Clock } from "../../domain/ports/clock.ts";
import type { Log } from "../../domain/ports/log.ts";
import type { OutboundSocket, OutboundSockets } from "../../domain/ports/socket.ts";
import { type Fields, fieldsOf, idOf, jsonIn, textOf } from "../kit/json-fields.ts";
import { accountReason } from "../kit/judge.ts";
import { type LineEnd, lineHosts } from "../kit/keep-line.ts";
import type { SlackApi } from "./api.ts";
import { type SlackApp, slackChannel } from "./settings.ts";
import { isAppRefused } from "./verdict.ts";

export interface LineDeps {
  readonly api: SlackApi;
  readonly sockets: OutboundSockets;
  readonly clock: Clock;
  readonly log: Log;
  readonly allowedHosts: readonly string[];
  /** Keeps an envelope. A rejection leaves it unacknowledged. */
  take(app: SlackApp, envelope: Envelope): Promise<void>;
}

/** Something that Slack reports, and waits for an acknowledgement of. */
export interface Envelope {
  readonly id: string;
  readonly type: string;
  readonly payload: Fields;
}

const handshakeMs = 15_000;
const largestFrame = 4 * 1024 ** 2;
const own = /(?:^|\.)(?:slack\.com|slack-msgs\.com|slack-gov\.com)$/;
const pingEveryMs = 15_000;
/** A connection that Slack renews so soon is not renewed at once. */
const shortestMs = 10_000;

/** One connection, from the question where to its end. */
export async function runLine(
  on: LineDeps,
  app: SlackApp,
  { signal, ready }: { readonly signal: AbortSignal; ready(): Promise<void> },
): Promise<LineEnd> {
  const said = await on.api.open(app, { signal });
  if (isAppRefused(said)) return { refused: accountReason };
  if (said.kind !== "ok")
    return { broken: said.kind === "error" ? `code_${said.code || said.status}` : said.kind };
  const url = textOf(said.result["url"]) ?? "";
  const allowedHosts = lineHosts(url, { own, allowedHosts: on.allowedHosts });
  if (allowedHosts === undefined) return { broken: "blocked" };
  const line = new Line(on, app, ready);
  const socket = await on.sockets.connect({
    url,
    allowedHosts,
    timeoutMs: handshakeMs,
    maxBytes: largestFrame,
    onText: (text) => line.hear(text),
    onAlive: () => line.isAlive(),
    signal,
  });
  return line.run(socket, signal);
}

class Line {
  readonly #on: LineDeps;
  readonly #app: SlackApp;
  readonly #ready: () => Promise<void>;
  readonly #over = new AbortController();
  readonly #socket = Promise.withResolvers<OutboundSocket>();
  readonly #began: number;
  #isHeard = false;
  #end: LineEnd | undefined;
  #taking: Promise<void> = Promise.resolve();

  constructor(on: LineDeps, app: SlackApp, ready: () => Promise<void>) {
    this.#on = on;
    this.#app = app;
    this.#ready = ready;
    this.#began = on.clock.now();
  }

  async run(socket: OutboundSocket, signal: AbortSignal): Promise<LineEnd> {
    this.#socket.resolve(socket);
    const leave = (): void => socket.end();
    signal.addEventListener("abort", leave, { signal: this.#over.signal });
    if (signal.aborted) leave();
    void this.#keepPinging(socket);
    const code = await socket.closed;
    this.#over.abort();
    await this.#taking;
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
        this.#on.log.warn({ channel: slackChannel }, "Slack no longer answers; reconnecting");
        return socket.end();
      }
    }
  }

  hear(text: string): void {
    this.#isHeard = true;
    const frame = fieldsOf(jsonIn(text));
    if (frame === undefined)
      return this.#on.log.warn({ channel: slackChannel }, "ignored a frame that is not JSON");
    const type = textOf(frame["type"]);
    if (type === "hello") this.#taking = this.#taking.then(() => this.#greet());
    else if (type === "disconnect") this.#renew(textOf(frame["reason"]));
    else if (type !== undefined) this.#envelope(type, frame);
  }

  /** A state that can't be recorded stops nothing. */
  async #greet(): Promise<void> {
    await this.#ready().catch((error: unknown) =>
      this.#on.log.warn({ channel: slackChannel, error }, "a connection could not be shown"),
    );
  }

  #renew(reason: string | undefined): void {
    const lived = this.#on.clock.now() - this.#began;
    if (reason === "link_disabled") this.#end = { refused: "socket_mode_off" };
    else if (lived >= shortestMs) this.#end = { renewed: true };
    else this.#end = { broken: "renewed_early" };
    // Earlier envelopes are acknowledged first.
    void Promise.all([this.#socket.promise, this.#taking]).then(([socket]) => socket.end());
  }

  #envelope(type: string, frame: Fields): void {
    const id = idOf(frame["envelope_id"]);
    if (id === undefined) return;
    const payload = fieldsOf(frame["payload"]) ?? {};
    // In Slack's order, each after the one before.
    this.#taking = this.#taking.then(() => this.#take({ id, type, payload }));
  }

  /** Acknowledged when it is kept. What could not be kept Slack gives again. */
  async #take(envelope: Envelope): Promise<void> {
    const socket = await this.#socket.promise;
    try {
      await this.#on.take(this.#app, envelope);
      socket.send(JSON.stringify({ envelope_id: envelope.id }));
    } catch (error) {
      this.#on.log.error({ channel: slackChannel, error }, "a message could not be accepted");
    }
  }
}
