import type { RecordedEvent } from "../../src/domain/events/catalogue.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import { toRecorded } from "./stored-event.ts";
import type { RecordedChatEvent } from "../../src/skills/scenes/state/events.ts";

/** An event as the log has it, with only the fields that a test needs. */
export const createLoggedEvent = (
  id: number,
  kind: string,
  payload: JsonObject = {},
): RecordedEvent =>
  toRecorded({
    id,
    at: "2026-01-05T09:00:00.000Z",
    stream: "chat:c",
    streamVersion: id,
    kind,
    payload,
    accountId: "a",
  });

/** The same in a chat. */
export const storyEvent = (
  id: number,
  kind: string,
  payload: JsonObject = {},
): RecordedChatEvent => {
  const event: RecordedEvent = { ...createLoggedEvent(id, kind, payload), chatId: "c" };
  return event as RecordedChatEvent;
};
