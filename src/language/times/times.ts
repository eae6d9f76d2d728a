import type { Refusal } from "../dialogue/reasons.ts";
import { refuse, type Refused } from "../dialogue/refused.ts";
import type { Trigger } from "../lexicon/trigger.ts";
import type { Reading } from "../reading.ts";
import { defineRule, type Examples, type Rule } from "../rule.ts";
import type { Phrase } from "./phrase.ts";

/** The times of a request, and the word that asks. */
export interface Times {
  readonly phrases: readonly Phrase[];
  readonly reading: Reading;
  readonly trigger: Trigger;
}

export type TimeRule = Rule<Times, Times | Refused>;

interface Named {
  readonly name: string;
  readonly after?: readonly string[];
  readonly examples: Examples;
}

interface TimeDefinition<Found> extends Named {
  readonly when: (times: Times) => Found | false | undefined;
  readonly then: (found: Found, times: Times) => readonly Phrase[];
}

/** Makes other phrases of the phrases. */
export const timeRule = <Found>({ then, ...rule }: TimeDefinition<Found>): TimeRule =>
  defineRule({
    ...rule,
    stage: "combine",
    then: (times: Times, found: Found) => ({ ...times, phrases: then(found, times) }),
  });

/** What makes every reading of the times a guess: it is asked about before any of them is tried. */
export const doubt = <On extends Times>({
  when,
  ...rule
}: Named & { readonly when: (times: On) => Refusal | false | undefined }): Rule<On, Refused> =>
  defineRule({
    ...rule,
    stage: "combine",
    when,
    then: (_: On, refusal: Refusal) => refuse(refusal),
  });
