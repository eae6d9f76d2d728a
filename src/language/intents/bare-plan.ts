import { refuse } from "../dialogue/refused.ts";
import { isRefused } from "../dialogue/refused.ts";
import { isPlanAlone } from "../lexicon/bare-plans.ts";
import { isDayLong } from "../lexicon/day-long.ts";
import type { Trigger } from "../lexicon/trigger.ts";
import type { Reading } from "../reading.ts";
import { isTimed } from "../times/timed.ts";
import { hasContent } from "../text/title-content.ts";
import { type Span, titleIn } from "../text/titles.ts";
import { done, type Outcome } from "./cancel.ts";
import { parseItems } from "./create.ts";

/** More than this is told, and not noted. */
const mostClauses = 2;

/**
 * "meet with Joe tomorrow at three", "明天下午三点开会": what and when, and no word that says what is
 * to be done about it. It is offered, and a yes writes it.
 */
export function parseBarePlan(reading: Reading): Outcome | undefined {
  const { prepared, phrases, gates, live, triggers } = reading;
  const [only, second] = phrases.filter(isTimed);
  const isDays = only === undefined && isDayLong(prepared.text) && phrases.length > 0;
  if ((only === undefined && !isDays) || second !== undefined || triggers.length > 0)
    return undefined;
  if (gates.length > 0 || prepared.hasQuote || live.length > mostClauses) return undefined;
  if (only?.after !== undefined || phrases.some(isUnfit)) return undefined;
  const rest = phrases
    .toReversed()
    .reduce((text, { at, end }) => `${text.slice(0, at)} ${text.slice(end)}`, prepared.text);
  const wordsIn = (clause: Span): string =>
    phrases
      .filter(({ at, end }) => at >= clause.at && end <= clause.end)
      .toReversed()
      .reduce(
        (text, { at, end }) => `${text.slice(0, at)} ${text.slice(end)}`,
        prepared.text.slice(0, clause.end),
      )
      .slice(clause.at);
  // "…和张三喝咖啡，好开心": what else is said is told.
  const told = live.filter(
    (clause) =>
      hasContent(titleIn(prepared, clause, phrases)) &&
      !isPlanAlone(wordsIn(clause), prepared.language),
  );
  if (told.length > 0 || !isPlanAlone(rest, prepared.language)) return undefined;
  const start: Trigger = {
    at: 0,
    end: 0,
    whom: "me",
    timer: false,
    wake: false,
    ...(isDays ? { calendar: "weak" } : {}),
  };
  const created = parseItems({ ...reading, triggers: [start] }, start);
  if (isRefused(created) || created.items.some(({ title }) => title === "")) return undefined;
  const choice = done({ intent: "create", items: created.items, reasons: created.notes });
  return { ...refuse("unsure_wish"), choices: [choice] };
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
