import type { InboundMessage } from "../../domain/message.ts";
import type { QuotedMessages } from "../../domain/ports/quotes.ts";
import { cleanText } from "../../domain/text.ts";
import { findQuote, toInbound } from "../kit/chat-message.ts";
import { type Fields, fieldsOf, textOf } from "../kit/json-fields.ts";
import type { Names } from "../kit/names.ts";
import { isListed, type Place, placeIn } from "../kit/places.ts";
import { filesIn, isMentioned, labelsOf, wordsOf } from "./content.ts";
import {
  chatIdOf,
  isGroupChat,
  type SlackApp,
  slackChannel,
  type SlackSettings,
  timeOf,
  userIdOf,
  vendorIdOf,
} from "./settings.ts";

export interface ReadDeps {
  readonly settings: SlackSettings;
  readonly quotes: QuotedMessages;
  /** The bot's own user id; undefined while Slack can't be asked. */
  botIdOf(app: SlackApp): Promise<string | undefined>;
  namesOf(app: SlackApp): Names;
}

/** Something that a person did, as far as it concerns us. */
export interface ReadEvent {
  readonly message: InboundMessage;
  readonly chatId: string;
  /** A message whose buttons were used, and the same without them. */
  readonly clicked?: { readonly ts: string; readonly body: object } | undefined;
}

/** Of the kinds of messages those that people write. */
const kinds: readonly unknown[] = [undefined, "file_share", "thread_broadcast", "me_message"];

/** A message. Undefined for what is not meant for us: other people's talk, other bots, reports. */
export async function readMessage(
  on: ReadDeps,
  app: SlackApp,
  event: Fields,
): Promise<ReadEvent | undefined> {
  const said = findSaid(on, event);
  if (said === undefined) return undefined;
  const { userId, place, ts, thread } = said;
  const text = textOf(event["text"]) ?? "";
  const botId = await on.botIdOf(app);
  if (userId === botId) return undefined;
  const quote = await quoteOf(on, app, { place, ts: thread });
  const isMeant =
    !place.isGroup ||
    event["type"] === "app_mention" ||
    isMentioned(text, botId) ||
    // In a thread that began with a message to us, or of ours, no name is needed.
    quote !== undefined;
  if (!isMeant) return undefined;
  const files = filesIn(event);
  const names = on.namesOf(app);
  const words = await wordsOf(text, { botId, names });
  const name = place.isShared ? await names.find(userId) : undefined;
  return {
    chatId: place.chatId,
    message: toInbound(on.settings, {
      channel: slackChannel,
      channelAccount: app.id,
      place,
      sender: { id: userId, name },
      vendorId: vendorIdOf({ chatId: place.chatId, ts, thread }),
      text: cleanText(words === "" ? labelsOf(files) : words),
      payload: {
        ...(files.length === 0 ? {} : { media: files }),
        ...(quote?.["from"] === "us" ? { quote } : {}),
      },
    }),
  };
}

/** A message of a person, in a place where we may answer. */
function findSaid(on: ReadDeps, event: Fields) {
  const userId = userIdOf(event["user"]);
  const ts = timeOf(event["ts"]);
  if (userId === undefined || ts === undefined) return undefined;
  const isTheirs = !("bot_id" in event) && event["hidden"] !== true;
  if (!kinds.includes(event["subtype"]) || !isTheirs) return undefined;
  const place = placeOf(on, event["channel"], userId);
  if (place === undefined) return undefined;
  const root = timeOf(event["thread_ts"]);
  return { userId, place, ts, thread: root === ts ? undefined : root };
}

/** Undefined for a channel in which we do not answer. */
export function placeOf(
  { settings }: Pick<ReadDeps, "settings">,
  channel: unknown,
  userId: string,
): Place | undefined {
  const chatId = chatIdOf(channel);
  if (chatId === undefined) return undefined;
  const isGroup = isGroupChat(chatId);
  if (isGroup && !isListed(settings.allowedGroups, chatId)) return undefined;
  return placeIn({ chatId, isGroup }, userId, settings.sharedGroups);
}

export async function quoteOf(
  { quotes }: Pick<ReadDeps, "quotes">,
  app: SlackApp,
  { place, ts }: { readonly place: Place; readonly ts: string | undefined },
) {
  const { scope, chatId } = place;
  if (ts === undefined) return undefined;
  const of = { channel: slackChannel, channelAccount: app.id, scope };
  return findQuote(quotes, { ...of, vendorId: vendorIdOf({ chatId, ts }) });
}

/** `/scene list`: Slack keeps what begins with a stroke from the chat, and tells us of it. */
export function readCommand(on: ReadDeps, app: SlackApp, command: Fields): ReadEvent | undefined {
  const userId = userIdOf(command["user_id"]);
  const name = textOf(command["command"]);
  const id = textOf(command["trigger_id"]);
  if (userId === undefined || name === undefined || id === undefined) return undefined;
  const place = placeOf(on, command["channel_id"], userId);
  // Other commands are not ours.
  if (place === undefined || !/^\/[\p{L}\p{N}_-]{1,40}$/u.test(name)) return undefined;
  const text = `${name} ${textOf(command["text"]) ?? ""}`.trim();
  return {
    chatId: place.chatId,
    message: toInbound(on.settings, {
      channel: slackChannel,
      channelAccount: app.id,
      place,
      sender: { id: userId, name: textOf(fieldsOf(command)?.["user_name"]) },
      vendorId: `command:${id.slice(0, 200).replaceAll(/[^\x21-\x7e]/g, "_")}`,
      text: cleanText(text),
      payload: {},
    }),
  };
}
