import { useCallback, useState } from "react";
import { readLocal, writeLocal } from "../browser-storage.ts";

/** How this device shows the calendar. */
export interface Preferences {
  /** Monday is 0. */
  readonly weekStart: number;
  readonly hours: 12 | 24;
}

/** Days on which weeks begin somewhere. */
export const weekStarts = [0, 5, 6] as const;

const stored = "calendar";
const usual: Preferences = { weekStart: 0, hours: 24 };

function read(): Preferences {
  const [weekStart, hours] = (readLocal(stored) ?? "").split(" ");
  return {
    weekStart: weekStarts.find((day) => String(day) === weekStart) ?? usual.weekStart,
    hours: hours === "12" ? 12 : usual.hours,
  };
}

export function usePreferences(): readonly [Preferences, (next: Preferences) => void] {
  const [preferences, setPreferences] = useState(read);
  const change = useCallback((next: Preferences) => {
    writeLocal(stored, `${next.weekStart} ${next.hours}`);
    setPreferences(next);
  }, []);
  return [preferences, change];
}
