import { attachmentLabel } from "../../../domain/attachment.ts";
import type { Media } from "../../../domain/events/conversation.ts";
import type { InboundMessage } from "../../../domain/message.ts";
import type { QuotedMessages } from "../../../domain/ports/quotes.ts";
import { cleanText } from "../../../domain/text.ts";
import { wordsOfClick } from "../../kit/buttons.ts";
import { findQuote, toInbound } from "../../kit/chat-message.ts";
import { type Fields, fieldsOf, idOf, numberOf, textOf } from "../../kit/json-fields.ts";
import type { Names } from "../../kit/names.ts";
import { placeIn } from "../../kit/places.ts";
import { userIdOf } from "../app/settings.ts";
import { wecomServiceChannel, type WecomServiceSettings } from "./settings.ts";

export interface ReadDeps {
  readonly settings: WecomServiceSettings;
  readonly quotes: QuotedMessages;
  readonly names: Names;
}

/** One entry of what WeCom has for us. */
export type ReadEntry =
  | { readonly kind: "message"; readonly message: InboundMessage }
  /** The person opened the chat, and may be welcomed within twenty seconds. */
  | { readonly kind: "entered"; readonly code: string; readonly at: number }
  | { readonly kind: "failed"; readonly msgId: string; readonly type: number };

/** Where an entry comes from: 3 is the person; 5, a member of staff, is not for us. */
const fromPerson = 3;

export async function readEntry(
  on: ReadDeps,
  account: string,
  entry: Fields,
): Promise<ReadEntry | undefined> {
  if (textOf(entry["open_kfid"]) !== undefined && entry["open_kfid"] !== account) return undefined;
  const type = textOf(entry["msgtype"]);
  if (type === "event") return readEvent(entry);
  const userId = userIdOf(entry["external_userid"]);
  const vendorId = idOf(entry["msgid"]);
  if (userId === undefined || vendorId === undefined || entry["origin"] !== fromPerson)
    return undefined;
  const content = fieldsOf(entry[type ?? ""]) ?? {};
  const click = await readClick(on, account, { content, userId });
  const { text, media } = click ?? readContent(type ?? "", content);
  const payload = {
    ...(media === undefined ? {} : { media: [media] }),
    ...(click === undefined ? {} : { quote: click.quote }),
  };
  const { busyPolicy, access, allowedUsers } = on.settings;
  return {
    kind: "message",
    message: toInbound(
      { busyPolicy, access, allowedUsers, allowedGroups: [], sharedGroups: [] },
      {
        channel: wecomServiceChannel,
        channelAccount: account,
        place: placeIn({ chatId: userId, isGroup: false }, userId, []),
        sender: { id: userId, name: await on.names.find(userId) },
        vendorId,
        text,
        payload,
      },
    ),
  };
}

function readEvent(entry: Fields): ReadEntry | undefined {
  const event = fieldsOf(entry["event"]) ?? {};
  const at = (numberOf(entry["send_time"]) ?? 0) * 1_000;
  const code = idOf(event["welcome_code"]);
  if (event["event_type"] === "enter_session" && code !== undefined)
    return { kind: "entered", code, at };
  const msgId = idOf(event["fail_msgid"]);
  if (event["event_type"] === "msg_send_fail" && msgId !== undefined)
    return { kind: "failed", msgId, type: numberOf(event["fail_type"]) ?? 0 };
  return undefined;
}

/** A click on an entry of a menu comes as its text, with the entry's id. */
async function readClick(
  { quotes }: ReadDeps,
  account: string,
  { content, userId }: { readonly content: Fields; readonly userId: string },
) {
  const [data = "", msgId] = (textOf(content["menu_id"]) ?? "").split("|");
  const text = wordsOfClick(data);
  const under = idOf(msgId);
  if (text === undefined || under === undefined) return undefined;
  const of = { channel: wecomServiceChannel, channelAccount: account, scope: `user:${userId}` };
  const quote = await findQuote(quotes, { ...of, vendorId: under });
  return { text, media: undefined, quote: quote ?? { vendor_id: under, from: "us" } };
}

const kinds: Readonly<Record<string, string>> = {
  image: "image",
  voice: "voice",
  video: "video",
  file: "document",
};

function readContent(
  type: string,
  content: Fields,
): { readonly text: string; readonly media?: Media | undefined } {
  const join = (...names: readonly string[]): string =>
    names
      .map((name) => content[name])
      .filter((value) => typeof value === "string" || typeof value === "number")
      .join(type === "location" ? ", " : "\n");
  if (type === "text") return { text: cleanText(textOf(content["content"]) ?? "") };
  if (type === "link") return { text: cleanText(join("title", "desc", "url")) };
  if (type === "location")
    return { text: cleanText(`[location: ${join("name", "address", "latitude", "longitude")}]`) };
  const kind = Object.hasOwn(kinds, type) ? kinds[type] : undefined;
  const mediaId = idOf(content["media_id"]);
  if (kind === undefined || mediaId === undefined) return { text: "[unsupported message]" };
  const isVoice = kind === "voice";
  return {
    text: cleanText(attachmentLabel({ kind, name: null })),
    media: {
      kind,
      vendor_id: mediaId,
      ...(isVoice ? { type: "audio/amr" } : {}),
      source: { media_id: mediaId },
    },
  };
}
