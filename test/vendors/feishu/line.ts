import {
  type Frame,
  headerOf,
  readFrame,
  writeFrame,
} from "../../../src/channels/feishu/line/frames.ts";
import { type ServerSocket, startWebsocketServer } from "../../support/websocket-server.ts";

/** Feishu's end of the long connections: it gives events, and waits for the word on each. */
export interface FeishuLine {
  readonly url: string;
  readonly violations: readonly string[];
  readonly counts: { opened: number; pings: number };
  isLive(app: string): boolean;
  socketOf(app: string): ServerSocket | undefined;
  /** Gives an event, in as many frames. Resolves with the answer; undefined where the line broke. */
  give(app: string, event: object, pieces?: number): Promise<LineAnswer | undefined>;
  /** Bytes as they are, broken or not. */
  raw(app: string, bytes: Uint8Array): void;
  close(): Promise<void>;
}

export interface LineAnswer {
  readonly code: number;
  readonly data?: unknown;
}

const service = 33;

/** `isKnown`: whether the ticket of an address is one that was given out, and for which app. */
export async function startFeishuLine(
  appOf: (ticket: string) => string | undefined,
): Promise<FeishuLine> {
  const violations: string[] = [];
  const counts = { opened: 0, pings: 0 };
  const sockets = new Map<string, ServerSocket>();
  const waiting = new Map<string, (answer: LineAnswer | undefined) => void>();
  let made = 0;

  function hearAnswer(frame: Frame): void {
    const id = headerOf(frame, "message_id") ?? "";
    const { code, data } = JSON.parse(Buffer.from(frame.payload).toString()) as {
      code: number;
      data?: string;
    };
    if (!/^\d+$/.test(headerOf(frame, "biz_rt") ?? "")) violations.push("an answer without biz_rt");
    if (frame.seqId !== 7n || frame.logId !== 18_000_000_000_000_000_000n)
      violations.push("an answer with other ids than its event");
    const value =
      data === undefined
        ? undefined
        : (JSON.parse(Buffer.from(data, "base64").toString()) as unknown);
    waiting.get(id)?.({ code, data: value });
    waiting.delete(id);
  }

  const server = await startWebsocketServer({
    refuse: (url) => (appOf(ticketIn(url)) === undefined ? 403 : undefined),
    opened(socket, url) {
      counts.opened += 1;
      sockets.set(appOf(ticketIn(url)) ?? "", socket);
    },
    text: () => void violations.push("a text instead of a frame"),
    bytes(socket, bytes) {
      const frame = readFrame(bytes);
      if (frame === undefined) return void violations.push("bytes that are no frame");
      if (frame.method === 1) return hearAnswer(frame);
      if (headerOf(frame, "type") !== "ping" || frame.service !== service)
        return void violations.push("an odd control frame");
      counts.pings += 1;
      const payload = Buffer.from(JSON.stringify({ PingInterval: 90 }));
      socket.send(writeFrame({ ...frame, headers: [["type", "pong"]], payload }));
    },
    closed(socket) {
      for (const [app, each] of sockets) if (each === socket) sockets.delete(app);
      for (const tell of waiting.values()) tell(undefined);
      waiting.clear();
    },
  });

  return {
    url: `${server.url}/ws/v2?device_id=1&service_id=${service}&ticket=`,
    violations,
    counts,
    isLive: (app) => sockets.get(app)?.isOpen === true,
    socketOf: (app) => sockets.get(app),
    give(app, event, pieces = 1) {
      const socket = sockets.get(app);
      if (socket === undefined) return Promise.resolve(undefined);
      const id = `event-${(made += 1)}`;
      const bytes = Buffer.from(JSON.stringify(event));
      const size = Math.ceil(bytes.byteLength / pieces);
      const answer = new Promise<LineAnswer | undefined>((tell) => waiting.set(id, tell));
      for (let seq = 0; seq < pieces; seq += 1)
        socket.send(
          writeFrame({
            seqId: 7n,
            logId: 18_000_000_000_000_000_000n,
            service,
            method: 1,
            headers: [
              ["type", "event"],
              ["message_id", id],
              ["sum", String(pieces)],
              ["seq", String(seq)],
              ["trace_id", "t"],
            ],
            payload: bytes.subarray(seq * size, (seq + 1) * size),
            rest: [],
          }),
        );
      return answer;
    },
    raw: (app, bytes) => sockets.get(app)?.send(bytes),
    close: () => server.close(),
  };
}

const ticketIn = (url: string): string => /ticket=([\w-]+)/.exec(url)?.[1] ?? "";
