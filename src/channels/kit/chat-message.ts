import type { JsonObject } from "../../domain/json.ts";
import type { BusyPolicy, InboundMessage } from "../../domain/message.ts";
import type { QuotedMessages } from "../../domain/ports/quotes.ts";
import { type ChatAccess, mayBegin } from "./chat-access.ts";
import type { Place } from "./places.ts";

export interface ChatMessage {
  readonly channel: string;
  readonly channelAccount: string;
  readonly place: Place;
  readonly sender: { readonly id: string; readonly name?: string | undefined };
  readonly vendorId: string;
  readonly text: string;
  readonly payload: InboundMessage["payload"];
}

export interface ChatSettings extends ChatAccess {
  readonly busyPolicy: BusyPolicy;
}

/** A message as the inbox takes it. */
export function toInbound(settings: ChatSettings, said: ChatMessage): InboundMessage {
  const { channel, channelAccount, place, sender, vendorId, text, payload } = said;
  const { scope, peer, isShared, isGroup, chatId } = place;
  const facts = {
    chat_type: isGroup ? "group" : "private",
    ...(isGroup ? { chat_id: chatId } : {}),
  };
  return {
    route: { channel, channelAccount, scope, peer },
    vendorId,
    subject: sender.id,
    text,
    senderName: sender.name,
    payload: {
      ...payload,
      sender: isShared ? (sender.name ?? sender.id) : sender.id,
      surroundings: {
        shared: isShared,
        facts: { [`${channel.toUpperCase()}_CHAT`]: facts },
      },
    },
    busyPolicy: settings.busyPolicy,
    provision: mayBegin(settings, sender.id),
    ...(isShared ? { mayStop: "own" as const } : {}),
  };
}

/** A quoted message as we stored it. */
export async function findQuote(
  quotes: QuotedMessages,
  of: Parameters<QuotedMessages["find"]>[0],
): Promise<JsonObject | undefined> {
  const found = await quotes.find(of);
  if (found === undefined) return undefined;
  const { text, from, payload } = found;
  return {
    vendor_id: of.vendorId,
    text,
    from,
    ...(payload.media === undefined ? {} : { media: payload.media }),
  };
}
