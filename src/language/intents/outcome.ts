import { nameTarget, type Target } from "../dialogue/targets.ts";
import type { Refused } from "../dialogue/refused.ts";
import type { Reading } from "../reading.ts";
import type { Interpretation } from "../request.ts";
import { defineRule, type Examples, type Rule } from "../rule.ts";

/** What a reader makes of a message: its meaning, or what has to be asked. */
export type Outcome = Interpretation | Refused;

export const toInterpretation = (
  parts: Omit<Interpretation, "items" | "reasons"> & Partial<Interpretation>,
): Interpretation => ({
  items: [],
  reasons: [],
  ...parts,
});

/** How a change of what exists is reported: what is shared names those who share it. */
export const changeOf = (
  verb: "update" | "cancel",
  target: Target,
  parts: Partial<Interpretation> = {},
): Interpretation =>
  target.with === undefined
    ? toInterpretation({ intent: verb, ...nameTarget(target), ...parts })
    : toInterpretation({
        intent: `${verb}_shared`,
        ...nameTarget(target),
        with: target.with,
        ...parts,
      });

/** A rule that says what a message asks for. */
export type Reader = Rule<Reading, Outcome>;

export const defineReader = ({
  parse,
  ...named
}: {
  readonly name: string;
  readonly after?: readonly string[];
  readonly examples: Examples;
  readonly parse: (reading: Reading) => Outcome | undefined;
}): Reader =>
  defineRule({
    ...named,
    stage: "intend",
    when: parse,
    then: (_: Reading, outcome: Outcome) => outcome,
  });
