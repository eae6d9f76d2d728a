import { dayMs, dayOf, type Wall, wallAt, wallOf, wallText } from "../calendar/wall.ts";
import * as en from "../lexicon/en/review.ts";
import * as zh from "../lexicon/zh/review.ts";
import { readingOf } from "../reading.ts";
import { enNumberOf, numberOf } from "../text/numerals.ts";
import { readAskedPeriod } from "./asked-period.ts";
import type { AskedPeriod } from "./asked-words.ts";

/** Wall times: from (inclusive) and to (exclusive). */
export interface Stretch {
  readonly start: string;
  readonly end: string;
}

const longest = 80;

/** "What did I do last week": the days that are asked about. `now` is wall time. */
export function parseReviewRequest(text: string, now: string): Stretch | undefined {
  if (text.length > longest) return undefined;
  const plain = text.replaceAll("’", "'").trim();
  for (const pattern of [...zh.asksForReview, ...en.asksForReview]) {
    const when = pattern.exec(plain)?.groups?.["when"];
    if (when !== undefined) return toStretch(readPast(when, now));
  }
  return undefined;
}

/**
 * The days of an act that the speaker reports: as the sentence says, and otherwise the day on which
 * it was said. Nothing for what is long past, lasts, or was not done.
 */
export function readToldAct(text: string, saidAt: string): Stretch | undefined {
  const plain = text.replaceAll("’", "'").trim();
  const words = [zh, en].find(({ tellsOfAct }) => tellsOfAct.test(plain));
  if (words === undefined) return undefined;
  if ([zh, en].some((each) => each.tellsOfLongAgo.test(plain) || each.tellsOfState.test(plain)))
    return undefined;
  const today = dayOf(wallOf(saidAt));
  const { when, night, ago, unit = "" } = words.toldDays.exec(plain)?.groups ?? {};
  if (night !== undefined) return toStretch(dayAt(today - 1));
  if (ago !== undefined) return toStretch(dayAt(today - daysIn(ago, unit)));
  if (when === undefined) return toStretch(dayAt(today));
  return lately.test(when) ? undefined : toStretch(wholeDays(readPast(when, saidAt)));
}

const { lately } = en;

/** Without days of its own, "lately" is a week. */
function readPast(when: string, now: string): AskedPeriod {
  const reading = readingOf({ text: when, now, tz: "UTC" });
  const today = dayOf(reading.now);
  return (
    readAskedPeriod(reading, "back") ?? { start: wallAt(today - 6, 0), end: wallAt(today + 1, 0) }
  );
}

const dayAt = (day: number): AskedPeriod => ({ start: wallAt(day, 0), end: wallAt(day + 1, 0) });

/** "this morning" of an act is that day. */
const wholeDays = ({ start, end }: AskedPeriod): AskedPeriod => ({
  start: wallAt(dayOf(start), 0),
  end: wallAt(Math.ceil(end / dayMs), 0),
});

const toStretch = ({ start, end }: { start: Wall; end: Wall }): Stretch => ({
  start: wallText(start),
  end: wallText(end),
});

const few = 3;

function daysIn(count: string, unit: string): number {
  const number =
    count === zh.few || count === "few"
      ? few
      : count === "couple of"
        ? 2
        : enNumberOf(count) || numberOf(count) || 1;
  return number * (unitDays.find(([sign]) => unit.startsWith(sign))?.[1] ?? 1);
}

const unitDays: readonly (readonly [string, number])[] = [
  ["周", 7],
  ["星期", 7],
  ["礼拜", 7],
  ["week", 7],
];
