import { resolveDay } from "../calendar/dates.ts";
import { withoutEnd } from "../calendar/rule-text.ts";
import {
  compact,
  dayMs,
  dayOf,
  minuteMs,
  timeOf,
  type Wall,
  wallAt,
  wallOf,
} from "../calendar/wall.ts";
import { isRefused, refuse, type Refused } from "../dialogue/refused.ts";
import type { Target } from "../dialogue/targets.ts";
import type { Reading } from "../reading.ts";
import type { Item } from "../request.ts";
import type { DaySpec } from "../times/atoms.ts";
import { readingAfter } from "../times/hours.ts";
import type { Phrase } from "../times/phrase.ts";
import { stateOf } from "./moved.ts";

/** What was spoken of with another end: of a stay, of several days or of a series. */
export function endOf({ now }: Reading, topic: Target, phrase: Phrase): Item | Refused | undefined {
  const { start, allDay } = topic.reminder;
  if (start === null) return undefined;
  const from = wallOf(start);
  const spec = phrase.untilDay ?? phrase.day;
  if (spec !== undefined) return lastDayOf(topic, spec, { from, now });
  const clock = phrase.untilClock ?? phrase.clock;
  const end =
    clock === undefined || allDay === true ? undefined : readingAfter(clock, timeOf(from));
  return end === undefined
    ? undefined
    : stateOf(topic, { start: from, durationMinutes: (end - timeOf(from)) / minuteMs });
}

/** The last day of a series, or of what lasts for days. */
function lastDayOf(
  topic: Target,
  spec: DaySpec,
  { from, now }: { from: Wall; now: Wall },
): Item | Refused | undefined {
  const { rrule = null, allDay } = topic.reminder;
  const last = resolveDay(spec, allDay === true && rrule === null ? from : now);
  if (isRefused(last)) return last;
  if (last.day < dayOf(from)) return refuse("past_time");
  if (rrule !== null) {
    const until = compact(wallAt(last.day, dayMs - 1000));
    return stateOf(topic, { start: from, rrule: `${withoutEnd(rrule)};UNTIL=${until}` });
  }
  const days = last.day - dayOf(from) + 1;
  return allDay === true
    ? stateOf(topic, { start: from, durationMinutes: (days * dayMs) / minuteMs })
    : undefined;
}
