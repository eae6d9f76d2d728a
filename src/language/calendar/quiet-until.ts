import type { QuietHours } from "../../domain/views/friends.ts";
import { instantOf, wallTimeAt } from "./instants.ts";
import { dayOf, wallAt, wallOf, wallText } from "./wall.ts";

/** The end of the quiet hours that contain this time. `undefined`: it lies in none. */
export function quietUntil(
  now: number,
  { starts, ends }: QuietHours,
  zone: string,
): number | undefined {
  const wall = wallTimeAt(now, zone);
  const clock = wall.slice(11, 16);
  const isOverNight = ends < starts;
  const isQuiet = isOverNight ? clock >= starts || clock < ends : clock >= starts && clock < ends;
  if (!isQuiet) return undefined;
  const day = dayOf(wallOf(wall)) + (clock < ends ? 0 : 1);
  return instantOf(`${wallText(wallAt(day, 0)).slice(0, 10)}T${ends}:00`, zone);
}
