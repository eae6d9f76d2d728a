import { useEffect, useRef, type KeyboardEvent, type RefObject } from "react";
import { addDays, addMonths, type Day } from "../days.ts";

interface GridKeys {
  readonly room: RefObject<HTMLElement | null>;
  readonly day: Day;
  readonly upDown: "entries" | "weeks";
  /** The day that keys are on now; it may lie outside of what is shown. */
  readonly onDay: (day: Day) => void;
  readonly onEnter: (day: Day) => void;
}

const across: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };
const along: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** Arrow keys in a grid of days: from day to day, and within a day from entry to entry. */
export function useGridKeys({
  room,
  day,
  upDown,
  onDay,
  onEnter,
}: GridKeys): (event: KeyboardEvent) => void {
  const wantsFocus = useRef(false);
  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    room.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();
  }, [room, day]);
  const turnTo = (next: Day): void => {
    wantsFocus.current = true;
    onDay(next);
  };
  return (event) => {
    const target = event.target as HTMLElement;
    const cell = target.closest<HTMLElement>("[data-day]");
    const at = cell?.dataset["day"];
    if (cell === null || at === undefined || isMeantForOthers(event)) return;
    const step = along[event.key];
    const days = daysOver(event.key, upDown === "weeks" && target === cell);
    if (days !== undefined) turnTo(addDays(at, days));
    else if (step !== undefined) amongEntries(cell, target, step);
    else if (event.key === "PageUp" || event.key === "PageDown")
      turnTo(pageFrom(at, event.key === "PageUp" ? -1 : 1, upDown));
    else if (event.key === "Enter" && target === cell) onEnter(at);
    else if (event.key === "Escape" && target !== cell) cell.focus();
    else return;
    event.preventDefault();
  };
}

/** How many days a key moves on. In a month the keys up and down move by weeks. */
function daysOver(key: string, isByWeeks: boolean): number | undefined {
  const step = along[key];
  return across[key] ?? (isByWeeks && step !== undefined ? step * 7 : undefined);
}

const isMeantForOthers = (event: KeyboardEvent): boolean =>
  event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey;

const pageFrom = (day: Day, by: number, upDown: GridKeys["upDown"]): Day =>
  upDown === "weeks" ? addMonths(day, by) : addDays(day, by * 7);

/** The day itself stands before its first entry. */
function amongEntries(cell: HTMLElement, from: HTMLElement, step: number): void {
  const stops = [cell, ...cell.querySelectorAll<HTMLElement>("button")];
  stops[stops.indexOf(from) + step]?.focus();
}
