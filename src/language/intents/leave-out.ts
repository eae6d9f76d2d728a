import { rulePartsOf } from "../calendar/rule-parts.ts";
import { timeAfter } from "../calendar/series-times.ts";
import { resolveDay } from "../calendar/dates.ts";
import { dayMs, wallAt, wallOf, weekdayCodes } from "../calendar/wall.ts";
import { isRefused, refuse } from "../dialogue/refused.ts";
import type { Target } from "../dialogue/targets.ts";
import type { Reading } from "../reading.ts";
import type { Phrase } from "../times/phrase.ts";
import * as en from "../lexicon/en/follow-ups.ts";
import { wordsOf } from "../lexicon/words.ts";
import * as zh from "../lexicon/zh/follow-ups.ts";
import { changeOf, type Outcome } from "./outcome.ts";
import { stateOf } from "./moved.ts";

const lexicon = wordsOf(zh, en);

/** "not tomorrow though", 周末就不用了: of a series one day is skipped, or its rule has fewer days. */
export function leaveDaysOut(reading: Reading, topic: Target): Outcome | undefined {
  const [only, second] = reading.phrases;
  if (only === undefined || second !== undefined || only.clock !== undefined) return undefined;
  const codes = codesOf(only);
  if (codes === undefined) return skipDay(reading, topic, only);
  const { text, language } = reading.prepared;
  return lexicon[language].oneWeekend.test(text)
    ? refuse("ambiguous_day")
    : withoutDays(reading, topic, codes);
}

/** Weekdays of every week: "on weekends", "every Friday". */
function codesOf({ weekend, rule }: Phrase): readonly string[] | undefined {
  if (weekend === true) return ["SA", "SU"];
  const isPlain = rule?.freq === "WEEKLY" && (rule.interval ?? 1) === 1;
  return isPlain ? rule.byday : undefined;
}

function withoutDays(
  { zone, now }: Reading,
  topic: Target,
  codes: readonly string[],
): Outcome | undefined {
  const { rrule, start } = topic.reminder;
  if (typeof rrule !== "string" || start === null) return undefined;
  const { freq, interval } = rulePartsOf(rrule);
  const isDaily = freq === "DAILY" && interval === 1;
  const had = isDaily ? weekdayCodes : daysIn(rrule);
  const left = had.filter((code) => !codes.includes(code));
  const isFit = isDaily || (freq === "WEEKLY" && interval === 1);
  if (!isFit || left.length === 0 || left.length === had.length) return refuse("ambiguous_day");
  const next = rrule
    .replace("FREQ=DAILY", "FREQ=WEEKLY")
    .split(";")
    .filter((part) => !part.startsWith("BYDAY="));
  const rule = [...next, `BYDAY=${left.join(",")}`].join(";");
  const first = timeAfter({ ...topic.reminder, rrule: rule }, zone, now);
  return changeOf("update", topic, {
    items: [{ ...stateOf(topic, { start: wallOf(first ?? start) }), rrule: rule }],
  });
}

const daysIn = (rrule: string): readonly string[] =>
  rrule
    .split(";")
    .find((part) => part.startsWith("BYDAY="))
    ?.slice("BYDAY=".length)
    .split(",") ?? [];

function skipDay(
  { now, zone }: Reading,
  topic: Target,
  { day: spec, rule }: Phrase,
): Outcome | undefined {
  if (spec === undefined || rule !== undefined || typeof topic.reminder.rrule !== "string")
    return undefined;
  const day = resolveDay(spec, now);
  if (isRefused(day)) return day;
  const next = timeAfter(topic.reminder, zone, wallAt(day.day, 0) - 1000);
  return next === undefined || wallOf(next) >= wallAt(day.day, dayMs)
    ? refuse("target_not_found")
    : changeOf("cancel", topic, { occurrence: next });
}
