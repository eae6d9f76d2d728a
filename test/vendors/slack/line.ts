import { type ServerSocket, startWebsocketServer } from "../../support/websocket-server.ts";

/** Slack's end of the connections: it tells, and waits for the word on each. */
export interface SlackLine {
  readonly url: string;
  readonly violations: readonly string[];
  readonly counts: { opened: number };
  isLive(app: string): boolean;
  socketOf(app: string): ServerSocket | undefined;
  /** Tells something. Resolves when it was acknowledged, or the line broke; `id` is the envelope's. */
  give(app: string, told: { readonly type: string; readonly payload: object }): Given;
  /** A text as it is, broken or not. */
  raw(app: string, text: string): void;
  close(): Promise<void>;
}

export interface Given {
  readonly acknowledged: Promise<boolean>;
  readonly isAcknowledged: () => boolean;
}

export async function startSlackLine(
  appOf: (ticket: string) => string | undefined,
): Promise<SlackLine> {
  const violations: string[] = [];
  const counts = { opened: 0 };
  const sockets = new Map<string, ServerSocket>();
  const waiting = new Map<string, (isAcknowledged: boolean) => void>();
  let made = 0;
  const server = await startWebsocketServer({
    refuse: (url) => (appOf(ticketIn(url)) === undefined ? 403 : undefined),
    opened(socket, url) {
      counts.opened += 1;
      const app = appOf(ticketIn(url)) ?? "";
      sockets.set(app, socket);
      const hello = { type: "hello", num_connections: 1, connection_info: { app_id: app } };
      socket.send(JSON.stringify(hello));
    },
    text(_, text) {
      const { envelope_id: id, ...more } = JSON.parse(text) as { envelope_id: string };
      if (Object.keys(more).length > 0) violations.push("an acknowledgement with more than its id");
      const tell = waiting.get(id);
      if (tell === undefined) violations.push("an acknowledgement of nothing, or a second one");
      tell?.(true);
      waiting.delete(id);
    },
    bytes: () => void violations.push("bytes instead of a text"),
    closed(socket) {
      for (const [app, each] of sockets) if (each === socket) sockets.delete(app);
      for (const tell of waiting.values()) tell(false);
      waiting.clear();
    },
  });
  return {
    url: `${server.url}/link/?app_id=1&ticket=`,
    violations,
    counts,
    isLive: (app) => sockets.get(app)?.isOpen === true,
    socketOf: (app) => sockets.get(app),
    give(app, { type, payload }) {
      const id = `envelope-${(made += 1)}`;
      let isAcknowledged = false;
      const acknowledged = new Promise<boolean>((resolve) => waiting.set(id, resolve)).then(
        (is) => (isAcknowledged = is),
      );
      const frame = { envelope_id: id, type, accepts_response_payload: false, payload };
      sockets.get(app)?.send(JSON.stringify(frame));
      return { acknowledged, isAcknowledged: () => isAcknowledged };
    },
    raw: (app, text) => sockets.get(app)?.send(text),
    close: () => server.close(),
  };
}

const ticketIn = (url: string): string => /ticket=([\w-]+)/.exec(url)?.[1] ?? "";
