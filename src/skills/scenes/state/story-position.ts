import type { RecordedEvent } from "../../../domain/events.ts";
import { number } from "./payload.ts";

/**
 * An event's position in its story. An event inserted into the past later is positioned after
 * `placed_after`.
 */
export const readPosition = ({ id, payload }: Pick<RecordedEvent, "id" | "payload">): number =>
  number(payload, "placed_after") ?? id;
