import { clockChanges, offsetAt } from "../../../language/calendar/transitions.ts";

const two = (figure: number): string => String(figure).padStart(2, "0");

const offsetText = (minutes: number): string => {
  const size = Math.abs(minutes);
  const seconds = Math.round((size % 1) * 60);
  return `${minutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}${two(Math.floor(size % 60))}${seconds === 0 ? "" : two(seconds)}`;
};

/** Wall time in the form of a calendar: 20260610T180000. */
export const icsWall = (wall: string): string => wall.slice(0, 19).replaceAll(/[-:]/g, "");

/** The other way: 20260610 and 180000 as 2026-06-10T18:00:00. */
export const isoWall = (day: string, time: string): string =>
  `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6, 8)}T${time.slice(0, 2)}:${time.slice(2, 4)}:${time.slice(4, 6)}`;

export const icsInstant = (ms: number): string => `${icsWall(new Date(ms).toISOString())}Z`;

/** The wall time before the change, at the moment of the change. */
const wallBefore = (at: number, offset: number): string =>
  icsWall(new Date(at + offset * 60_000).toISOString());

/**
 * A zone as a calendar wants it: every change of its clocks in the years that matter, one by one.
 * Not every zone has a rule that a calendar could say (the Friday before the last Sunday; the month
 * of fasting), and those that have may leave it.
 */
export function zoneLines(zone: string, from: number, until: number): string[] {
  const first = offsetAt(zone, from);
  const changes = clockChanges(zone, from, until);
  const standard = Math.min(first, ...changes.flatMap((change) => [change.from, change.to]));
  const part = (offset: number, lines: readonly string[]): string[] => {
    const kind = offset > standard ? "DAYLIGHT" : "STANDARD";
    return [`BEGIN:${kind}`, ...lines, `END:${kind}`];
  };
  return [
    "BEGIN:VTIMEZONE",
    `TZID:${zone}`,
    ...part(first, [
      `DTSTART:${wallBefore(from, first)}`,
      `TZOFFSETFROM:${offsetText(first)}`,
      `TZOFFSETTO:${offsetText(first)}`,
    ]),
    ...changes.flatMap((change) =>
      part(change.to, [
        `DTSTART:${wallBefore(change.at, change.from)}`,
        `TZOFFSETFROM:${offsetText(change.from)}`,
        `TZOFFSETTO:${offsetText(change.to)}`,
      ]),
    ),
    "END:VTIMEZONE",
  ];
}
