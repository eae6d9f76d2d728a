import { isTurnEvent } from "../state/fold-turns.ts";
import { isEventOf } from "../../../domain/events/catalogue.ts";
import type { LineEvent, RecordedChatEvent } from "../state/events.ts";
import { director } from "../state/witness.ts";
import { findOwner, readWitnesses } from "./perceived-words.ts";
import type { PathPeriod } from "./path-periods.ts";
import type { RecordedCall, StoryIndex } from "./story-structure.ts";

export interface Citation {
  readonly call: RecordedCall;
  readonly period: PathPeriod;
  /** Turns created by the call's own turn. */
  readonly own: readonly LineEvent[];
  readonly index: StoryIndex;
}

/** Events visible to everyone, or without words. */
const openKinds = [
  "chat_created",
  "chat_renamed",
  "container_created",
  "container_renamed",
  "scene_opened",
  "meanwhile_scene_started",
  "scene_closed",
  "meanwhile_scene_closed",
  "presence_changed",
  "story_settings_set",
  "lives_set",
] as const;

/** True when the event counted at the time and the viewer witnessed or owns it. */
export function mayCite(on: Citation, eventId: number): boolean {
  const { viewer } = on.call;
  const card = on.index.cards.get(eventId);
  if (card !== undefined)
    return card.kind === "you_authored" || card.payload.id === viewer || viewer === director;
  const event =
    eventId <= on.call.position
      ? on.period.byId.get(eventId)
      : on.own.find(({ id }) => id === eventId);
  if (event === undefined) return mayCiteMessage(on, eventId) ?? false;
  return mayKnow(event, { viewer, period: on.period });
}

/** Whether a viewer may know of an event that counts. */
export function mayKnow(
  event: RecordedChatEvent,
  { viewer, period }: { readonly viewer: string; readonly period: PathPeriod },
): boolean {
  if (viewer === director || isEventOf(event, ...openKinds)) return true;
  if (isTurnEvent(event)) return readWitnesses(event).includes(viewer);
  if (event.kind === "activity_change") return period.haveMet(viewer, event.payload.entity_id);
  return findOwner(event, period.owners) === viewer;
}

/** A message is known to the witnesses of the turn it became. Undefined when it became none. */
function mayCiteMessage(
  { call, period, own, index }: Citation,
  eventId: number,
): boolean | undefined {
  const lines = index.linesOfMessage.get(eventId) ?? [];
  const mine = own.find(({ id }) => lines.some((line) => line.id === id));
  if (mine !== undefined || call.typed.has(eventId))
    return (
      mine === undefined ||
      call.purpose === "parse_turn" ||
      call.viewer === director ||
      readWitnesses(mine).includes(call.viewer)
    );
  if (lines.length === 0) return undefined;
  // In a rerun on another branch, the witnesses of the original turn know the same words.
  return lines.some(({ id }) => {
    const counting = id <= call.position ? period.byId.get(id) : undefined;
    return (
      counting !== undefined &&
      (call.viewer === director || readWitnesses(counting).includes(call.viewer))
    );
  });
}
