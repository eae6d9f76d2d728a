import type { Refused } from "../dialogue/refused.ts";
import { defineRule, type Examples, type Rule } from "../rule.ts";
import type { Span } from "../text/titles.ts";
import type { Phrase } from "./phrase.ts";
import type { Times } from "./times.ts";

/** A plan in the making: what each time does in the request, as far as it is known. */
export interface Draft extends Times {
  /** Times to write. Several that share a title stand together: "8点和9点". */
  readonly bundles: readonly (readonly Phrase[])[];
  /** When the thing itself takes place, if the reminder comes before it. */
  readonly event?: Phrase | undefined;
  /** What joined another time and is not part of a title. */
  readonly spans: readonly Span[];
}

export type DraftRule = Rule<Draft, Draft | Refused>;

interface Definition<Found> {
  readonly name: string;
  readonly after?: readonly string[];
  readonly examples: Examples;
  readonly when: (draft: Draft) => Found | false | undefined;
  readonly then: (found: Found, draft: Draft) => Partial<Draft>;
}

/** Puts times into their places. */
export const draftRule = <Found>({ then, ...rule }: Definition<Found>): DraftRule =>
  defineRule({
    ...rule,
    stage: "combine",
    then: (draft: Draft, found: Found) => ({ ...draft, ...then(found, draft) }),
  });

/** The draft with new phrases in the place of old ones, among the items and as the event. */
export const withPhrases = (
  { bundles, event }: Draft,
  next: ReadonlyMap<Phrase, Phrase>,
): Pick<Draft, "bundles" | "event"> => ({
  bundles: bundles.map((bundle) => bundle.map((phrase) => next.get(phrase) ?? phrase)),
  event: event && (next.get(event) ?? event),
});

/** A day, a rule or a length that stands apart from its clock. `main`: the first item of the plan. */
export interface Loose {
  readonly draft: Draft;
  readonly phrase: Phrase;
  readonly main: Phrase;
}
