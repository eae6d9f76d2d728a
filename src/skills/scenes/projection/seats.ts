import type { EventHandler, RecordedEvent } from "../../../domain/events.ts";
import { optionalText, text } from "../state/payload.ts";

const toSeatKey = ({ payload, accountId }: RecordedEvent) => ({
  conversation_id: text(payload, "conversation_id"),
  account_id: accountId ?? "",
});

/** Handlers outside of any chat's path: which chat is played in a conversation, and card assets. */
export function createSeatHandlers(): EventHandler[] {
  return [
    {
      kind: "story_entered",
      evolve: (event) => [
        {
          op: "put",
          table: "scene_seats",
          row: {
            ...toSeatKey(event),
            chat_id: text(event.payload, "chat_id"),
            event_id: event.id,
            taken_at: event.at,
          },
        },
      ],
    },
    {
      kind: "story_left",
      evolve: (event) => [{ op: "drop", table: "scene_seats", key: toSeatKey(event) }],
    },
    // Only the fold of the chat uses it.
    { kind: "lore_activated", evolve: () => [] },
    {
      kind: "bot_assets_set",
      evolve: ({ payload, accountId, id }) => [
        {
          op: "put",
          table: "bot_assets",
          row: {
            account_id: accountId ?? "",
            bot_id: text(payload, "bot_id"),
            picture_type: optionalText(payload, "picture_type"),
            picture: optionalText(payload, "picture"),
            picture_hash: optionalText(payload, "picture_hash"),
            assets: payload["assets"] ?? [],
            event_id: id,
          },
        },
      ],
    },
  ];
}
