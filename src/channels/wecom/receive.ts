import { Refusal } from "../../domain/errors.ts";
import type { AcceptOutcome } from "../../domain/message.ts";
import { foldForMatching } from "../../domain/text.ts";
import { stopCard } from "./cards.ts";
import { type Content, contentOf } from "./content.ts";
import { answerEvent } from "./events.ts";
import { type Fields, fieldsOf, idOf, textOf } from "./fields.ts";
import { currentFrame, type Frame, standingFrame, streamReply } from "./frames.ts";
import {
  inboundOf,
  keepTicket,
  type ReceiveDeps,
  type Reply,
  routeOf,
  type VerifiedIncoming,
  streamIdOf,
} from "./incoming.ts";
import { frameReply } from "./pictures.ts";
import { answerPushCommand, isPushCommand } from "./push-command.ts";
import { isAdmitted, senderOf, withoutMention } from "./scope.ts";
import { type WecomBot, wecomChannel } from "./settings.ts";
import {
  controlText,
  emojiFor,
  gone,
  helpText,
  languageIn,
  notAdmitted,
  say,
  unheardText,
  working,
} from "./bot-replies.ts";

/** One message of WeCom's, proven and opened, by whichever transport it came. */
export async function receive(on: ReceiveDeps, bot: WecomBot, message: Fields): Promise<Reply> {
  if (textOf(message["msgtype"]) === "stream") {
    const id = idOf(fieldsOf(message["stream"])?.["id"]) ?? "";
    const frame = await (on.isCopy === true
      ? readAnswer(on, id, bot)
      : currentFrame(frameDeps(on), id, bot.name));
    return frameReply(on.media, { id, frame });
  }
  const sender = senderOf(message, on.settings);
  const vendorId = idOf(message["msgid"]);
  if (sender === undefined || vendorId === undefined) {
    on.log.warn({ channel: wecomChannel, bot: bot.name }, "ignored a message without a sender");
    return undefined;
  }
  const said: VerifiedIncoming = { bot, sender, vendorId, message };
  return textOf(message["msgtype"]) === "event" ? answerEvent(on, said) : answerMessage(on, said);
}

const frameDeps = (on: ReceiveDeps) => ({
  streams: on.streams,
  receipts: on.ports.receipts,
  clock: on.clock,
});

async function answerMessage(on: ReceiveDeps, said: VerifiedIncoming): Promise<Reply> {
  const { bot, sender, vendorId } = said;
  const id = streamIdOf(bot, vendorId);
  if (!isAdmitted(on.settings, sender))
    return streamReply(id, { content: notAdmitted(sender.userId, sender.chatId), finish: true });
  await keepTicket(on, said);
  // Before the message is taken in: its turn may be done before we come back, and its reply must
  // find the stream.
  const isKnown =
    on.settings.streams &&
    (await on.streams.open({ ...routeOf(said), id, vendorId, replyTo: on.replyTo })) === "known";
  const frame =
    (isKnown ? await findEndedFrame(on, id) : undefined) ?? (await frameFor(on, said, id));
  return frame && frameReply(on.media, { id, frame, more: { feedback: { id } } });
}

/** Undefined where no stream is shown: the answer follows as a message. */
async function frameFor(
  on: ReceiveDeps,
  said: VerifiedIncoming,
  id: string,
): Promise<Frame | undefined> {
  const content = contentOf(said.message);
  if (content.kind !== "message") return answerWith(on, id, unreadText(on, content));
  const text =
    said.sender.chatType === "group"
      ? withoutMention(content.text, said.bot.displayName)
      : content.text.trim();
  // The bot was mentioned and nothing else: there is nothing that a model could answer.
  if (text === "" && Object.keys(content.payload).length === 0)
    return answerWith(on, id, say("listening", "zh"));
  if (foldForMatching(text) === "/help") return answerWith(on, id, helpText());
  if (isPushCommand(text) && on.isCopy === true)
    throw new Refusal("webhook_unauthorized", undefined, "This callback was already received.");
  if (isPushCommand(text))
    return answerWith(
      on,
      id,
      await answerPushCommand({ ...on, secrets: on.ports.secrets }, text, {
        bot: said.bot.name,
        sender: said.sender,
      }),
    );
  try {
    const [outcome] = await on.ports.inbox.take({
      messages: [inboundOf(on, said, { ...content, text })],
    });
    return on.settings.streams
      ? await frameOfOutcome(on, { id, bot: said.bot, text }, outcome)
      : undefined;
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 429 || !on.settings.streams) throw error;
    return {
      content: say(error.code === "daily_limit" ? "day_full" : "flood", languageIn(text)),
      finish: true,
    };
  }
}

const unreadText = (on: ReceiveDeps, { kind }: Content): string =>
  kind === "unheard" ? unheardText(emojiFor(on.chance.random())) : say("unsupported", "zh");

interface Answering {
  readonly id: string;
  readonly bot: WecomBot;
  readonly text: string;
}

async function frameOfOutcome(
  on: ReceiveDeps,
  { id, bot, text }: Answering,
  outcome: AcceptOutcome | undefined,
): Promise<Frame> {
  const language = languageIn(text);
  if (outcome?.kind === "refused" && outcome.code === "daily_limit")
    return answerWith(on, id, say("no_newcomers", language));
  if (outcome === undefined || outcome.kind === "refused")
    return answerWith(on, id, say("unsupported", language));
  if (outcome.kind === "busy") {
    const frame = await answerWith(
      on,
      id,
      `${say("busy", language)}${emojiFor(on.chance.random())}`,
    );
    return on.settings.stopButton ? { ...frame, card: stopCard(id) } : frame;
  }
  if (outcome.kind === "control")
    return answerWith(on, id, controlText(outcome.control ?? "nothing_to_stop", text));
  if (outcome.kind === "accepted") return { content: working, finish: false };
  const isFetching = on.replyTo === undefined && on.isCopy !== true;
  return isFetching ? currentFrame(frameDeps(on), id, bot.name) : readAnswer(on, id, bot);
}

/** A repeated message that was answered gets the same answer: no command is carried out twice. */
async function findEndedFrame({ streams }: ReceiveDeps, id: string): Promise<Frame | undefined> {
  const view = await streams.look(id);
  return view?.ended === undefined ? undefined : standingFrame(view);
}

/**
 * Only reads: a pushed answer changes when WeCom acknowledges a frame, a fetched one when WeCom
 * asks.
 */
async function readAnswer(on: ReceiveDeps, id: string, bot: WecomBot): Promise<Frame> {
  const view = await on.streams.look(id);
  return view?.channelAccount === bot.name ? standingFrame(view) : { content: gone, finish: true };
}

/** A finished answer, the same for every copy of its message. */
async function answerWith(on: ReceiveDeps, id: string, text: string): Promise<Frame> {
  if (!on.settings.streams || (await on.streams.end(id, { as: "told", text, ifParts: 0 })))
    return { content: text, finish: true };
  const view = await on.streams.look(id);
  return { content: view?.ended?.text ?? text, finish: true };
}
