import { Refusal } from "../../../domain/errors.ts";
import type { RecordedEvent } from "../../../domain/events.ts";
import { text } from "../state/payload.ts";
import type { ChatState } from "../state/chat-state.ts";

const dayMs = 86_400_000;

/** Which day of the story a moment is on. A time that nobody can read is on the first. */
export function dayCount({
  startedAt,
  anchor,
}: Pick<ChatState, "startedAt" | "anchor">): (time: string) => number {
  const first = firstDay(anchor);
  const begin = midnightOf(startedAt);
  return (time) =>
    first + Math.max(0, Math.floor((Date.parse(time) - (begin ?? Number.NaN)) / dayMs) || 0);
}

const firstDay = (anchor: string): number => Number(/\d+/.exec(anchor)?.[0] ?? 1);

/** The day is the story's own, wherever we are. */
function midnightOf(begin: string): number | undefined {
  const date = /^\d{4}-\d{2}-\d{2}/.exec(begin)?.[0];
  const zone = /(?:Z|[+-]\d{2}:?\d{2})$/.exec(begin)?.[0] ?? "Z";
  return date === undefined ? undefined : Date.parse(`${date}T00:00:00${zone}`);
}

/** The last moment of a day of the story, or an hour of it. Days are counted from the one that the story began on. */
export function momentOfDay(
  path: readonly RecordedEvent[],
  day: number,
  hour?: { readonly h: number; readonly m: number },
): string {
  const created = path[0]?.payload ?? {};
  const begin = midnightOf(text(created, "initial_time"));
  if (begin === undefined)
    throw new Refusal("invalid_request", "", {
      field: "day",
      problem: "the story has no calendar",
    });
  const midnight = begin + (day - firstDay(text(created, "narrative_anchor"))) * dayMs;
  const at = hour === undefined ? midnight + dayMs - 1 : midnight + (hour.h * 60 + hour.m) * 60_000;
  return new Date(at).toISOString();
}
