import { zoneName } from "../../../domain/zone.ts";
import { instantOf, wallTimeAt } from "../../../language/calendar/instants.ts";
import type { ContentLine } from "./lines.ts";
import { icsWall, isoWall } from "./zone.ts";
import { isRealWall } from "../api/requested-reminder.ts";

/** A time of a calendar: its zone, and whether only the day was named. */
export interface IcsTime {
  readonly wall: string;
  readonly zone: string;
  readonly isDay: boolean;
}

/**
 * A time with a zone stays in it; one in UTC becomes wall time at home; one without either is meant
 * at home. A zone that is not known makes it no time at all: at home it would be another moment.
 */
export function timeIn(line: ContentLine, home: string): IcsTime | undefined {
  const found = /^(\d{8})(?:T(\d{6})(Z?))?$/i.exec(line.value.trim());
  if (found === null) return undefined;
  const [, day = "", time, utc = ""] = found;
  const wall = isoWall(day, time ?? "000000");
  if (!isRealWall(wall)) return undefined;
  if (utc !== "")
    return { wall: wallTimeAt(Date.parse(`${wall}Z`), home), zone: home, isDay: false };
  // A date has no zone.
  if (time === undefined) return { wall, zone: home, isDay: true };
  const named = line.params["TZID"];
  const zone = named === undefined ? home : zoneName(named);
  return zone === undefined ? undefined : { wall, zone, isDay: false };
}

/** A whole day means that day's occurrence. */
export const inSeries = (
  at: IcsTime,
  series: { readonly wall: string; readonly zone: string },
): string => {
  if (at.isDay) return `${at.wall.slice(0, 10)}${series.wall.slice(10)}`;
  return at.zone === series.zone ? at.wall : wallTimeAt(instantOf(at.wall, at.zone), series.zone);
};

/** Other calendars end a rule with a moment in UTC; ours ends by the clock on the wall. */
export const withWallAsEnd = (rule: string, zone: string): string =>
  rule.replace(/UNTIL=(\d{8})T(\d{6})Z/, (_, day: string, time: string) => {
    const at = Date.parse(`${isoWall(day, time)}Z`);
    return Number.isNaN(at) ? "UNTIL=0" : `UNTIL=${icsWall(wallTimeAt(at, zone))}`;
  });

/** How long it is between two of them. A flight lands by other clocks than it leaves by. */
export const minutesBetween = (start: IcsTime, end: IcsTime): number =>
  (instantOf(end.wall, end.zone) - instantOf(start.wall, start.zone)) / 60_000;
