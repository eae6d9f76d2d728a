import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import type { CataloguedEvent } from "./catalogue.ts";

/**
 * The edge of the log: a stored kind and payload as an event of the catalogue. Payloads of every
 * earlier version have the fields that the catalogue says, with later ones absent. Imported stories
 * may hold more than their shapes check, or checked then, so those fields are checked here.
 */
export function decodeEvent(kind: string, payload: JsonObject): CataloguedEvent {
  const clean = cleaners[kind]?.(payload) ?? payload;
  return { kind, payload: clean } as CataloguedEvent;
}

/** The value, or what of it has the right type. */
type Cleaner = (value: Json) => Json | undefined;

const text: Cleaner = (value) => (typeof value === "string" ? value : undefined);
const number: Cleaner = (value) => (typeof value === "number" ? value : undefined);
const list: Cleaner = (value) => (isList(value) ? value : undefined);

const listOf =
  (fits: (item: Json) => boolean): Cleaner =>
  (value) => {
    if (!isList(value)) return undefined;
    return value.every(fits) ? value : value.filter(fits);
  };

const texts = listOf((item) => typeof item === "string");
const numbers = listOf((item) => typeof item === "number");
const objects = listOf(isJsonObject);

/** Cleans the named fields. The same object when there is nothing to clean. */
function fields(each: Readonly<Record<string, Cleaner>>): (value: JsonObject) => JsonObject {
  const named = Object.entries(each);
  return (value) => {
    let clean = value;
    for (const [name, cleaner] of named) {
      const was = value[name];
      const is = was === undefined || was === null ? was : cleaner(was);
      if (is !== was) clean = { ...clean, [name]: is };
    }
    return clean;
  };
}

function object(each: Readonly<Record<string, Cleaner>>): Cleaner {
  const clean = fields(each);
  return (value) => (isJsonObject(value) ? clean(value) : undefined);
}

/** By kind: fields of imported events that no shape checks, or that it did not check once. */
const cleaners: Readonly<Record<string, (payload: JsonObject) => JsonObject>> = {
  chat_created: fields({ chosen_id: text, title: text }),
  scene_opened: fields({ host_bot_id: text, guest_bot_id: text, parent_scene_id: number }),
  user_turn: fields({ present_set_kind: text, message_event_ids: numbers }),
  assistant_turn: fields({
    present_set_kind: text,
    segments: objects,
    beat_turn_id: text,
    version_of: text,
    version: number,
    versions: list,
    source_event_ids: numbers,
  }),
  memory_written: fields({
    cites: texts,
    story_time: text,
    brought_from: object({ chat_id: text, memory_id: text, event_ids: numbers }),
  }),
  edge_update: fields({
    scene_id: number,
    relationship_summary: text,
    source_event_ids: numbers,
  }),
  manual_edit: fields({ cites: texts, scene_id: number, source_event_ids: numbers }),
  relationship_summarised: fields({ scene_id: number, source_event_ids: numbers }),
  thread_detected: fields({ cites: texts, scene_id: number, source_event_ids: numbers }),
};

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
