import type { Language } from "../../domain/language.ts";
import type { Reading } from "../reading.ts";
import { defineRule, type Rule } from "../rule.ts";
import type { Span } from "../text/titles.ts";
import { cueIn } from "./cues.ts";

/** A way to ask what one has on, with the words that ask. */
export type Question = Rule<Reading, Span>;

/** The questions of a language. One is given in parts, each of them enough. */
export const questionsIn =
  (language: Language) =>
  (name: string, parts: readonly string[], ...examples: readonly string[]): Question => {
    const regexes = parts.map((part) => new RegExp(part));
    return defineRule({
      name,
      stage: "classify",
      examples: { [language]: examples.map((sentence) => [sentence, "list"] as const) },
      when: (reading: Reading) =>
        regexes
          .values()
          .map((regex) => cueIn(reading, regex))
          .find((cue) => cue !== undefined),
      then: (_, cue) => cue,
    });
  };

/** Words that ask about anything: about reminders only where one was just spoken of or shown. */
export const besideTopic = (question: Question): Question => ({
  ...question,
  apply: (reading) =>
    reading.context.previous?.isNext === true || reading.context.listed !== undefined
      ? question.apply(reading)
      : undefined,
});
