import { zoneName } from "../../domain/zone.ts";
import { wallTimeAt } from "../../language/instants.ts";
import { type ContentLine, plainText, readLines } from "./ics-lines.ts";
import { icsWall, isoWall } from "./ics-zone.ts";
import { ruleProblem } from "./rules.ts";
import { windowsZones } from "./windows-zones.ts";

/** One event or to-do of a calendar, as a reminder could take it. */
export interface ImportedItem {
  readonly uid: string;
  /** The one occurrence of a series that this entry replaces, as wall time. */
  readonly occurrence: string | null;
  readonly title: string;
  /** Wall time; null for a to-do without a time. */
  readonly start: string | null;
  readonly zone: string;
  readonly rrule: string | null;
  readonly exdates: readonly string[];
  readonly durationMinutes: number | null;
  readonly isAllDay: boolean;
}

/** What of the file could not be taken, and why: an import never drops anything silently. */
export interface Skipped {
  readonly uid: string;
  readonly title: string;
  readonly reason: "cancelled" | "no_start" | "bad_start" | "bad_rule" | "too_often" | "no_title" | "too_many";
}

export interface ReadCalendar {
  readonly items: readonly ImportedItem[];
  readonly skipped: readonly Skipped[];
}

const mostItems = 2_000;
const longestTitle = 500;
/** A day without a clock rings in the morning. */
const allDayTime = "090000";

export function readCalendar(text: string, zone: string): ReadCalendar | undefined {
  const lines = readLines(text.replace(/^\uFEFF/, ""));
  if (lines[0]?.name !== "BEGIN" || lines[0].value.toUpperCase() !== "VCALENDAR") return undefined;
  const entries = entriesIn(lines);
  const items: ImportedItem[] = [];
  const skipped: Skipped[] = [];
  for (const entry of entries) {
    const item = items.length < mostItems ? itemOf(entry, zone) : "too_many";
    if (typeof item === "string") skipped.push({ uid: valueOf(entry, "UID"), title: titleOf(entry), reason: item });
    else items.push(item);
  }
  return { items, skipped };
}

type Entry = ReadonlyMap<string, readonly ContentLine[]>;

/** Events and to-dos, without what is nested in them. */
function entriesIn(lines: readonly ContentLine[]): Entry[] {
  const entries: Map<string, ContentLine[]>[] = [];
  const open: string[] = [];
  for (const line of lines) {
    const value = line.value.trim().toUpperCase();
    if (line.name === "BEGIN") {
      open.push(value);
      if (open.length === 2 && (value === "VEVENT" || value === "VTODO")) entries.push(new Map());
    } else if (line.name === "END") open.pop();
    else if (open.length === 2 && (open[1] === "VEVENT" || open[1] === "VTODO")) {
      const entry = entries.at(-1);
      entry?.set(line.name, [...(entry.get(line.name) ?? []), line]);
    }
  }
  return entries;
}

const lineOf = (entry: Entry, name: string): ContentLine | undefined => entry.get(name)?.[0];
const valueOf = (entry: Entry, name: string): string => lineOf(entry, name)?.value.trim() ?? "";
const titleOf = (entry: Entry): string => plainText(valueOf(entry, "SUMMARY")).trim().slice(0, longestTitle);

function itemOf(entry: Entry, home: string): ImportedItem | Skipped["reason"] {
  if (valueOf(entry, "STATUS").toUpperCase() === "CANCELLED") return "cancelled";
  const title = titleOf(entry);
  if (title === "") return "no_title";
  const line = lineOf(entry, "DTSTART") ?? lineOf(entry, "DUE");
  const isTodo = !entry.has("DTSTART") && !entry.has("DTEND") && !entry.has("RRULE");
  if (line === undefined && !isTodo) return "no_start";
  const start = line === undefined ? null : timeIn(line, home);
  if (start === undefined) return "bad_start";
  const rrule = ruleOf(entry, start);
  if (rrule !== null && typeof rrule === "object") return rrule.reason;
  const replaces = lineOf(entry, "RECURRENCE-ID");
  return {
    uid: valueOf(entry, "UID").slice(0, 500) || `${title}:${start?.wall ?? ""}`,
    occurrence: replaces === undefined ? null : (timeIn(replaces, start?.zone ?? home)?.wall ?? null),
    title,
    start: start?.wall ?? null,
    zone: start?.zone ?? home,
    rrule,
    exdates: start === null ? [] : exdatesOf(entry, start),
    durationMinutes: start === null || start.isDay ? null : durationOf(entry, { start, home }),
    isAllDay: start?.isDay ?? false,
  };
}

interface At {
  readonly wall: string;
  readonly zone: string;
  readonly isDay: boolean;
}

/** A time with a zone stays in it; one in UTC becomes wall time at home; one without either is meant at home. */
function timeIn(line: ContentLine, home: string): At | undefined {
  const found = /^(\d{8})(?:T(\d{6})(Z?))?$/i.exec(line.value.trim());
  if (found === null) return undefined;
  const [, day = "", time, utc = ""] = found;
  const wall = isoWall(day, time ?? allDayTime);
  if (Number.isNaN(Date.parse(`${wall}Z`))) return undefined;
  if (utc !== "") return { wall: wallTimeAt(Date.parse(`${wall}Z`), home), zone: home, isDay: false };
  const named = line.params["TZID"];
  return { wall, zone: (named === undefined ? undefined : knownZone(named)) ?? home, isDay: time === undefined };
}

const knownZone = (name: string): string | undefined =>
  zoneName(name) ?? zoneName(windowsZones[name] ?? "") ?? zoneName(name.replace(/^\/(?:[^/]+\/)*?(?=[A-Z][A-Za-z]+\/)/, ""));

function ruleOf(entry: Entry, start: At | null): string | null | { readonly reason: "bad_rule" | "too_often" } {
  const rule = valueOf(entry, "RRULE").toUpperCase().replaceAll(/\s/g, "");
  if (rule === "" || start === null) return null;
  const ours = withWallAsEnd(rule.replace(/^RRULE:/, ""), start.zone);
  const reason = ruleProblem(ours, { start: start.wall, zone: start.zone });
  return reason === undefined ? ours : { reason };
}

/** Other calendars end a rule with a moment in UTC; ours ends by the clock on the wall. */
const withWallAsEnd = (rule: string, zone: string): string =>
  rule.replace(/UNTIL=(\d{8})T(\d{6})Z/, (_, day: string, time: string) => {
    const at = Date.parse(`${isoWall(day, time)}Z`);
    return Number.isNaN(at) ? "UNTIL=0" : `UNTIL=${icsWall(wallTimeAt(at, zone))}`;
  });

const exdatesOf = (entry: Entry, start: At): string[] =>
  (entry.get("EXDATE") ?? []).flatMap((line) =>
    line.value.split(",").flatMap((value) => {
      const at = timeIn({ ...line, value }, start.zone);
      return at === undefined ? [] : [at.isDay ? `${at.wall.slice(0, 10)}${start.wall.slice(10)}` : at.wall];
    }),
  );

function durationOf(entry: Entry, of: { start: At; home: string }): number | null {
  const found = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:\d+S)?)?$/.exec(valueOf(entry, "DURATION").toUpperCase());
  if (found !== null) {
    const [weeks = 0, days = 0, hours = 0, minutes = 0] = found.slice(1).map((figure) => Number(figure ?? 0));
    return asDuration(((weeks * 7 + days) * 24 + hours) * 60 + minutes);
  }
  const line = lineOf(entry, "DTEND");
  const end = line === undefined ? undefined : timeIn(line, of.home);
  return end === undefined || end.isDay ? null : asDuration((Date.parse(`${end.wall}Z`) - Date.parse(`${of.start.wall}Z`)) / 60_000);
}

const asDuration = (minutes: number): number | null => (minutes > 0 && minutes <= 60 * 24 * 31 ? Math.round(minutes) : null);
