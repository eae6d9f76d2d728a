import type { RecordedEvent } from "../../../domain/events/catalogue.ts";
import { type ChatState } from "../state/chat-state.ts";
import { needKey } from "../state/lives-state.ts";

/** Folds a stretch of time that characters lived through between scenes. */
export function foldLives(
  state: ChatState,
  { id: eventId, payload }: RecordedEvent<"lives_advanced">,
): void {
  for (const { entity_id, container_id, since, doing } of payload.stays)
    state.whereabouts.set(entity_id, { containerId: container_id, since, doing });
  for (const { entity_id, name, at } of payload.needs)
    state.needsMet.set(needKey(entity_id, name), at);
  for (const [nth, { id, container_id, at, until, participants }] of payload.meetings.entries())
    state.meetings.push({
      id: id || `meeting-${eventId}-${nth}`,
      containerId: container_id,
      at,
      until,
      participants,
      eventId,
    });
}
