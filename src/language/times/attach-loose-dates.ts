import { refuse, type Refused } from "../dialogue/refused.ts";
import { dayAsName, mentionsDay, onlyMarks, saidToo } from "../lexicon/time-frames.ts";
import type { Reading } from "../reading.ts";
import { decide, defineRule, orderRules, type Rule } from "../rule.ts";
import { clauseAt } from "../text/clauses.ts";
import type { DaySpec, RuleSpec } from "./atoms.ts";
import { type Draft, type Loose, withPhrases } from "./draft.ts";
import { attachLength } from "./loose-lengths.ts";
import { hasAny, type Phrase, withHalf } from "./phrase.ts";
import { isExclusive } from "./role.ts";
import { isKind } from "./rule-as-kind.ts";
import { isInterval, isTimed } from "./timed.ts";

export type LooseRule = Rule<Loose, Draft | Refused>;

/** Where a loose phrase belongs. The first that applies. */
export const looseRules: readonly LooseRule[] = orderRules<LooseRule>([
  attachLength,
  defineRule({
    name: "loose-date-in-the-title",
    stage: "combine",
    after: ["loose-length"],
    examples: {
      zh: [["明天下午3点提醒我准备周五的聚会", "11-18 15:00"]],
      en: [["remind me tomorrow at 3pm to get ready for Friday", "11-18 15:00"]],
    },
    when: ({ draft, phrase, main }: Loose) => isPartOfTitle(phrase, main, draft),
    then: ({ draft }: Loose) => draft,
  }),
  defineRule({
    name: "loose-day-only-mentioned",
    stage: "combine",
    after: ["loose-date-in-the-title"],
    examples: {
      en: [
        [
          "the bank had me on hold for 40 minutes today, remind me on Monday at 9am to call them",
          "11-23 09:00",
        ],
      ],
    },
    when: ({ draft, phrase, main }: Loose) => isMentioned(phrase, main, draft),
    then: ({ draft }: Loose) => draft,
  }),
  defineRule({
    name: "loose-date-joins-its-clock",
    stage: "combine",
    after: ["loose-day-only-mentioned"],
    examples: {
      zh: [
        ["明天有个会，3点提醒我", "11-18 15:00"],
        ["每天8点和9点提醒我吃药，吃五天", "ambiguous_hour"],
      ],
      en: [["remind me at 3pm to call Ann tomorrow", "11-18 15:00"]],
    },
    when: () => true,
    then: ({ draft, phrase, main }: Loose) => {
      const { event } = draft;
      const host = event !== undefined && phrase.at < event.at ? event : main;
      const merged = merge(host, phrase);
      if (merged === undefined) return refuse("clock_left_over");
      const next = new Map([[host, merged]]);
      if (host === main)
        for (const other of draft.bundles.flat())
          if (other !== main) next.set(other, shareBounds(other, phrase, merged));
      return { ...draft, ...withPhrases(draft, next), spans: [...draft.spans, phrase] };
    },
  }),
]);

/** Every loose phrase finds its place, or one of them cannot be placed. */
export function attachLoose(start: Draft): Draft | Refused {
  let draft = start;
  for (const phrase of start.phrases) {
    const [main] = draft.bundles.flat();
    if (main === undefined) return refuse("clock_left_over");
    if (isTimed(phrase) || phrase === start.event) continue;
    const placed = decide(looseRules, { draft, phrase, main }, draft.reading);
    if (placed === undefined) continue;
    if ("refused" in placed) return placed;
    draft = placed;
  }
  return draft;
}

/** "每天8点和20点…，吃五天": what ends one of them ends all that run by the same rule. */
function shareBounds(
  phrase: Phrase,
  { count, untilDay, fromDay, rule }: Phrase,
  main: Phrase,
): Phrase {
  if (rule !== undefined || main.rule === undefined || phrase.rule !== main.rule) return phrase;
  return {
    ...(count && { count }),
    ...(untilDay && { untilDay }),
    ...(fromDay && { fromDay }),
    ...phrase,
  };
}

/**
 * "周五是截止日，周四晚上8点提醒我": a day that is only mentioned, beside a time that has its own
 * day.
 */
function isMentioned(loose: Phrase, main: Phrase, { reading, trigger }: Draft): boolean {
  if (main.day === undefined || main.day.is === "event") return false;
  if (loose.rule !== undefined || loose.day === undefined) return false;
  const { live, prepared } = reading;
  const clause = clauseAt(live, loose.at);
  if (clause === undefined || clause === clauseAt(live, trigger.at)) return false;
  if (clause === clauseAt(live, main.at) || saidToo.test(clause.text)) return false;
  return mentionsDay[prepared.language].test(clause.text);
}

function isPartOfTitle(loose: Phrase, main: Phrase, draft: Draft): boolean {
  const { reading, trigger } = draft;
  if (isKind(loose, main, draft)) return true;
  if (hasAny(loose, ["rule", "untilDay", "untilClock", "count", "fromDay", "opening"]))
    return false;
  if (loose.deadline === true) return true;
  if (loose.at < trigger.at || loose.at < main.at)
    return reading.prepared.language === "zh" && main.day !== undefined && loose.at > trigger.at;
  return (
    hasAny(main, ["day", "rule", "after"]) ||
    loose.day === undefined ||
    isPartOfName(loose, reading)
  );
}

/** "for Friday's party", "周五的聚会": the day belongs to the words around it. */
function isPartOfName({ at, end }: Phrase, { prepared: { text, language } }: Reading): boolean {
  const behind = text.slice(end);
  return language === "zh"
    ? !onlyMarks.test(behind)
    : dayAsName.before.test(text.slice(0, at)) || dayAsName.behind.test(behind);
}

/** `undefined` when both say the same kind of thing. */
function merge(host: Phrase, loose: Phrase): Phrase | undefined {
  const ruled = loose.rule === undefined ? host : mergeRule(host, loose, loose.rule);
  if (ruled === undefined) return undefined;
  if (loose.day !== undefined) {
    const { phrase, isSaidAgain } = mergeDay(ruled, loose.day) ?? {};
    if (phrase === undefined || isSaidAgain === true)
      return loose.rule === undefined ? phrase : undefined;
    return mergeRest(phrase, loose);
  }
  return mergeRest(ruled, loose);
}

function mergeRule(host: Phrase, { period }: Phrase, rule: RuleSpec): Phrase | undefined {
  if (host.rule !== undefined && !isInterval(host)) return undefined;
  const ruled = host.rule === undefined ? { ...host, rule } : { ...host, days: rule };
  return withHalf(ruled, period ?? rule.period);
}

/** `undefined`: it has another day. */
function mergeDay(
  host: Phrase,
  day: DaySpec,
): { readonly phrase: Phrase; readonly isSaidAgain: boolean } | undefined {
  if (host.day?.is === "event" && host.day.base === undefined)
    return { phrase: { ...host, day: { ...host.day, base: day } }, isSaidAgain: true };
  // "Ben's birthday tomorrow, remind me at 9am tomorrow": one day, said twice.
  if (JSON.stringify(day) === JSON.stringify(host.day)) return { phrase: host, isSaidAgain: true };
  if (host.after !== undefined || (host.day !== undefined && host.rule === undefined))
    return undefined;
  return { phrase: { ...host, day }, isSaidAgain: false };
}

/** Which half of the day, how often, until when and from when. */
function mergeRest(host: Phrase, loose: Phrase): Phrase | undefined {
  if (loose.weekend === true || isContradiction(host, loose)) return undefined;
  const { count, untilDay, untilClock, fromDay, opening } = loose;
  return {
    ...withHalf(host, loose.period),
    ...(count && { count }),
    ...(untilDay && { untilDay }),
    ...(untilClock && { untilClock }),
    ...(fromDay && { fromDay }),
    ...(opening && { opening }),
  };
}

/** "明天早上下午三点". */
const isContradiction = ({ at, clock }: Phrase, { end, period }: Phrase): boolean =>
  end === at &&
  period !== undefined &&
  clock?.period !== undefined &&
  isExclusive(period, clock.period);
