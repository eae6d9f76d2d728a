import { useEffect, useRef } from "react";
import { isTypedInto } from "../palette/dialog-keys.ts";
import { type Place, turn, type View } from "./view-part.ts";

interface ShortcutActs {
  readonly place: Place;
  readonly today: string;
  readonly onPlace: (place: Place) => void;
  readonly onNew: () => void;
  readonly onSearch: () => void;
}

const viewKeys: Readonly<Record<string, View>> = { d: "day", w: "week", m: "month", a: "agenda" };

/** T today, D W M A the views, J and K forward and back, N the field for a new entry, / the search. */
export function useShortcuts(acts: ShortcutActs): void {
  const current = useRef(acts);
  useEffect(() => {
    current.current = acts;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (isMeantForOthers(event) || !tryShortcut(event.key.toLowerCase(), current.current)) return;
      event.preventDefault();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}

/** Keys in a field or a dialog are written there, and those with Ctrl belong to the browser. */
function isMeantForOthers(event: KeyboardEvent): boolean {
  const { target, ctrlKey, metaKey, altKey, isComposing, defaultPrevented } = event;
  if (ctrlKey || metaKey || altKey || isComposing || defaultPrevented) return true;
  return isTypedInto(target, "input, textarea, select, [contenteditable], [role=dialog], dialog");
}

function tryShortcut(
  key: string,
  { place, today, onPlace, onNew, onSearch }: ShortcutActs,
): boolean {
  const view = viewKeys[key];
  if (view !== undefined) onPlace({ ...place, view });
  else if (key === "t") onPlace({ ...place, day: today });
  else if (key === "j") onPlace(turn(place, 1));
  else if (key === "k") onPlace(turn(place, -1));
  else if (key === "n") onNew();
  else if (key === "/") onSearch();
  else return false;
  return true;
}
