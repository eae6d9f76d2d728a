import { refuse } from "../dialogue/refused.ts";
import { opensReason } from "../lexicon/time-frames.ts";
import { defineRule } from "../rule.ts";
import { type Clause, clauseAt } from "../text/clauses.ts";
import type { ClockTime } from "./atoms.ts";
import type { Draft, DraftRule } from "./draft.ts";
import { minuteMs } from "../calendar/wall.ts";
import { isBare, readingOnDay, readings } from "./hours.ts";
import { hasAny, type Phrase } from "./phrase.ts";

export const homeOf = ({ reading: { live }, trigger }: Draft): Clause | undefined =>
  clauseAt(live, trigger.at);

/** Times ahead of the clause that asks, where that clause has a time of its own. */
export function findReported(
  draft: Draft,
): { ahead: readonly Phrase[]; inHome: readonly Phrase[] } | false {
  const { live, triggers } = draft.reading;
  const timed = draft.bundles.flat();
  const home = homeOf(draft);
  const inHome = timed.filter(({ at }) => clauseAt(live, at) === home);
  const ahead = timed.filter(({ at }) => home !== undefined && at < home.at);
  const isTold =
    inHome.length > 0 &&
    ahead.length > 0 &&
    triggers.every(({ at }) => home === undefined || at >= home.at);
  return isTold && { ahead, inHome };
}

/** The reminder of what takes place again and again comes as often, and earlier on the same day. */
export const beforeSeries: DraftRule = defineRule({
  name: "before-a-series",
  stage: "combine",
  examples: {
    zh: [["每周五下午三点开例会，两点五十提醒我", "11-20 14:50 FREQ=WEEKLY;BYDAY=FR"]],
    en: [
      [
        "i have piano every monday at five pm, remind me at four thirty",
        "11-23 16:30 FREQ=WEEKLY;BYDAY=MO",
      ],
    ],
    not: [["since they close at 6pm on weekdays, remind me at 4:40pm to go there", "11-17 16:40"]],
  },
  when: (draft: Draft) => {
    const told = findReported(draft);
    if (told === false) return false;
    const [event, second] = told.ahead;
    const [item, other] = told.inHome;
    return (
      event?.rule !== undefined &&
      item !== undefined &&
      second === undefined &&
      other === undefined &&
      !opensReason.test(clauseAt(draft.reading.live, event.at)?.text ?? "") &&
      !hasAny(item, ["rule", "day", "after", "lead"]) && { event, item }
    );
  },
  then: (draft: Draft, { event, item }: { event: Phrase; item: Phrase }) => {
    const clock = item.clock && event.clock && clockBefore(item.clock, event.clock);
    if (clock === undefined) return refuse("clock_left_over");
    const { duration: _, endClock: __, ...series } = event;
    return {
      ...draft,
      bundles: [[{ ...series, at: item.at, end: item.end, clock }]],
      spans: [...draft.spans, event],
    };
  },
});

/** The last reading of a clock before another; a bare hour is not that of a half day before. */
function clockBefore(clock: ClockTime, event: ClockTime): ClockTime | undefined {
  const start = readingOnDay(event, false);
  const [first, second] = readings(clock).toReversed();
  const last = [first, second].find((reading) => reading !== undefined && reading < start);
  if (last === undefined || (isBare(clock) && start - last > farthest)) return undefined;
  return second === undefined
    ? clock
    : { ...clock, hour: Math.floor(last / (60 * minuteMs)), exact: true };
}
const farthest = 6 * 60 * minuteMs;
