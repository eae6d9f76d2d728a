import { attachmentLabel } from "../../../domain/attachment.ts";
import type { Media } from "../../../domain/events/conversation.ts";
import type { InboundMessage } from "../../../domain/message.ts";
import type { QuotedMessages } from "../../../domain/ports/quotes.ts";
import { cleanText } from "../../../domain/text.ts";
import { wordsOfClick } from "../../kit/buttons.ts";
import { findQuote, toInbound } from "../../kit/chat-message.ts";
import { idOf } from "../../kit/json-fields.ts";
import type { Names } from "../../kit/names.ts";
import { placeIn } from "../../kit/places.ts";
import { userIdOf, type WecomApp, wecomAppChannel, type WecomAppSettings } from "./settings.ts";
import { valueIn } from "./xml.ts";

export interface ReadDeps {
  readonly settings: WecomAppSettings;
  readonly quotes: QuotedMessages;
  namesOf(app: WecomApp): Names;
}

export interface ReadCallback {
  readonly message: InboundMessage;
  /** A click on a card: what changes the card. */
  readonly click?: { readonly responseCode: string; readonly userId: string } | undefined;
}

/** An opened callback. Undefined for what is not meant for us, such as "entered the app". */
export async function readCallback(
  on: ReadDeps,
  app: WecomApp,
  xml: string,
): Promise<ReadCallback | undefined> {
  const userId = userIdOf(valueIn(xml, "FromUserName"));
  if (userId === undefined || valueIn(xml, "AgentID") !== String(app.agentId)) return undefined;
  const type = valueIn(xml, "MsgType");
  if (type === "event") return readClick(on, app, { xml, userId });
  const vendorId = idOf(valueIn(xml, "MsgId"));
  if (vendorId === undefined || type === undefined) return undefined;
  const { text, media } = contentOf(xml, type);
  const payload = media === undefined ? {} : { media: [media] };
  const name = await on.namesOf(app).find(userId);
  return {
    message: inboundOf(on, app, { vendorId, text, payload, sender: { id: userId, name } }),
  };
}

function inboundOf(
  { settings }: ReadDeps,
  app: WecomApp,
  said: Pick<Parameters<typeof toInbound>[1], "vendorId" | "text" | "payload" | "sender">,
): InboundMessage {
  const { busyPolicy, access, allowedUsers } = settings;
  const place = placeIn({ chatId: said.sender.id, isGroup: false }, said.sender.id, []);
  return toInbound(
    { busyPolicy, access, allowedUsers, allowedGroups: [], sharedGroups: [] },
    { ...said, channel: wecomAppChannel, channelAccount: app.id, place },
  );
}

const kinds: Readonly<Record<string, string>> = {
  image: "image",
  voice: "voice",
  video: "video",
  file: "document",
};

function contentOf(
  xml: string,
  type: string,
): { readonly text: string; readonly media?: Media | undefined } {
  if (type === "text") return { text: cleanText(valueIn(xml, "Content") ?? "") };
  if (type === "link") {
    const parts = ["Title", "Description", "Url"].map((name) => valueIn(xml, name) ?? "");
    return { text: cleanText(parts.filter((part) => part !== "").join("\n")) };
  }
  if (type === "location") {
    const where = ["Label", "Location_X", "Location_Y"].map((name) => valueIn(xml, name) ?? "");
    return { text: cleanText(`[location: ${where.filter((part) => part !== "").join(", ")}]`) };
  }
  const kind = Object.hasOwn(kinds, type) ? kinds[type] : undefined;
  const mediaId = idOf(valueIn(xml, "MediaId"));
  if (kind === undefined || mediaId === undefined) return { text: "[unsupported message]" };
  const name = valueIn(xml, "FileName");
  const spoken = valueIn(xml, "Recognition");
  return {
    text: cleanText(spoken ?? attachmentLabel({ kind, name: name ?? null })),
    media: {
      kind,
      vendor_id: mediaId,
      ...(name === undefined ? {} : { name: cleanText(name.slice(0, 200), 200) }),
      ...(kind === "voice" ? { type: "audio/amr" } : {}),
      source: { media_id: mediaId },
    },
  };
}

/** The words of a click answer the message that the card belongs to. */
async function readClick(
  on: ReadDeps,
  app: WecomApp,
  { xml, userId }: { readonly xml: string; readonly userId: string },
): Promise<ReadCallback | undefined> {
  if (valueIn(xml, "Event") !== "template_card_event") return undefined;
  const text = wordsOfClick(valueIn(xml, "EventKey") ?? "");
  const [task, responseCode] = [idOf(valueIn(xml, "TaskId")), idOf(valueIn(xml, "ResponseCode"))];
  if (text === undefined || task === undefined || responseCode === undefined) return undefined;
  const under = `task:${task}`;
  const quote = await findQuote(on.quotes, {
    channel: wecomAppChannel,
    channelAccount: app.id,
    scope: `user:${userId}`,
    vendorId: under,
  });
  return {
    click: { responseCode, userId },
    message: inboundOf(on, app, {
      vendorId: `click:${responseCode}`,
      text,
      payload: { quote: quote ?? { vendor_id: under, from: "us" } },
      sender: { id: userId },
    }),
  };
}
