import type { CalendarPart } from "../../../domain/events/reminder.ts";
import type { CalendarComponent } from "../../../domain/views/calendar-objects.ts";
import { nameZones } from "../ics/file-zones.ts";
import { type ContentLine, readLines } from "../ics/lines.ts";
import { type Entry, lineOf, valueOf } from "../ics/entry.ts";
import { type Read, titleOf, toTimedItem, uidOf } from "../ics/read.ts";
import type { ImportedItem } from "../ics/split-series.ts";
import { type IcsTime, inSeries, timeIn } from "../ics/times.ts";
import { assertWhole, startOf } from "./entry-times.ts";
import { refuseObject } from "./refuse-object.ts";

/** One entry of a file: the series, or one of its occurrences. */
export interface ParsedEntry {
  readonly item: ImportedItem;
  readonly isDone: boolean;
  readonly isCancelled: boolean;
  /** What no field of a reminder stands for. */
  readonly rest: Pick<CalendarPart, "lines" | "parts">;
  /** Days that no rule describes, as they stand in the file. */
  readonly extraDays: readonly string[];
}

export interface ParsedObject {
  readonly component: CalendarComponent;
  readonly uid: string;
  readonly whole: ParsedEntry;
  readonly occurrences: readonly ParsedEntry[];
}

const mostComponents = 600;
const mostLines = 5_000;
const deepest = 4;
/** Zones that only the file defines: of the start, the end and a changed day. */
const mostZones = 3;
/** For all rules of a file. */
const mostSteps = 60_000;
const longestUid = 255;

/** Reads the file of one entry, strictly: what is stored must come back whole. */
export function parseObject(text: string, home: string): ParsedObject {
  const mains = readComponents(text, home);
  const [first] = mains;
  if (first === undefined)
    throw refuseObject("supported-calendar-component", "The file has no event and no to-do.");
  const { component } = first;
  const uid = uidOf(first.entry);
  if (mains.some((each) => each.component !== component || uidOf(each.entry) !== uid))
    throw refuseObject("valid-calendar-object-resource", "A file holds one entry with one UID.");
  if (uid === "" || uid.length > longestUid)
    throw refuseObject("valid-calendar-object-resource", "The entry needs a UID of 1 to 255.");
  const steps = { left: mostSteps };
  const read = mains.map((each) => ({ ...each, item: toItem(each, home, steps) }));
  const wholes = read.filter(({ item }) => item.replaces === null);
  // Who is invited to one day of a series gets that day without the series.
  const whole = wholes[0] ?? (read.length === 1 ? read[0] : undefined);
  if (whole === undefined || wholes.length > 1)
    throw refuseObject(
      "valid-calendar-object-resource",
      "A file holds an entry once, with its changed occurrences.",
    );
  const series = { wall: whole.item.start ?? "", zone: whole.item.zone };
  const toEntry = ({ item: { replaces, isTail: _isTail, ...item }, ...each }: (typeof read)[0]) =>
    entryOf(each, { ...item, occurrence: replaces === null ? null : inSeries(replaces, series) });
  return {
    component,
    uid,
    whole: toEntry({ ...whole, item: { ...whole.item, replaces: null } }),
    occurrences: read.filter((each) => each !== whole).map(toEntry),
  };
}

interface MainComponent {
  readonly component: CalendarComponent;
  readonly entry: Entry;
  readonly lines: readonly ContentLine[];
  readonly parts: readonly (readonly string[])[];
}

/** Events and to-dos with what is nested in them. Time zones are taken by their names. */
function readComponents(text: string, home: string): MainComponent[] {
  const lines = nameZones(readLines(text.replace(/^\uFEFF/, "")), {
    home,
    mostLooks: mostZones,
  });
  const isCalendar =
    isMark(lines[0], "BEGIN", "VCALENDAR") && isMark(lines.at(-1), "END", "VCALENDAR");
  if (!isCalendar || lines.length > mostLines)
    throw refuseObject("valid-calendar-data", "This is not one iCalendar file.");
  if (lines.some(({ name }) => name === "METHOD"))
    throw refuseObject("valid-calendar-object-resource", "A stored file has no METHOD.");
  const mains: MainComponent[] = [];
  let at = 1;
  while (at < lines.length - 1) {
    const line = lines[at] as ContentLine;
    const end = line.name === "BEGIN" ? findEnd(lines, at) : at;
    const kind = line.name === "BEGIN" ? line.value.trim().toUpperCase() : "";
    if (kind === "VEVENT" || kind === "VTODO") mains.push(toMain(kind, lines.slice(at + 1, end)));
    else if (kind !== "" && kind !== "VTIMEZONE")
      throw refuseObject("supported-calendar-component", `${kind.slice(0, 40)} is not kept here.`);
    if (mains.length > mostComponents)
      throw refuseObject("max-instances", "The file has too many changed occurrences.");
    at = end + 1;
  }
  return mains;
}

const isMark = (line: ContentLine | undefined, name: string, value: string): boolean =>
  line?.name === name && line.value.trim().toUpperCase() === value;

/** The END that belongs to the BEGIN at this place. */
function findEnd(lines: readonly ContentLine[], from: number): number {
  const open: string[] = [];
  for (let at = from; at < lines.length; at += 1) {
    const { name, value } = lines[at] as ContentLine;
    const kind = value.trim().toUpperCase();
    if (name === "BEGIN") open.push(kind);
    else if (name === "END" && open.pop() !== kind) break;
    if (open.length === 0) return at;
    if (open.length > deepest) break;
  }
  throw refuseObject("valid-calendar-data", "BEGIN and END do not match.");
}

function toMain(component: CalendarComponent, lines: readonly ContentLine[]): MainComponent {
  const own: ContentLine[] = [];
  const parts: string[][] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as ContentLine;
    if (line.name === "END") throw refuseObject("valid-calendar-data", "An END has no BEGIN.");
    if (line.name !== "BEGIN") {
      own.push(line);
      continue;
    }
    const end = findEnd(lines, at);
    parts.push(lines.slice(at, end + 1).map(({ raw }) => raw));
    at = end;
  }
  const entry = Map.groupBy(own, ({ name }) => name);
  return { component, entry: withStart(component, entry), lines: own, parts };
}

/** A to-do is reminded of when it is due. A rule begins with its frequency, wherever it stood. */
function withStart(component: CalendarComponent, entry: Map<string, ContentLine[]>): Entry {
  const due = component === "VTODO" ? entry.get("DUE") : undefined;
  const rule = entry.get("RRULE")?.map((line) => {
    const parts = line.value.trim().toUpperCase().split(";");
    const frequency = parts.filter((part) => part.startsWith("FREQ="));
    const rest = parts.filter((part) => !part.startsWith("FREQ=") && part !== "");
    return { ...line, value: [...frequency, ...rest].join(";") };
  });
  return new Map([
    ...entry,
    ...(due === undefined ? [] : [["DTSTART", due] as const]),
    ...(rule === undefined ? [] : [["RRULE", rule] as const]),
  ]);
}

const wordsOf = {
  bad_rule: "This rule is not one that can be kept.",
  too_often: "This rule comes too often.",
  other: "The entry can't be kept in this form.",
} as const;

function toItem({ component, entry }: MainComponent, home: string, steps: { left: number }): Read {
  const start = startOf(component, entry, home);
  const replaces = findReplaced(entry, start?.zone ?? home);
  const named = { uid: uidOf(entry), title: titleOf(entry), replaces, isTail: false };
  if (start === null) {
    if (entry.has("RRULE"))
      throw refuseObject("valid-calendar-data", "What comes again needs a first date.");
    return { ...timeless(home), ...named };
  }
  // A to-do has a time, not a length.
  const lasting = component === "VTODO" ? withoutLength(entry) : entry;
  assertWhole(lasting, start, home);
  const timed = toTimedItem(lasting, { start, home, steps });
  if (typeof timed !== "string") return { ...timed, ...named };
  throw refuseObject(
    timed === "too_many" ? "max-instances" : "valid-calendar-data",
    timed === "bad_rule" || timed === "too_often" ? wordsOf[timed] : wordsOf.other,
  );
}

/** The occurrence that an entry stands for. */
function findReplaced(entry: Entry, zone: string): IcsTime | null {
  const line = lineOf(entry, "RECURRENCE-ID");
  if (line === undefined) return null;
  if (line.params["RANGE"] !== undefined)
    throw refuseObject("valid-calendar-object-resource", "Change the series or one occurrence.");
  const at = timeIn(line, zone);
  if (at === undefined) throw refuseObject("valid-calendar-data", "RECURRENCE-ID is not a time.");
  return at;
}

const timeless = (
  zone: string,
): Pick<Read, "start" | "zone" | "rrule" | "exdates" | "durationMinutes" | "isAllDay"> => ({
  start: null,
  zone,
  rrule: null,
  exdates: [],
  durationMinutes: null,
  isAllDay: false,
});

const withoutLength = (entry: Entry): Entry =>
  new Map([...entry].filter(([name]) => name !== "DURATION" && name !== "DTEND"));

/** Properties that fields of a reminder stand for. */
const modelled = new Set([
  "UID",
  "DTSTAMP",
  "CREATED",
  "LAST-MODIFIED",
  "SEQUENCE",
  "SUMMARY",
  "DTSTART",
  "DTEND",
  "DURATION",
  "DUE",
  "RRULE",
  "RDATE",
  "EXDATE",
  "RECURRENCE-ID",
  "COMPLETED",
]);

/** Said of a to-do by whether it is done. */
const ofState: Readonly<Record<CalendarComponent, ReadonlySet<string>>> = {
  VEVENT: new Set(),
  VTODO: new Set(["STATUS", "PERCENT-COMPLETE"]),
};

function entryOf(
  { component, entry, lines, parts }: MainComponent,
  item: ImportedItem,
): ParsedEntry {
  const status = valueOf(entry, "STATUS").toUpperCase();
  const isDone = component === "VTODO" && (status === "COMPLETED" || entry.has("COMPLETED"));
  const isStartBesideDue = component === "VTODO" && (entry.has("DUE") || entry.has("DURATION"));
  const isFree = item.isAllDay || item.durationMinutes === null;
  const isOurs = ({ name, value }: ContentLine): boolean =>
    (modelled.has(name) &&
      !(name === "DTSTART" && isStartBesideDue) &&
      !(name === "RECURRENCE-ID" && item.occurrence === null)) ||
    (ofState[component].has(name) && (isDone || status === "NEEDS-ACTION")) ||
    // Said of every entry that takes no time.
    (name === "TRANSP" && isFree && value.trim().toUpperCase() === "TRANSPARENT");
  return {
    item,
    isDone,
    isCancelled: status === "CANCELLED",
    rest: { lines: lines.filter((line) => !isOurs(line)).map(({ raw }) => raw), parts },
    extraDays: (entry.get("RDATE") ?? []).map(({ raw }) => raw),
  };
}
