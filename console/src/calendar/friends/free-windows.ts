import { type FreeTime } from "../contract.ts";
import { addDays, type Day, dayOf, minutesOf, type Wall } from "../days.ts";
import { wallAtInstant } from "../zone-time.ts";

interface Window {
  readonly start: Wall;
  readonly end: Wall;
}

const windowsIn = (times: readonly FreeTime[], state: "busy" | "free", zone: string): Window[] =>
  times.flatMap(({ windows }) =>
    windows
      .filter((window) => window.state === state)
      .map(({ start, end }) => ({
        start: wallAtInstant(Date.parse(start), zone),
        end: wallAtInstant(Date.parse(end), zone),
      })),
  );

/** A person's busy times, day by day in minutes: one that runs over midnight is on both days. */
export function busyByDay(
  times: readonly FreeTime[],
  zone: string,
): Map<Day, { from: number; to: number }[]> {
  const days = new Map<Day, { from: number; to: number }[]>();
  for (const { start, end } of windowsIn(times, "busy", zone))
    for (let day = dayOf(start); day <= dayOf(end); day = addDays(day, 1)) {
      const from = day === dayOf(start) ? minutesOf(start) : 0;
      const to = day === dayOf(end) ? minutesOf(end) : 1440;
      if (to > from) days.set(day, [...(days.get(day) ?? []), { from, to }]);
    }
  return days;
}

/** Hours in which people are awake. */
const awake = { from: "08:00:00", to: "22:00:00" } as const;
const shortest = 30;

/**
 * Free times of one day that are worth to be offered: from now on, not in the night, and not just a
 * moment.
 */
export function freeOn(
  times: readonly FreeTime[],
  { day, now, zone }: { day: Day; now: Wall; zone: string },
): Window[] {
  const [opens, closes] = [`${day}T${awake.from}`, `${day}T${awake.to}`];
  return windowsIn(times, "free", zone)
    .map(({ start, end }) => ({
      start: [start, opens, nextQuarter(now)].reduce((a, b) => (a > b ? a : b)),
      end: end < closes ? end : closes,
    }))
    .filter(({ start, end }) => start < end && minutesOf(end) - minutesOf(start) >= shortest);
}

function nextQuarter(now: Wall): Wall {
  const minutes = Math.ceil((minutesOf(now) + 1) / 15) * 15;
  if (minutes >= 1440) return `${addDays(dayOf(now), 1)}T00:00:00`;
  return `${dayOf(now)}T${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}:00`;
}
