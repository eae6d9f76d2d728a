import { isRefused, refuse } from "../dialogue/refused.ts";
import { type NamedPlan, planNamedIn } from "../lexicon/bare-plans.ts";
import { isDayLong } from "../lexicon/day-long.ts";
import type { Trigger } from "../lexicon/trigger.ts";
import type { Reading } from "../reading.ts";
import type { Phrase } from "../times/phrase.ts";
import { isTimed } from "../times/timed.ts";
import { hasContent } from "../text/title-content.ts";
import { type Span, titleIn } from "../text/titles.ts";
import { toInterpretation, type Outcome, defineReader } from "./outcome.ts";
import { parseItems } from "./create.ts";

/** More than this is a report, and not a note. */
const mostClauses = 2;

/**
 * "meet with Joe tomorrow at three", "明天下午三点开会": what and when, and no word that says what is
 * to be done about it. It is offered, and a yes writes it.
 */
function parseBarePlan(reading: Reading): Outcome | undefined {
  const start = planIn(reading);
  const named = start === undefined ? undefined : onlyPlanIn(reading);
  if (start === undefined || named === undefined) return undefined;
  const whose = named.own === undefined ? [] : [named.own];
  const phrases = reading.phrases.map(ofEachWeek);
  const created = parseItems({ ...reading, phrases, triggers: [start] }, start, whose);
  if (isRefused(created) || created.items.some(({ title }) => title === "")) return undefined;
  const choice = toInterpretation({
    intent: "create",
    items: created.items,
    reasons: created.notes,
  });
  return { ...refuse("unsure_wish"), choices: [choice] };
}

/** "gym mon wed fri 7am": the question says that it is every week, and these days alone are a no. */
function ofEachWeek(phrase: Phrase): Phrase {
  if (phrase.rule?.byday === undefined) return phrase;
  const { ambiguous: _, ...rule } = phrase.rule;
  return { ...phrase, rule };
}

/** Where the order would stand, if the times are those of one plan. */
function planIn(reading: Reading): Trigger | undefined {
  const { prepared, phrases } = reading;
  const [only, second] = phrases.filter(isTimed);
  const isDays = only === undefined && phrases.length > 0 && isDayLong(prepared.text);
  if ((only === undefined && !isDays) || second !== undefined || only?.after !== undefined)
    return undefined;
  if (mayMeanMore(reading) || phrases.some(isUnfit)) return undefined;
  return {
    at: 0,
    end: 0,
    whom: "me",
    timer: false,
    wake: false,
    ...(isDays ? { calendar: "weak" } : {}),
  };
}

/** A request, a gate, a quote or many clauses: it is not only a plan. */
const mayMeanMore = ({ prepared, gates, live, triggers }: Reading): boolean =>
  triggers.length > 0 || gates.length > 0 || prepared.hasQuote || live.length > mostClauses;

/** "…和张三喝咖啡，好开心": the rest of the message is a report. */
function onlyPlanIn({ prepared, phrases, live, mentions }: Reading): NamedPlan | undefined {
  const blank = phrases.reduce(
    (text, { at, end }) => text.slice(0, at) + " ".repeat(end - at) + text.slice(end),
    prepared.text,
  );
  const planIn = (clause: Span): NamedPlan | undefined =>
    planNamedIn(blank.slice(clause.at, clause.end), prepared.language);
  const whole = planIn({ at: 0, end: blank.length });
  // What is done again and again is a habit, and what is arranged with a friend is on both sides.
  if (
    whole?.own !== undefined &&
    (mentions.length > 0 || phrases.some(({ rule }) => rule !== undefined))
  )
    return undefined;
  return live.every(
    (clause) => !hasContent(titleIn(prepared, clause, phrases)) || planIn(clause) !== undefined,
  )
    ? whole
    : undefined;
}

const isUnfit = ({
  past,
  negated,
  unread,
  vague,
  lead,
  shift,
  deadline,
}: Reading["phrases"][number]): boolean =>
  [past, negated, unread, vague, lead, shift, deadline].some((part) => part !== undefined);

export const barePlanReader = defineReader({
  name: "bare-plan",
  after: ["create"],
  examples: {
    zh: [
      ["明天下午3点开会", "unsure_wish"],
      ["我周五下午三点看牙", "unsure_wish"],
    ],
    en: [
      ["meet with Joe tomorrow at three", "unsure_wish"],
      ["i have a dentist appointment friday at 3", "unsure_wish"],
      ["gym mon wed fri 7am", "unsure_wish"],
    ],
  },
  parse: parseBarePlan,
});
