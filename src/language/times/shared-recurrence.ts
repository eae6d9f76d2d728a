import type { RuleSpec } from "./atoms.ts";
import { isKind } from "./attach-loose-dates.ts";
import type { Reading } from "../reading.ts";
import { isTimed } from "./timed.ts";
import type { Trigger } from "../lexicon/trigger.ts";
import type { Phrase } from "./phrase.ts";

/**
 * "周末早上十点…，每周都要", "隔周的周六…，就是每两周一次": a rule is said again, or a weekend
 * turns out to be all of them.
 */
export function mergeRepeatedRule(
  phrases: readonly Phrase[],
  at: { reading: Reading; trigger: Trigger },
): void {
  const host = phrases.find(
    (phrase) => isTimed(phrase) && (phrase.weekend === true || phrase.rule !== undefined),
  );
  const again = phrases.find(
    (phrase) =>
      phrase !== host &&
      phrase.rule !== undefined &&
      phrase.clock === undefined &&
      phrase.day === undefined,
  );
  if (again?.rule === undefined || host === undefined || phrases.filter(isTimed).length > 1) return;
  if (host.rule === undefined && again.rule.freq === "WEEKLY" && again.rule.byday === undefined)
    host.rule = { ...again.rule, byday: ["SA", "SU"] };
  if (host.rule === undefined || !isRepeat(again.rule, host.rule) || isKind(again, host, at))
    return;
  delete host.weekend;
  delete again.rule;
  again.spent = true;
}

/** It says no more than the other has said. */
const isRepeat = (said: RuleSpec, known: RuleSpec): boolean =>
  said.freq === known.freq &&
  (said.interval ?? 1) === (known.interval ?? 1) &&
  (said.byday === undefined || said.byday.join() === known.byday?.join()) &&
  (said.bymonthday === undefined || said.bymonthday.join() === known.bymonthday?.join()) &&
  [
    said.until,
    said.from,
    said.count,
    said.lunar,
    said.bysetpos,
    said.ambiguous,
    said.workdays,
  ].every((part) => part === undefined);

/** "早上八点和晚上八点，每天都要": said of both. */
export function applyTrailingRule(phrases: readonly Phrase[], text: string): void {
  const said = phrases.find(
    ({ rule, clock, end }) =>
      rule !== undefined && clock === undefined && /^\s*都/.test(text.slice(end)),
  );
  const timed = phrases.filter(({ clock }) => clock !== undefined);
  if (
    said === undefined ||
    timed.length < 2 ||
    timed.some(({ rule, day }) => rule !== undefined || day !== undefined)
  )
    return;
  for (const phrase of timed) if (said.rule !== undefined) phrase.rule = said.rule;
  delete said.rule;
  said.spent = true;
}

/**
 * "每天提醒我早上八点吃药，晚上九点跑步": what is said ahead of the wish goes for all that it
 * names.
 */
export function applyLeadingRule(phrases: readonly Phrase[], trigger: Trigger): void {
  const said = phrases.find(
    (phrase) => phrase.rule !== undefined && !isTimed(phrase) && phrase.end <= trigger.at,
  );
  const timed = phrases.filter(isTimed);
  const isOpen = timed.every(
    ({ rule, day, after, at }) =>
      rule === undefined && day === undefined && after === undefined && at >= trigger.at,
  );
  if (said?.rule === undefined || timed.length < 2 || !isOpen) return;
  const { rule, count, untilDay, fromDay } = said;
  for (const phrase of timed)
    Object.assign(
      phrase,
      { rule },
      count && { count },
      untilDay && { untilDay },
      fromDay && { fromDay },
    );
  delete said.rule;
  said.spent = true;
}
