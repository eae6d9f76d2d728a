import { Refusal } from "../../../domain/errors.ts";
import { type Fields, fieldsOf, idOf, textOf } from "../fields.ts";
import type { ReceiveDeps, Reply } from "../incoming.ts";
import { receive } from "../receive.ts";
import { type WecomBot, wecomChannel } from "../settings.ts";
import { say } from "../bot-replies.ts";
import type { Answers } from "./answers.ts";
import type { Chat } from "./chat.ts";
import type { Session } from "./session.ts";
import { commands, type WireFrame } from "./wire.ts";

export interface InboundDeps extends ReceiveDeps {
  readonly bot: WecomBot;
  readonly session: Session;
  readonly answers: Answers;
  /** Aborted when the process ends: then nothing waits any more. */
  readonly leaving: AbortSignal;
  /** An answer went out into a chat. */
  readonly answered: (chat: string) => void;
  /** Shows a card in a chat, if there is room for it. */
  readonly showCard: (chat: Chat, card: object) => void;
}

/**
 * Accepts what WeCom sends. Messages of one chat are accepted in order; chats do not wait for each
 * other.
 */
export interface Inbound {
  take(frame: WireFrame): void;
  /** Resolves when everything received is stored. */
  drained(): Promise<void>;
}

const waitsMs = [500, 2_000, 8_000, 20_000, 60_000];

export const isTakeover = ({ body }: WireFrame): boolean => eventOf(body) === "disconnected_event";

const eventOf = (message: Fields): string | undefined =>
  textOf(fieldsOf(message["event"])?.["eventtype"]);

export function createInbound(on: InboundDeps): Inbound {
  const lines = new Map<string, Promise<void>>();
  return {
    take(frame) {
      const chat = chatIn(frame.body);
      const run = (lines.get(chat) ?? Promise.resolve()).then(() => answer(on, frame, chat));
      lines.set(chat, run);
      void run.then(() => lines.get(chat) === run && lines.delete(chat));
    },
    drained: async () => void (await Promise.all(lines.values())),
  };
}

const chatIn = (message: Fields): string =>
  idOf(message["chatid"]) ?? idOf(fieldsOf(message["from"])?.["userid"]) ?? "";

async function answer(on: InboundDeps, { body, reqId }: WireFrame, chat: string): Promise<void> {
  const botId = idOf(body["aibotid"]);
  if (botId !== undefined && botId !== on.bot.botId)
    return on.log.warn(
      { channel: wecomChannel, bot: on.bot.name },
      "a message for another bot arrived over this bot's connection",
    );
  const reply = await keepOrHold(on, body, reqId);
  if (reply === undefined) return;
  on.answered(chat);
  const stream = fieldsOf((reply as Fields)["stream"]);
  const id = textOf(stream?.["id"]);
  if (stream !== undefined && id !== undefined) {
    on.answers.begin({
      id,
      replyTo: reqId,
      reply: { msgtype: "stream", stream },
      content: textOf(stream["content"]) ?? "",
      finish: stream["finish"] === true,
    });
    // A stream takes no card here: it follows.
    const card = fieldsOf((reply as Fields)["template_card"]);
    if (card !== undefined)
      on.showCard({ chatid: chat, chat_type: idOf(body["chatid"]) === undefined ? 1 : 2 }, card);
    return;
  }
  const cmd = eventOf(body) === "enter_chat" ? commands.welcome : commands.updateCard;
  // Later messages do not wait for WeCom's acknowledgement.
  void on.session.call({ cmd, reqId, body: reply }).then((said) => {
    if (said.kind !== "ok")
      on.log.info(
        { channel: wecomChannel, cmd, said },
        "WeCom did not accept the answer to an event",
      );
  });
}

/**
 * WeCom does not send a message again. While it can't be accepted it is held here; if that lasts
 * too long, the person is notified.
 */
async function keepOrHold(on: InboundDeps, message: Fields, replyTo: string): Promise<Reply> {
  for (const waitMs of [...waitsMs, undefined]) {
    try {
      return await receive({ ...on, replyTo }, on.bot, message);
    } catch (error) {
      const isFlood = error instanceof Refusal && error.code === "rate_limited";
      on.log[isFlood ? "info" : "error"](
        { error, channel: wecomChannel },
        "a message could not be accepted",
      );
      if (isFlood || waitMs === undefined) return notTaken(message, replyTo, isFlood);
      await on.clock.wait(waitMs, on.leaving);
      if (on.leaving.aborted) return undefined;
    }
  }
  return undefined;
}

const notTaken = (message: Fields, replyTo: string, isFlood: boolean): Reply =>
  textOf(message["msgtype"]) === "event"
    ? undefined
    : {
        msgtype: "stream",
        stream: {
          id: `un_${replyTo}`.slice(0, 64),
          finish: true,
          content: say(isFlood ? "flood" : "away", "zh"),
        },
      };
