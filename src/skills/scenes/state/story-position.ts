import type { RecordedChatEvent } from "./events.ts";

/**
 * An event's position in its story. An event inserted into the past later is positioned after
 * `placed_after`.
 */
export const readPosition = ({ id, payload }: Pick<RecordedChatEvent, "id" | "payload">): number =>
  payload.placed_after ?? id;
