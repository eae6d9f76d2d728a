import type {
  ComponentFilter,
  ParamFilter,
  PropertyFilter,
  Span,
  TextMatch,
} from "../../../domain/views/calendar-objects.ts";
import { type ContentLine, plainText, readLines } from "../ics/lines.ts";
import { timeIn } from "../ics/times.ts";
import { instantOf } from "../../../language/calendar/instants.ts";
import { occurrencesBetween } from "../commands/schedule.ts";
import type { ReminderRow } from "../rows.ts";
import { momentOf, type ObjectRows } from "./object-text.ts";

interface Part {
  readonly name: string;
  readonly lines: readonly ContentLine[];
  readonly parts: readonly Part[];
}

/** Whether a file is what a query asks for (RFC 4791, 9.7). */
export function isMatch(rows: ObjectRows, text: string, filter: ComponentFilter): boolean {
  const [calendar] = partsIn(readLines(text));
  return calendar !== undefined && doesFit(calendar, filter, { rows });
}

function partsIn(lines: readonly ContentLine[]): Part[] {
  const root: { name: string; lines: ContentLine[]; parts: Part[] } = {
    name: "",
    lines: [],
    parts: [],
  };
  const open = [root];
  for (const line of lines) {
    const last = open.at(-1) ?? root;
    if (line.name === "BEGIN") {
      const part = { name: line.value.trim().toUpperCase(), lines: [], parts: [] };
      last.parts.push(part);
      open.push(part);
    } else if (line.name === "END") open.pop();
    else last.lines.push(line);
  }
  return root.parts;
}

interface Looking {
  readonly rows: ObjectRows;
}

function doesFit(part: Part, filter: ComponentFilter, at: Looking): boolean {
  if (part.name !== filter.name) return filter.isAbsent;
  if (filter.isAbsent) return false;
  if (filter.span !== undefined && !isWithin(part, filter.span, at)) return false;
  return (
    filter.properties.every((each) => hasProperty(part, each)) &&
    filter.components.every((each) => hasComponent(part, each, at))
  );
}

function hasComponent(part: Part, filter: ComponentFilter, at: Looking): boolean {
  const named = part.parts.filter(({ name }) => name === filter.name);
  return filter.isAbsent ? named.length === 0 : named.some((each) => doesFit(each, filter, at));
}

function hasProperty(part: Part, filter: PropertyFilter): boolean {
  const named = part.lines.filter(({ name }) => name === filter.name);
  if (filter.isAbsent) return named.length === 0;
  return named.some(
    (line) =>
      (filter.text === undefined || hasText(plainText(line.value), filter.text)) &&
      (filter.span === undefined || isTimeWithin(line, filter.span)) &&
      filter.params.every((each) => hasParam(line, each)),
  );
}

function hasParam({ params }: ContentLine, { name, isAbsent, text }: ParamFilter): boolean {
  const value = params[name];
  if (value === undefined) return isAbsent;
  return !isAbsent && (text === undefined || hasText(value, text));
}

function hasText(value: string, { text, isNegated, isExact }: TextMatch): boolean {
  const found = isExact ? value.includes(text) : value.toLowerCase().includes(text.toLowerCase());
  return found !== isNegated;
}

function isTimeWithin(line: ContentLine, { from, to }: Span): boolean {
  const at = timeIn(line, "UTC");
  const moment = at === undefined ? Number.NaN : instantOf(at.wall, at.zone);
  return moment >= from && moment < to;
}

const minute = 60_000;
const day = 1_440 * minute;

/** Whether any occurrence lies in the span, or any alarm rings in it. */
function isWithin(part: Part, span: Span, { rows }: Looking): boolean {
  const all = [rows.whole, ...rows.occurrences];
  if (part.name === "VALARM") return all.some((row) => doesTouch(row, widen(span)));
  return all.some((row) => doesTouch(row, span));
}

/** Alarms ring some time before; which one exactly is for the program to say. */
const widen = ({ from, to }: Span): Span => ({ from, to: to + day });

function doesTouch(row: ReminderRow, { from, to }: Span): boolean {
  const start = momentOf(row);
  // A to-do without any time is in every span.
  if (start === undefined) return true;
  const length = Math.max((row.duration_minutes ?? (row.all_day ? 1_440 : 0)) * minute, 1);
  if (row.rrule === null) return start < to && start + length > from;
  // Whole days are counted by their mornings.
  const margin = row.all_day ? day : 0;
  const times = occurrencesBetween(row, {
    from: from - length - margin + 1,
    to: to + margin,
    most: 1,
    steps: { left: 50_000 },
  });
  return times.length > 0;
}
