import { createHash } from "node:crypto";
import { attachmentLabel } from "../../../domain/attachment.ts";
import type { Json, JsonObject } from "../../../domain/json.ts";
import type { InboundMessage } from "../../../domain/message.ts";
import type { QuotedMessages } from "../../../domain/ports/quotes.ts";
import { cleanText } from "../../../domain/text.ts";
import { type BotAccount, channelName } from "./accounts.ts";
import { type MediaKind, type Noted, toNoted } from "./download.ts";
import {
  type Fields,
  fieldsOf,
  idOf,
  isFields,
  toStorableJson,
  listOf,
  numberOf,
  textOf,
} from "./lossless-json.ts";
import type { IlinkSettings } from "./settings.ts";

export interface InboundDeps {
  readonly quotes: QuotedMessages;
  readonly settings: IlinkSettings;
}

const itemFields: Readonly<Record<number, { readonly kind: MediaKind; readonly field: string }>> = {
  2: { kind: "image", field: "image_item" },
  3: { kind: "voice", field: "voice_item" },
  4: { kind: "file", field: "file_item" },
  5: { kind: "video", field: "video_item" },
};

/**
 * A person's message to the bot. Our own echoes and messages without a sender are ignored. So are
 * groups: the vendor's bots talk with one person, and words from a group must not become part of a
 * private conversation.
 */
export function personal(value: unknown): Fields | undefined {
  if (
    !isFields(value) ||
    numberOf(value["message_type"]) === 2 ||
    idOf(value["group_id"]) !== undefined
  )
    return undefined;
  return textOf(value["from_user_id"]) === undefined ? undefined : value;
}

/**
 * The vendor's id where there is one. A repeat must find the same key, so the last resort is what
 * was said and when.
 */
export function vendorIdOf(message: Fields): string {
  const id = idOf(message["message_id"]);
  if (id !== undefined) return id;
  const seq = idOf(message["seq"]);
  if (seq !== undefined) return `seq:${seq}`;
  const said = [
    message["from_user_id"],
    message["create_time_ms"],
    message["client_id"],
    message["item_list"],
  ];
  return `hash:${createHash("sha256").update(JSON.stringify(said)).digest("hex")}`;
}

export async function readMessage(
  on: InboundDeps,
  message: Fields,
  account: BotAccount,
): Promise<InboundMessage> {
  const from = textOf(message["from_user_id"]) ?? "";
  const items = listOf(message["item_list"]).map(fieldsOf);
  const read = items.map(readItem);
  const media = read.flatMap(({ media }) => (media === undefined ? [] : [media]));
  const quote = await readQuote(on, items, {
    channel: channelName,
    channelAccount: account.channelAccount,
    scope: from,
  });
  const text = cleanText(read.map(({ text }) => text).join("\n"));
  return {
    ...envelope(on, message, account),
    text,
    payload: { ...tokenIn(message), ...also(message, { media, quote }) },
  };
}

/**
 * A message of an unknown kind is still a message: the person gets an answer, and their token is
 * kept.
 */
export function unreadable(
  on: Pick<InboundDeps, "settings">,
  message: Fields,
  account: BotAccount,
): InboundMessage {
  return {
    ...envelope(on, message, account),
    text: "[unreadable message]",
    payload: { ...tokenIn(message), error: "unreadable" },
  };
}

function envelope(
  { settings }: Pick<InboundDeps, "settings">,
  message: Fields,
  account: BotAccount,
): Omit<InboundMessage, "text" | "payload"> {
  const from = textOf(message["from_user_id"]) ?? "";
  return {
    route: {
      channel: channelName,
      channelAccount: account.channelAccount,
      scope: from,
      peer: from,
    },
    vendorId: vendorIdOf(message),
    subject: from,
    // Only the person who scanned the code belongs to the account that requested it. Others need a
    // pairing of their own.
    accountId: from === account.credentials.userId ? account.accountId : undefined,
    busyPolicy: settings.busyPolicy,
    provision: false,
  };
}

const tokenIn = (message: Fields): JsonObject =>
  optional("context_token", textOf(message["context_token"]));

function also(
  message: Fields,
  { media, quote }: { readonly media: readonly Noted[]; readonly quote: JsonObject | undefined },
): JsonObject {
  return {
    ...optional("session_id", textOf(message["session_id"])),
    ...optional("sent_at_ms", numberOf(message["create_time_ms"])),
    ...(media.length === 0 ? {} : { media }),
    ...(quote === undefined ? {} : { quote }),
  };
}

interface ReadItem {
  readonly text: string;
  readonly media?: Noted;
}

function readItem(item: Fields): ReadItem {
  const type = numberOf(item["type"]) ?? 0;
  if (type === 1) return { text: textOf(fieldsOf(item["text_item"])["text"]) ?? "" };
  const known = itemFields[type];
  if (known === undefined) return { text: `[unsupported: ${type}]` };
  const content = fieldsOf(item[known.field]);
  // WeChat's own transcript is what the person sees too: nothing needs to be fetched.
  const transcript = known.kind === "voice" ? textOf(content["text"]) : undefined;
  if (transcript !== undefined)
    return {
      text: transcript,
      media: { kind: known.kind, transcript: toStorableJson(transcript) as string },
    };
  const media = toNoted(known.kind, content);
  return { text: attachmentLabel({ kind: media.kind, name: media.name ?? null }), media };
}

async function readQuote(
  on: Pick<InboundDeps, "quotes">,
  items: readonly Fields[],
  where: { readonly channel: string; readonly channelAccount: string; readonly scope: string },
): Promise<JsonObject | undefined> {
  const ref = items.map((item) => item["ref_msg"]).find(isFields);
  if (ref === undefined) return undefined;
  const vendorId = idOf(ref["svr_id"]) ?? idOf(fieldsOf(ref["message_item"])["msg_id"]);
  const inline =
    textOf(fieldsOf(fieldsOf(ref["message_item"])["text_item"])["text"]) ??
    textOf(ref["partial_text"]);
  const found = vendorId === undefined ? undefined : await on.quotes.find({ ...where, vendorId });
  const text = found?.text ?? inline ?? textOf(ref["title"]);
  return {
    ...optional("vendor_id", vendorId),
    ...optional("text", text === undefined ? undefined : cleanText(text, 2_000)),
    ...optional("from", found?.from),
    ...optional("media", found?.payload.media),
    ...(text === undefined ? { error: "not_found" } : {}),
  };
}

const optional = (name: string, value: Json | undefined): JsonObject =>
  value === undefined ? {} : { [name]: toStorableJson(value) };
