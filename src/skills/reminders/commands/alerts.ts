import type { CalendarPart } from "../../../domain/events/reminder.ts";
import { furthestAlert, mostAlerts } from "../../../domain/views/entry-details.ts";
import { iso } from "../../../domain/ports/clock.ts";
import { icsText, readLines } from "../ics/lines.ts";
import type { ReminderRow } from "../rows.ts";
import { occurrenceAfter, type Timing } from "./schedule.ts";

/** Alerts some minutes ahead of an entry. They are kept as alarms of iCalendar, so that calendar programs have them too. */

const minuteMs = 60_000;

/** How many minutes before its time an alarm rings; undefined for alarms of another kind. */
function minutesAhead(part: readonly string[]): number | undefined {
  const lines = readLines(part.join("\r\n"));
  const valueOf = (name: string): string | undefined =>
    lines
      .find((line) => line.name === name)
      ?.value.trim()
      .toUpperCase();
  if (valueOf("BEGIN") !== "VALARM" || valueOf("ACTION") === "EMAIL") return undefined;
  const trigger = lines.find(({ name }) => name === "TRIGGER");
  if (trigger === undefined || trigger.params["RELATED"]?.toUpperCase() === "END") return undefined;
  const found =
    /^-P(?:(\d{1,3})W)?(?:(\d{1,3})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,6})M)?(?:\d+S)?)?$/.exec(
      trigger.value.trim().toUpperCase(),
    );
  if (found === null) return undefined;
  const [weeks = 0, days = 0, hours = 0, minutes = 0] = found
    .slice(1)
    .map((part) => Number(part ?? 0));
  const all = weeks * 10_080 + days * 1_440 + hours * 60 + minutes;
  return all > 0 && all <= furthestAlert ? all : undefined;
}

/** The minutes before its time, longest first. */
export const readAlerts = (calendar: Pick<CalendarPart, "parts"> | null): number[] => {
  const found = (calendar?.parts ?? []).flatMap((part) => minutesAhead(part) ?? []);
  return [...new Set(found)].toSorted((a, b) => b - a).slice(0, mostAlerts);
};

/** The parts with these alerts instead of those they have; other alarms stay. */
export const withAlerts = (
  parts: CalendarPart["parts"],
  alerts: readonly number[],
  title: string,
): CalendarPart["parts"] => [
  ...parts.filter((part) => minutesAhead(part) === undefined),
  ...[...new Set(alerts)]
    .toSorted((a, b) => b - a)
    .slice(0, mostAlerts)
    .map((minutes) => [
      "BEGIN:VALARM",
      "ACTION:DISPLAY",
      `DESCRIPTION:${icsText(title)}`,
      `TRIGGER:-PT${minutes}M`,
      "END:VALARM",
    ]),
];

export type Alerting = Timing & Pick<ReminderRow, "lifecycle" | "kind" | "calendar">;

/** The next moment at which one of its alerts is due: of any occurrence that is still to come. */
export function nextAlert(row: Alerting, now: number): string | null {
  if (row.lifecycle !== "active" || row.kind === "shared_projection") return null;
  const moments = readAlerts(row.calendar).flatMap((minutes) => {
    const next = occurrenceAfter(row, now + minutes * minuteMs);
    return next === undefined ? [] : [next.instant - minutes * minuteMs];
  });
  return moments.length === 0 ? null : iso(Math.min(...moments));
}

/** The time that an alert announces: the first one after it. */
export const findAnnounced = (row: Timing, alertAt: number): number | undefined =>
  occurrenceAfter(row, alertAt)?.instant;
