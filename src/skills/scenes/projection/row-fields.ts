import type { EventDraft, Payload, Row } from "../../../domain/events.ts";
import { text } from "../state/payload.ts";

/** What every row of a chat carries. */
export const chatColumns = (event: EventDraft): { chat_id: string; account_id: string } => ({
  chat_id: event.chatId ?? text(event.payload, "chat_id"),
  account_id: event.accountId ?? "",
});

/** The named fields that the payload has. */
export const pick = (payload: Payload, names: readonly string[]): Row =>
  Object.fromEntries(
    names.filter((name) => payload[name] !== undefined).map((name) => [name, payload[name]]),
  );

/** A text column of a row that may not be there. */
export const columnText = (row: Row | undefined, name: string): string => {
  const value = row?.[name];
  return typeof value === "string" ? value : "";
};
