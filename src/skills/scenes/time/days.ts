import { Refusal } from "../../../domain/errors.ts";
import type { RecordedChatEvent } from "../state/events.ts";
import type { ChatState } from "../state/chat-state.ts";

const dayMs = 86_400_000;

/** The day of the story at a time. An unparsable time counts as the first day. */
export function createDayCounter({
  startedAt,
  anchor,
}: Pick<ChatState, "startedAt" | "anchor">): (time: string) => number {
  const first = parseFirstDay(anchor);
  const begin = findMidnight(startedAt);
  return (time) =>
    first + Math.max(0, Math.floor((Date.parse(time) - (begin ?? Number.NaN)) / dayMs) || 0);
}

const parseFirstDay = (anchor: string): number => Number(/\d+/.exec(anchor)?.[0] ?? 1);

/** Midnight in the story's own time zone. */
function findMidnight(begin: string): number | undefined {
  const date = /^\d{4}-\d{2}-\d{2}/.exec(begin)?.[0];
  const zone = /(?:Z|[+-]\d{2}:?\d{2})$/.exec(begin)?.[0] ?? "Z";
  return date === undefined ? undefined : Date.parse(`${date}T00:00:00${zone}`);
}

/**
 * The end of a day of the story, or a time on it. Days are counted from the first day of the story.
 */
export function findDayEnd(
  path: readonly RecordedChatEvent[],
  day: number,
  hour?: { readonly h: number; readonly m: number },
): string {
  const created = path[0]?.kind === "chat_created" ? path[0].payload : undefined;
  const begin = findMidnight(created?.initial_time ?? "");
  if (begin === undefined)
    throw new Refusal("invalid_request", {
      field: "day",
      problem: "the story has no calendar",
    });
  const midnight = begin + (day - parseFirstDay(created?.narrative_anchor ?? "")) * dayMs;
  const at = hour === undefined ? midnight + dayMs - 1 : midnight + (hour.h * 60 + hour.m) * 60_000;
  return new Date(at).toISOString();
}
