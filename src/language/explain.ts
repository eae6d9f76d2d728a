import { interpret } from "./interpret.ts";
import { readers } from "./readers.ts";
import { isRefused } from "./dialogue/refused.ts";
import { standingOf } from "./lexicon/speech-act.ts";
import { readingOf } from "./reading.ts";
import type { LanguageRequest } from "./request.ts";
import { applyCorrections } from "./text/self-correction.ts";
import { normalise } from "./text/normalise.ts";

/** What one stage made of the message. */
export interface Step {
  readonly stage: "normalise" | "segment" | "classify" | "lex" | "intend" | "resolve";
  readonly what: string;
}

/** A sentence stage by stage, and which reader decided. */
export function explain(request: LanguageRequest): Step[] {
  const { text } = normalise(request.text);
  const corrected = applyCorrections(text);
  const reading = readingOf({ ...request, text: corrected });
  const { prepared, clauses, live, gates, phrases, triggers } = reading;
  const words = (at: number, end: number): string => prepared.text.slice(at, end);
  const decided = readers
    .map((reader) => ({ name: reader.name, outcome: reader.apply(reading) }))
    .find(({ outcome }) => outcome !== undefined);
  const result = interpret(request);
  return [
    { stage: "normalise", what: `${prepared.language}: ${corrected}` },
    ...clauses.map((clause): Step => ({
      stage: "segment",
      what: `${live.includes(clause) ? "" : "closed: "}${clause.text.trim()}`,
    })),
    ...gates.map((gate): Step => ({ stage: "classify", what: `closed by ${gate}` })),
    ...triggers.map((trigger): Step => ({
      stage: "classify",
      what: `“${words(trigger.at, trigger.end)}” asks, for ${trigger.whom}: ${standingOf(reading, trigger)}`,
    })),
    ...phrases.map(({ at, end, ...roles }): Step => ({
      stage: "lex",
      what: `“${words(at, end)}” ${JSON.stringify(roles)}`,
    })),
    {
      stage: "intend",
      what:
        decided === undefined
          ? "no reader"
          : `${decided.name}: ${decided.outcome !== undefined && isRefused(decided.outcome) ? `refused, ${decided.outcome.refused}` : decided.outcome?.intent}`,
    },
    { stage: "resolve", what: JSON.stringify(result) },
  ];
}
