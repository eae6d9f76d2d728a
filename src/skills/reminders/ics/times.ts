import { zoneName } from "../../../domain/zone.ts";
import { instantOf, wallTimeAt } from "../../../language/calendar/instants.ts";
import type { ContentLine } from "./lines.ts";
import { icsWall, isoWall } from "./zone.ts";
import { windowsZones } from "./windows-zones.ts";
import { isRealWall } from "../api/requested-reminder.ts";

/** A time of a calendar: by whose clocks, and whether only the day was named. */
export interface At {
  readonly wall: string;
  readonly zone: string;
  readonly isDay: boolean;
}

/**
 * A time with a zone stays in it; one in UTC becomes wall time at home; one without either is meant
 * at home.
 */
export function timeIn(line: ContentLine, home: string): At | undefined {
  const found = /^(\d{8})(?:T(\d{6})(Z?))?$/i.exec(line.value.trim());
  if (found === null) return undefined;
  const [, day = "", time, utc = ""] = found;
  const wall = isoWall(day, time ?? "000000");
  if (!isRealWall(wall)) return undefined;
  if (utc !== "")
    return { wall: wallTimeAt(Date.parse(`${wall}Z`), home), zone: home, isDay: false };
  const named = line.params["TZID"];
  return {
    wall,
    zone: (named === undefined ? undefined : findZone(named)) ?? home,
    isDay: time === undefined,
  };
}

const findZone = (name: string): string | undefined =>
  zoneName(name) ??
  zoneName(windowsZones[name] ?? "") ??
  zoneName(name.replace(/^\/(?:[^/]+\/)*?(?=[A-Z][A-Za-z]+\/)/, ""));

/** A whole day means that day's occurrence. */
export const inSeries = (
  at: At,
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
export const minutesBetween = (start: At, end: At): number =>
  (instantOf(end.wall, end.zone) - instantOf(start.wall, start.zone)) / 60_000;
