import type { InboundMessage } from "../../domain/message.ts";
import type { QuotedMessages } from "../../domain/ports/quotes.ts";
import { cleanText } from "../../domain/text.ts";
import { wordsOfClick } from "../kit/buttons.ts";
import { findQuote, toInbound } from "../kit/chat-message.ts";
import { type Fields, fieldsOf, idOf, textOf } from "../kit/json-fields.ts";
import type { Names } from "../kit/names.ts";
import { isListed, type Place, placeIn } from "../kit/places.ts";
import { type Content, contentOf, type Mention, mentionsIn, withoutAddress } from "./content.ts";
import {
  chatIdOf,
  type FeishuApp,
  feishuChannel,
  type FeishuSettings,
  messageIdOf,
  openIdOf,
} from "./settings.ts";

export interface ReadDeps {
  readonly settings: FeishuSettings;
  readonly quotes: QuotedMessages;
  /** The bot's own id in this app; undefined while Feishu can't be asked. */
  botIdOf(app: FeishuApp): Promise<string | undefined>;
  namesOf(app: FeishuApp): Names;
}

/** An event, as far as it concerns us. */
export interface ReadEvent {
  readonly message: InboundMessage;
  /** A click on a button, under a message of ours with these words. */
  readonly click?: { readonly text: string | undefined } | undefined;
}

/** An event of the second form. Undefined for what is not meant for us. */
export async function readEvent(
  on: ReadDeps,
  app: FeishuApp,
  body: Fields,
): Promise<ReadEvent | undefined> {
  const header = fieldsOf(body["header"]);
  const event = fieldsOf(body["event"]);
  if (header === undefined || event === undefined) return undefined;
  // Another app's event, sent to our address.
  if (header["app_id"] !== undefined && header["app_id"] !== app.id) return undefined;
  if (header["event_type"] === "im.message.receive_v1") return readMessage(on, app, event);
  if (header["event_type"] === "card.action.trigger")
    return readClick(on, app, { event, id: idOf(header["event_id"]) });
  return undefined;
}

async function readMessage(
  on: ReadDeps,
  app: FeishuApp,
  event: Fields,
): Promise<ReadEvent | undefined> {
  const said = findSaid(on, event);
  if (said === undefined) return undefined;
  const { message, userId, vendorId, place } = said;
  const mentions = mentionsIn(message);
  const botId = mentions.length > 0 || place.isGroup ? await on.botIdOf(app) : undefined;
  const answered = messageIdOf(message["parent_id"]);
  const quote = answered === undefined ? undefined : await quoteOf(on, app, { place, answered });
  if (place.isGroup && !isAddressed(mentions, botId) && quote?.["from"] !== "us") return undefined;
  const content = contentOf(message);
  const payload = { ...payloadOf(content), ...(quote === undefined ? {} : { quote }) };
  const name = place.isShared ? await on.namesOf(app).find(userId) : undefined;
  return {
    message: toInbound(on.settings, {
      channel: feishuChannel,
      channelAccount: app.id,
      place,
      sender: { id: userId, name },
      vendorId,
      text: cleanText(wordsOf(content, mentions, botId)),
      payload,
    }),
  };
}

/** A message of a person, in a place where we may answer. */
function findSaid(on: ReadDeps, event: Fields) {
  const sender = fieldsOf(event["sender"]);
  const userId = openIdOf(fieldsOf(sender?.["sender_id"])?.["open_id"]);
  const message = fieldsOf(event["message"]);
  const vendorId = messageIdOf(message?.["message_id"]);
  if (message === undefined || userId === undefined || vendorId === undefined) return undefined;
  const place = placeOf(on, message, userId);
  if (place === undefined || sender?.["sender_type"] !== "user") return undefined;
  return { message, userId, vendorId, place };
}

function placeOf({ settings }: ReadDeps, message: Fields, userId: string): Place | undefined {
  const chatId = chatIdOf(message["chat_id"]);
  if (chatId === undefined) return undefined;
  const isGroup = message["chat_type"] !== "p2p";
  if (isGroup && !isListed(settings.allowedGroups, chatId)) return undefined;
  return placeIn({ chatId, isGroup }, userId, settings.sharedGroups);
}

const isAddressed = (mentions: readonly Mention[], botId: string | undefined): boolean =>
  botId !== undefined && mentions.some(({ openId }) => openId === botId);

function wordsOf(
  { text }: Content,
  mentions: readonly Mention[],
  botId: string | undefined,
): string {
  const words = withoutAddress(text, mentions, botId);
  return words === "" ? "[unsupported message]" : words;
}

const payloadOf = ({ media, location }: Content): NonNullable<InboundMessage["payload"]> => ({
  ...(media.length === 0 ? {} : { media }),
  ...(location === undefined ? {} : { location }),
});

async function quoteOf(
  { quotes }: ReadDeps,
  app: FeishuApp,
  { place, answered }: { readonly place: Place; readonly answered: string },
) {
  const { scope } = place;
  const of = { channel: feishuChannel, channelAccount: app.id, scope, vendorId: answered };
  return (await findQuote(quotes, of)) ?? { vendor_id: answered };
}

/** The words of a click answer the message that the button is under. */
async function readClick(
  on: ReadDeps,
  app: FeishuApp,
  { event, id }: { readonly event: Fields; readonly id: string | undefined },
): Promise<ReadEvent | undefined> {
  const click = clickIn(event);
  if (click === undefined || id === undefined) return undefined;
  const { userId, chatId, isGroup, under, text } = click;
  if (isGroup && !isListed(on.settings.allowedGroups, chatId)) return undefined;
  const place = placeIn({ chatId, isGroup }, userId, on.settings.sharedGroups);
  const of = { channel: feishuChannel, channelAccount: app.id, scope: place.scope };
  const quote = await findQuote(on.quotes, { ...of, vendorId: under });
  return {
    click: { text: textOf(quote?.["text"]) },
    message: toInbound(on.settings, {
      ...of,
      place,
      sender: { id: userId },
      vendorId: `click:${id}`,
      text,
      payload: { quote: quote ?? { vendor_id: under, from: "us" } },
    }),
  };
}

/** A click on a button of ours. */
function clickIn(event: Fields) {
  const userId = openIdOf(fieldsOf(event["operator"])?.["open_id"]);
  const context = fieldsOf(event["context"]);
  const under = messageIdOf(context?.["open_message_id"]);
  const chatId = chatIdOf(context?.["open_chat_id"]);
  const value = fieldsOf(fieldsOf(event["action"])?.["value"]);
  const text = wordsOfClick(textOf(value?.["mw"]) ?? "");
  if (userId === undefined || under === undefined || chatId === undefined) return undefined;
  if (text === undefined) return undefined;
  return { userId, under, chatId, text, isGroup: value?.["in"] !== "p2p" };
}
