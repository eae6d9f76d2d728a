import type { RecordedEvent } from "../../../domain/events/catalogue.ts";
import { type EventHandler, handler } from "../../../domain/events/projection.ts";

const toSeatKey = ({ payload, accountId }: RecordedEvent<"story_entered" | "story_left">) => ({
  conversation_id: payload.conversation_id,
  account_id: accountId ?? "",
});

/** Handlers outside of any chat's path: which chat is played in a conversation, and card assets. */
export function createSeatHandlers(): EventHandler[] {
  return [
    handler("story_entered", (event) => [
      {
        op: "put",
        table: "scene_seats",
        row: {
          ...toSeatKey(event),
          chat_id: event.payload.chat_id,
          event_id: event.id,
          taken_at: event.at,
        },
      },
    ]),
    handler("story_left", (event) => [{ op: "drop", table: "scene_seats", key: toSeatKey(event) }]),
    // Only the fold of the chat uses it.
    handler("lore_activated", () => []),
    handler("bot_assets_set", ({ payload, accountId, id }) => [
      {
        op: "put",
        table: "bot_assets",
        row: {
          account_id: accountId ?? "",
          bot_id: payload.bot_id,
          picture_type: payload.picture_type || null,
          picture: payload.picture || null,
          picture_hash: payload.picture_hash || null,
          assets: payload.assets ?? [],
          event_id: id,
        },
      },
    ]),
  ];
}
