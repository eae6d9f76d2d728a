import type { Reads } from "../../../domain/ports/reads.ts";
import { iso } from "../../../domain/ports/clock.ts";
import { slices } from "../../../domain/slices.ts";
import { wallTimeAt } from "../../../language/calendar/instants.ts";
import { isPing } from "../../reminders/commands/overlap.ts";
import { occurrencesBetween, type Timing } from "../../reminders/commands/schedule.ts";

/** Half-open: an entry that ends at three leaves three o'clock free. */
export interface Interval {
  readonly from: number;
  readonly to: number;
}

export type BusyRow = Timing & { readonly duration_minutes: number | null };

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** An entry without a length takes this long. */
export const assumedMinutes = 30;

/**
 * A person's busy times as the acting person may see them. `beside` is the moved reminder itself,
 * which does not conflict.
 */
export async function readBusy(
  read: Reads,
  of: { who: string; span: Interval; beside?: string | undefined },
): Promise<Interval[]> {
  const rows = await read.rows<BusyRow>("select * from busy_times($1, $2, $3, $4)", [
    of.who,
    iso(of.span.from - day),
    iso(of.span.to),
    of.beside ?? null,
  ]);
  return busyWithin(rows, of.span);
}

/** Budget for all series of one person: occurrences beyond it count as busy. */
const mostSteps = 100_000;
const mostTimes = 10_000;

/** In order, with adjacent ones merged. */
export async function busyWithin(rows: readonly BusyRow[], span: Interval): Promise<Interval[]> {
  const slice = await slices.begin();
  const steps = { left: mostSteps };
  const found: Interval[] = [];
  for (const row of rows.filter(({ rrule }) => !isPing({ rrule }))) {
    const length = (row.duration_minutes ?? assumedMinutes) * minute;
    const times = occurrencesBetween(row, {
      from: span.from - length + 1,
      to: span.to,
      most: 400,
      steps,
    });
    for (const { instant } of times)
      found.push({ from: Math.max(instant, span.from), to: Math.min(instant + length, span.to) });
    if (steps.left <= 0 || found.length > mostTimes) return [span];
    await slice.yieldIfDue();
  }
  return mergeIntervals(found);
}

export function mergeIntervals(intervals: readonly Interval[]): Interval[] {
  const result: Interval[] = [];
  for (const each of intervals.toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last === undefined || each.from > last.to) result.push(each);
    else result[result.length - 1] = { from: last.from, to: Math.max(last.to, each.to) };
  }
  return result;
}

export const isFree = (busy: readonly Interval[], slot: Interval): boolean =>
  !busy.some(({ from, to }) => slot.from < to && from < slot.to);

/** The rest of a span. */
export function freeWithin(busy: readonly Interval[], span: Interval): Interval[] {
  const result: Interval[] = [];
  let at = span.from;
  for (const { from, to } of mergeIntervals(busy)) {
    if (from > at) result.push({ from: at, to: Math.min(from, span.to) });
    at = Math.max(at, to);
  }
  if (at < span.to) result.push({ from: at, to: span.to });
  return result.filter(({ from, to }) => to > from);
}

export interface SlotWish {
  /** Of all who take part. */
  readonly busy: readonly Interval[];
  readonly wish: number;
  readonly minutes: number;
  readonly zones: readonly string[];
  readonly now: number;
  /** How long after the first time a series comes again. */
  readonly again?: readonly number[];
  /** Only on the wished day of this zone. */
  readonly dayIn?: string;
}

/** Where slots are looked for: around the wished time. */
export const slotSpan = (wish: number): Interval => ({ from: wish - 3 * day, to: wish + 8 * day });

const step = 30 * minute;
const most = 3;

/** People need time to get there: an offered slot begins at least this much later. */
const leastAhead = 15 * minute;

/** The nearest times at which everyone is free and awake, in order. */
export function commonSlots(on: SlotWish): number[] {
  const span = slotSpan(on.wish);
  const first = Math.ceil(Math.max(span.from, on.now + leastAhead) / step) * step;
  const all: number[] = [];
  for (let at = first; at + on.minutes * minute <= span.to; at += step) all.push(at);
  const near = all.toSorted((a, b) => Math.abs(a - on.wish) - Math.abs(b - on.wish) || b - a);
  const length = on.minutes * minute;
  const again = on.again ?? [0];
  const isThatDay = (at: number): boolean =>
    on.dayIn === undefined ||
    wallTimeAt(at, on.dayIn).slice(0, 10) === wallTimeAt(on.wish, on.dayIn).slice(0, 10);
  const isCommon = (at: number): boolean =>
    isThatDay(at) &&
    again.every((later) => isFree(on.busy, { from: at + later, to: at + later + length }));
  const awake = pickTimes(
    near,
    length,
    (at) => isCommon(at) && on.zones.every((zone) => isDay(at, length, zone)),
  );
  return awake.length > 0 ? awake : pickTimes(near, length, isCommon);
}

function pickTimes(
  candidates: readonly number[],
  length: number,
  fits: (at: number) => boolean,
): number[] {
  const found: number[] = [];
  for (const at of candidates) {
    if (found.length === most) break;
    if (found.every((other) => Math.abs(other - at) >= length) && fits(at)) found.push(at);
  }
  return found.toSorted((a, b) => a - b);
}

/** From eight in the morning to ten in the evening. */
function isDay(at: number, length: number, zone: string): boolean {
  const [start, end] = [wallTimeAt(at, zone), wallTimeAt(at + length, zone)];
  return (
    start.slice(11) >= "08:00:00" &&
    end.slice(11) <= "22:00:00" &&
    start.slice(0, 10) === end.slice(0, 10)
  );
}
