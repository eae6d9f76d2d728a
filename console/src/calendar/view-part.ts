import { addDays, addMonths, type Day, daysFrom, firstOfWeek, isDay, monthWeeks } from "./days.ts";

export const views = ["day", "week", "month", "agenda"] as const;
export type View = (typeof views)[number];

export interface Place {
  readonly view: View;
  readonly day: Day;
}

/**
 * `week/2026-11-16` behind the page's address. A missing or invalid part means today, in the view
 * that suits the screen.
 */
export function placeOf(part: string | undefined, otherwise: Place): Place {
  const [view, day] = (part ?? "").split("/");
  return {
    view: views.find((each) => each === view) ?? otherwise.view,
    day: isDay(day) ? day : otherwise.day,
  };
}

export const partOf = ({ view, day }: Place): string => `${view}/${day}`;

const agendaDays = 30;

export function listDays({ view, day }: Place, weekStart = 0): Day[] {
  if (view === "day") return [day];
  if (view === "week") return daysFrom(firstOfWeek(day, weekStart), 7);
  return view === "month" ? monthWeeks(day, weekStart).flat() : daysFrom(day, agendaDays);
}

export function turn({ view, day }: Place, by: 1 | -1): Place {
  if (view === "month") return { view, day: addMonths(day, by) };
  return { view, day: addDays(day, by * (view === "day" ? 1 : view === "week" ? 7 : agendaDays)) };
}
