import type { RecordedEvent } from "../../../domain/events.ts";
import { list, number, text, texts } from "../state/payload.ts";
import { director } from "../state/witness.ts";
import type { RecordedCall } from "./audit.ts";
import { isTurn, ownerOf, witnessesOf } from "./hearing.ts";
import type { Stretch } from "./stretches.ts";

export interface Citing {
  readonly call: RecordedCall;
  readonly stretch: Stretch;
  /** Turns that the call's own turn was to make. */
  readonly own: readonly RecordedEvent[];
  readonly events: readonly RecordedEvent[];
  readonly authored: readonly RecordedEvent[];
}

/** What happens before everybody's eyes, or has no words. */
const open = [
  "chat_created",
  "container_created",
  "scene_opened",
  "meanwhile_scene_started",
  "scene_closed",
  "meanwhile_scene_closed",
];

/** Whether a call may be made of this event: it counts, and the viewer witnessed it or it is theirs. */
export function mayCite(on: Citing, eventId: number): boolean {
  const { viewer } = on.call;
  const card = on.authored.find(({ id }) => id === eventId);
  if (card !== undefined)
    return card.kind === "you_authored" || card.payload["id"] === viewer || viewer === director;
  const event =
    eventId <= on.call.position
      ? on.stretch.byId.get(eventId)
      : on.own.find(({ id }) => id === eventId);
  if (event === undefined) return mayCiteMessage(on, eventId) ?? false;
  if (viewer === director || open.includes(event.kind)) return true;
  if (isTurn(event)) return witnessesOf(event).includes(viewer);
  if (event.kind === "activity_change") return shareAScene(on, text(event.payload, "entity_id"));
  return ownerOf(event, on.stretch.owners) === viewer;
}

/** What was typed is known by whoever heard the turn that was made of it. Undefined when no turn was. */
function mayCiteMessage(
  { call, stretch, own, events }: Citing,
  eventId: number,
): boolean | undefined {
  const isOf = (event: RecordedEvent): boolean =>
    isTurn(event) && list(event.payload["message_event_ids"]).includes(eventId);
  const mine = own.find(isOf);
  if (mine !== undefined || call.typed.has(eventId))
    return (
      mine === undefined ||
      call.purpose === "parse_turn" ||
      call.viewer === director ||
      witnessesOf(mine).includes(call.viewer)
    );
  const turns = events.filter(isOf);
  if (turns.length === 0) return undefined;
  // Told again on another branch, the same words have been heard by whoever was there then.
  return turns.some(({ id }) => {
    const counting = id <= call.position ? stretch.byId.get(id) : undefined;
    return (
      counting !== undefined &&
      (call.viewer === director || witnessesOf(counting).includes(call.viewer))
    );
  });
}

function shareAScene({ call, stretch }: Citing, entity: string): boolean {
  if (entity === call.viewer || call.viewer === director) return true;
  const places = new Map<number, Set<string>>();
  for (const { payload, kind } of stretch.byId.values()) {
    if (
      kind !== "scene_opened" &&
      kind !== "meanwhile_scene_started" &&
      kind !== "presence_changed"
    )
      continue;
    const scene = number(payload, "scene_id") ?? 0;
    const there = places.get(scene) ?? new Set<string>();
    const named = [
      text(payload, "host_bot_id"),
      text(payload, "guest_bot_id"),
      text(payload, "entity_id"),
    ];
    for (const id of [...texts(payload["participants"]), ...named]) if (id !== "") there.add(id);
    places.set(scene, there);
  }
  return [...places.values()].some((there) => there.has(entity) && there.has(call.viewer));
}
