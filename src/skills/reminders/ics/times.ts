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
 * at home.
 */
export function timeIn(line: ContentLine, home: string): IcsTime | undefined {
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

/**
 * Names of zones in calendars that Outlook and Exchange write, by their IANA names (CLDR
 * windowsZones).
 */
const windowsZones: Readonly<Record<string, string>> = {
  "AUS Eastern Standard Time": "Australia/Sydney",
  "Alaskan Standard Time": "America/Anchorage",
  "Arab Standard Time": "Asia/Riyadh",
  "Arabian Standard Time": "Asia/Dubai",
  "Argentina Standard Time": "America/Argentina/Buenos_Aires",
  "Atlantic Standard Time": "America/Halifax",
  "Cen. Australia Standard Time": "Australia/Adelaide",
  "Central Asia Standard Time": "Asia/Almaty",
  "Central Europe Standard Time": "Europe/Budapest",
  "Central European Standard Time": "Europe/Warsaw",
  "Central Standard Time": "America/Chicago",
  "Central Standard Time (Mexico)": "America/Mexico_City",
  "China Standard Time": "Asia/Shanghai",
  "E. Africa Standard Time": "Africa/Nairobi",
  "E. Australia Standard Time": "Australia/Brisbane",
  "E. South America Standard Time": "America/Sao_Paulo",
  "Eastern Standard Time": "America/New_York",
  "Egypt Standard Time": "Africa/Cairo",
  "FLE Standard Time": "Europe/Kiev",
  "GMT Standard Time": "Europe/London",
  "GTB Standard Time": "Europe/Bucharest",
  "Greenwich Standard Time": "Atlantic/Reykjavik",
  "Hawaiian Standard Time": "Pacific/Honolulu",
  "India Standard Time": "Asia/Kolkata",
  "Iran Standard Time": "Asia/Tehran",
  "Israel Standard Time": "Asia/Jerusalem",
  "Korea Standard Time": "Asia/Seoul",
  "Mountain Standard Time": "America/Denver",
  "Myanmar Standard Time": "Asia/Yangon",
  "Nepal Standard Time": "Asia/Kathmandu",
  "New Zealand Standard Time": "Pacific/Auckland",
  "Newfoundland Standard Time": "America/St_Johns",
  "Pacific SA Standard Time": "America/Santiago",
  "Pacific Standard Time": "America/Los_Angeles",
  "Pakistan Standard Time": "Asia/Karachi",
  "Romance Standard Time": "Europe/Paris",
  "Russian Standard Time": "Europe/Moscow",
  "SA Pacific Standard Time": "America/Bogota",
  "SE Asia Standard Time": "Asia/Bangkok",
  "Singapore Standard Time": "Asia/Singapore",
  "South Africa Standard Time": "Africa/Johannesburg",
  "Sri Lanka Standard Time": "Asia/Colombo",
  "Taipei Standard Time": "Asia/Taipei",
  "Tokyo Standard Time": "Asia/Tokyo",
  "Turkey Standard Time": "Europe/Istanbul",
  "US Eastern Standard Time": "America/Indiana/Indianapolis",
  "US Mountain Standard Time": "America/Phoenix",
  UTC: "Etc/UTC",
  "W. Australia Standard Time": "Australia/Perth",
  "W. Central Africa Standard Time": "Africa/Lagos",
  "W. Europe Standard Time": "Europe/Berlin",
  "West Asia Standard Time": "Asia/Tashkent",
};
