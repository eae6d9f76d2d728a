import { isTurnEvent } from "../state/fold-turns.ts";
import { isEventOf } from "../../../domain/events/catalogue.ts";
import type { AuthoredEvent, LineEvent, RecordedChatEvent } from "../state/events.ts";
import { director } from "../state/witness.ts";
import { findOwner, readWitnesses } from "./perceived-words.ts";
import type { PathPeriod } from "./path-periods.ts";

/** A recorded call of the model. */
export interface RecordedCall {
  readonly id: string;
  readonly purpose: string;
  readonly viewer: string;
  readonly turnId: string | null;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly sourceEventIds: readonly number[];
  /** The newest event the call can have known. */
  readonly position: number;
  /** Messages typed for its turn, by event id. */
  readonly typed: ReadonlyMap<number, string>;
  /** Answers of earlier calls of the same turn. */
  readonly answered: readonly string[];
}

export interface Citation {
  readonly call: RecordedCall;
  readonly period: PathPeriod;
  /** Turns created by the call's own turn. */
  readonly own: readonly LineEvent[];
  readonly events: readonly RecordedChatEvent[];
  readonly authored: readonly AuthoredEvent[];
}

/** Events visible to everyone, or without words. */
const openKinds = [
  "chat_created",
  "container_created",
  "scene_opened",
  "meanwhile_scene_started",
  "scene_closed",
  "meanwhile_scene_closed",
] as const;

/** True when the event counted at the time and the viewer witnessed or owns it. */
export function mayCite(on: Citation, eventId: number): boolean {
  const { viewer } = on.call;
  const card = on.authored.find(({ id }) => id === eventId);
  if (card !== undefined)
    return card.kind === "you_authored" || card.payload.id === viewer || viewer === director;
  const event =
    eventId <= on.call.position
      ? on.period.byId.get(eventId)
      : on.own.find(({ id }) => id === eventId);
  if (event === undefined) return mayCiteMessage(on, eventId) ?? false;
  if (viewer === director || isEventOf(event, ...openKinds)) return true;
  if (isTurnEvent(event)) return readWitnesses(event).includes(viewer);
  if (event.kind === "activity_change") return hasSharedScene(on, event.payload.entity_id);
  return findOwner(event, on.period.owners) === viewer;
}

/** A message is known to the witnesses of the turn it became. Undefined when it became none. */
function mayCiteMessage(
  { call, period, own, events }: Citation,
  eventId: number,
): boolean | undefined {
  const isOf = (event: RecordedChatEvent): event is LineEvent =>
    event.kind === "user_turn" && event.payload.message_event_ids?.includes(eventId) === true;
  const mine = own.find(isOf);
  if (mine !== undefined || call.typed.has(eventId))
    return (
      mine === undefined ||
      call.purpose === "parse_turn" ||
      call.viewer === director ||
      readWitnesses(mine).includes(call.viewer)
    );
  const turns = events.filter(isOf);
  if (turns.length === 0) return undefined;
  // In a rerun on another branch, the witnesses of the original turn know the same words.
  return turns.some(({ id }) => {
    const counting = id <= call.position ? period.byId.get(id) : undefined;
    return (
      counting !== undefined &&
      (call.viewer === director || readWitnesses(counting).includes(call.viewer))
    );
  });
}

function hasSharedScene({ call, period }: Citation, entity: string): boolean {
  if (entity === call.viewer || call.viewer === director) return true;
  const places = new Map<number, Set<string>>();
  for (const event of period.byId.values()) {
    if (!isEventOf(event, "scene_opened", "meanwhile_scene_started", "presence_changed")) continue;
    const scene = event.payload.scene_id ?? 0;
    const there = places.get(scene) ?? new Set<string>();
    for (const id of listNamed(event)) there.add(id);
    places.set(scene, there);
  }
  return [...places.values()].some((there) => there.has(entity) && there.has(call.viewer));
}

/** Characters that an event places in a scene or gives a part. */
export function listNamed({ payload }: RecordedChatEvent): string[] {
  const named = [
    "host_bot_id" in payload ? payload.host_bot_id : undefined,
    "guest_bot_id" in payload ? payload.guest_bot_id : undefined,
    "entity_id" in payload ? payload.entity_id : undefined,
    ...("participants" in payload ? (payload.participants ?? []) : []),
  ];
  return named.flatMap((id) => id || []);
}
