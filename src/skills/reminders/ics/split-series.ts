import { occurrencesAfter } from "../../../language/occurrences.ts";
import type { ImportedItem } from "./read.ts";
import { icsWall } from "./zone.ts";

/** "This and all that follow": from one day on, by the clocks of the series, it is another one, or called off. */
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
    const from = shifted(tail.from, last.by);
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
      occurrence: shifted(item.occurrence ?? from, by),
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
  const done = count === 0 ? 0 : countedBefore(series, from);
  const end = count === 0 ? `UNTIL=${icsWall(shifted(from, -1000))}` : `COUNT=${done}`;
  const bare = (series.rrule ?? "").replaceAll(/;(?:UNTIL|COUNT)=[^;]*/g, "");
  const isHeadless = from <= series.start || (count > 0 && done === 0);
  const exdates = series.exdates.filter((day) => day < from);
  const head = isHeadless ? undefined : { ...series, rrule: `${bare};${end}`, exdates };
  if (item === undefined) return [head, undefined];
  if (count > 0 && done >= count) return undefined;
  const by = wall(item.start ?? from) - wall(from);
  const rule = item.rrule ?? ruleShifted(series.rrule ?? "", from, item.start ?? from);
  if (rule === undefined) return undefined;
  const rrule =
    count > 0 && item.rrule === null ? rule.replace(/COUNT=\d+/, `COUNT=${count - done}`) : rule;
  const left = series.exdates.filter((day) => day >= from).map((day) => shifted(day, by));
  return [
    head,
    {
      ...item,
      uid: `${series.uid}/from/${from}`,
      occurrence: null,
      rrule,
      exdates: [...item.exdates, ...left],
    },
  ];
}

/** Counting walks day by day. */
const mostCounted = 1_000;

function countedBefore({ start, zone, rrule }: ImportedItem, from: string): number {
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
const shifted = (text: string, by: number): string =>
  new Date(wall(text) + by).toISOString().slice(0, 19);
