import type { EventDraft, Payload, Row } from "../../../domain/events.ts";
import { text } from "../state/payload.ts";

/** Columns of every row that belongs to a chat. */
export const toChatColumns = (event: EventDraft): { chat_id: string; account_id: string } => ({
  chat_id: event.chatId ?? text(event.payload, "chat_id"),
  account_id: event.accountId ?? "",
});

/** The listed fields that are present in the payload. */
export const pick = (payload: Payload, names: readonly string[]): Row =>
  Object.fromEntries(
    names.filter((name) => payload[name] !== undefined).map((name) => [name, payload[name]]),
  );

/** A text column of a row that may be missing. */
export const readColumn = (row: Row | undefined, name: string): string => {
  const value = row?.[name];
  return typeof value === "string" ? value : "";
};
