import type { RuleSpec } from "./atoms.ts";
import type { Phrase } from "./phrase.ts";

const all = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

/**
 * "每天…，周日除外", "every weekday except Wednesday": the rule with fewer days. What fits no rule
 * stays unread.
 */
export function leaveOut(phrases: readonly Phrase[]): void {
  const [named, second] = phrases.filter((phrase) => phrase.except !== undefined);
  const ruled = phrases.filter(
    (phrase): phrase is Phrase & { rule: RuleSpec } => phrase.rule !== undefined,
  );
  if (
    named?.except === undefined ||
    second !== undefined ||
    named.unread !== "except" ||
    ruled.length === 0
  )
    return;
  // "…除了周日9点": on that day at another time?
  if (
    named.rule === undefined &&
    (named.clock !== undefined || named.day !== undefined || named.period !== undefined)
  )
    return;
  const fewer = ruled.flatMap(({ rule }) => without(rule, named.except ?? []) ?? []);
  if (fewer.length < ruled.length) return;
  for (const [index, phrase] of ruled.entries()) phrase.rule = fewer[index] ?? phrase.rule;
  delete named.unread;
  delete named.except;
  if (named.rule === undefined) named.spent = true;
}

function without(rule: RuleSpec, days: readonly string[]): RuleSpec | undefined {
  const { freq, interval, byday, workdays, bysetpos } = rule;
  if (
    (freq !== "DAILY" && freq !== "WEEKLY") ||
    interval !== undefined ||
    workdays !== undefined ||
    bysetpos !== undefined
  )
    return undefined;
  const had = byday ?? (freq === "DAILY" ? all : []);
  const left = had.filter((day) => !days.includes(day));
  // Days that it never had: then something else was meant.
  return left.length === 0 || left.length !== had.length - days.length
    ? undefined
    : { ...rule, freq: "WEEKLY", byday: left };
}
