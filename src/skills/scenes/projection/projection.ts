import {
  type EventHandler,
  handler,
  type Key,
  type Projection,
  type Row,
} from "../../../domain/events/projection.ts";
import { isChatEvent } from "../state/events.ts";
import { createCastHandlers } from "./cast.ts";
import { createRoomHandlers } from "./rooms.ts";
import { createStoryHandlers } from "./story.ts";
import {
  findActivePath,
  amendingKinds,
  pathKinds,
  readBranch,
  removingKinds,
  versionKind,
} from "../state/path.ts";
import { toChatColumns } from "./row-fields.ts";
import { withdrawnHandler } from "../time/withdraw-messages.ts";
import type { RecordedEvent } from "../../../domain/events/catalogue.ts";

const toSeatKey = ({ payload, accountId }: RecordedEvent<"story_entered" | "story_left">) => ({
  conversation_id: payload.conversation_id,
  account_id: accountId ?? "",
});

/** Handlers outside of any chat's path: which chat is played in a conversation, and card assets. */
function createSeatHandlers(): EventHandler[] {
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
    // Only the fold of the chat uses these.
    handler("lore_activated", () => []),
    handler("lives_set", () => []),
    handler("lives_advanced", () => []),
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

const chatTables = [
  "containers",
  "scenes",
  "presence",
  "activities",
  "edges",
  "scene_turns",
  "memories",
  "threads",
  "digests",
  "scene_plans",
  "story_rooms",
  "shared_stories",
  "shared_lines",
];

/** The cast, and the fold of each chat's active path as tables. */
export const sceneProjection: Projection = {
  tables: [
    { name: "bots", key: ["account_id", "id"] },
    { name: "you", key: ["account_id"] },
    { name: "chats", key: ["id"] },
    { name: "containers", key: ["chat_id", "id"] },
    { name: "scenes", key: ["chat_id", "id"] },
    { name: "presence", key: ["chat_id", "scene_id", "entity_id"] },
    { name: "activities", key: ["chat_id", "entity_id"] },
    { name: "edges", key: ["chat_id", "source_id", "target_id"] },
    { name: "scene_turns", key: ["id"] },
    { name: "memories", key: ["id"] },
    { name: "threads", key: ["id"] },
    { name: "digests", key: ["id"] },
    { name: "scene_plans", key: ["id"] },
    { name: "scene_seats", key: ["conversation_id", "account_id"] },
    { name: "story_rooms", key: ["chat_id"], unique: ["token_hash"] },
    { name: "shared_stories", key: ["account_id", "chat_id"] },
    { name: "shared_lines", key: ["account_id", "id"] },
    { name: "bot_assets", key: ["account_id", "bot_id"] },
  ],
  handlers: [
    ...createCastHandlers(),
    ...createStoryHandlers(),
    ...createSeatHandlers(),
    ...createRoomHandlers(),
    ...createPathHandlers(),
    withdrawnHandler,
  ],
  // The chat's own row is kept unless the chat is deleted: its first event is on every path and
  // rewrites it.
  refold: {
    kinds: [
      "branch_switched",
      "path_restored",
      versionKind,
      ...removingKinds,
      ...amendingKinds,
      // A person who takes a character sees what it witnessed before; erased words go everywhere.
      "story_character_taken",
      "story_words_erased",
    ],
    tables: chatTables,
    path: (events) => findActivePath(events.filter(isChatEvent)),
  },
};

function createPathHandlers(): EventHandler[] {
  return pathKinds.map((kind) =>
    handler(kind, (event) => {
      const key: Key = { id: toChatColumns(event).chat_id };
      if (kind === "chat_deleted") return [{ op: "drop", table: "chats", key }];
      const names = kind === "branch_switched" || kind === "path_restored";
      const set: Row = names
        ? { branch_id: readBranch(event), updated_at: event.at }
        : { updated_at: event.at };
      return [{ op: "patch", table: "chats", key, set }];
    }),
  );
}
