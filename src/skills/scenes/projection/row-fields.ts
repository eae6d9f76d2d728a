import type { EventDraft } from "../../../domain/events/catalogue.ts";
import type { Row } from "../../../domain/events/projection.ts";
import type { ChatKind } from "../state/events.ts";

/** Columns of every row that belongs to a chat. */
export const toChatColumns = ({
  chatId,
  accountId,
  payload,
}: Pick<EventDraft<ChatKind>, "chatId" | "accountId" | "payload">): {
  chat_id: string;
  account_id: string;
} => ({ chat_id: chatId ?? payload.chat_id ?? "", account_id: accountId ?? "" });

/** A text column of a row that may be missing. */
export const readColumn = (row: Row | undefined, name: string): string => {
  const value = row?.[name];
  return typeof value === "string" ? value : "";
};
