import { attachmentLabel } from "../../domain/attachment.ts";
import type { Media } from "../../domain/events/conversation.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { InboundMessage } from "../../domain/message.ts";
import type { QuotedMessages, QuoteReference } from "../../domain/ports/quotes.ts";
import { cleanText } from "../../domain/text.ts";
import { wordsOfClick } from "../kit/buttons.ts";
import { toQuote, wordsOfReaction } from "../kit/reactions.ts";
import { type Fields, fieldsOf, numberOf, objectsOf, textOf } from "../kit/json-fields.ts";
import { type Place, placeOf } from "./chats.ts";
import {
  type DiscordBot,
  discordChannel,
  type DiscordSettings,
  isListed,
  snowflakeOf,
} from "./settings.ts";

export interface ReadDeps {
  readonly settings: DiscordSettings;
  readonly quotes: QuotedMessages;
}

/** An event, as far as it concerns us. */
export interface ReadEvent {
  readonly message: InboundMessage;
  /** The channel that it was written in. */
  readonly channelId: string;
  /** A click on a button: Discord shows it as failed unless it is answered within three seconds. */
  readonly click?: { readonly id: string; readonly token: string } | undefined;
}

interface Sender {
  readonly id: string;
  readonly username: string | undefined;
  readonly name: string | undefined;
}

/** Ordinary messages and answers. The other types tell what happened in the channel. */
const messageTypes: readonly unknown[] = [0, 19];

/** Undefined for what is not meant for us: other people's talk, other bots, reports. */
export async function readMessage(
  on: ReadDeps,
  bot: DiscordBot,
  message: Fields,
): Promise<ReadEvent | undefined> {
  const sender = senderOf(message["author"], message["member"]);
  const vendorId = snowflakeOf(message["id"]);
  const place = sender && placeOf(message, sender.id, on.settings);
  if (sender === undefined || vendorId === undefined || place === undefined) return undefined;
  if (!messageTypes.includes(message["type"] ?? 0) || "webhook_id" in message) return undefined;
  if (place.isGroup && !(isAdmitted(on, place) && isAddressed(message, bot))) return undefined;
  const files = objectsOf(message["attachments"]).slice(0, 10).flatMap(fileOf(message, place));
  const words = withoutAddress(textOf(message["content"]) ?? "", bot);
  const quote = await quoteOf(on, bot, { message, place });
  return {
    channelId: place.channelId,
    message: inboundOf(on, {
      bot,
      sender,
      place,
      vendorId,
      text: cleanText(words === "" ? labelOf(message, files) : words),
      payload: {
        ...(files.length === 0 ? {} : { media: files }),
        ...(quote === undefined ? {} : { quote }),
      },
    }),
  };
}

const isAdmitted = ({ settings }: ReadDeps, { channelId }: Place): boolean =>
  isListed(settings.allowedChannels, channelId);

/** Discord also lists the author of an answered message, unless the person switched that off. */
function isAddressed(message: Fields, { id }: DiscordBot): boolean {
  const answered = fieldsOf(message["referenced_message"]);
  return (
    objectsOf(message["mentions"]).some((user) => user["id"] === id) ||
    fieldsOf(answered?.["author"])?.["id"] === id
  );
}

/** The person's words, without the bot's name at either end. Inside a sentence it is theirs. */
function withoutAddress(text: string, { id }: DiscordBot): string {
  const name = `<@!?${id}>`;
  return text
    .replace(new RegExp(`^\\s*(?:${name}\\s*)+`), "")
    .replace(new RegExp(`(?:\\s*${name})+\\s*$`), "")
    .trim();
}

function senderOf(value: unknown, membership: unknown): Sender | undefined {
  const user = fieldsOf(value);
  const id = snowflakeOf(user?.["id"]);
  if (user === undefined || id === undefined || user["bot"] === true) return undefined;
  const username = textOf(user["username"]);
  const shown = textOf(fieldsOf(membership)?.["nick"]) ?? textOf(user["global_name"]) ?? username;
  const name = cleanText(shown ?? "", 200).trim();
  return { id, username, name: name === "" ? undefined : name };
}

const voiceFlag = 1 << 13;

const fileOf =
  (message: Fields, { channelId }: Place) =>
  (file: Fields): readonly Media[] => {
    const url = textOf(file["url"]);
    const id = snowflakeOf(file["id"]);
    if (url === undefined || id === undefined || url.length > 2_000) return [];
    const type = textOf(file["content_type"])?.split(";")[0];
    const name = textOf(file["filename"])?.slice(0, 200);
    const bytes = numberOf(file["size"]);
    const isVoice = ((numberOf(message["flags"]) ?? 0) & voiceFlag) !== 0;
    return [
      {
        kind: isVoice ? "voice" : kindOf(type),
        vendor_id: id,
        ...(name === undefined ? {} : { name: cleanText(name, 200) }),
        ...(type === undefined || !/^[\w.+-]+\/[\w.+-]+$/.test(type) ? {} : { type }),
        source: { url, channel: channelId, ...(bytes === undefined ? {} : { bytes }) },
      },
    ];
  };

const kindOf = (type: string | undefined): string =>
  /^(image|video|audio)\//.exec(type ?? "")?.[1] ?? "document";

function labelOf(message: Fields, files: readonly Media[]): string {
  if (files.length > 0)
    return files
      .map(({ kind = "document", name }) => attachmentLabel({ kind, name: name ?? null }))
      .join(" ");
  const [sticker] = objectsOf(message["sticker_items"]);
  const name = textOf(sticker?.["name"]);
  if (name !== undefined) return `[sticker: ${name}]`;
  return fieldsOf(message["poll"]) === undefined ? "[unsupported message]" : "[poll]";
}

/** The message that this one answers: as we stored it, otherwise as Discord shows it. */
async function quoteOf(
  { quotes }: ReadDeps,
  bot: DiscordBot,
  { message, place }: { readonly message: Fields; readonly place: Place },
): Promise<JsonObject | undefined> {
  const vendorId = snowflakeOf(fieldsOf(message["message_reference"])?.["message_id"]);
  if (vendorId === undefined) return undefined;
  const answered = fieldsOf(message["referenced_message"]);
  const known = await findQuote(quotes, bot, { place, vendorId });
  if (known !== undefined) return known;
  const text = textOf(answered?.["content"]);
  const isOurs = fieldsOf(answered?.["author"])?.["id"] === bot.id;
  return {
    vendor_id: vendorId,
    ...(text === undefined ? {} : { text: cleanText(text) }),
    ...(isOurs ? { from: "us" } : {}),
  };
}

async function findQuote(
  quotes: QuotedMessages,
  bot: DiscordBot,
  of: { readonly place: Place; readonly vendorId: string },
): Promise<JsonObject | undefined> {
  const found = await quotes.find(toReference(bot, of));
  return found && toQuote(of.vendorId, found);
}

const toReference = (
  bot: DiscordBot,
  { place, vendorId }: { readonly place: Place; readonly vendorId: string },
): QuoteReference => ({
  channel: discordChannel,
  channelAccount: bot.id,
  scope: place.scope,
  vendorId,
});

interface Incoming {
  readonly bot: DiscordBot;
  readonly sender: Sender;
  readonly place: Place;
  readonly vendorId: string;
  readonly text: string;
  readonly payload: InboundMessage["payload"];
}

function inboundOf(
  { settings }: ReadDeps,
  { bot, sender, place, vendorId, text, payload }: Incoming,
): InboundMessage {
  const { scope, peer, isShared, isGroup, channelId } = place;
  const facts = {
    chat_type: isGroup ? "group" : "private",
    ...(isGroup ? { chat_id: channelId } : {}),
  };
  return {
    route: { channel: discordChannel, channelAccount: bot.id, scope, peer },
    vendorId,
    subject: sender.id,
    text,
    senderName: sender.name,
    payload: {
      ...payload,
      sender: isShared ? (sender.name ?? sender.id) : sender.id,
      surroundings: { shared: isShared, facts: { DISCORD_CHAT: facts } },
    },
    busyPolicy: settings.busyPolicy,
    provision: mayBegin(settings, sender),
    ...(isShared ? { mayStop: "own" as const } : {}),
  };
}

/** May an unknown person become a new account? */
const mayBegin = ({ access, allowedUsers }: DiscordSettings, { id, username }: Sender): boolean =>
  access === "open" ||
  (access === "list" && allowedUsers.some((entry) => entry === id || entry === username));

/** The words of a click answer the message that the button is under. */
export async function readClick(
  on: ReadDeps,
  bot: DiscordBot,
  click: Fields,
): Promise<ReadEvent | undefined> {
  const member = fieldsOf(click["member"]);
  const sender = senderOf(click["user"] ?? member?.["user"], member);
  const read = clickIn(click);
  const place = sender && placeOf(click, sender.id, on.settings);
  if (read === undefined || sender === undefined || place === undefined) return undefined;
  if (place.isGroup && !isAdmitted(on, place)) return undefined;
  const { id, token, text, under } = read;
  const quote = (await findQuote(on.quotes, bot, { place, vendorId: under.id })) ?? {
    vendor_id: under.id,
    text: cleanText(under.text),
    from: "us",
  };
  const vendorId = `click:${id}`;
  return {
    channelId: place.channelId,
    click: { id, token },
    message: inboundOf(on, { bot, sender, place, vendorId, text, payload: { quote } }),
  };
}

/** A click on a button of ours. */
interface Click {
  readonly id: string;
  readonly token: string;
  readonly text: string;
  readonly under: { readonly id: string; readonly text: string };
}

function clickIn(click: Fields): Click | undefined {
  const [id, token] = [snowflakeOf(click["id"]), textOf(click["token"])];
  const under = fieldsOf(click["message"]);
  const underId = snowflakeOf(under?.["id"]);
  const text = wordsOfClick(textOf(fieldsOf(click["data"])?.["custom_id"]) ?? "");
  // The token becomes part of an address.
  if (id === undefined || token === undefined || !/^[\w.-]{1,400}$/.test(token)) return undefined;
  if (text === undefined || underId === undefined) return undefined;
  return { id, token, text, under: { id: underId, text: textOf(under?.["content"]) ?? "" } };
}

/** A reaction that was added to a reminder counts as a click. Discord names its author by id alone. */
export async function readReaction(
  on: ReadDeps,
  bot: DiscordBot,
  reaction: Fields,
): Promise<ReadEvent | undefined> {
  const member = fieldsOf(reaction["member"]);
  const sender = senderOf(member?.["user"] ?? { id: reaction["user_id"] }, member);
  const under = snowflakeOf(reaction["message_id"]);
  const emoji = textOf(fieldsOf(reaction["emoji"])?.["name"]);
  const place = sender && placeOf(reaction, sender.id, on.settings);
  if (sender === undefined || place === undefined) return undefined;
  if (under === undefined || emoji === undefined) return undefined;
  if (sender.id === bot.id || (place.isGroup && !isAdmitted(on, place))) return undefined;
  const found = await on.quotes.find(toReference(bot, { place, vendorId: under }));
  const text = wordsOfReaction(emoji, found);
  if (text === undefined || found === undefined) return undefined;
  const payload = { quote: toQuote(under, found) };
  // The same reaction again is the same message.
  const vendorId = `reaction:${under}:${sender.id}`;
  return {
    channelId: place.channelId,
    message: inboundOf(on, { bot, sender, place, vendorId, text, payload }),
  };
}
