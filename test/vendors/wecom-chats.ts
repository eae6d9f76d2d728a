import type { Clock } from "../../src/domain/ports/clock.ts";
import { createCardCheck } from "./wecom-cards.ts";
import type { UploadedFile } from "./wecom-uploads.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What a client said. */
export interface SaidFrame {
  readonly cmd: string;
  readonly reqId: string;
  readonly body: Fields;
}

/** One bubble in a person's chat: the answer to one message. */
export interface PushedBubble {
  readonly reqId: string;
  readonly at: number;
  id: string;
  content: string;
  finished: boolean;
  readonly seen: string[];
}

export interface Pushed {
  readonly botId: string;
  readonly chatid: string;
  readonly chatType: unknown;
  readonly type: string;
  readonly text: string;
  readonly file: UploadedFile | undefined;
}

/** Something that waits for a client's answer. */
export interface Asked {
  readonly kind: string;
  readonly at: number;
  readonly chat: string;
  readonly taskId: unknown;
  readonly bubble: PushedBubble;
  isOpen: boolean;
  saidAt: number;
  isBusy: boolean;
}

export interface ChatsOptions {
  readonly clock: Pick<Clock, "now">;
  readonly violations: string[];
  readonly paced: boolean;
  readonly files: ReadonlyMap<string, UploadedFile>;
}

const streamMs = 360_000;

/** The chats behind a long connection: what people see, and WeCom's word on each thing that shall be shown to them. */
export function createChats({ clock, violations, paced, files }: ChatsOptions) {
  const asked = new Map<string, Asked>();
  const known = new Set<string>();
  const pushed: Pushed[] = [];
  const welcomes: string[] = [];
  const cards: Fields[] = [];
  const minutes = new Map<string, number[]>();
  const checkCard = createCardCheck(violations);

  function hasRoom(chat: string): boolean {
    const recent = (minutes.get(chat) ?? []).filter((at) => at > clock.now() - 60_000);
    minutes.set(chat, [...recent, clock.now()]);
    if (recent.length >= 30) violations.push("more than thirty messages of one chat in a minute");
    return recent.length < 30;
  }

  /** The word on a text of an answer. It is shown unless it is refused. */
  function stream(question: Asked, body: Fields): number {
    const { bubble } = question;
    const {
      id,
      content,
      finish,
      feedback,
      msg_item: items,
    } = (body["stream"] ?? {}) as Record<string, unknown>;
    const text = typeof content === "string" ? content : "";
    if (question.isBusy) violations.push("a second text before the word on the first");
    if (clock.now() - question.at > streamMs) return 846608;
    if (Buffer.byteLength(text) > 20_480) violations.push("more than 20,480 bytes in a stream");
    if (text === "" || text.includes("\ufffd")) violations.push("an empty or broken stream");
    if (items !== undefined) violations.push("images in a stream of the long connection");
    if (bubble.id !== "" && bubble.id !== id)
      violations.push("another stream for the same message");
    if (bubble.id !== "" && feedback !== undefined)
      violations.push("a feedback id on a later text");
    if (bubble.finished && (finish !== true || text !== bubble.content))
      violations.push("a finished stream changed");
    if (paced && bubble.id !== "" && !bubble.finished && clock.now() - question.saidAt < 300)
      violations.push("texts of one answer too close");
    if (bubble.id === "" && !hasRoom(question.chat)) return 45009;
    question.saidAt = clock.now();
    Object.assign(bubble, { id, content: text, finished: finish === true });
    if (bubble.seen.at(-1) !== text) bubble.seen.push(text);
    return 0;
  }

  function greet(body: Fields): void {
    if (body["msgtype"] !== "template_card")
      return void welcomes.push(String((body["text"] as Fields | undefined)?.["content"]));
    checkCard(body["template_card"]);
    cards.push(body["template_card"] as Fields);
  }

  function updateCard(question: Asked, body: Fields): void {
    const card = (body["template_card"] ?? {}) as Fields;
    if (body["response_type"] !== "update_template_card" || card["task_id"] !== question.taskId)
      violations.push("another card is updated");
    cards.push(card);
  }

  /** An answer to a message or an event. */
  function respond({ cmd, reqId, body }: SaidFrame): number {
    const question = asked.get(reqId);
    if (question === undefined) return 846605;
    if (cmd === "aibot_respond_msg") {
      if (question.kind !== "message" || body["msgtype"] !== "stream")
        violations.push(`${String(body["msgtype"])} after ${question.kind}`);
      return stream(question, body);
    }
    const wanted = cmd === "aibot_respond_welcome_msg" ? "enter_chat" : "template_card_event";
    if (question.kind !== wanted) violations.push(`${cmd} after ${question.kind}`);
    if (!question.isOpen || clock.now() - question.at > 5_000) return 846607;
    question.isOpen = false;
    if (wanted === "enter_chat") greet(body);
    else updateCard(question, body);
    return 0;
  }

  /** A message without a question before it. */
  function push(botId: string, body: Fields): number {
    const type = String(body["msgtype"]);
    const content = (body[type] ?? {}) as Fields;
    const text = typeof content["content"] === "string" ? content["content"] : "";
    const chat = `${botId} ${String(body["chatid"])}`;
    if (!known.has(chat)) return 93006;
    if (paced && body["chat_type"] !== (chat.includes(" wr") ? 2 : 1))
      violations.push("the wrong kind of chat");
    if (type === "markdown" && (text === "" || Buffer.byteLength(text) > 20_480))
      violations.push("an empty or too long message");
    const file = files.get(String(content["media_id"]));
    if (type === "template_card") checkCard(content);
    else if (type !== "markdown" && file?.type !== type)
      violations.push(`${type} without such a file`);
    if (!hasRoom(chat)) return 45009;
    pushed.push({
      botId,
      chatid: String(body["chatid"]),
      chatType: body["chat_type"],
      type,
      text,
      file,
    });
    if (type === "template_card") cards.push(content);
    return 0;
  }

  return { asked, known, pushed, welcomes, cards, respond, push };
}
