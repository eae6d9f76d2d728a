import type { CalendarPart } from "../../../domain/events/reminder.ts";
import {
  type AskedDetails,
  type EntryColor,
  entryColors,
  type EntryDetails,
} from "../../../domain/views/entry-details.ts";
import { icsText, plainText, readLines } from "../ics/lines.ts";
import type { ReminderRow } from "../rows.ts";
import { readAlerts, withAlerts } from "./alerts.ts";

/**
 * Notes, place, link, colour and order of an entry. They are lines of iCalendar, so a phone that
 * synchronizes shows and changes the same ones.
 */
const properties = {
  notes: "DESCRIPTION",
  place: "LOCATION",
  link: "URL",
  color: "COLOR",
  // Apple's programs keep the order of to-dos in it: seconds since 2001.
  order: "X-APPLE-SORT-ORDER",
} as const;

type Name = keyof typeof properties;

/** Commas of an address are not escaped. */
const encode = (name: Name, value: string | number): string =>
  name === "notes" || name === "place" ? icsText(String(value)) : String(value);

const isColor = (name: string): name is EntryColor =>
  (entryColors as readonly string[]).includes(name);

const year2001 = Date.UTC(2001, 0, 1);

/** Calendar programs keep to-dos and events apart; what has no time is a to-do there. */
export const isToDo = (row: Pick<ReminderRow, "calendar" | "local_start">): boolean =>
  (row.calendar?.component ?? (row.local_start === null ? "VTODO" : "VEVENT")) === "VTODO";

/** What is not set is null; the order is then that of the creation. */
export function readDetails(
  row: Pick<ReminderRow, "calendar" | "created_at" | "local_start">,
): EntryDetails {
  const lines = readLines((row.calendar?.lines ?? []).join("\r\n"));
  const valueOf = (name: Name): string | undefined =>
    lines.find((line) => line.name === properties[name])?.value;
  const textOf = (name: Name): string | null => {
    const text = plainText(valueOf(name) ?? "").trim();
    return text === "" ? null : text;
  };
  const color = valueOf("color")?.trim().toLowerCase() ?? "";
  const order = Number(valueOf("order")?.trim());
  const link = valueOf("link")?.trim() ?? "";
  return {
    notes: textOf("notes"),
    place: textOf("place"),
    link: /^https?:\/\//i.test(link) ? link : null,
    color: isColor(color) ? color : null,
    order:
      valueOf("order") === undefined || !Number.isSafeInteger(order)
        ? Math.round((Date.parse(row.created_at) - year2001) / 1_000)
        : order,
    is_to_do: isToDo(row),
    alerts: readAlerts(row.calendar),
  };
}

/** The part with what was asked for; undefined where nothing was. */
export function reviseDetails(
  before: CalendarPart | null,
  asked: AskedDetails,
  title: string,
): CalendarPart | undefined {
  const named = (Object.keys(properties) as Name[]).filter((name) => asked[name] !== undefined);
  if (named.length === 0 && asked.alerts === undefined && asked.is_to_do === undefined)
    return undefined;
  const part = before ?? { name: null, component: null, lines: [], parts: [], start: null };
  const component = asked.is_to_do === undefined ? part.component : asked.is_to_do ? "VTODO" : null;
  const replaced = new Set<string>(named.map((name) => properties[name]));
  const kept = part.lines.filter(
    (line) => !replaced.has(/^[^;:]*/.exec(line)?.[0].toUpperCase() ?? ""),
  );
  const added = named.flatMap((name) => {
    const value = asked[name] ?? null;
    return value === null || value === "" ? [] : [`${properties[name]}:${encode(name, value)}`];
  });
  const parts =
    asked.alerts === undefined ? part.parts : withAlerts(part.parts, asked.alerts, title);
  return { ...part, component, lines: [...kept, ...added], parts };
}

/** What one day of a series takes along when it becomes an entry of its own. */
export function copyDetails(part: CalendarPart | null, title: string): CalendarPart | undefined {
  if (part === null) return undefined;
  return {
    ...part,
    name: null,
    component: null,
    start: null,
    parts: withAlerts([], readAlerts(part), title),
  };
}
