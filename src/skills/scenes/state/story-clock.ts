import { iso } from "../../../domain/ports/clock.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

/** How far the story's clock stands from UTC, as it was written. */
function offsetOf(clock: string): number {
  const found = /([+-])(\d{2}):?(\d{2})$/.exec(clock);
  if (found === null) return 0;
  const minutes = Number(found[2]) * 60 + Number(found[3]);
  return (found[1] === "-" ? -minutes : minutes) * minute;
}

/** A moment by the wall of the story, which stays where it was written. */
function written(at: number, offset: number): string {
  if (offset === 0) return iso(at);
  const minutes = Math.abs(offset) / minute;
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${iso(at + offset).slice(0, -1)}${offset < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** The story's clock a while later. One that nobody can read stays. */
export function later(clock: string, minutes: number): string {
  const at = Date.parse(clock);
  return Number.isNaN(at) ? clock : written(at + minutes * minute, offsetOf(clock));
}

/** The next time that the story's clock shows this hour, which is not the present moment. */
export function nextTime(
  clock: string,
  wall: { readonly hour: number; readonly minute: number },
): string {
  const at = Date.parse(clock);
  if (Number.isNaN(at)) return clock;
  const offset = offsetOf(clock);
  const midnight = Math.floor((at + offset) / day) * day;
  const today = midnight + (wall.hour * 60 + wall.minute) * minute - offset;
  return written(today > at ? today : today + day, offset);
}

/** As somebody in the story would read it: `2026-04-26 20:05`. */
export function wallClock(clock: string): string {
  const at = Date.parse(clock);
  return Number.isNaN(at)
    ? clock
    : iso(at + offsetOf(clock))
        .slice(0, 16)
        .replace("T", " ");
}

export const minutesBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / minute;
