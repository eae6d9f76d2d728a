import { isRefused } from "../dialogue/refused.ts";
import type { Refusal } from "../dialogue/reasons.ts";
import { hasForeignThing, isElsewhere, isStrange } from "../lexicon/other-domains.ts";
import { isRemoval } from "../lexicon/removals.ts";
import type { Trigger } from "../lexicon/trigger.ts";
import type { Reading } from "../reading.ts";
import { defineRule, type Rule } from "../rule.ts";
import type { Outcome } from "./outcome.ts";

/** What a message was taken for. */
interface Taken {
  readonly outcome: Outcome;
  readonly reading: Reading;
}

const aboutKept = new Set<string>(["target_not_found", "target_ambiguous", "no_change", "no_time"]);

/** A question about what is kept is not asked where another helper is meant. */
export const otherHelpers: readonly Rule<Taken, Refusal>[] = [
  defineRule({
    name: "meant-for-another-helper",
    stage: "classify",
    examples: {
      zh: [["把这封邮件删了", "no_request"]],
      en: [["turn off the lights", "no_request"]],
      not: [["cancel the meeting", "target_not_found"]],
    },
    when: ({ outcome, reading: { prepared } }: Taken) =>
      isRefused(outcome) &&
      aboutKept.has(outcome.refused) &&
      isElsewhere(prepared.text, prepared.language),
    then: () => "no_request" as const,
  }),
  defineRule({
    name: "nothing-of-that-kind-is-kept",
    stage: "classify",
    examples: { en: [["drop in on the kitchen", "no_request"]] },
    when: ({ outcome, reading: { prepared } }: Taken) =>
      isRefused(outcome) &&
      outcome.refused === "target_not_found" &&
      isStrange(prepared.text, prepared.language),
    then: () => "no_request" as const,
  }),
];

/** A word that asks for a reminder, in what was read. */
interface Asked {
  readonly reading: Reading;
  readonly trigger: Trigger;
}

/** What sounds like a new reminder and is not one. */
export const notNew: readonly Rule<Asked, Refusal>[] = [
  defineRule({
    name: "taken-away-and-not-made",
    stage: "classify",
    examples: { en: [["mute alarm at 7am", "target_not_found"]] },
    when: ({ reading, trigger }: Asked) => isRemoval(reading, trigger),
    then: () => "target_not_found" as const,
  }),
  defineRule({
    name: "timer-of-a-device",
    stage: "classify",
    examples: { zh: [["定时两小时后关电视", "no_request"]] },
    when: ({ reading: { prepared }, trigger: { timer, at, end } }: Asked) =>
      timer &&
      (isElsewhere(prepared.text, prepared.language) ||
        hasForeignThing(prepared.text.slice(at, end), prepared.language)),
    then: () => "no_request" as const,
  }),
];
