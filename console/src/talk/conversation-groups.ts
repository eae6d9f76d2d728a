import { type Conversation } from "../api/contract.ts";

export type GroupName = "pinned" | "today" | "yesterday" | "week" | "month" | "older";

export interface Group {
  readonly name: GroupName;
  readonly conversations: readonly Conversation[];
}

const dayMs = 86_400_000;

/** Conversations by the day of their last message on the person's own clock; the pinned ones first. */
export function groupByDay(
  conversations: readonly Conversation[],
  now: number,
  timeZone: string | null,
): readonly Group[] {
  const today = dayNumber(now, timeZone);
  const groups = new Map<GroupName, Conversation[]>();
  for (const each of conversations) {
    const name = each.pinned
      ? "pinned"
      : nameOf(today - dayNumber(Date.parse(each.updated_at), timeZone));
    groups.set(name, [...(groups.get(name) ?? []), each]);
  }
  return (["pinned", "today", "yesterday", "week", "month", "older"] as const).flatMap((name) => {
    const found = groups.get(name);
    return found === undefined ? [] : [{ name, conversations: found }];
  });
}

function nameOf(daysAgo: number): GroupName {
  if (daysAgo <= 0) return "today";
  if (daysAgo === 1) return "yesterday";
  if (daysAgo < 7) return "week";
  return daysAgo < 30 ? "month" : "older";
}

/** Days since 1970 by the calendar of that zone. */
function dayNumber(at: number, timeZone: string | null): number {
  if (Number.isNaN(at)) return 0;
  const format = (zone: string | null): string =>
    new Intl.DateTimeFormat("en-CA", {
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      ...(zone === null ? {} : { timeZone: zone }),
    }).format(at);
  try {
    return Date.parse(format(timeZone)) / dayMs;
  } catch (error) {
    // A zone that this browser does not know: its own is better than no day at all.
    if (error instanceof RangeError) return Date.parse(format(null)) / dayMs;
    throw error;
  }
}
