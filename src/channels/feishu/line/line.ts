import type { Clock } from "../../../domain/ports/clock.ts";
import type { Log } from "../../../domain/ports/log.ts";
import type { OutboundSocket, OutboundSockets } from "../../../domain/ports/socket.ts";
import { type Fields, fieldsOf, jsonIn, numberOf, textOf } from "../../kit/json-fields.ts";
import { accountReason } from "../../kit/judge.ts";
import { type LineEnd, lineHosts } from "../../kit/keep-line.ts";
import type { FeishuApi } from "../api.ts";
import { type FeishuApp, feishuChannel } from "../settings.ts";
import { isAppRefused } from "../verdict.ts";
import { type Frame, frameKinds, headerOf, pingFrame, readFrame, writeFrame } from "./frames.ts";
import { createPieces } from "./pieces.ts";

export interface LineDeps {
  readonly api: FeishuApi;
  readonly sockets: OutboundSockets;
  readonly clock: Clock;
  readonly log: Log;
  readonly allowedHosts: readonly string[];
  /** Keeps an event. What it resolves with is the answer to it. */
  take(app: FeishuApp, event: Fields): Promise<object>;
}

const handshakeMs = 15_000;
const largestFrame = 4 * 1024 ** 2;
/** A connection that stays silent for so long after a ping is dead, although it looks open. */
const pongMs = 30_000;
const own = /(?:^|\.)(?:feishu\.cn|larksuite\.com|larkoffice\.com)$/;

/** One connection, from the question where to its end. */
export async function runLine(
  on: LineDeps,
  app: FeishuApp,
  { signal, ready }: { readonly signal: AbortSignal; ready(): Promise<void> },
): Promise<LineEnd> {
  const said = await on.api.endpoint(app, signal);
  if (isAppRefused(said)) return { refused: accountReason };
  if (said.kind === "error" && said.code === "1000040350")
    return { refused: "too_many_connections" };
  const url = said.kind === "ok" ? (textOf(said.result["URL"]) ?? "") : "";
  if (said.kind !== "ok")
    return { broken: said.kind === "error" ? `code_${said.code}` : said.kind };
  const allowedHosts = lineHosts(url, { own, allowedHosts: on.allowedHosts });
  if (allowedHosts === undefined) return { broken: "blocked" };
  const config = fieldsOf(said.result["ClientConfig"]);
  const line = new Line(on, app, {
    service: Number(new URL(url).searchParams.get("service_id") ?? 0),
    pingMs: pingTime(config) ?? 120_000,
  });
  const socket = await on.sockets.connect({
    url,
    allowedHosts,
    timeoutMs: handshakeMs,
    maxBytes: largestFrame,
    onBytes: (bytes) => line.hear(bytes),
    signal,
  });
  await ready();
  return { broken: `closed_${await line.run(socket, signal)}` };
}

const pingTime = (config: Fields | undefined): number | undefined => {
  const seconds = numberOf(config?.["PingInterval"]);
  return seconds === undefined ? undefined : Math.min(Math.max(seconds, 5), 120) * 1_000;
};

class Line {
  readonly #on: LineDeps;
  readonly #app: FeishuApp;
  readonly #service: number;
  readonly #over = new AbortController();
  readonly #pieces;
  readonly #socket = Promise.withResolvers<OutboundSocket>();
  #pingMs: number;
  #isHeard = false;
  #taking: Promise<void> = Promise.resolve();

  constructor(
    on: LineDeps,
    app: FeishuApp,
    { service, pingMs }: { readonly service: number; readonly pingMs: number },
  ) {
    this.#on = on;
    this.#app = app;
    this.#service = Number.isSafeInteger(service) ? service : 0;
    this.#pingMs = pingMs;
    this.#pieces = createPieces(on.clock);
  }

  async run(socket: OutboundSocket, signal: AbortSignal): Promise<number> {
    this.#socket.resolve(socket);
    const leave = (): void => socket.end();
    signal.addEventListener("abort", leave, { signal: this.#over.signal });
    if (signal.aborted) leave();
    void this.#keepPinging(socket);
    const code = await socket.closed;
    this.#over.abort();
    await this.#taking;
    return code;
  }

  async #keepPinging(socket: OutboundSocket): Promise<void> {
    const over = this.#over.signal;
    while (!over.aborted) {
      this.#isHeard = false;
      socket.send(pingFrame(this.#service));
      await this.#on.clock.wait(pongMs, over);
      if (over.aborted) return;
      if (!this.#isHeard) {
        this.#on.log.warn({ channel: feishuChannel }, "Feishu no longer answers; reconnecting");
        return socket.end();
      }
      await this.#on.clock.wait(Math.max(0, this.#pingMs - pongMs), over);
    }
  }

  hear(bytes: Uint8Array): void {
    this.#isHeard = true;
    const frame = readFrame(bytes);
    if (frame === undefined)
      return this.#on.log.warn({ channel: feishuChannel }, "ignored a frame that can't be read");
    if (frame.method === frameKinds.control) this.#control(frame);
    else if (frame.method === frameKinds.data && headerOf(frame, "type") === "event")
      this.#event(frame);
  }

  /** A pong may bring another time for pings. */
  #control(frame: Frame): void {
    if (headerOf(frame, "type") !== "pong") return;
    this.#pingMs = pingTime(fieldsOf(jsonIn(frame.payload))) ?? this.#pingMs;
  }

  #event(frame: Frame): void {
    const whole = this.#pieces.add({
      id: headerOf(frame, "message_id") ?? "",
      sum: Number(headerOf(frame, "sum") ?? 1),
      seq: Number(headerOf(frame, "seq") ?? 0),
      bytes: frame.payload,
    });
    const event = whole === undefined ? undefined : fieldsOf(jsonIn(whole));
    // In Feishu's order, each after the one before.
    if (event !== undefined) this.#taking = this.#taking.then(() => this.#take(frame, event));
  }

  /** Answered when it is kept. What could not be kept is refused, and Feishu gives it again. */
  async #take(frame: Frame, event: Fields): Promise<void> {
    const began = this.#on.clock.now();
    const answer = await this.#on.take(this.#app, event).then(
      (data) => ({
        code: 200,
        ...(Object.keys(data).length === 0
          ? {}
          : { data: Buffer.from(JSON.stringify(data)).toString("base64") }),
      }),
      (error: unknown) => {
        this.#on.log.error({ channel: feishuChannel, error }, "a message could not be accepted");
        return { code: 500 };
      },
    );
    const took: readonly [string, string] = ["biz_rt", String(this.#on.clock.now() - began)];
    const socket = await this.#socket.promise;
    const payload = Buffer.from(JSON.stringify(answer));
    socket.send(writeFrame({ ...frame, headers: [...frame.headers, took], payload }));
  }
}
