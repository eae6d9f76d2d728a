import { attachmentLabel } from "../../domain/attachment.ts";
import type { Media } from "../../domain/events/conversation.ts";
import type { InboundMessage } from "../../domain/message.ts";
import type { QuotedMessages } from "../../domain/ports/quotes.ts";
import { cleanText } from "../../domain/text.ts";
import { findQuote, toInbound } from "../kit/chat-message.ts";
import { type Fields, fieldsOf, idOf, objectsOf, textOf } from "../kit/json-fields.ts";
import { isListed, placeIn } from "../kit/places.ts";
import {
  chatIdOf,
  type DingtalkApp,
  dingtalkChannel,
  type DingtalkSettings,
  staffIdOf,
} from "./settings.ts";

export interface ReadDeps {
  readonly settings: DingtalkSettings;
  readonly quotes: QuotedMessages;
}

/** A message to the robot. Undefined for what is not meant for us, or can't be answered. */
export async function readMessage(
  on: ReadDeps,
  app: DingtalkApp,
  data: Fields,
): Promise<InboundMessage | undefined> {
  const said = findSaid(on, app, data);
  if (said === undefined) return undefined;
  const { userId, vendorId, place } = said;
  const { text, media } = contentOf(data);
  const of = { channel: dingtalkChannel, channelAccount: app.id };
  const answered = idOf(fieldsOf(fieldsOf(data["text"])?.["repliedMsg"])?.["msgId"]);
  const quote =
    answered === undefined
      ? undefined
      : await findQuote(on.quotes, { ...of, scope: place.scope, vendorId: answered });
  const name = cleanText(textOf(data["senderNick"]) ?? "", 200).trim();
  return toInbound(on.settings, {
    ...of,
    place,
    sender: { id: userId, name: name === "" ? undefined : name },
    vendorId,
    text: cleanText(text),
    payload: {
      ...(media.length === 0 ? {} : { media }),
      ...(quote === undefined ? {} : { quote }),
    },
  });
}

/** A message of a member, in a place where we may answer. */
function findSaid({ settings }: ReadDeps, app: DingtalkApp, data: Fields) {
  const [userId, vendorId] = [staffIdOf(data["senderStaffId"]), idOf(data["msgId"])];
  const chatId = chatIdOf(data["conversationId"]);
  // People outside of the company have no id by which a robot could write to them.
  if (userId === undefined || vendorId === undefined || chatId === undefined) return undefined;
  if (data["robotCode"] !== undefined && data["robotCode"] !== app.robotCode) return undefined;
  const isGroup = data["conversationType"] !== "1";
  const isMeant = data["isInAtList"] === true && isListed(settings.allowedGroups, chatId);
  if (isGroup && !isMeant) return undefined;
  return { userId, vendorId, place: placeIn({ chatId, isGroup }, userId, settings.sharedGroups) };
}

interface Content {
  readonly text: string;
  readonly media: readonly Media[];
}

/** The words and the files of a message; other kinds are named. */
function contentOf(data: Fields): Content {
  const type = textOf(data["msgtype"]) ?? "";
  const content = fieldsOf(data["content"]) ?? {};
  if (type === "richText") return readRichText(content);
  const words = (textOf(fieldsOf(data["text"])?.["content"]) ?? "").trim();
  if (type === "text") return { text: words === "" ? "[unsupported message]" : words, media: [] };
  const file = fileOf(type, content);
  if (file === undefined) return { text: "[unsupported message]", media: [] };
  // DingTalk brings the words of a voice message.
  const heard = type === "audio" ? textOf(content["recognition"]) : undefined;
  return { text: heard ?? labelOf([file]), media: heard === undefined ? [file] : [] };
}

const kinds: Readonly<Record<string, string>> = {
  picture: "image",
  file: "document",
  audio: "voice",
  video: "video",
};

function fileOf(type: string, content: Fields): Media | undefined {
  const kind = Object.hasOwn(kinds, type) ? kinds[type] : undefined;
  const code = idOf(content["downloadCode"]);
  if (kind === undefined || code === undefined) return undefined;
  const name = textOf(content["fileName"]);
  return {
    kind,
    vendor_id: code.slice(0, 100),
    ...(name === undefined ? {} : { name: cleanText(name.slice(0, 200), 200) }),
    source: { code },
  };
}

const labelOf = (files: readonly Media[]): string =>
  files
    .map(({ kind = "document", name }) => attachmentLabel({ kind, name: name ?? null }))
    .join(" ");

function readRichText(content: Fields): Content {
  const parts = objectsOf(content["richText"]).slice(0, 200);
  const media = parts
    .map((part) => (part["type"] === "picture" ? fileOf("picture", part) : undefined))
    .filter((file) => file !== undefined)
    .slice(0, 10);
  const text = parts
    .map((part) => textOf(part["text"]) ?? "")
    .join("")
    .trim();
  if (text !== "") return { text, media };
  return { text: media.length === 0 ? "[unsupported message]" : labelOf(media), media };
}
