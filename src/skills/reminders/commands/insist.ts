import type { Insistence } from "../../../domain/events/reminder.ts";
import { iso } from "../../../domain/ports/clock.ts";
import { instantOf, wallTimeAt } from "../../../language/calendar/instants.ts";
import type { Insisting } from "../../../language/request.ts";
import type { AskedInsistence } from "../../../domain/views/reminders.ts";
import type { ReminderRow } from "../rows.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Bounds, so that nothing repeats for ever: a person may have lost their phone. */
const usual = { everyMinutes: 10, times: 24 };
const mostTimes = 100;
const longestStep = 1_440;

/** As the person said it, completed by what is usual. */
export const toInsistence = ({
  everyMinutes = usual.everyMinutes,
  times = usual.times,
  until,
  important,
}: Insisting): Insistence => ({
  every_minutes: Math.min(Math.max(1, Math.round(everyMinutes)), longestStep),
  times: Math.min(Math.max(1, Math.round(times)), mostTimes),
  until: until ?? null,
  important: important === true,
});

/** As a program asks for it. Undefined: nothing is said of it. */
export const parseInsistence = (
  asked: AskedInsistence | null | undefined,
): Insistence | null | undefined =>
  asked === undefined || asked === null
    ? asked
    : toInsistence({
        ...(asked.every_minutes === undefined ? {} : { everyMinutes: asked.every_minutes }),
        ...(asked.times === undefined ? {} : { times: asked.times }),
        ...(typeof asked.until === "string" ? { until: asked.until } : {}),
        ...(asked.important === true ? { important: true } : {}),
      });

/** A sentence's wish, as a program would ask for it. */
export const toAsked = (insist: Insisting | undefined): AskedInsistence | undefined => {
  if (insist === undefined) return undefined;
  const { everyMinutes, ...rest } = insist;
  return { ...rest, every_minutes: everyMinutes };
};

/** No repeat is to come: it is done, called off or given another time. */
export const atRest = { nag_at: null, nags: 0 } as const;

interface RepeatBefore {
  /** The reminder's own time. */
  readonly since: number;
  /** The moment of the fire before it: the own time, or a repeat. */
  readonly last: number;
  /** How many repeats there were. */
  readonly nags: number;
  readonly now: number;
}

/** The moment of the next repeat, never in the past: a process that slept sends one, not many. */
export function nextNag(
  row: Pick<ReminderRow, "insist" | "captured_timezone">,
  { since, last, nags, now }: RepeatBefore,
): string | null {
  if (row.insist === null || nags >= row.insist.times) return null;
  const stepMs = row.insist.every_minutes * minuteMs;
  const next = last + stepMs > now ? last + stepMs : now + stepMs;
  return next > endOf(row.insist, row.captured_timezone, since) ? null : iso(next);
}

/** The first time after its own that the clock shows the end. */
export function endOf({ until }: Insistence, zone: string, since: number): number {
  if (until === null) return Infinity;
  const today = instantOf(`${wallTimeAt(since, zone).slice(0, 10)}T${until}:00`, zone);
  if (today > since) return today;
  const tomorrow = wallTimeAt(today + dayMs + 2 * 60 * minuteMs, zone).slice(0, 10);
  return instantOf(`${tomorrow}T${until}:00`, zone);
}

/** The first repeat from now on, of one whose own time has passed. */
export const startAgain = (row: ReminderRow, now: number): Pick<ReminderRow, "nag_at" | "nags"> =>
  row.insist === null
    ? atRest
    : { nag_at: nextNag(row, { since: now, last: now, nags: 0, now }), nags: 0 };
