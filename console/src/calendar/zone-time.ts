import { type Wall } from "./days.ts";

/** What the clocks of a zone show at a moment. */
export function wallAtInstant(instant: number, zone: string): Wall {
  // Swedish writes dates as ISO does.
  return new Intl.DateTimeFormat("sv-SE", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  })
    .format(instant)
    .replace(" ", "T");
}

const offsetAt = (instant: number, zone: string): number =>
  Date.parse(`${wallAtInstant(instant, zone)}Z`) - Math.floor(instant / 1000) * 1000;

/**
 * The moment at which the clocks show this. As on the server: what they skip is moved on, of what
 * they show twice the first is meant.
 */
export function instantOfWall(wall: Wall, zone: string): number {
  const plain = Date.parse(`${wall}Z`);
  const [before, after] = [offsetAt(plain - 86_400_000, zone), offsetAt(plain + 86_400_000, zone)];
  const fitting = [plain - before, plain - after].filter(
    (instant) => wallAtInstant(instant, zone) === wall,
  );
  return fitting.length > 0 ? Math.min(...fitting) : plain - before;
}
