import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";
import { Agent, ping, WebSocket } from "undici";
import { OutboundFailure } from "../domain/ports/http.ts";
import type { OutboundSocket, OutboundSockets, SocketCall } from "../domain/ports/socket.ts";
import { admit, createConnector, type OutboundOptions } from "./safe-fetch.ts";

/**
 * WebSockets by the rules of `safe-fetch.ts`: the same hosts, the same check of every address that
 * is dialled, no redirects.
 */
export function safeSockets(options: OutboundOptions): OutboundSockets {
  return {
    connect: (call) => new Promise((resolve, reject) => open(options, call, { resolve, reject })),
  };
}

interface Opening {
  resolve(socket: OutboundSocket): void;
  reject(error: unknown): void;
}

function open(on: OutboundOptions, call: SocketCall, promise: Opening): void {
  const { url, reach } = admit(call.url.replace(/^ws(s?):/i, "http$1:"), call.allowedHosts);
  if (call.signal?.aborted === true) throw failure(url, "aborted", "was stopped by its caller");
  const line = dial(on, { reach, maxBytes: call.maxBytes });
  const socket = new WebSocket(call.url, { dispatcher: line.agent });
  const over = new AbortController();
  const closed = Promise.withResolvers<number>();
  const end = (code?: number): void =>
    line.cut(() => (code === undefined ? socket.close() : socket.close(code)));
  const fail = (error: OutboundFailure): void => {
    promise.reject(error);
    end();
  };
  socket.binaryType = "arraybuffer";
  socket.addEventListener("message", ({ data }) => {
    if (over.signal.aborted) return;
    if (typeof data === "string") call.onText?.(data);
    else if (data instanceof ArrayBuffer) call.onBytes?.(new Uint8Array(data));
  });
  // undici does not pass on the cause, so the address guard's error is kept by the connection.
  socket.addEventListener("error", () =>
    promise.reject(line.refusal() ?? failure(url, "connect", "could not be opened")),
  );
  socket.addEventListener("close", ({ code }) => {
    over.abort();
    void line.agent.destroy();
    closed.resolve(code);
  });
  if (call.onAlive !== undefined) hearSigns(socket, { tell: call.onAlive, over: over.signal });
  const opened = new AbortController();
  const unopened = AbortSignal.any([over.signal, opened.signal]);
  socket.addEventListener("open", () => {
    opened.abort();
    promise.resolve({
      send: (message) => trySend(socket, message),
      ping: () => ping(socket),
      closed: closed.promise,
      end,
    });
  });
  call.signal?.addEventListener(
    "abort",
    () => fail(failure(url, "aborted", "was stopped by its caller")),
    { signal: unopened },
  );
  void on.clock.wait(call.timeoutMs, unopened).then(() => {
    if (!unopened.aborted) fail(failure(url, "timeout", `was not open after ${call.timeoutMs} ms`));
  });
}

/** A WebSocket does not show pings and pongs; undici tells of them on channels of the whole process. */
function hearSigns(
  socket: WebSocket,
  { tell, over }: { readonly tell: () => void; readonly over: AbortSignal },
): void {
  const hear = (said: unknown): void => {
    if ((said as { readonly websocket: unknown }).websocket === socket) tell();
  };
  for (const name of ["undici:websocket:ping", "undici:websocket:pong"]) {
    subscribe(name, hear);
    over.addEventListener("abort", () => unsubscribe(name, hear), { once: true });
  }
}

function trySend(socket: WebSocket, message: string | Uint8Array): boolean {
  if (socket.readyState !== socket.OPEN) return false;
  socket.send(typeof message === "string" ? message : Uint8Array.from(message));
  return true;
}

/**
 * An agent for one connection, which remembers the socket under it: a peer that is gone never
 * answers a close frame, and only destroying the socket ends such a connection.
 */
function dial(
  on: OutboundOptions,
  how: Pick<SocketCall, "maxBytes"> & { readonly reach: Parameters<typeof createConnector>[1] },
) {
  const dial = createConnector(on, how.reach);
  let wire: Socket | undefined;
  let refused: OutboundFailure | undefined;
  let isCut = false;
  const agent = new Agent({
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
    webSocket: { maxPayloadSize: how.maxBytes },
    connect: (options, callback) =>
      dial(options, (error, socket) => {
        if (error !== null) {
          if (error instanceof OutboundFailure) refused = error;
          callback(error, null);
          return;
        }
        wire = socket;
        if (isCut) socket.destroy();
        callback(null, socket);
      }),
  });
  return {
    agent,
    refusal: () => refused,
    cut(politely: () => void): void {
      isCut = true;
      politely();
      wire?.destroy();
    },
  };
}

const failure = (url: URL, code: OutboundFailure["code"], what: string): OutboundFailure =>
  new OutboundFailure({
    phase: "before",
    code,
    message: `The connection to ${url.hostname} ${what}.`,
  });
