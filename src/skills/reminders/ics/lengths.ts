import { type Entry, lineOf, valueOf } from "./entry.ts";
import { type IcsTime, minutesBetween, timeIn } from "./times.ts";

/** Appointments take a month at most; whole days may be those of a long journey. */
const longestTime = 60 * 24 * 31;
const longestDays = 60 * 24 * 366;

/** How long an entry takes, in minutes; null for a moment and for one day. Undefined: what the file says can't be kept. */
export function lengthOf(
  entry: Entry,
  { start, home }: { readonly start: IcsTime; readonly home: string },
): number | null | undefined {
  const minutes = entry.has("DURATION")
    ? durationIn(valueOf(entry, "DURATION"))
    : untilEnd(entry, start, start.isDay ? start.zone : home);
  if (minutes === undefined || minutes < 0) return undefined;
  if (start.isDay && minutes <= 1_440) return minutes % 1_440 === 0 ? null : undefined;
  if (minutes > (start.isDay ? longestDays : longestTime)) return undefined;
  return start.isDay ? Math.floor(minutes / 1_440) * 1_440 : Math.round(minutes) || null;
}

/** Of a `DURATION`, in minutes. Undefined for none that goes forward. */
export function durationIn(text: string): number | undefined {
  const found = /^\+?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(
    text.toUpperCase(),
  );
  if (found === null) return undefined;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found
    .slice(1)
    .map((figure) => Number(figure ?? 0));
  return ((weeks * 7 + days) * 24 + hours) * 60 + minutes + seconds / 60;
}

/** The end of whole days is the day after the last. */
function untilEnd(entry: Entry, start: IcsTime, home: string): number | undefined {
  const line = lineOf(entry, "DTEND");
  if (line === undefined) return 0;
  const end = timeIn(line, home);
  if (end === undefined || end.isDay !== start.isDay) return undefined;
  return end.isDay
    ? (Date.parse(`${end.wall}Z`) - Date.parse(`${start.wall}Z`)) / 60_000
    : minutesBetween(start, end);
}
