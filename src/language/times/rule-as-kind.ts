import { ruleAsKind } from "../lexicon/time-frames.ts";
import type { Phrase } from "./phrase.ts";
import type { Times } from "./times.ts";

/**
 * "daily … to verify the nightly backup", "每天9点提醒我写每周总结": of what kind it is, where the
 * rule has been said.
 */
export const isKind = (
  loose: Phrase,
  main: Phrase,
  { reading: { prepared }, trigger }: Pick<Times, "reading" | "trigger">,
): boolean => {
  if (loose.rule === undefined || loose.clock !== undefined) return false;
  if (main.rule === undefined || loose.at < trigger.end) return false;
  const behind = prepared.text.slice(loose.end);
  return prepared.language === "en"
    ? ruleAsKind.before.test(prepared.text.slice(0, loose.at)) && ruleAsKind.behind.test(behind)
    : main.at < trigger.at && ruleAsKind.behindZh.test(behind);
};
