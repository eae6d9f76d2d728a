import { createHash } from "node:crypto";
import type { AnswerStreams } from "../../domain/ports/answer-streams.ts";
import type { ChannelPorts } from "../../domain/ports/channel-ports.ts";
import type { ChannelReports } from "../../domain/ports/channel-reports.ts";
import type { Chance, Clock } from "../../domain/ports/clock.ts";
import type { Log } from "../../domain/ports/log.ts";
import type { MediaStore } from "../../domain/ports/media.ts";
import type { InboundMessage } from "../../domain/message.ts";
import type { PushLedger, ReplyTickets } from "../../domain/ports/channel-storage.ts";
import { isResponseUrl } from "./addresses.ts";
import type { Post } from "./calls.ts";
import type { Content } from "./content.ts";
import { type Fields, idOf, textOf } from "./fields.ts";
import type { Sender } from "./scope.ts";
import { type WecomBot, wecomChannel, type WecomSettings } from "./settings.ts";

export interface ReceiveDeps {
  readonly ports: Pick<ChannelPorts, "inbox" | "receipts" | "secrets">;
  readonly reports?: ChannelReports | undefined;
  readonly streams: AnswerStreams;
  readonly tickets: ReplyTickets;
  readonly post: Post;
  readonly pushes: Pick<PushLedger, "slot">;
  /** Pictures that go out with an answer. */
  readonly media?: Pick<MediaStore, "get"> | undefined;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  readonly settings: WecomSettings;
  /** The id by which a pushed answer finds its message. Absent where WeCom fetches its answers. */
  readonly replyTo?: string | undefined;
  /** A copy of a message that was accepted before: it is answered and changes nothing. */
  readonly isCopy?: boolean | undefined;
}

/** The answer to WeCom; undefined is an empty packet. */
export type Reply = object | undefined;

/** A message or an event of a person, proven and opened. */
export interface VerifiedIncoming {
  readonly bot: WecomBot;
  readonly sender: Sender;
  readonly vendorId: string;
  readonly message: Fields;
}

/**
 * The same for every copy of a message, in every process. WeCom's ids hold any letter; this one
 * none that matters.
 */
export const streamIdOf = (bot: WecomBot, vendorId: string): string =>
  `mw_${createHash("sha256")
    .update(JSON.stringify([bot.name, vendorId]))
    .digest("hex")
    .slice(0, 40)}`;

const ticketMs = 3_600_000;

export const routeOf = ({ bot, sender }: VerifiedIncoming) => ({
  channel: wecomChannel,
  channelAccount: bot.name,
  scope: sender.scope,
});

/** Words and clicks come with an address at which one more message can be said. */
export async function keepTicket(on: ReceiveDeps, said: VerifiedIncoming): Promise<void> {
  const url = textOf(said.message["response_url"]);
  if (url === undefined || !isResponseUrl(on.settings, url)) return;
  const { vendorId } = said;
  await on.tickets.keep({
    ...routeOf(said),
    url,
    vendorId,
    expiresAt: on.clock.now() + ticketMs,
    limit: on.settings.ticketsPerScope,
  });
}

export function inboundOf(
  on: ReceiveDeps,
  said: VerifiedIncoming,
  content: Extract<Content, { kind: "message" }>,
): InboundMessage {
  const { bot, sender, vendorId } = said;
  const { scope, peer, userId } = sender;
  const payload = { ...content.payload, sender: userId, surroundings: surroundings(said) };
  return {
    route: { channel: wecomChannel, channelAccount: bot.name, scope, peer },
    vendorId,
    subject: userId,
    text: content.text,
    payload,
    busyPolicy: on.settings.busyPolicy,
    provision: true,
    ...(on.settings.streams ? { answeredAtOnce: true } : {}),
    ...(sender.shared && !on.settings.admins.includes(userId) ? { mayStop: "own" as const } : {}),
  };
}

/** On every turn; who speaks only where that changes from turn to turn. */
function surroundings({ sender, message, vendorId }: VerifiedIncoming) {
  const fixed = {
    chat_type: sender.chatType,
    ...(sender.chatId === undefined ? {} : { chat_id: sender.chatId }),
    conversation_scope: sender.scope,
    aibot_id: idOf(message["aibotid"]) ?? "",
    ...(sender.shared ? {} : { sender_userid: sender.userId }),
  };
  const turn = sender.shared
    ? { WECOM_TURN_CONTEXT_V1: { sender_userid: sender.userId, msg_id: vendorId } }
    : {};
  return { shared: sender.shared, facts: { WECOM_STATIC_CONTEXT_V1: fixed, ...turn } };
}
