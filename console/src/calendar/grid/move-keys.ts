import { type KeyboardEvent } from "react";
import { type TimedEntry } from "../contract.ts";
import { dayOf, minutesOf, type Wall } from "../days.ts";
import { shiftWall, step } from "../moves.ts";

/** An entry that is being moved and not dropped yet. */
export interface Moving {
  readonly entry: TimedEntry;
  readonly to: Wall;
  /** Its new length, if its end is being moved. */
  readonly minutes?: number | undefined;
}

interface Keys {
  readonly entry: TimedEntry;
  readonly moving: Moving | undefined;
  /** How far the keys for up and down go; in a month they go by weeks. */
  readonly upDown: "minutes" | "weeks";
  readonly isShown: (day: string) => boolean;
  readonly setMoving: (moving: Moving) => void;
  readonly drop: () => void;
  readonly leave: () => void;
}

const arrows: Readonly<Record<string, readonly [across: number, along: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * M picks an entry up, arrow keys move it, with Shift its end, Enter drops it and Escape leaves it
 * where it was.
 * Returns whether the key was handled.
 */
export function tryMoveByKey(event: KeyboardEvent, keys: Keys): boolean {
  const isHandled =
    keys.moving?.entry === keys.entry
      ? tryWhileMoving(event, keys.moving, keys)
      : tryPickUp(event, keys);
  if (!isHandled) return false;
  event.preventDefault();
  event.stopPropagation();
  return true;
}

function tryPickUp(event: KeyboardEvent, { entry, setMoving }: Keys): boolean {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
  if (!isPlain || event.key.toLowerCase() !== "m") return false;
  setMoving({ entry, to: entry.display_start });
  return true;
}

function tryWhileMoving(event: KeyboardEvent, moving: Moving, keys: Keys): boolean {
  const arrow = arrows[event.key];
  if (arrow !== undefined && event.shiftKey && canResize(moving.entry, keys.upDown))
    keys.setMoving({ ...moving, minutes: stretch(moving, arrow[1]) });
  else if (arrow !== undefined) {
    const to = carry(moving.to, arrow, keys.upDown);
    if (keys.isShown(dayOf(to))) keys.setMoving({ ...moving, to });
  } else if (event.key === "Enter") keys.drop();
  else if (event.key === "Escape") keys.leave();
  else return false;
  return true;
}

/** The length as it is shown: an entry without one takes half an hour of the grid. */
export const lengthOf = ({ entry, minutes }: Pick<Moving, "entry" | "minutes">): number =>
  minutes ?? Math.max(entry.duration_minutes ?? 0, 30);

/** Whole days have their length in the form, and in a month there are no hours. */
export const canResize = (entry: TimedEntry, upDown: Keys["upDown"]): boolean =>
  upDown === "minutes" && !entry.all_day;

const stretch = (moving: Moving, along: number): number =>
  Math.min(Math.max(lengthOf(moving) + along * step, step), 1_440);

function carry(
  wall: Wall,
  [across, along]: readonly [number, number],
  upDown: Keys["upDown"],
): Wall {
  if (upDown === "weeks") return shiftWall(wall, { days: across + along * 7, minutes: 0 });
  const minutes = along * step;
  const at = minutesOf(wall) + minutes;
  // Up and down stay within the day.
  return at < 0 || at >= 1440 ? wall : shiftWall(wall, { days: across, minutes });
}
