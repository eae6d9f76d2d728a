import { isEventOf } from "../../../domain/events/catalogue.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import { type Pausable, slices } from "../../../domain/slices.ts";
import type { SharedAbsence } from "../../../domain/views/shared-stories.ts";
import type { RecordedChatEvent } from "../state/events.ts";
import { isTurnEvent } from "../state/fold-turns.ts";
import { findActivePath } from "../state/path.ts";
import { readChatEvents } from "../state/read-log.ts";

interface Walk {
  /** Who is in each open scene. */
  readonly present: Map<number, Set<string>>;
  clock: number;
  left: { readonly company: ReadonlySet<string>; readonly at: number } | undefined;
  absence: SharedAbsence | undefined;
}

/**
 * What a person could notice after they were out: how much time passed, and who is there now and was
 * not, or the other way round. Nothing that was said is in it. Undefined as soon as they have heard
 * a line since. `isComingBack`: as if they came in now.
 */
function* findAbsence(
  path: readonly RecordedChatEvent[],
  of: { readonly entityId: string; readonly isComingBack: boolean },
): Pausable<SharedAbsence | undefined> {
  const on: Walk = { present: new Map(), clock: NaN, left: undefined, absence: undefined };
  let company: ReadonlySet<string> = new Set();
  for (const event of path) {
    yield;
    readClock(on, event);
    if (isTurnEvent(event)) {
      if (event.payload.witnesses?.includes(of.entityId) === true) on.absence = undefined;
    } else if (event.kind === "scene_opened")
      on.present.set(event.payload.scene_id ?? 0, new Set(event.payload.participants));
    else if (event.kind === "presence_changed") {
      company = move(on, event.payload);
      if (event.payload.entity_id !== of.entityId) continue;
      if (event.payload.change === "leave") on.left = { company: new Set(company), at: on.clock };
      else endAbsence(on, company);
    }
  }
  if (of.isComingBack) endAbsence(on, [...on.present.values()].at(-1) ?? company);
  return on.absence;
}

function readClock(on: Walk, event: RecordedChatEvent): void {
  const time = isTurnEvent(event)
    ? event.payload.story_time
    : event.kind === "time_advanced"
      ? event.payload.to
      : isEventOf(event, "scene_opened")
        ? event.payload.started_at
        : undefined;
  const ms = Date.parse(time ?? "");
  if (!Number.isNaN(ms)) on.clock = ms;
}

/** The company in the scene after someone came or went, without them. */
function move(
  on: Walk,
  of: { readonly scene_id: number; readonly entity_id: string; readonly change: string },
): ReadonlySet<string> {
  const present = on.present.get(of.scene_id) ?? new Set<string>();
  on.present.set(of.scene_id, present);
  present.delete(of.entity_id);
  const company = new Set(present);
  if (of.change === "enter") present.add(of.entity_id);
  return company;
}

function endAbsence(on: Walk, company: ReadonlySet<string>): void {
  if (on.left === undefined) return;
  const { company: before, at } = on.left;
  on.absence = {
    minutes: Math.max(0, Math.round((on.clock - at) / 60_000)) || 0,
    came: [...company].filter((id) => !before.has(id)),
    went: [...before].filter((id) => !company.has(id)),
  };
  on.left = undefined;
}

/** The same, read from the log as the story's account or the engine. */
export async function readAbsence(
  read: Reads,
  of: { readonly chatId: string; readonly entityId: string; readonly isComingBack: boolean },
): Promise<SharedAbsence | undefined> {
  const [moved] = await read.rows<{ id: number }>(
    `select id from event_log where chat_id = $1 and kind = 'presence_changed' and payload_json ->> 'entity_id' = $2
       and payload_json ->> 'change' = 'leave' limit 1`,
    [of.chatId, of.entityId],
  );
  if (moved === undefined) return undefined;
  const path = await slices.run(findActivePath(await readChatEvents(read, of.chatId, 0)));
  return slices.run(findAbsence(path, of));
}
