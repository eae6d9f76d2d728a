import type { Change, EventHandler, Key, Projection, Row } from "../../../domain/events.ts";
import { castHandlers } from "./cast.ts";
import { seatHandlers } from "./seats.ts";
import { storyHandlers } from "./story.ts";
import { activePath, amendingKinds, pathKinds, takingKinds, versionKind } from "../state/path.ts";
import { text } from "../state/payload.ts";
import { withdrawnHandler } from "../time/withdraw.ts";

const ofChat = [
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
];

/** The cast and, for each chat, what its active path adds up to. */
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
    { name: "bot_assets", key: ["account_id", "bot_id"] },
  ],
  handlers: [
    ...castHandlers(),
    ...storyHandlers(),
    ...seatHandlers(),
    ...pathHandlers(),
    withdrawnHandler,
  ],
  // The chat's own row stays, unless it is deleted: its first event is on every path and writes it anew.
  refold: {
    kinds: ["branch_switched", "path_restored", versionKind, ...takingKinds, ...amendingKinds],
    tables: ofChat,
    path: activePath,
  },
};

function pathHandlers(): EventHandler[] {
  return pathKinds.map((kind) => ({
    kind,
    evolve: ({ payload, chatId, at }): Change[] => {
      const key: Key = { id: chatId ?? text(payload, "chat_id") };
      if (kind === "chat_deleted") return [{ op: "drop", table: "chats", key }];
      const names = kind === "branch_switched" || kind === "path_restored";
      const set: Row = names
        ? { branch_id: text(payload, "branch_id") || "main", updated_at: at }
        : { updated_at: at };
      return [{ op: "patch", table: "chats", key, set }];
    },
  }));
}
