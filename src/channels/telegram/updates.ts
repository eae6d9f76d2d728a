import type { JsonObject } from "../../domain/json.ts";
import type { InboundMessage } from "../../domain/message.ts";
import { findPairingCode } from "../../domain/pairing.ts";
import type { QuotedMessages, QuoteReference } from "../../domain/ports/quotes.ts";
import { cleanText } from "../../domain/text.ts";
import { type Fields, fieldsOf, objectsOf, textOf } from "../kit/json-fields.ts";
import { isAddressed, type Profile, withoutAddress } from "./addressed.ts";
import { integerOf } from "./api.ts";
import { wordsOfClick } from "../kit/buttons.ts";
import { toQuote, wordsOfReaction } from "../kit/reactions.ts";
import { type Place, placeOf } from "./chats.ts";
import { type Content, contentOf } from "./content.ts";
import { isListed, telegramChannel, type TelegramSettings } from "./settings.ts";
import { messageIdOf } from "./verdict.ts";

export interface ReadDeps {
  readonly settings: TelegramSettings;
  readonly quotes: QuotedMessages;
}

/** An update, as far as it concerns us. */
export interface ReadUpdate {
  readonly message: InboundMessage;
  /** A message that was changed after it was sent. */
  readonly isEdit: boolean;
  /** A click on a button: Telegram shows it as running until it is answered. */
  readonly click?: { readonly id: string; readonly on: string } | undefined;
}

interface Sender {
  readonly id: number;
  readonly username: string | undefined;
  readonly name: string | undefined;
  readonly language: string | undefined;
}

/**
 * The message of an update. Undefined for what is not meant for us: other people's talk in a group,
 * other bots, channels.
 */
export async function readUpdate(
  on: ReadDeps,
  update: Fields,
  me: Profile,
): Promise<ReadUpdate | undefined> {
  const click = fieldsOf(update["callback_query"]);
  if (click !== undefined) return readClick(on, click, me);
  const reaction = fieldsOf(update["message_reaction"]);
  if (reaction !== undefined)
    return readReaction(on, { ...reaction, update_id: update["update_id"] }, me);
  const edited = fieldsOf(update["edited_message"]);
  const message = fieldsOf(update["message"]) ?? edited;
  if (message === undefined) return undefined;
  const read = await readMessage(on, message, me);
  return read && { message: read, isEdit: edited !== undefined };
}

async function readMessage(
  on: ReadDeps,
  message: Fields,
  me: Profile,
): Promise<InboundMessage | undefined> {
  const sender = senderOf(message["from"]);
  const vendorId = messageIdOf(message);
  const place = sender && placeOf(message, sender.id, on.settings);
  if (sender === undefined || vendorId === undefined || place === undefined) return undefined;
  if (place.isGroup && !(isAdmittedGroup(on, place) && isAddressed(message, me))) return undefined;
  const content = contentOf(message);
  // A person writes to the bot: that it can't read their message is worth an answer.
  if (content === undefined && (place.isGroup || isService(message))) return undefined;
  const { text, payload } = content ?? { text: "[unsupported message]", payload: {} };
  const words = textOf(message["text"]) === undefined ? text : withoutAddress(message, me);
  const said = toSaid({ text: words, payload }, sender);
  const quote = await quoteOf(on, message, { place, me });
  return inboundOf(on, {
    me,
    sender,
    place,
    vendorId,
    text: said,
    payload: {
      ...payload,
      ...(quote === undefined ? {} : { quote }),
      ...(fieldsOf(message["forward_origin"]) === undefined ? {} : { forwarded: true }),
    },
  });
}

/** Messages of these kinds tell what happened in the chat. */
const isService = (message: Fields): boolean =>
  Object.keys(message).some((key) =>
    /^(?:new_chat_|left_chat_|group_chat_|supergroup_|channel_chat_|pinned_|migrate_|message_auto_|forum_topic_|general_forum_|video_chat_|chat_(?:shared|background)|users_shared|boost_|write_access|proximity_|giveaway|connected_website|successful_payment|delete_chat_)/.test(
      key,
    ),
  );

const isAdmittedGroup = ({ settings }: ReadDeps, { chatId }: Place): boolean =>
  isListed(settings.allowedGroups, String(chatId));

function senderOf(value: unknown): Sender | undefined {
  const from = fieldsOf(value);
  const id = integerOf(from?.["id"]);
  if (from === undefined || id === undefined || from["is_bot"] === true) return undefined;
  const names = [textOf(from["first_name"]), textOf(from["last_name"])];
  const name = cleanText(names.filter((word) => word !== undefined).join(" "), 200).trim();
  return {
    id,
    username: textOf(from["username"]),
    name: name === "" ? undefined : name,
    language: textOf(from["language_code"]),
  };
}

/**
 * The start button sends `/start`, a link of ours the same with a code. The code is what the person
 * wants to say; without one they say hello.
 */
function toSaid({ text }: Content, { language }: Sender): string {
  const [, given] = /^\/start(?:\s+([\w-]{1,64}))?\s*$/.exec(text) ?? [];
  if (!/^\/start(?:\s|$)/.test(text)) return text;
  if (given !== undefined) {
    const [, friend] = /^friend_([\w-]{22})$/.exec(given) ?? [];
    if (friend !== undefined) return `#friend=${friend}`;
    if (findPairingCode(given) !== undefined) return given;
  }
  return language?.startsWith("zh") === true ? "你好" : "Hello";
}

/** The message that this one answers: as we stored it, otherwise as Telegram shows it. */
async function quoteOf(
  { quotes }: ReadDeps,
  message: Fields,
  { place, me }: { readonly place: Place; readonly me: Profile },
): Promise<JsonObject | undefined> {
  const answered = fieldsOf(message["reply_to_message"]);
  const vendorId = answered && messageIdOf(answered);
  // In a topic every message answers the one that opened it.
  if (answered === undefined || vendorId === undefined || "forum_topic_created" in answered)
    return undefined;
  const known = await findQuote({ quotes }, { place, me, vendorId });
  if (known !== undefined) return known;
  const from = integerOf(fieldsOf(answered["from"])?.["id"]);
  const text = contentOf(answered)?.text;
  return {
    vendor_id: vendorId,
    ...(text === undefined ? {} : { text }),
    ...(from === me.id ? { from: "us" } : {}),
  };
}

async function findQuote(
  { quotes }: Pick<ReadDeps, "quotes">,
  of: Answered,
): Promise<JsonObject | undefined> {
  const found = await quotes.find(toReference(of));
  return found && toQuote(of.vendorId, found);
}

interface Answered {
  readonly place: Place;
  readonly me: Profile;
  readonly vendorId: string;
}

const toReference = ({ place, me, vendorId }: Answered): QuoteReference => ({
  channel: telegramChannel,
  channelAccount: String(me.id),
  scope: place.scope,
  vendorId,
});

interface Incoming {
  readonly me: Profile;
  readonly sender: Sender;
  readonly place: Place;
  readonly vendorId: string;
  readonly text: string;
  readonly payload: JsonObject;
}

function inboundOf(
  { settings }: ReadDeps,
  { me, sender, place, vendorId, text, payload }: Incoming,
): InboundMessage {
  const { scope, peer, isShared, isGroup, chatId } = place;
  const facts = {
    chat_type: isGroup ? "group" : "private",
    ...(isGroup ? { chat_id: String(chatId) } : {}),
  };
  return {
    route: { channel: telegramChannel, channelAccount: String(me.id), scope, peer },
    vendorId,
    subject: String(sender.id),
    text,
    senderName: sender.name,
    payload: {
      ...payload,
      sender: isShared ? (sender.name ?? String(sender.id)) : String(sender.id),
      surroundings: { shared: isShared, facts: { TELEGRAM_CHAT: facts } },
    },
    busyPolicy: settings.busyPolicy,
    provision: isAdmitted(settings, sender),
    ...(isShared ? { mayStop: "own" as const } : {}),
  };
}

/** May an unknown person become a new account? */
const isAdmitted = (
  { access, allowedUsers }: TelegramSettings,
  { id, username }: Sender,
): boolean =>
  access === "open" ||
  (access === "list" &&
    allowedUsers.some(
      (entry) =>
        entry === String(id) ||
        (username !== undefined && entry.toLowerCase() === username.toLowerCase()),
    ));

/** The words of a click answer the message that the button is under. */
async function readClick(
  on: ReadDeps,
  click: Fields,
  me: Profile,
): Promise<ReadUpdate | undefined> {
  const id = textOf(click["id"]);
  const under = fieldsOf(click["message"]);
  const vendorId = under && messageIdOf(under);
  const sender = senderOf(click["from"]);
  const text = wordsOfClick(textOf(click["data"]) ?? "");
  if (id === undefined || !/^\d{1,40}$/.test(id) || text === undefined) return undefined;
  if (under === undefined || vendorId === undefined || sender === undefined) return undefined;
  const place = placeOf(under, sender.id, on.settings);
  if (place === undefined || (place.isGroup && !isAdmittedGroup(on, place))) return undefined;
  const quote = (await findQuote(on, { place, me, vendorId })) ?? {
    vendor_id: vendorId,
    text: contentOf(under)?.text ?? "",
    from: "us",
  };
  return {
    message: inboundOf(on, {
      me,
      sender,
      place,
      vendorId: `click:${id}`,
      text,
      payload: { quote },
    }),
    isEdit: false,
    click: { id, on: vendorId },
  };
}

/** A reaction that was added to a reminder counts as a click. One that was taken away says nothing. */
async function readReaction(
  on: ReadDeps,
  reaction: Fields,
  me: Profile,
): Promise<ReadUpdate | undefined> {
  const update = integerOf(reaction["update_id"]);
  const vendorId = messageIdOf(reaction);
  const sender = senderOf(reaction["user"]);
  const place = sender && placeOf(reaction, sender.id, on.settings);
  if (update === undefined || vendorId === undefined) return undefined;
  if (sender === undefined || place === undefined) return undefined;
  if (place.isGroup && !isAdmittedGroup(on, place)) return undefined;
  const before = new Set(emojisIn(reaction["old_reaction"]));
  const found = await on.quotes.find(toReference({ place, me, vendorId }));
  const text = emojisIn(reaction["new_reaction"])
    .filter((emoji) => !before.has(emoji))
    .map((emoji) => wordsOfReaction(emoji, found))
    .find((words) => words !== undefined);
  if (text === undefined || found === undefined) return undefined;
  const payload = { quote: toQuote(vendorId, found) };
  const id = `reaction:${update}`;
  return {
    message: inboundOf(on, { me, sender, place, vendorId: id, text, payload }),
    isEdit: false,
  };
}

const emojisIn = (list: unknown): string[] =>
  objectsOf(list).flatMap(({ emoji }) => textOf(emoji) ?? []);
