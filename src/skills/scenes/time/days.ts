import { Refusal } from "../../../domain/errors.ts";
import type { RecordedEvent } from "../../../domain/events.ts";
import { text } from "../payload.ts";

const dayMs = 86_400_000;

/** The last moment of a day of the story, or an hour of it. Days are counted from the one that the story began on. */
export function momentOfDay(path: readonly RecordedEvent[], day: number, hour?: { readonly h: number; readonly m: number }): string {
  const [created] = path;
  const begin = text(created?.payload ?? {}, "initial_time");
  const date = /^\d{4}-\d{2}-\d{2}/.exec(begin)?.[0];
  if (date === undefined) throw new Refusal("invalid_request", "", { field: "day", problem: "the story has no calendar" });
  // The day is the story's own, wherever we are.
  const zone = /(?:Z|[+-]\d{2}:?\d{2})$/.exec(begin)?.[0] ?? "Z";
  const first = Number(/\d+/.exec(text(created?.payload ?? {}, "narrative_anchor"))?.[0] ?? 1);
  const midnight = Date.parse(`${date}T00:00:00${zone}`) + (day - first) * dayMs;
  const at = hour === undefined ? midnight + dayMs - 1 : midnight + (hour.h * 60 + hour.m) * 60_000;
  return new Date(at).toISOString();
}
