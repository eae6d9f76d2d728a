import { clauseAt } from "../text/clauses.ts";
import { standingOf } from "../lexicon/speech-act.ts";
import type { Plan } from "./plan.ts";
import type { Reading } from "../reading.ts";
import { type Span, titleIn } from "../text/titles.ts";
import type { Trigger } from "../lexicon/trigger.ts";
import { hasContent } from "../text/title-content.ts";

/**
 * "明早九点提醒我交材料，另外提醒我洗车": two wishes and one time. To write the first would lose
 * the second.
 */
export function wouldDropRequest(reading: Reading, plan: Plan): boolean {
  const wishes = reading.triggers
    .filter(({ whom }) => whom !== "other")
    .filter((each) => standingOf(reading, each) === "wish");
  if (wishes.length <= plan.bundles.length) return false;
  const named = wishes.filter((trigger) => hasName(reading, plan, trigger));
  return named.length > plan.bundles.length;
}

/** It says by itself what it is about: behind it up to the next, or before it in its clause. */
function hasName(
  { prepared, live, triggers, phrases }: Reading,
  plan: Plan,
  trigger: Trigger,
): boolean {
  const clause = clauseAt(live, trigger.at);
  if (clause === undefined) return false;
  const beside = triggers.filter(({ at }) => clauseAt(live, at) === clause);
  const next = beside.find(({ at }) => at >= trigger.end);
  const without: readonly Span[] = [...plan.spans, ...phrases, ...triggers];
  if (hasContent(titleIn(prepared, { at: trigger.end, end: next?.at ?? clause.end }, without)))
    return true;
  const isFirst = beside.every(({ at }) => at >= trigger.at);
  return isFirst && hasContent(titleIn(prepared, { at: clause.at, end: trigger.at }, without));
}
