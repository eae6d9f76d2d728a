import type { Language } from "../../domain/language.ts";
import type { Refusal } from "../dialogue/reasons.ts";
import { defineRule, type Rule } from "../rule.ts";
import type { Clause } from "../text/clauses.ts";
import { isAnyIn } from "../text/may-match.ts";

/** Words which show that a clause asks for nothing, although it sounds like a request. */
export type Gate = Rule<Clause, Refusal>;

/** The gates of one reason. A pattern may be given in parts, of which one is enough. */
export const gatesFor =
  (language: Language, refused: Refusal) =>
  (name: string, parts: readonly string[], ...examples: readonly string[]): Gate => {
    const regexes = parts.map((part) => new RegExp(part));
    return defineRule({
      name,
      stage: "classify",
      examples: { [language]: examples.map((sentence) => [sentence, refused] as const) },
      when: ({ text }: Clause) => isAnyIn(regexes, text),
      then: () => refused,
    });
  };
