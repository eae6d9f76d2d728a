import { iso } from "../../../domain/ports/clock.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

/** The UTC offset as written in the clock. */
function parseOffset(clock: string): number {
  const found = /([+-])(\d{2}):?(\d{2})$/.exec(clock);
  if (found === null) return 0;
  const minutes = Number(found[2]) * 60 + Number(found[3]);
  return (found[1] === "-" ? -minutes : minutes) * minute;
}

/** A timestamp with the story's own UTC offset. */
function formatWithOffset(at: number, offset: number): string {
  if (offset === 0) return iso(at);
  const minutes = Math.abs(offset) / minute;
  const padTwo = (value: number): string => String(value).padStart(2, "0");
  return `${iso(at + offset).slice(0, -1)}${offset < 0 ? "-" : "+"}${padTwo(Math.floor(minutes / 60))}:${padTwo(minutes % 60)}`;
}

/** The clock some minutes later. An unparsable clock is returned unchanged. */
export function addMinutes(clock: string, minutes: number): string {
  const at = Date.parse(clock);
  return Number.isNaN(at) ? clock : formatWithOffset(at + minutes * minute, parseOffset(clock));
}

/** The next time the story's clock shows this wall time, strictly after now. */
export function findNextTime(
  clock: string,
  wall: { readonly hour: number; readonly minute: number },
): string {
  const at = Date.parse(clock);
  if (Number.isNaN(at)) return clock;
  const offset = parseOffset(clock);
  const midnight = Math.floor((at + offset) / day) * day;
  const today = midnight + (wall.hour * 60 + wall.minute) * minute - offset;
  return formatWithOffset(today > at ? today : today + day, offset);
}

/** The wall time within the story: `2026-04-26 20:05`. */
export function formatWallClock(clock: string): string {
  const at = Date.parse(clock);
  return Number.isNaN(at)
    ? clock
    : iso(at + parseOffset(clock))
        .slice(0, 16)
        .replace("T", " ");
}

export const countMinutesBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / minute;
