import type { Clock } from "../../src/domain/clock.ts";
import { type ServerSocket, startWebsocketServer } from "../support/websocket-server.ts";
import type { Person } from "./wecom-server.ts";
import { createUploads, type UploadedFile } from "./wecom-uploads.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What a client said. */
export interface SaidFrame {
  readonly cmd: string;
  readonly reqId: string;
  readonly body: Fields;
}

/** What becomes of a frame besides the usual. `lost`: it is taken, and the word on it is not heard. */
export type FrameFate = { readonly errcode: number } | { readonly held: Promise<void> } | "silent" | "lost" | "cut";

/** One bubble in somebody's chat: the answer to one message. */
export interface PushedBubble {
  readonly reqId: string;
  readonly at: number;
  id: string;
  content: string;
  finished: boolean;
  readonly seen: string[];
}

export interface Pushed {
  readonly chatid: string;
  readonly chatType: unknown;
  readonly type: string;
  readonly text: string;
  readonly file: UploadedFile | undefined;
}

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
  /** Whether texts of one answer must not come closer than 300 ms. The vendor's own client sends as it is told. */
  readonly paced?: boolean;
}

const streamMs = 360_000;
const usual = "AIB1";

interface Asked {
  readonly kind: string;
  readonly at: number;
  readonly chat: string;
  readonly taskId: unknown;
  readonly bubble: PushedBubble;
  isOpen: boolean;
  saidAt: number;
  isBusy: boolean;
}

export async function startWecomSocketServer({ clock, paced = true }: SocketServerOptions): Promise<WecomSocketServer> {
  const violations: string[] = [];
  const frames: SaidFrame[] = [];
  const bubbles: PushedBubble[] = [];
  const pushed: Pushed[] = [];
  const welcomes: string[] = [];
  const cards: Fields[] = [];
  const secrets = new Map<string, string>();
  const lines = new Map<string, ServerSocket>();
  const bots = new Map<ServerSocket, string>();
  const fates = new Map<string, FrameFate[]>();
  const asked = new Map<string, Asked>();
  const known = new Set<string>();
  const minutes = new Map<string, number[]>();
  const uploads = createUploads(violations);
  let made = 0;
  let opened = 0;
  let refused: number | undefined;

  const send = (socket: ServerSocket | undefined, frame: object): void => socket?.send(JSON.stringify(frame));
  const count = (chat: string): boolean => {
    const recent = (minutes.get(chat) ?? []).filter((at) => at > clock.now() - 60_000);
    minutes.set(chat, [...recent, clock.now()]);
    if (recent.length < 30) return true;
    violations.push("more than thirty messages of one chat in a minute");
    return false;
  };

  function subscribe(socket: ServerSocket, body: Fields): number {
    const [botId, secret] = [String(body["bot_id"]), body["secret"]];
    if (secrets.get(botId) !== secret) return 40001;
    const before = lines.get(botId);
    lines.set(botId, socket);
    bots.set(socket, botId);
    if (before !== undefined && before !== socket && before.isOpen) {
      const event = { msgid: `kick-${opened}`, msgtype: "event", aibotid: botId, event: { eventtype: "disconnected_event" } };
      send(before, { cmd: "aibot_event_callback", headers: { req_id: `kick-${opened}` }, body: event });
      setImmediate(() => before.cut());
    }
    return 0;
  }

  /** The word on a text of an answer. It is shown unless it is refused. */
  function stream(question: Asked, body: Fields): number {
    const { bubble } = question;
    const { id, content, finish, feedback, msg_item: items } = (body["stream"] ?? {}) as Record<string, unknown>;
    const text = typeof content === "string" ? content : "";
    if (question.isBusy) violations.push("a second text before the word on the first");
    if (clock.now() - question.at > streamMs) return 846608;
    if (Buffer.byteLength(text) > 20_480) violations.push("more than 20,480 bytes in a stream");
    if (text === "" || text.includes("\ufffd")) violations.push("an empty or broken stream");
    if (items !== undefined) violations.push("images in a stream of the long connection");
    if (bubble.id !== "" && bubble.id !== id) violations.push("another stream for the same message");
    if (bubble.id !== "" && feedback !== undefined) violations.push("a feedback id on a later text");
    if (bubble.finished && (finish !== true || text !== bubble.content)) violations.push("a finished stream changed");
    if (paced && bubble.id !== "" && !bubble.finished && clock.now() - question.saidAt < 300)
      violations.push("texts of one answer too close");
    if (bubble.id === "" && !count(question.chat)) return 45009;
    question.saidAt = clock.now();
    Object.assign(bubble, { id, content: text, finished: finish === true });
    if (bubble.seen.at(-1) !== text) bubble.seen.push(text);
    return 0;
  }

  function respond({ cmd, reqId, body }: SaidFrame): number {
    const question = asked.get(reqId);
    if (question === undefined) return 846605;
    if (cmd === "aibot_respond_msg") {
      if (question.kind !== "message" || body["msgtype"] !== "stream") violations.push(`${String(body["msgtype"])} after ${question.kind}`);
      return stream(question, body);
    }
    const wanted = cmd === "aibot_respond_welcome_msg" ? "enter_chat" : "template_card_event";
    if (question.kind !== wanted) violations.push(`${cmd} after ${question.kind}`);
    if (!question.isOpen || clock.now() - question.at > 5_000) return 846607;
    question.isOpen = false;
    if (wanted === "enter_chat") welcomes.push(String((body["text"] as Fields | undefined)?.["content"]));
    else {
      const card = (body["template_card"] ?? {}) as Fields;
      if (body["response_type"] !== "update_template_card" || card["task_id"] !== question.taskId)
        violations.push("another card is updated");
      cards.push(card);
    }
    return 0;
  }

  function push(botId: string, body: Fields): number {
    const type = String(body["msgtype"]);
    const content = (body[type] ?? {}) as Fields;
    const text = typeof content["content"] === "string" ? content["content"] : "";
    const chat = `${botId} ${String(body["chatid"])}`;
    if (!known.has(chat)) return 93006;
    if (paced && body["chat_type"] !== (chat.includes(" wr") ? 2 : 1)) violations.push("the wrong kind of chat");
    if (type === "markdown" && (text === "" || Buffer.byteLength(text) > 20_480)) violations.push("an empty or too long message");
    const file = uploads.files.get(String(content["media_id"]));
    if (type !== "markdown" && file?.type !== type) violations.push(`${type} without such a file`);
    if (!count(chat)) return 45009;
    pushed.push({ chatid: String(body["chatid"]), chatType: body["chat_type"], type, text, file });
    return 0;
  }

  function judge(socket: ServerSocket, frame: SaidFrame): { errcode: number; body?: object } {
    if (frame.cmd === "aibot_subscribe") return { errcode: subscribe(socket, frame.body) };
    const botId = bots.get(socket);
    if (botId === undefined || lines.get(botId) !== socket) return { errcode: 846609 };
    if (frame.cmd === "ping") return { errcode: 0 };
    if (frame.cmd === "aibot_send_msg") return { errcode: push(botId, frame.body) };
    if (frame.cmd.startsWith("aibot_upload_media_")) return uploads.take(frame.cmd, frame.body);
    if (frame.cmd.startsWith("aibot_respond_")) return { errcode: respond(frame) };
    violations.push(`an unknown command: ${frame.cmd}`);
    return { errcode: 40058 };
  }

  async function heard(socket: ServerSocket, text: string): Promise<void> {
    const { cmd, headers, body = {} } = JSON.parse(text) as { cmd: string; headers: { req_id: string }; body?: Fields };
    const frame = { cmd, reqId: headers.req_id, body };
    if (cmd !== "ping") frames.push(frame);
    const fate = fates.get(cmd)?.shift();
    if (fate === "silent") return;
    if (fate === "cut") return socket.cut();
    const word = typeof fate === "object" && "errcode" in fate ? { errcode: fate.errcode } : judge(socket, frame);
    if (fate === "lost") return;
    const question = asked.get(frame.reqId);
    if (question !== undefined) question.isBusy = true;
    if (typeof fate === "object" && "held" in fate) await fate.held;
    if (question !== undefined) question.isBusy = false;
    send(socket, { headers: { req_id: frame.reqId }, errmsg: word.errcode === 0 ? "ok" : "no", ...word });
  }

  function ask(from: Person, what: { kind: string; content: object; taskId?: unknown }, how: SayHow): PushedBubble | undefined {
    const botId = how.botId ?? usual;
    const line = lines.get(botId);
    made += 1;
    const chat = `${botId} ${from.chatid ?? from.userid}`;
    known.add(chat);
    const reqId = `req-${made}`;
    const bubble: PushedBubble = { reqId, at: clock.now(), id: "", content: "", finished: false, seen: [] };
    if (line?.isOpen !== true) return undefined;
    asked.set(reqId, { kind: what.kind, at: clock.now(), chat, taskId: what.taskId, bubble, isOpen: true, saidAt: 0, isBusy: false });
    const place = from.chatid === undefined ? { chattype: "single" } : { chatid: from.chatid, chattype: "group" };
    const body = { msgid: how.msgid ?? `CAIQ/${made}+=`, aibotid: botId, ...place, from: { userid: from.userid }, ...what.content };
    const cmd = what.kind === "message" ? "aibot_msg_callback" : "aibot_event_callback";
    if (what.kind === "message") bubbles.push(bubble);
    send(line, { cmd, headers: { req_id: reqId }, body });
    return bubble;
  }

  const server = await startWebsocketServer({
    opened: () => void (opened += 1),
    text: (socket, text) => void heard(socket, text),
    refuse: () => refused,
  });
  return {
    url: server.url,
    violations,
    frames,
    bubbles,
    pushed,
    welcomes,
    cards,
    get opened() {
      return opened;
    },
    bot: (botId, secret) => void secrets.set(botId, secret),
    isLive: (botId) => lines.get(botId)?.isOpen === true,
    plan: (cmd, ...more) => void fates.set(cmd, [...(fates.get(cmd) ?? []), ...more]),
    refuse: (status) => void (refused = status),
    say: (from, content, how = {}) => ask(from, { kind: "message", content }, how),
    text: (from, text, how = {}) => ask(from, { kind: "message", content: { msgtype: "text", text: { content: text } } }, how),
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
