import type { Span } from "../../../domain/views/calendar-objects.ts";
import { iso } from "../../../domain/ports/clock.ts";
import { instantOf } from "../../../language/calendar/instants.ts";
import { occurrencesBetween } from "../commands/schedule.ts";
import { icsFile } from "../ics/lines.ts";
import { atWall, listChangedDays } from "../ics/write.ts";
import { icsInstant } from "../ics/zone.ts";
import type { ReminderRow } from "../rows.ts";
import { momentOf, type ObjectRows, type TextOptions, writeComponent } from "./object-text.ts";

const minute = 60_000;
const day = 1_440 * minute;
/** A file with more occurrences in the span, or longer ones, is cut there. */
const mostOfOne = 1_000;
const mostText = 4 * 1024 * 1024;

/** One occurrence: a row that stands for itself, and which day of its series it is. */
interface Instance {
  readonly row: ReminderRow;
  readonly recurrence: string | undefined;
}

/**
 * The file of one entry with its series written out between two times (RFC 4791, 9.6.5): no rules, no
 * zones, times in UTC, and each occurrence with its `RECURRENCE-ID`.
 */
export function expandObject(file: ObjectRows, span: Span, options: TextOptions): string {
  const rows = [file.whole, ...file.occurrences];
  const { seriesOf } = listChangedDays(rows);
  const instances = rows.flatMap((row): Instance[] => {
    if (row.rrule !== null) return listInstances(row, span);
    const series = seriesOf.get(row.id);
    const shown = { ...row, instant: instantIn(row) };
    if (series === undefined)
      return isWithin(row, span) ? [{ row: shown, recurrence: undefined }] : [];
    const { uid, id: series_id } = series;
    const named = { ...shown, uid, series_id, occurrence: null };
    return isWithin(row, span)
      ? [{ row: named, recurrence: recurrenceOf(series, row.occurrence ?? "") }]
      : [];
  });
  return icsFile([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Meanwhile//Reminders//EN",
    "CALSCALE:GREGORIAN",
    ...instances.flatMap((each) => writeInstance(each, options)),
    "END:VCALENDAR",
  ]);
}

function listInstances(row: ReminderRow, span: Span): Instance[] {
  const margin = row.all_day ? day : 0;
  const times = occurrencesBetween(row, {
    from: span.from - lengthOf(row) - margin + 1,
    to: span.to + margin,
    most: Math.max(1, Math.min(mostOfOne, Math.floor(mostText / sizeOf(row)))),
    steps: { left: 50_000 },
  });
  return times
    .map(({ wall, instant }) => ({
      recurrence: recurrenceOf(row, wall),
      row: {
        ...row,
        local_start: wall,
        instant: row.all_day ? null : iso(instant),
        rrule: null,
        workdays: null,
        exdates: [],
      },
    }))
    .filter((each) => isWithin(each.row, span));
}

/** About how long each occurrence is when it is written. */
const sizeOf = ({ content, calendar }: ReminderRow): number =>
  500 + content.length + [calendar?.lines ?? [], calendar?.parts ?? []].flat(2).join("").length;

const lengthOf = (row: ReminderRow): number =>
  Math.max((row.duration_minutes ?? (row.all_day ? 1_440 : 0)) * minute, 1);

function isWithin(row: ReminderRow, { from, to }: Span): boolean {
  const start = momentOf(row);
  return start === undefined || (start < to && start + lengthOf(row) > from);
}

/** Whole days have no zone. */
function instantIn(row: ReminderRow): string | null {
  const start = row.all_day ? undefined : momentOf(row);
  return start === undefined ? row.instant : iso(start);
}

const recurrenceOf = (series: ReminderRow, wall: string): string =>
  series.all_day
    ? `RECURRENCE-ID;${atWall(series, wall)}`
    : `RECURRENCE-ID:${icsInstant(instantOf(wall, series.captured_timezone))}`;

function writeInstance({ row, recurrence }: Instance, options: TextOptions): string[] {
  const lines = writeComponent(row, options);
  if (recurrence === undefined) return lines;
  return lines.flatMap((line) => (line.startsWith("UID:") ? [line, recurrence] : [line]));
}
