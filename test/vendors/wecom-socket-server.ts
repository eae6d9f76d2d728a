import type { Clock } from "../../src/domain/ports/clock.ts";
import { type ServerSocket, startWebsocketServer } from "../support/websocket-server.ts";
import type { Person } from "./wecom-app.ts";
import { createChats, type Pushed, type PushedBubble, type SaidFrame } from "./wecom-chats.ts";
import { createUploads } from "./wecom-uploads.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What else may become of a frame. `lost`: it is taken, and the word on it is not heard. `cut`: the line breaks before. */
export type FrameFate =
  | { readonly errcode: number }
  | { readonly held: Promise<void> }
  | "silent"
  | "lost"
  | "cut"
  | "taken_then_cut";

/** WeCom's side of the long connection: it keeps one connection of each bot, checks every frame and keeps what people see. */
export interface WecomSocketServer {
  readonly url: string;
  readonly violations: string[];
  readonly frames: SaidFrame[];
  readonly bubbles: PushedBubble[];
  readonly pushed: Pushed[];
  readonly welcomes: string[];
  readonly cards: Fields[];
  /** How many connections were opened in all. */
  readonly opened: number;
  bot(botId: string, secret: string): void;
  isLive(botId: string): boolean;
  plan(cmd: string, ...fates: readonly FrameFate[]): void;
  /** The status with which handshakes are refused from now on. */
  refuse(status: number | undefined): void;
  /** A person writes. Undefined: no connection, so it is lost. */
  say(from: Person, content: object, how?: SayHow): PushedBubble | undefined;
  text(from: Person, text: string, how?: SayHow): PushedBubble | undefined;
  event(from: Person, event: Fields & { readonly eventtype: string }, how?: SayHow): void;
  cut(botId: string): void;
  freeze(botId: string): void;
  /** A word as it is, broken or not. */
  raw(botId: string, text: string): void;
  close(): Promise<void>;
}

export interface SayHow {
  readonly botId?: string;
  readonly msgid?: string;
}

export interface SocketServerOptions {
  readonly clock: Pick<Clock, "now">;
  /** Whether texts of one answer must not come closer than 300 ms. The vendor's own client sends each text at once. */
  readonly paced?: boolean;
}

const usual = "AIB1";

export async function startWecomSocketServer({
  clock,
  paced = true,
}: SocketServerOptions): Promise<WecomSocketServer> {
  const violations: string[] = [];
  const frames: SaidFrame[] = [];
  const bubbles: PushedBubble[] = [];
  const secrets = new Map<string, string>();
  const lines = new Map<string, ServerSocket>();
  const bots = new Map<ServerSocket, string>();
  const fates = new Map<string, FrameFate[]>();
  const uploads = createUploads(violations);
  const chats = createChats({ clock, violations, paced, files: uploads.files });
  let made = 0;
  let opened = 0;
  let refused: number | undefined;

  const send = (socket: ServerSocket | undefined, frame: object): void =>
    socket?.send(JSON.stringify(frame));

  function subscribe(socket: ServerSocket, body: Fields): number {
    const [botId, secret] = [String(body["bot_id"]), body["secret"]];
    if (secrets.get(botId) !== secret) return 40001;
    const before = lines.get(botId);
    lines.set(botId, socket);
    bots.set(socket, botId);
    if (before !== undefined && before !== socket && before.isOpen) {
      const event = {
        msgid: `kick-${opened}`,
        msgtype: "event",
        aibotid: botId,
        event: { eventtype: "disconnected_event" },
      };
      send(before, {
        cmd: "aibot_event_callback",
        headers: { req_id: `kick-${opened}` },
        body: event,
      });
      setImmediate(() => before.cut());
    }
    return 0;
  }

  function judge(socket: ServerSocket, frame: SaidFrame): { errcode: number; body?: object } {
    if (frame.cmd === "aibot_subscribe") return { errcode: subscribe(socket, frame.body) };
    const botId = bots.get(socket);
    if (botId === undefined || lines.get(botId) !== socket) return { errcode: 846609 };
    if (frame.cmd === "ping") return { errcode: 0 };
    if (frame.cmd === "aibot_send_msg") return { errcode: chats.push(botId, frame.body) };
    if (frame.cmd.startsWith("aibot_upload_media_")) return uploads.take(frame.cmd, frame.body);
    if (frame.cmd.startsWith("aibot_respond_")) return { errcode: chats.respond(frame) };
    violations.push(`an unknown command: ${frame.cmd}`);
    return { errcode: 40058 };
  }

  async function handleFrame(socket: ServerSocket, text: string): Promise<void> {
    const {
      cmd,
      headers,
      body = {},
    } = JSON.parse(text) as { cmd: string; headers: { req_id: string }; body?: Fields };
    const frame = { cmd, reqId: headers.req_id, body };
    if (cmd !== "ping") frames.push(frame);
    // Its handshake was answered before they were refused.
    if (refused !== undefined && cmd === "aibot_subscribe") return socket.cut();
    const fate = fates.get(cmd)?.shift();
    if (fate === "silent") return;
    if (fate === "cut") return socket.cut();
    const word =
      typeof fate === "object" && "errcode" in fate
        ? { errcode: fate.errcode }
        : judge(socket, frame);
    if (fate === "lost") return;
    if (fate === "taken_then_cut") return socket.cut();
    const question = chats.asked.get(frame.reqId);
    if (question !== undefined) question.isBusy = true;
    if (typeof fate === "object" && "held" in fate) await fate.held;
    if (question !== undefined) question.isBusy = false;
    send(socket, {
      headers: { req_id: frame.reqId },
      errmsg: word.errcode === 0 ? "ok" : "no",
      ...word,
    });
  }

  function ask(
    from: Person,
    what: { kind: string; content: object; taskId?: unknown },
    how: SayHow,
  ): PushedBubble | undefined {
    const botId = how.botId ?? usual;
    const line = lines.get(botId);
    made += 1;
    const chat = `${botId} ${from.chatid ?? from.userid}`;
    chats.known.add(chat);
    const reqId = `req-${made}`;
    const bubble: PushedBubble = {
      reqId,
      at: clock.now(),
      id: "",
      content: "",
      finished: false,
      seen: [],
    };
    if (line?.isOpen !== true) return undefined;
    chats.asked.set(reqId, {
      kind: what.kind,
      at: clock.now(),
      chat,
      taskId: what.taskId,
      bubble,
      isOpen: true,
      saidAt: 0,
      isBusy: false,
    });
    const place =
      from.chatid === undefined
        ? { chattype: "single" }
        : { chatid: from.chatid, chattype: "group" };
    const body = {
      msgid: how.msgid ?? `CAIQ/${made}+=`,
      aibotid: botId,
      ...place,
      from: { userid: from.userid },
      ...what.content,
    };
    const cmd = what.kind === "message" ? "aibot_msg_callback" : "aibot_event_callback";
    if (what.kind === "message") bubbles.push(bubble);
    send(line, { cmd, headers: { req_id: reqId }, body });
    return bubble;
  }

  const server = await startWebsocketServer({
    opened: () => void (opened += 1),
    text: (socket, text) => void handleFrame(socket, text),
    refuse: () => refused,
  });
  return {
    url: server.url,
    violations,
    frames,
    bubbles,
    pushed: chats.pushed,
    welcomes: chats.welcomes,
    cards: chats.cards,
    get opened() {
      return opened;
    },
    bot: (botId, secret) => void secrets.set(botId, secret),
    isLive: (botId) => lines.get(botId)?.isOpen === true,
    plan: (cmd, ...more) => void fates.set(cmd, [...(fates.get(cmd) ?? []), ...more]),
    refuse: (status) => void (refused = status),
    say: (from, content, how = {}) => ask(from, { kind: "message", content }, how),
    text: (from, text, how = {}) =>
      ask(from, { kind: "message", content: { msgtype: "text", text: { content: text } } }, how),
    event(from, event, how = {}) {
      const taskId = (event["template_card_event"] as Fields | undefined)?.["task_id"];
      ask(from, { kind: event.eventtype, content: { msgtype: "event", event }, taskId }, how);
    },
    cut: (botId) => lines.get(botId)?.cut(),
    freeze: (botId) => lines.get(botId)?.freeze(),
    raw: (botId, text) => lines.get(botId)?.send(text),
    close: () => server.close(),
  };
}
