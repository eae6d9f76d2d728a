import type { RecordedEvent } from "../../../domain/events.ts";
import { number } from "./payload.ts";

/** Where an event stands in its story. What was added to the past later stands behind the event that it was added to. */
export const placeOf = ({ id, payload }: Pick<RecordedEvent, "id" | "payload">): number =>
  number(payload, "placed_after") ?? id;
