import type { RuleSpec } from "../times/atoms.ts";
import { resolveDay } from "./dates.ts";
import { readingAfter, readingOnDay } from "../times/hours.ts";
import type { Reason } from "../dialogue/reasons.ts";
import { isComplete, firstStart, ruleText, type Series } from "./rule-days.ts";
import { compact, dayMs, dayOf, minuteMs, timeOf, type Wall, wallAt } from "./wall.ts";
import { isRefused, refuse, type Refused } from "../dialogue/refused.ts";
import type { Phrase } from "../times/phrase.ts";

const shortest = 5;

/** Several times a day: only with an end, or within a window of the day. */
export function intraday(phrase: Phrase, rule: RuleSpec, now: Wall): Series | Refused {
  const minutes = (rule.interval ?? 1) * (rule.freq === "HOURLY" ? 60 : 1);
  if (minutes < shortest || minutes % 1 !== 0) return refuse("interval_too_short");
  if (phrase.clock !== undefined && phrase.endClock !== undefined)
    return buildWindowSeries(phrase, minutes, now);
  const start = now + minutes * minuteMs;
  const end = endOfDay(phrase, start, now);
  return typeof end === "string"
    ? { start, rrule: `${ruleText(rule)};${end}`, durationMinutes: null, notes: [] }
    : end;
}

function endOfDay(
  { untilClock, endClock, count }: Phrase,
  start: Wall,
  now: Wall,
): string | Refused {
  const last = untilClock ?? endClock;
  if (last !== undefined) {
    const end = readingAfter(last, timeOf(now));
    return end === undefined || dayOf(now) * dayMs + end < start
      ? refuse("past_time")
      : `UNTIL=${compact(wallAt(dayOf(now), end))}`;
  }
  return count !== undefined && count.unit === undefined
    ? `COUNT=${count.count}`
    : refuse("unbounded_interval");
}

/**
 * "每天9点到18点每小时": on those days at those hours and minutes. On one day: from the first to
 * the last of them.
 */
function buildWindowSeries(phrase: Phrase, step: number, now: Wall): Series | Refused {
  const { clock, endClock, day, days } = phrase;
  if (clock === undefined || endClock === undefined) return refuse("unbounded_interval");
  const from = readingOnDay(clock, false);
  const to = readingAfter(endClock, from);
  if (to === undefined || to >= dayMs) return refuse("ambiguous_hour");
  if (days !== undefined) return onDays(days, timesBetween(from, to, step), { now, step });
  if (day === undefined) return refuse("incomplete_rule");
  const resolved = resolveDay(day, now);
  if (isRefused(resolved)) return resolved;
  const start = timesBetween(from, to, step)
    .map((time) => wallAt(resolved.day, time * minuteMs))
    .find((wall) => wall > now);
  const every =
    step % 60 === 0
      ? ruleText({ freq: "HOURLY", interval: step / 60 })
      : ruleText({ freq: "MINUTELY", interval: step });
  return start === undefined
    ? refuse("past_time")
    : {
        start,
        rrule: `${every};UNTIL=${compact(wallAt(resolved.day, to))}`,
        durationMinutes: null,
        notes: [],
      };
}

/** In minutes after midnight. */
function timesBetween(from: number, to: number, step: number): number[] {
  const times: number[] = [];
  for (let each = from; each <= to; each += step * minuteMs) times.push(each / minuteMs);
  return times;
}

/**
 * A rule says hours and minutes apart, so each hour needs all of the minutes: an end at 18:00 sharp
 * may fall off.
 */
function onDays(
  days: RuleSpec,
  times: readonly number[],
  { now, step }: { now: Wall; step: number },
): Series | Refused {
  if (
    !isComplete(days) ||
    days.interval !== undefined ||
    days.workdays !== undefined ||
    (step < 60 ? 60 % step : step % 60) !== 0
  )
    return refuse("unbounded_interval");
  const minutes = [...new Set(times.map((time) => time % 60))].toSorted((a, b) => a - b);
  const hours = [...new Set(times.map((time) => Math.floor(time / 60)))].filter((hour) =>
    minutes.every((minute) => times.includes(hour * 60 + minute)),
  );
  const kept = hours.flatMap((hour) => minutes.map((minute) => hour * 60 + minute));
  const starts = kept.flatMap(
    (time) => firstStart(days, { now, reading: time * minuteMs, from: dayOf(now) }) ?? [],
  );
  if (starts.length === 0) return refuse("no_such_time");
  const notes: Reason[] = kept.length < times.length ? ["shortened_window"] : [];
  return {
    start: Math.min(...starts),
    rrule: `${ruleText(days)};BYHOUR=${hours.join(",")};BYMINUTE=${minutes.join(",")}`,
    durationMinutes: null,
    notes,
  };
}
