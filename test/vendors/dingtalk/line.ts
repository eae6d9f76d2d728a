import { type ServerSocket, startWebsocketServer } from "../../support/websocket-server.ts";

/** DingTalk's end of the connections: it gives messages, and waits for the word on each. */
export interface DingtalkLine {
  readonly url: string;
  readonly violations: readonly string[];
  readonly counts: { opened: number; pings: number };
  isLive(app: string): boolean;
  socketOf(app: string): ServerSocket | undefined;
  /** Gives a message. Resolves when it was acknowledged, or the line broke. */
  give(app: string, data: object): DingtalkGiven;
  /** A system's frame, such as a ping. */
  system(app: string, topic: string): void;
  raw(app: string, text: string): void;
  close(): Promise<void>;
}

export interface DingtalkGiven {
  readonly acknowledged: Promise<boolean>;
  readonly isAcknowledged: () => boolean;
}

interface Answer {
  readonly code: number;
  readonly headers: { readonly messageId: string; readonly topic?: string };
  readonly data: string;
}

export async function startDingtalkLine(
  appOf: (ticket: string) => string | undefined,
): Promise<DingtalkLine> {
  const violations: string[] = [];
  const counts = { opened: 0, pings: 0 };
  const sockets = new Map<string, ServerSocket>();
  const waiting = new Map<string, (isAcknowledged: boolean) => void>();
  let made = 0;
  const frame = (type: string, topic: string, data: string): { id: string; text: string } => {
    const id = `message-${(made += 1)}`;
    const headers = { topic, messageId: id, contentType: "application/json", time: "1" };
    return { id, text: JSON.stringify({ specVersion: "1.0", type, headers, data }) };
  };
  const server = await startWebsocketServer({
    refuse: (url) => (appOf(ticketIn(url)) === undefined ? 403 : undefined),
    opened(socket, url) {
      counts.opened += 1;
      sockets.set(appOf(ticketIn(url)) ?? "", socket);
    },
    text(_, text) {
      const { code, headers, data } = JSON.parse(text) as Answer;
      if (headers.topic === "ping") {
        if (code !== 200 || data !== '{"opaque":"o"}') violations.push("an odd answer to a ping");
        counts.pings += 1;
        return;
      }
      const tell = waiting.get(headers.messageId);
      if (tell === undefined) violations.push("an acknowledgement of nothing, or a second one");
      if (code !== 200) violations.push("an acknowledgement with another code");
      tell?.(true);
      waiting.delete(headers.messageId);
    },
    bytes: () => void violations.push("bytes instead of a text"),
    closed(socket) {
      for (const [app, each] of sockets) if (each === socket) sockets.delete(app);
      for (const tell of waiting.values()) tell(false);
      waiting.clear();
    },
  });
  return {
    url: `${server.url}/connect`,
    violations,
    counts,
    isLive: (app) => sockets.get(app)?.isOpen === true,
    socketOf: (app) => sockets.get(app),
    give(app, data) {
      const { id, text } = frame("CALLBACK", "/v1.0/im/bot/messages/get", JSON.stringify(data));
      let isAcknowledged = false;
      const acknowledged = new Promise<boolean>((resolve) => waiting.set(id, resolve)).then(
        (is) => (isAcknowledged = is),
      );
      sockets.get(app)?.send(text);
      return { acknowledged, isAcknowledged: () => isAcknowledged };
    },
    system: (app, topic) => sockets.get(app)?.send(frame("SYSTEM", topic, '{"opaque":"o"}').text),
    raw: (app, text) => sockets.get(app)?.send(text),
    close: () => server.close(),
  };
}

const ticketIn = (url: string): string => /ticket=([\w-]+)/.exec(url)?.[1] ?? "";
