import type { CalendarComponent } from "../../../domain/views/calendar-objects.ts";
import { instantOf, wallTimeAt } from "../../../language/calendar/instants.ts";
import { type Entry, lineOf, valueOf } from "../ics/entry.ts";
import { durationIn, lengthOf } from "../ics/lengths.ts";
import { leftOutIn } from "../ics/read.ts";
import { type IcsTime, timeIn } from "../ics/times.ts";
import { refuseObject } from "./refuse-object.ts";

/** What an import may leave out is refused here: what is stored must come back whole. */
export function assertWhole(entry: Entry, start: IcsTime, home: string): void {
  if (lengthOf(entry, { start, home }) === undefined)
    throw refuseObject(
      "valid-calendar-data",
      "The end has to follow the start, within 31 days or 366 whole days, in the same form and in a zone that the file defines.",
    );
  if (leftOutIn(entry, start).includes(undefined))
    throw refuseObject("valid-calendar-data", "A day that is left out can't be read.");
}

/** Null for a to-do that has no time. */
export function startOf(component: CalendarComponent, entry: Entry, home: string): IcsTime | null {
  const line = lineOf(entry, "DTSTART");
  if (line === undefined && component === "VTODO") return null;
  const isUtcSeries = entry.has("RRULE") && /Z\s*$/i.test(line?.value ?? "");
  const start = line === undefined ? undefined : timeIn(line, isUtcSeries ? "UTC" : home);
  if (line === undefined) throw refuseObject("valid-calendar-data", "An event needs a start.");
  if (start === undefined)
    throw refuseObject(
      "valid-calendar-data",
      "The time can't be read, or is in a zone that the file does not define.",
    );
  return component === "VTODO" && !entry.has("DUE") ? dueAfter(entry, start) : start;
}

/** A to-do that says how long it may take is due at the end of it. */
function dueAfter(entry: Entry, start: IcsTime): IcsTime {
  const minutes = entry.has("DURATION") ? durationIn(valueOf(entry, "DURATION")) : 0;
  if (minutes === undefined)
    throw refuseObject("valid-calendar-data", "The duration can't be read.");
  // The last of whole days is the day before the end.
  const ms = Math.max(0, minutes - (start.isDay ? 1_440 : 0)) * 60_000;
  return { ...start, wall: wallTimeAt(instantOf(start.wall, start.zone) + ms, start.zone) };
}
