import type { EventHandler, RecordedEvent } from "../../../domain/events.ts";
import { optionalText, text } from "../state/payload.ts";

const seatKey = ({ payload, accountId }: RecordedEvent) => ({
  conversation_id: text(payload, "conversation_id"),
  account_id: accountId ?? "",
});

/** Where somebody plays which chat, and what cards bring besides words. None of it is on a chat's path. */
export function seatHandlers(): EventHandler[] {
  return [
    {
      kind: "story_entered",
      evolve: (event) => [
        {
          op: "put",
          table: "scene_seats",
          row: {
            ...seatKey(event),
            chat_id: text(event.payload, "chat_id"),
            event_id: event.id,
            taken_at: event.at,
          },
        },
      ],
    },
    {
      kind: "story_left",
      evolve: (event) => [{ op: "drop", table: "scene_seats", key: seatKey(event) }],
    },
    // Only the chat's own fold asks for it.
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
