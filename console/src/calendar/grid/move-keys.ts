import { type KeyboardEvent } from "react";
import { type TimedEntry } from "../contract.ts";
import { dayOf, minutesOf, type Wall } from "../days.ts";
import { shiftWall, step } from "../moves.ts";

/** An entry that is being moved and not dropped yet. */
export interface Moving {
  readonly entry: TimedEntry;
  readonly to: Wall;
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
 * M picks an entry up, arrow keys move it, Enter drops it and Escape leaves it where it was.
 * Returns whether the key was handled.
 */
export function tryMoveByKey(event: KeyboardEvent, keys: Keys): boolean {
  const { entry, moving } = keys;
  const isOurs = moving?.entry === entry;
  const arrow = arrows[event.key];
  if (
    !isOurs &&
    event.key.toLowerCase() === "m" &&
    !event.ctrlKey &&
    !event.metaKey &&
    !event.altKey
  )
    keys.setMoving({ entry, to: entry.display_start });
  else if (isOurs && arrow !== undefined) {
    const to = carry(moving.to, arrow, keys.upDown);
    if (keys.isShown(dayOf(to))) keys.setMoving({ entry, to });
  } else if (isOurs && event.key === "Enter") keys.drop();
  else if (isOurs && event.key === "Escape") keys.leave();
  else return false;
  event.preventDefault();
  event.stopPropagation();
  return true;
}

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
