import { type ServerSocket, startWebsocketServer } from "../../support/websocket-server.ts";

type Fields = Readonly<Record<string, unknown>>;

interface Session {
  readonly id: string;
  readonly bot: string;
  /** Every event of it, by its number; Discord gives them again to a connection that resumes. */
  readonly events: { readonly seq: number; readonly frame: string }[];
  socket: ServerSocket | undefined;
}

/** Discord's gateway: it keeps sessions, gives missed events again, and closes on what is not allowed. */
export interface DiscordGateway {
  readonly url: string;
  readonly violations: readonly string[];
  /** How often a session was begun, and how often one was resumed. */
  readonly counts: { identified: number; resumed: number; beats: number };
  /** What the next greeting says. */
  readonly hello: { intervalMs: number };
  /** Close codes for the next identifications, in order. */
  readonly refusals: number[];
  isLive(bot: string): boolean;
  /** Gives an event to a bot, now or when it resumes. Its number; undefined without a session. */
  dispatch(bot: string, name: string, data: Fields): number | undefined;
  /** A frame as it is, broken or not. */
  raw(bot: string, text: string): void;
  socketOf(bot: string): ServerSocket | undefined;
  /** Discord forgets the bot's session. */
  forget(bot: string): void;
  close(): Promise<void>;
}

/** What a bot may ask for without Discord's approval. */
const privileged = (1 << 1) | (1 << 8) | (1 << 15);

export async function startDiscordGateway(
  botOf: (token: string) => string | undefined,
): Promise<DiscordGateway> {
  const violations: string[] = [];
  const sessions = new Map<string, Session>();
  const counts = { identified: 0, resumed: 0, beats: 0 };
  const hello = { intervalMs: 86_400_000 };
  const refusals: number[] = [];
  const started = new Set<ServerSocket>();
  const send = (socket: ServerSocket, op: number, data: unknown): void =>
    socket.send(JSON.stringify({ op, d: data }));

  function dispatch(session: Session, name: string, data: unknown): number {
    const seq = session.events.length + 1;
    const frame = JSON.stringify({ op: 0, t: name, s: seq, d: data });
    session.events.push({ seq, frame });
    session.socket?.send(frame);
    return seq;
  }

  function identify(socket: ServerSocket, data: Fields): void {
    const bot = botOf(String(data["token"]));
    const refused = refusals.shift() ?? (bot === undefined ? 4004 : undefined);
    if (bot === undefined || refused !== undefined) return socket.close(refused ?? 4004);
    const properties = data["properties"] as Fields | undefined;
    if (!["os", "browser", "device"].every((name) => typeof properties?.[name] === "string"))
      violations.push("identify without properties");
    if ((Number(data["intents"]) & privileged) !== 0) violations.push("a privileged intent");
    sessions.get(bot)?.socket?.close(4000);
    counts.identified += 1;
    const session: Session = { id: `session-${counts.identified}`, bot, events: [], socket };
    sessions.set(bot, session);
    dispatch(session, "READY", {
      v: 10,
      user: { id: bot, username: "meanwhile", bot: true },
      session_id: session.id,
      resume_gateway_url: server.url,
      application: { id: bot },
    });
  }

  function resume(socket: ServerSocket, data: Fields): void {
    const bot = botOf(String(data["token"]));
    const session = bot === undefined ? undefined : sessions.get(bot);
    const seq = Number(data["seq"]);
    if (session === undefined || session.id !== data["session_id"] || seq > session.events.length)
      return send(socket, 9, false);
    counts.resumed += 1;
    session.socket = socket;
    for (const event of session.events) if (event.seq > seq) socket.send(event.frame);
    dispatch(session, "RESUMED", {});
  }

  const server = await startWebsocketServer({
    opened: (socket) => send(socket, 10, { heartbeat_interval: hello.intervalMs }),
    text(socket, text) {
      const { op, d } = JSON.parse(text) as { op: number; d: Fields };
      if (op === 1) {
        counts.beats += 1;
        return send(socket, 11, null);
      }
      if ((op === 2 || op === 6) && started.has(socket)) return socket.close(4005);
      started.add(socket);
      if (op === 2) return identify(socket, d);
      if (op === 6) return resume(socket, d);
      violations.push(`an unknown frame: ${text}`);
    },
    closed(socket) {
      for (const session of sessions.values())
        if (session.socket === socket) session.socket = undefined;
    },
  });
  return {
    url: server.url,
    violations,
    counts,
    hello,
    refusals,
    isLive: (bot) => sessions.get(bot)?.socket?.isOpen === true,
    dispatch: (bot, name, data) => {
      const session = sessions.get(bot);
      return session === undefined ? undefined : dispatch(session, name, data);
    },
    raw: (bot, text) => sessions.get(bot)?.socket?.send(text),
    socketOf: (bot) => sessions.get(bot)?.socket,
    forget: (bot) => void sessions.delete(bot),
    close: () => server.close(),
  };
}
