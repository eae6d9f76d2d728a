import type { Refusal } from "../dialogue/reasons.ts";
import { isRefused, type Refused } from "../dialogue/refused.ts";
import { boundAhead, correctionBehind, denialBefore } from "../lexicon/time-frames.ts";
import type { Trigger } from "../lexicon/trigger.ts";
import type { Reading } from "../reading.ts";
import { orderRules, transform } from "../rule.ts";
import type { Span } from "../text/titles.ts";
import { attachLoose } from "./attach-loose-dates.ts";
import { dayBefore } from "./day-before.ts";
import { backgroundTimes } from "./background-times.ts";
import { deadlineDay } from "./borrowed-times.ts";
import { doubts } from "./doubts.ts";
import type { Draft, DraftRule } from "./draft.ts";
import { leftOutDays } from "./exceptions.ts";
import { leadRules } from "./leads.ts";
import { intervalWindow, oneNotation, seriesEnd, timerDuration } from "./lengths.ts";
import { halfOfMeal } from "./meal-halves.ts";
import { hasAny, type Phrase } from "./phrase.ts";
import {
  leadingRule,
  repeatedRule,
  trailingRule,
  weekdaysOfEachWeek,
} from "./shared-recurrence.ts";
import { sortingRules } from "./sort-times.ts";
import { isTimed } from "./timed.ts";
import { doubt, type TimeRule, type Times } from "./times.ts";

/** The times of a request, sorted by what they do in it. */
export interface Plan {
  /** Times to write. Several that share a title stand together: "8点和9点". */
  readonly bundles: readonly (readonly Phrase[])[];
  /** When the thing itself takes place, if the reminder comes before it. */
  readonly event?: Phrase | undefined;
  /** Everything that is about time and no part of a title. */
  readonly spans: readonly Span[];
}

/** From what was said to phrases that stand for themselves. */
export const timeRules: readonly TimeRule[] = orderRules<TimeRule>([
  backgroundTimes,
  ...dayBefore,
  repeatedRule,
  weekdaysOfEachWeek,
  trailingRule,
  leadingRule,
  oneNotation,
  leftOutDays,
  ...doubts,
  deadlineDay,
  timerDuration,
  seriesEnd,
  intervalWindow,
  halfOfMeal,
  doubt({
    name: "lead-of-unknown-length",
    after: ["window-of-an-interval"],
    examples: { zh: [["下午3点开会提前提醒我", "lead_without_event"]] },
    when: ({ phrases }) => phrases.some(({ lead }) => lead === null) && "lead_without_event",
  }),
  doubt({
    name: "no-time-to-remind-at",
    after: ["lead-of-unknown-length"],
    examples: {
      zh: [
        ["最晚今晚十点提醒我交卷", "deadline_without_lead"],
        ["提醒我买菜", "no_time"],
        ["周五提醒我买菜", "date_without_clock"],
        ["明天下午提醒我买菜", "period_without_clock"],
        ["改天提醒我买菜", "vague_time"],
      ],
    },
    when: (times) => listTimed(times).length === 0 && missingIn(times),
  }),
]);

/** From phrases to the plan: what each of them does. */
export const planRules: {
  readonly sorting: readonly DraftRule[];
  readonly leads: readonly DraftRule[];
} = { sorting: orderRules<DraftRule>(sortingRules), leads: orderRules<DraftRule>(leadRules) };

/** Sorts the times around the trigger, or says what is missing. */
export function planOf(reading: Reading, trigger: Trigger): Plan | Refused {
  const phrases = reading.phrases.filter((phrase) => !hasAny(phrase, ["negated", "past"]));
  const watch = { isFinal: isRefused, observe: reading.observe };
  const times = transform<Times, Refused>(timeRules, { phrases, reading, trigger }, watch);
  if (isRefused(times)) return times;
  const bundles = listTimed(times).map((phrase) => [phrase]);
  const sorted = transform<Draft, Refused>(
    planRules.sorting,
    { ...times, bundles, spans: [] },
    watch,
  );
  if (isRefused(sorted)) return sorted;
  const whole = attachLoose(sorted);
  if (isRefused(whole)) return whole;
  const draft = transform<Draft, Refused>(planRules.leads, whole, watch);
  if (isRefused(draft)) return draft;
  return { bundles: draft.bundles, event: draft.event, spans: spansOf(whole) };
}

/** "十点前" with a lead is an event at ten. */
function listTimed({ phrases }: Times): readonly Phrase[] {
  const inTime = phrases.filter((phrase) => isTimed(phrase) && phrase.deadline !== true);
  const late = phrases.filter(({ deadline }) => deadline === true);
  const isLed = phrases.some(({ lead }) => lead !== undefined);
  return inTime.length === 0 && isLed && late.length === 1 ? late : inTime;
}

/** The first that something is said of is what is asked about. */
const missing: readonly (readonly [Refusal, (phrase: Phrase) => boolean])[] = [
  ["deadline_without_lead", ({ deadline }) => deadline === true],
  ["lead_without_event", ({ lead }) => lead !== undefined],
  ["ambiguous_interval", ({ rule }) => rule?.ambiguous === true],
  ["period_without_clock", ({ period }) => period !== undefined],
  ["date_without_clock", (phrase) => hasAny(phrase, ["day", "rule", "weekend", "count"])],
  // "改天", "next week": neither the day nor the hour.
  ["vague_time", (phrase) => hasAny(phrase, ["vague", "stretch"])],
];

const missingIn = ({ phrases }: Times): Refusal =>
  missing.find(([, isSaid]) => phrases.some(isSaid))?.[0] ?? "no_time";

function spansOf({ spans, phrases, bundles, event, reading }: Draft): readonly Span[] {
  return [
    ...spans,
    ...phrases.filter((phrase) => hasAny(phrase, ["spent", "lead"])),
    ...notMeant(reading),
    ...bundles.flat().map((phrase) => withBound(phrase, reading)),
    ...(event === undefined ? [] : [event]),
  ];
}

/** "到25号为止每天", "beginning tomorrow every day": the words that lead to its first or last day. */
const withBound = (phrase: Phrase, { prepared: { text } }: Reading): Span =>
  hasAny(phrase, ["untilDay", "fromDay"])
    ? {
        at: phrase.at - (boundAhead.exec(text.slice(0, phrase.at))?.[0].length ?? 0),
        end: phrase.end,
      }
    : phrase;

/**
 * "not at 3pm but at 4pm": the time that is not meant, with the words around it, is not a title.
 */
const notMeant = ({ phrases, prepared: { text } }: Reading): Span[] =>
  phrases
    .filter(({ negated }) => negated === true)
    .map(({ at, end }) => ({
      at: at - (denialBefore.exec(text.slice(0, at))?.[0].length ?? 0),
      end: end + (correctionBehind.exec(text.slice(end))?.[0].length ?? 0),
    }));
