import { integerOf } from "./api.ts";
import { type Fields, fieldsOf } from "../kit/json-fields.ts";
import type { TelegramSettings } from "./settings.ts";
import { isListed } from "./settings.ts";

/** The chat of a message: its conversation, and the recipient of answers. */
export interface Place {
  readonly chatId: number;
  readonly isGroup: boolean;
  /** Several people share the conversation. */
  readonly isShared: boolean;
  readonly scope: string;
  readonly peer: string;
}

/** Undefined for channels and for chats of a kind that is not known. */
export function placeOf(
  message: Fields,
  userId: number,
  { sharedGroups }: Pick<TelegramSettings, "sharedGroups">,
): Place | undefined {
  const chat = fieldsOf(message["chat"]);
  const chatId = integerOf(chat?.["id"]);
  if (chatId === undefined) return undefined;
  const topic =
    message["is_topic_message"] === true ? integerOf(message["message_thread_id"]) : undefined;
  const inTopic = topic === undefined ? "" : `:topic:${topic}`;
  if (chat?.["type"] === "private") {
    // A chat with a person has the person's own id.
    return {
      chatId,
      isGroup: false,
      isShared: false,
      scope: `user:${chatId}${inTopic}`,
      peer: String(chatId),
    };
  }
  if (chat?.["type"] !== "group" && chat?.["type"] !== "supergroup") return undefined;
  const isShared = isListed(sharedGroups, String(chatId));
  const scope = `group:${chatId}${inTopic}${isShared ? "" : `:user:${userId}`}`;
  return { chatId, isGroup: true, isShared, scope, peer: scope };
}

/** Where a message of a conversation goes. */
export interface Target {
  readonly chatId: number;
  readonly topic: number | undefined;
  readonly isGroup: boolean;
}

const scopeForm = /^(user|group):(-?\d{1,16})(?::topic:(\d{1,16}))?(?::user:\d{1,16})?$/;

/** Undefined for a scope that is not one of ours. */
export function targetOf(scope: string): Target | undefined {
  const [, kind, chat, topic] = scopeForm.exec(scope) ?? [];
  if (chat === undefined) return undefined;
  return {
    chatId: Number(chat),
    topic: topic === undefined ? undefined : Number(topic),
    isGroup: kind === "group",
  };
}

/** The fields that name a target in a call. */
export const addressOf = ({ chatId, topic }: Target): object => ({
  chat_id: chatId,
  ...(topic === undefined ? {} : { message_thread_id: topic }),
});
