import { Temporal } from "temporal-polyfill";
import { wallStart, withOffset } from "../text/calendar-formats.ts";
import { type Wall, wallOf, wallText } from "./wall.ts";

/**
 * The one way from wall time to a moment. In a gap (a clock that jumps over the time) it is the
 * later reading, in an overlap (a time that comes twice) the earlier.
 */
export function instantOf(wall: string, zone: string): number {
  return Temporal.PlainDateTime.from(wall).toZonedDateTime(zone, { disambiguation: "compatible" })
    .epochMilliseconds;
}

/** What a clock on the wall shows at that moment. */
export function wallTimeAt(instant: number, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(instant)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: "second" });
}

/** Elapsed time, not wall time: across a change of the clocks they differ by an hour. */
export function later(
  from: Wall,
  ms: number,
  zone: string,
): { readonly wall: Wall; readonly instant: number } {
  const instant = instantOf(wallText(from), zone) + ms;
  return { wall: wallOf(wallTimeAt(instant, zone)), instant };
}

/** Wall time as it stands, or from an instant. */
export function wallNow(now: string, zone: string): Wall {
  if (!wallStart.test(now)) throw new RangeError(`Not a moment: ${now}`);
  const isInstant = withOffset.test(now);
  return wallOf(isInstant ? wallTimeAt(Temporal.Instant.from(now).epochMilliseconds, zone) : now);
}
