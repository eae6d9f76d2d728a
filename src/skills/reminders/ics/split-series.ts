import { occurrencesAfter } from "../../../language/calendar/occurrences.ts";
import { icsWall } from "./zone.ts";

/** One event or to-do of a calendar, in the form of a reminder. */
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
  /** It leaves its hours free. */
  readonly isFree?: boolean;
}

/**
 * "This and all that follow": from one day on, by the clocks of the series, it is another one, or
 * called off.
 */
export interface Tail {
  readonly uid: string;
  readonly from: string;
  readonly item: ImportedItem | undefined;
}

interface Split {
  readonly items: readonly ImportedItem[];
  /** Changes that no rule can say: their series stays whole. */
  readonly refused: readonly ImportedItem[];
}

/** Each such change ends its series on the day before and begins another one. */
export function splitSeries(items: readonly ImportedItem[], tails: readonly Tail[]): Split {
  let split: Split = { items, refused: [] };
  for (const [uid, own] of Map.groupBy(tails, (tail) => tail.uid))
    split = splitOne(split, { uid, tails: own.toSorted((a, b) => (a.from < b.from ? -1 : 1)) });
  return split;
}

function splitOne(split: Split, { uid, tails }: { uid: string; tails: readonly Tail[] }): Split {
  let { items } = split;
  const refused: ImportedItem[] = [...split.refused];
  // Later days are named as they were before any of this.
  let last = { uid, by: 0 };
  for (const tail of tails) {
    const from = shiftWall(tail.from, last.by);
    const series = items.find(
      (item) => item.uid === last.uid && item.occurrence === null && item.rrule !== null,
    );
    const parts = series === undefined ? undefined : partsOf(series, from, tail.item);
    if (series === undefined || parts === undefined) {
      if (tail.item !== undefined) refused.push({ ...tail.item, uid });
      continue;
    }
    const [head, rest] = parts;
    const by = rest === undefined ? 0 : wall(rest.start ?? from) - wall(from);
    const others = items.filter((item) => item !== series);
    const before = others.filter((item) => item.uid !== last.uid || (item.occurrence ?? "") < from);
    const after = others.filter((item) => item.uid === last.uid && (item.occurrence ?? "") >= from);
    const moved = after.map((item) => ({
      ...item,
      uid: rest?.uid ?? item.uid,
      occurrence: shiftWall(item.occurrence ?? from, by),
    }));
    items = [
      ...(head === undefined ? [] : [head]),
      ...(rest === undefined ? [] : [rest, ...moved]),
      ...before,
    ];
    if (rest === undefined) break;
    last = { uid: rest.uid, by: last.by + by };
  }
  return { items, refused };
}

type Parts = readonly [head: ImportedItem | undefined, rest: ImportedItem | undefined];

function partsOf(
  series: ImportedItem,
  from: string,
  item: ImportedItem | undefined,
): Parts | undefined {
  const count = Number(/\bCOUNT=(\d+)/.exec(series.rrule ?? "")?.[1] ?? 0);
  if (count > mostCounted || series.start === null) return undefined;
  const counted = count === 0 ? undefined : { count, done: countBefore(series, from) };
  const head = headOf(series, from, counted?.done);
  if (item === undefined) return [head, undefined];
  if (counted !== undefined && counted.done >= counted.count) return undefined;
  const rrule = restRule(series, { from, item, left: counted && counted.count - counted.done });
  if (rrule === undefined) return undefined;
  const by = wall(item.start ?? from) - wall(from);
  const left = series.exdates.filter((day) => day >= from).map((day) => shiftWall(day, by));
  const uid = `${series.uid}/from/${from}`;
  return [head, { ...item, uid, occurrence: null, rrule, exdates: [...item.exdates, ...left] }];
}

/** The rule up to that day. `done`: how often, of a series that counts. */
function headOf(
  series: ImportedItem,
  from: string,
  done: number | undefined,
): ImportedItem | undefined {
  if (series.start === null || from <= series.start || done === 0) return undefined;
  const end = done === undefined ? `UNTIL=${icsWall(shiftWall(from, -1000))}` : `COUNT=${done}`;
  const bare = (series.rrule ?? "").replaceAll(/;(?:UNTIL|COUNT)=[^;]*/g, "");
  const exdates = series.exdates.filter((day) => day < from);
  return { ...series, rrule: `${bare};${end}`, exdates };
}

/**
 * The rule from that day on: the change's own, or that of the series, on the days it has moved to.
 */
function restRule(
  series: ImportedItem,
  { from, item, left }: { from: string; item: ImportedItem; left: number | undefined },
): string | undefined {
  if (item.rrule !== null) return item.rrule;
  const rule = ruleShifted(series.rrule ?? "", from, item.start ?? from);
  return left === undefined ? rule : rule?.replace(/COUNT=\d+/, `COUNT=${left}`);
}

/** Counting walks day by day. */
const mostCounted = 1_000;

function countBefore({ start, zone, rrule }: ImportedItem, from: string): number {
  const schedule = { start: start ?? "", zone, rrule };
  let counted = 0;
  for (const each of occurrencesAfter(schedule, Date.parse(`${start}Z`) - 2 * dayMs)) {
    if (each.wall >= from) break;
    counted += 1;
  }
  return counted;
}

const dayMs = 86_400_000;
const codes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

/** The rule on other days: weekdays go along, and what names dates or hours can't. */
function ruleShifted(rule: string, from: string, to: string): string | undefined {
  const days =
    (wall(`${to.slice(0, 10)}T00:00:00`) - wall(`${from.slice(0, 10)}T00:00:00`)) / dayMs;
  if (/BY(?:HOUR|MINUTE|SECOND)=/.test(rule) && from.slice(10) !== to.slice(10)) return undefined;
  if (days === 0) return rule;
  const [, named] = /;BYDAY=([^;]*)/.exec(rule) ?? [];
  if (
    /;BY(?!DAY=)[A-Z]+=/.test(rule) ||
    (named !== undefined && (!rule.startsWith("FREQ=WEEKLY") || /\d/.test(named)))
  )
    return undefined;
  const move = (code: string): string =>
    codes[(((codes.indexOf(code) + days) % 7) + 7) % 7] ?? code;
  return named === undefined
    ? rule
    : rule.replace(`BYDAY=${named}`, `BYDAY=${named.split(",").map(move).join(",")}`);
}

const wall = (text: string): number => Date.parse(`${text}Z`);
const shiftWall = (text: string, by: number): string =>
  new Date(wall(text) + by).toISOString().slice(0, 19);
