import { nameZones } from "./file-zones.ts";
import { type ContentLine, plainText, readLines } from "./lines.ts";
import { type ImportedItem, splitSeries, type Tail } from "./split-series.ts";
import { type Entry, lineOf, valueOf } from "./entry.ts";
import { lengthOf } from "./lengths.ts";
import { type IcsTime, inSeries, timeIn, withWallAsEnd } from "./times.ts";
import type { Steps } from "../../../language/calendar/rule-periods.ts";
import { ruleProblem } from "../commands/recurrence-rules.ts";

/** Entries that could not be imported, and why: an import never drops anything silently. */
export interface Skipped {
  readonly uid: string;
  readonly title: string;
  readonly reason:
    | "cancelled"
    | "done"
    | "no_start"
    | "bad_start"
    | "bad_rule"
    | "too_often"
    | "extra_days"
    | "no_title"
    | "too_many"
    | "range";
}

export interface ReadCalendar {
  readonly items: readonly ImportedItem[];
  readonly skipped: readonly Skipped[];
}

/**
 * Those that are left out count, too: a file is not read for longer because nothing of it can be
 * taken.
 */
const mostItems = 2_000;
/** Zones that only the file defines. */
const mostZones = 30;
/** For all rules of a file together. */
const mostSteps = 1_000_000;
/** A series with more skipped days than this is refused. */
const mostExdates = 1_000;
const longestTitle = 500;
/** `since`: a date; what came once and began before it is left out and counts for nothing. */
export function readCalendar(text: string, zone: string, since?: string): ReadCalendar | undefined {
  const lines = nameZones(readLines(text.replace(/^\uFEFF/, "")), {
    home: zone,
    mostLooks: mostZones,
  });
  if (lines[0]?.name !== "BEGIN" || lines[0].value.toUpperCase() !== "VCALENDAR") return undefined;
  const read: Read[] = [];
  const skipped: Skipped[] = [];
  const gone: Replaced[] = [];
  const steps = { left: mostSteps };
  const wanted = entriesIn(lines).filter((entry) => !isLongOver(entry, since));
  for (const [nth, entry] of wanted.entries()) {
    const item = nth < mostItems && steps.left > 0 ? itemOf(entry, zone, steps) : "too_many";
    if (typeof item !== "string") read.push(item);
    else {
      skipped.push({ uid: valueOf(entry, "UID"), title: titleOf(entry), reason: item });
      const replaces = item === "cancelled" ? findReplacedTime(entry, zone) : null;
      if (replaces !== null) gone.push({ uid: uidOf(entry), at: replaces, isTail: isTail(entry) });
    }
  }
  const { items, refused } = joinOccurrences(read, gone);
  return {
    items,
    skipped: [
      ...skipped,
      ...refused.map(({ uid, title }): Skipped => ({ uid, title, reason: "range" })),
    ],
  };
}

/** By its date alone, before anything else of it is read: calendars keep decades. */
function isLongOver(entry: Entry, since: string | undefined): boolean {
  if (since === undefined || entry.has("RRULE")) return false;
  const start = /^\d{8}/.exec(valueOf(entry, "DTSTART"))?.[0];
  return start !== undefined && start < since.replaceAll("-", "");
}

interface Replaced {
  readonly uid: string;
  readonly at: IcsTime;
  /** All that follow are meant, too. */
  readonly isTail: boolean;
}

export type Read = Omit<ImportedItem, "occurrence"> & {
  readonly replaces: IcsTime | null;
  readonly isTail: boolean;
};

/**
 * An occurrence is named by the clocks of its series, wherever it has gone itself. One that is
 * cancelled is a day left out.
 */
function joinOccurrences(
  read: readonly Read[],
  gone: readonly Replaced[],
): ReturnType<typeof splitSeries> {
  const series = new Map(
    read.filter(({ replaces }) => replaces === null).map((item) => [item.uid, item]),
  );
  const wallIn = ({ uid, at }: Pick<Replaced, "uid" | "at">): string => {
    const of = series.get(uid);
    return of === undefined ? at.wall : inSeries(at, { wall: of.start ?? at.wall, zone: of.zone });
  };
  const left = new Map<string, string[]>();
  const tails: Tail[] = gone
    .filter((each) => each.isTail)
    .map((each) => ({ uid: each.uid, from: wallIn(each), item: undefined }));
  for (const each of gone.filter((one) => !one.isTail))
    left.set(each.uid, [...(left.get(each.uid) ?? []), wallIn(each)].slice(0, mostExdates));
  const items = read.flatMap(({ replaces, isTail: goesOn, ...item }) => {
    const occurrence = replaces === null ? null : wallIn({ uid: item.uid, at: replaces });
    const more = replaces === null && item.rrule !== null ? (left.get(item.uid) ?? []) : [];
    const whole = { ...item, occurrence, exdates: [...new Set([...item.exdates, ...more])] };
    if (!goesOn || occurrence === null) return [whole];
    tails.push({ uid: item.uid, from: occurrence, item: whole });
    return [];
  });
  return splitSeries(items, tails);
}

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
      const known = entry?.get(line.name);
      if (known === undefined) entry?.set(line.name, [line]);
      else known.push(line);
    }
  }
  return entries;
}

export const titleOf = (entry: Entry): string =>
  plainText(valueOf(entry, "SUMMARY")).trim().slice(0, longestTitle);

export const uidOf = (entry: Entry): string => valueOf(entry, "UID").slice(0, 500);

function itemOf(entry: Entry, home: string, steps: Steps): Read | Skipped["reason"] {
  const line = lineOf(entry, "DTSTART") ?? lineOf(entry, "DUE");
  const refused = reasonAgainst(entry, line);
  if (refused !== undefined) return refused;
  const start = line === undefined ? null : startIn(entry, line, home);
  if (start === undefined) return "bad_start";
  // Days that no rule describes would be lost, so the whole series is refused.
  if (entry.has("RDATE")) return "extra_days";
  return start === null ? todoOf(entry, home) : toTimedItem(entry, { start, home, steps });
}

/** Why an entry is refused, whatever its time. */
function reasonAgainst(entry: Entry, line: ContentLine | undefined): Skipped["reason"] | undefined {
  const status = valueOf(entry, "STATUS").toUpperCase();
  if (status === "CANCELLED") return "cancelled";
  if (status === "COMPLETED" || entry.has("COMPLETED")) return "done";
  if (titleOf(entry) === "") return "no_title";
  const isTodo = !entry.has("DTSTART") && !entry.has("DTEND") && !entry.has("RRULE");
  return line === undefined && !isTodo ? "no_start" : undefined;
}

const todoOf = (entry: Entry, home: string): Read => ({
  uid: uidOf(entry) || `${titleOf(entry)}:`,
  replaces: findReplacedTime(entry, home),
  isTail: isTail(entry),
  title: titleOf(entry),
  start: null,
  zone: home,
  rrule: null,
  exdates: [],
  durationMinutes: null,
  isAllDay: false,
});

export function toTimedItem(
  entry: Entry,
  { start, home, steps }: { start: IcsTime; home: string; steps: Steps },
): Read | Skipped["reason"] {
  const rrule = ruleOf(entry, start, steps);
  if (rrule !== null && typeof rrule === "object") return rrule.reason;
  const exdates = exdatesOf(entry, start);
  if (exdates.length > mostExdates) return "too_many";
  return {
    uid: uidOf(entry) || `${titleOf(entry)}:${start.wall}`,
    replaces: findReplacedTime(entry, start.zone),
    isTail: isTail(entry),
    title: titleOf(entry),
    start: start.wall,
    zone: start.zone,
    rrule,
    exdates,
    durationMinutes: lengthOf(entry, { start, home }) ?? null,
    isAllDay: start.isDay,
    ...(valueOf(entry, "TRANSP").toUpperCase() === "TRANSPARENT" ? { isFree: true } : {}),
  };
}

const isTail = (entry: Entry): boolean =>
  lineOf(entry, "RECURRENCE-ID")?.params["RANGE"]?.toUpperCase() === "THISANDFUTURE";

function findReplacedTime(entry: Entry, home: string): IcsTime | null {
  const line = lineOf(entry, "RECURRENCE-ID");
  return (line === undefined ? undefined : timeIn(line, home)) ?? null;
}

/** A series that is meant in UTC stays in it: at home its days of the week might be others. */
const startIn = (entry: Entry, line: ContentLine, home: string): IcsTime | undefined =>
  timeIn(line, entry.has("RRULE") && /Z\s*$/i.test(line.value) ? "UTC" : home);

function ruleOf(
  entry: Entry,
  start: IcsTime,
  steps: Steps,
): string | null | { readonly reason: "bad_rule" | "too_often" } {
  const rule = valueOf(entry, "RRULE").toUpperCase().replaceAll(/\s/g, "");
  // A second rule would add or take away days that one alone does not say.
  if (entry.has("EXRULE") || (entry.get("RRULE")?.length ?? 0) > 1) return { reason: "bad_rule" };
  if (rule === "") return null;
  const ours = withWallAsEnd(rule.replace(/^RRULE:/, ""), start.zone);
  const reason = ruleProblem(ours, { start: start.wall, zone: start.zone }, steps);
  return reason === undefined ? ours : { reason };
}

/** Undefined for a day that can't be read. */
export const leftOutIn = (entry: Entry, start: IcsTime): (string | undefined)[] =>
  (entry.get("EXDATE") ?? []).flatMap((line) =>
    line.value.split(",").map((value) => {
      const at = timeIn({ ...line, value }, start.zone);
      return at === undefined ? undefined : inSeries(at, start);
    }),
  );

const exdatesOf = (entry: Entry, start: IcsTime): string[] =>
  leftOutIn(entry, start).flatMap((wall) => wall ?? []);
