import { clauseAt } from "../text/clauses.ts";
import { doubtIn } from "./doubts.ts";
import { leaveOut } from "./exceptions.ts";
import { joinIdle } from "./attach-loose-dates.ts";
import type { Reading } from "../reading.ts";
import { applyLeadingRule, applyTrailingRule, mergeRepeatedRule } from "./shared-recurrence.ts";
import { type Sorted, sortTimes } from "./sort-times.ts";
import { isInterval, isTimed } from "./timed.ts";
import type { Span } from "../text/titles.ts";
import { withoutTold } from "./background-times.ts";
import type { Trigger } from "../lexicon/trigger.ts";
import { refuse, type Refused } from "../dialogue/refused.ts";
import type { Phrase } from "./phrase.ts";

/** The times of a request, sorted by what they do in it. */
export interface Plan {
  /** Times to write. Several that share a title stand together: "8点和9点". */
  readonly bundles: readonly (readonly Phrase[])[];
  /** When the thing itself takes place, if the reminder comes before it. */
  readonly event?: Phrase | undefined;
  /** Everything that is about time and no part of a title. */
  readonly spans: readonly Span[];
}

/** Sorts the times around the trigger, or says what is missing. */
export function planOf(reading: Reading, trigger: Trigger): Plan | Refused {
  const meant = reading.phrases
    .filter(({ negated, past }) => negated !== true && past !== true)
    .map((phrase) => ({ ...phrase }));
  const phrases = withoutTold(meant, reading, trigger);
  mergeRepeatedRule(phrases, { reading, trigger });
  applyTrailingRule(phrases, reading.prepared.text);
  applyLeadingRule(phrases, trigger);
  byOneClock(phrases, reading.prepared.text);
  leaveOut(phrases);
  const doubt = doubtIn(phrases, reading, trigger);
  if (doubt !== undefined) return doubt;
  timers(phrases, reading, trigger);
  ends(phrases);
  return withTimes(windows(phrases), reading, trigger);
}

/** "8:00吃药，14:00开会": where one clock counts to 24, all that are written like it do. */
function byOneClock(phrases: readonly Phrase[], text: string): void {
  const written = phrases.filter(
    ({ at, end, clock }) =>
      clock !== undefined &&
      clock.period === undefined &&
      /(?<!\d)\d{1,2}:\d\d/.test(text.slice(at, end)),
  );
  if (!written.some(({ clock }) => clock !== undefined && clock.hour > 12)) return;
  for (const phrase of written)
    if (phrase.clock !== undefined) phrase.clock = { ...phrase.clock, exact: true };
}

/** "10分钟提醒我" and "a timer for 10 minutes": the length is the wait. */
function timers(phrases: readonly Phrase[], reading: Reading, trigger: Trigger): void {
  const { prepared } = reading;
  for (const phrase of phrases) {
    if (
      phrase.duration === undefined ||
      phrase.clock !== undefined ||
      phrase.rule !== undefined ||
      phrase.day !== undefined
    )
      continue;
    const between = prepared.text
      .slice(phrase.end, Math.max(phrase.end, trigger.at))
      .replace(isAlone(phrase, reading) ? /^[\s,，。]+/ : /^$/, "");
    const rests = /^再?(?:睡|眯|躺|歇)/.test(prepared.text.slice(phrase.at, phrase.end));
    const beside =
      phrase.end <= trigger.at &&
      (rests
        ? /^[\s,，。]*(?:的时候|就|再|后|你|然后)?\s*$/
        : /^\s*(?:的时候|就|再|后|then|and)?\s*$/
      ).test(between);
    const within = phrase.at >= trigger.at && phrase.end <= trigger.end;
    if (beside || within || trigger.timer) {
      phrase.after = phrase.duration;
      delete phrase.duration;
    }
  }
}

/** "二十分钟，喊我": a clause of nothing else. */
const isAlone = ({ at, end }: Phrase, { live, prepared }: Reading): boolean => {
  const clause = clauseAt(live, at);
  return (
    clause !== undefined &&
    (prepared.text.slice(clause.at, at) + prepared.text.slice(end, clause.end)).trim() === ""
  );
};

/**
 * "每小时提醒我喝水，到下午6点": where there is a rule, a time to which something goes on is its
 * end.
 */
function ends(phrases: readonly Phrase[]): void {
  const rule = phrases.find((phrase) => phrase.rule !== undefined)?.rule;
  for (const phrase of phrases) {
    if (rule === undefined || phrase.aim !== true || phrase.rule !== undefined) continue;
    if (phrase.day !== undefined && phrase.clock === undefined) {
      phrase.untilDay = phrase.day;
      delete phrase.day;
    } else if (phrase.clock !== undefined && (rule.freq === "HOURLY" || rule.freq === "MINUTELY")) {
      phrase.untilClock = phrase.clock;
      delete phrase.clock;
    }
  }
}

/** "每天9点到18点" and "每小时" are one thing, wherever the two stand. */
function windows(phrases: Phrase[]): Phrase[] {
  const interval = phrases.find((phrase) => isInterval(phrase) && phrase.clock === undefined);
  const range = phrases.find(
    (phrase) => phrase.clock !== undefined && phrase.endClock !== undefined && !isInterval(phrase),
  );
  if (interval?.rule !== undefined && range !== undefined) {
    if (range.rule !== undefined) range.days = range.rule;
    range.rule = interval.rule;
    interval.spent = true;
    delete interval.rule;
  }
  return phrases;
}

function withTimes(phrases: Phrase[], reading: Reading, trigger: Trigger): Plan | Refused {
  const spans: Span[] = [];
  const leads = phrases.filter(({ lead }) => lead !== undefined);
  if (leads.some(({ lead }) => lead === null)) return refuse("lead_without_event");
  const timed = phrases.filter(isTimed);
  const inTime = timed.filter(({ deadline }) => deadline !== true);
  const late = phrases.filter(({ deadline }) => deadline === true);
  // "十点前" with a lead is an event at ten.
  const led0 = inTime.length === 0 && leads.length > 0 && late.length === 1 ? late : [];
  if (inTime.length + led0.length === 0 && late.length > 0) return refuse("deadline_without_lead");
  if (inTime.length + led0.length === 0) return missing(phrases);
  const sorted = sortTimes([...inTime, ...led0], reading, trigger);
  if ("refused" in sorted) return sorted;
  const refusal = joinIdle(phrases, sorted, { reading, trigger, spans });
  if (refusal !== undefined) return refusal;
  if (!sorted.flat.every(isWhole)) return refuse("ambiguous_day");
  if (isTimeItself(leads, sorted, reading)) return refuse("clock_left_over");
  const led = withLeads(sorted, leads, reading.prepared.text);
  if ("refused" in led) return led;
  return {
    ...led,
    spans: [
      ...spans,
      ...phrases.filter(({ spent }) => spent === true),
      ...notMeant(reading),
      ...sorted.flat,
      ...(sorted.event === undefined ? [] : [sorted.event]),
      ...leads,
    ],
  };
}

/**
 * "not at 3pm but at 4pm": the time that is not meant, with the words around it, is not a title.
 */
const notMeant = ({ phrases, prepared: { text } }: Reading): Span[] =>
  phrases
    .filter(({ negated }) => negated === true)
    .map(({ at, end }) => ({
      at:
        at -
        (/(?:\b(?:not|instead of|rather than)\s+(?:at\s+|on\s+)?|不是|别是|并非)$/.exec(
          text.slice(0, at),
        )?.[0].length ?? 0),
      end: end + (/^[\s,，]*(?:\bbut\b|(?:而|要)?是)/.exec(text.slice(end))?.[0].length ?? 0),
    }));

/** "remind me at 9pm, an hour before my flight": nine may be the one or the other. */
const isTimeItself = (
  leads: readonly Phrase[],
  { flat }: Sorted,
  { prepared, live }: Reading,
): boolean =>
  prepared.language === "en" &&
  leads.some(
    (lead) =>
      !isTimed(lead) &&
      flat.some(
        ({ at }) =>
          at < lead.at &&
          clauseAt(live, at) !== clauseAt(live, lead.at) &&
          /\b(?:me|us)(?:\s+up)?\s+at\s*$/.test(prepared.text.slice(0, at)),
      ),
  );

/** A day to begin or to end on belongs to a rule. */
function isWhole(phrase: Phrase): boolean {
  if (phrase.rule !== undefined || phrase.count !== undefined) return true;
  if (phrase.opening === true) return false;
  return (
    phrase.untilDay === undefined && phrase.untilClock === undefined && phrase.fromDay === undefined
  );
}

function missing(phrases: readonly Phrase[]): Refused {
  if (phrases.some(({ lead }) => lead !== undefined)) return refuse("lead_without_event");
  if (phrases.some(({ rule }) => rule?.ambiguous === true)) return refuse("ambiguous_interval");
  if (phrases.some(({ period }) => period !== undefined)) return refuse("period_without_clock");
  if (
    phrases.some(({ day, rule, weekend, count }) =>
      [day, rule, weekend, count].some((part) => part !== undefined),
    )
  )
    return refuse("date_without_clock");
  // "改天", "next week": neither the day nor the hour.
  return refuse(
    phrases.some(({ vague, stretch }) => vague === true || stretch === true)
      ? "vague_time"
      : "no_time",
  );
}

function withLeads(
  { bundles, event }: Sorted,
  leads: readonly Phrase[],
  text: string,
): Pick<Plan, "bundles" | "event"> | Refused {
  const own = leads.filter((phrase) => !isTimed(phrase));
  const [each, more] = own;
  if (each === undefined) return { bundles, event };
  // "两点开会，三点面试，都提前10分钟提醒我".
  const isForAll =
    more === undefined &&
    /(?:都|各|分别|每个)\s*$/.test(text.slice(0, each.at)) &&
    bundles.flat().every(({ after }) => after === undefined);
  if (isForAll)
    return {
      bundles: bundles.map((bundle) =>
        bundle.map((phrase) => ({ ...phrase, lead: each.lead ?? 0 })),
      ),
      event,
    };
  const [only] = bundles;
  const base = only?.[0];
  if (base === undefined || bundles.length > 1 || base.after !== undefined)
    return refuse("lead_without_event");
  return { bundles: [own.map((phrase) => ({ ...base, lead: phrase.lead ?? 0 }))], event };
}
