import type { Language } from "../../domain/language.ts";
import type { Refusal } from "../dialogue/reasons.ts";
import { defineRule, type Rule } from "../rule.ts";
import type { Clause } from "../text/clauses.ts";

/** Words which show that a clause asks for nothing, although it sounds like a request. */
export interface Gate extends Rule<Clause, Refusal> {
  readonly pattern: RegExp;
}

/** The gates of one reason. A pattern may be given in parts, of which one is enough. */
export const gatesFor =
  (language: Language, refused: Refusal) =>
  (name: string, parts: readonly string[], ...examples: readonly string[]): Gate => {
    const pattern = new RegExp(parts.join("|"));
    const rule = defineRule({
      name,
      stage: "classify",
      examples: { [language]: examples.map((sentence) => [sentence, refused] as const) },
      when: ({ text }: Clause) => pattern.test(text),
      then: () => refused,
    });
    return { ...rule, pattern };
  };
