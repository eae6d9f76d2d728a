import { instantOf } from "../calendar/instants.ts";
import { latestOccurrence } from "../calendar/occurrences.ts";
import { wallOf, wallText } from "../calendar/wall.ts";
import type { Reading } from "../reading.ts";
import type { Target } from "./targets.ts";

const rememberedFor = 12 * 3_600_000;

/** What has just gone off. */
export function listRecentlyFired(
  { now, zone, context }: Reading,
  within = rememberedFor,
): Target[] {
  const { lastFire } = context;
  if (lastFire !== undefined) {
    const { id, title, at } = lastFire;
    if (within < rememberedFor && now - wallOf(at) > within) return [];
    const known = context.reminders?.find((reminder) =>
      id === undefined ? reminder.title === title : reminder.id === id,
    );
    const fired = {
      title,
      start: at,
      rrule: null,
      durationMinutes: null,
      ...(id === undefined ? {} : { id }),
    };
    return [{ reminder: known ?? fired }];
  }
  const present = instantOf(wallText(now), zone);
  const fired = (context.reminders ?? []).flatMap((reminder) => {
    const row =
      reminder.start === null
        ? undefined
        : { start: reminder.start, zone, rrule: reminder.rrule ?? null };
    const at = row === undefined ? undefined : latestOccurrence(row, present, within)?.instant;
    return at === undefined ? [] : [{ reminder, at }];
  });
  const newest = Math.max(...fired.map(({ at }) => at));
  return fired.filter(({ at }) => at === newest).map(({ reminder }) => ({ reminder }));
}
