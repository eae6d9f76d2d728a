import { instantOf, wallTimeAt } from "./instants.ts";
import { type Wall, wallOf, wallText } from "./wall.ts";

/**
 * The clocks of one zone, for callers that ask about many times: a week in which they do not change
 * is looked up once.
 */
export interface ZoneClock {
  instantOf(wall: Wall): number;
  wallAt(instant: number): Wall;
}

const week = 7 * 86_400_000;
/** No clock is further from UTC than this. */
const furthest = 15 * 3_600_000;

export function zoneClock(zone: string): ZoneClock {
  const marks = new Map<number, number>();
  const offsetAt = (nth: number): number => {
    const known = marks.get(nth);
    if (known !== undefined) return known;
    const offset = wallOf(wallTimeAt(nth * week, zone)) - nth * week;
    marks.set(nth, offset);
    return offset;
  };
  /** Undefined where the clocks change in that week. */
  const steady = (instant: number): number | undefined => {
    const nth = Math.floor(instant / week);
    return offsetAt(nth) === offsetAt(nth + 1) ? offsetAt(nth) : undefined;
  };
  return {
    instantOf(wall) {
      const offset = steady(wall - furthest);
      return offset !== undefined && offset === steady(wall + furthest)
        ? wall - offset
        : instantOf(wallText(wall), zone);
    },
    wallAt(instant) {
      const offset = steady(instant);
      return offset === undefined ? wallOf(wallTimeAt(instant, zone)) : instant + offset;
    },
  };
}
