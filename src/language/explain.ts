import { isRefused } from "./dialogue/refused.ts";
import { interpret } from "./interpret.ts";
import type { ReadRequest } from "./reading.ts";
import type { Interpretation } from "./request.ts";
import type { Stage, Step } from "./rule.ts";
import { summarise } from "./summary.ts";
import type { Clause } from "./text/clauses.ts";
import type { Atom } from "./times/atoms.ts";
import type { Phrase } from "./times/phrase.ts";

/** What one rule made of the message. */
export interface ExplainedStep {
  readonly stage: Stage;
  readonly rule: string;
  /** Before → after, with the words in question. */
  readonly what: string;
}

/** A sentence stage by stage, as the rules that applied report it while it is read. */
export function explain(request: ReadRequest): ExplainedStep[] {
  const steps: Step[] = [];
  const result = interpret({ ...request, observe: (step) => steps.push(step) });
  const decided = steps.findLast(({ stage }) => stage === "intend")?.rule ?? "no rule";
  let text = request.text;
  const explained = steps.map((step): ExplainedStep => {
    const { stage, rule, on } = step;
    // The places of a part are counted from its beginning.
    if (stage === "segment" && typeof on === "string") text = on;
    return { stage, rule, what: describe(step, text) };
  });
  return [...explained, { stage: "resolve", rule: decided, what: JSON.stringify(result) }];
}

/** The values that rules work on, as far as they can be shown. */
interface Shown {
  readonly atom?: Atom;
  readonly phrase?: Phrase;
  readonly phrases?: readonly Phrase[];
  readonly bundles?: readonly (readonly Phrase[])[];
  readonly clause?: Clause;
  readonly whole?: Interpretation;
}

function describe({ on, out }: Step, text: string): string {
  const before = on as Shown | string;
  const words = ({ at, end }: { at: number; end: number }): string => `“${text.slice(at, end)}”`;
  const phrase = ({ at, end, ...roles }: Phrase): string =>
    `${words({ at, end })} ${JSON.stringify(roles)}`;
  const list = (value: unknown): string =>
    (Array.isArray(value) ? (value as readonly (Phrase & Partial<Clause>)[]) : [])
      .map((each) => each.text ?? phrase(each))
      .join(" | ");
  if (typeof before === "string")
    return Array.isArray(out) ? list(out) : `${before} → ${shortly(out)}`;
  if (before.clause !== undefined) return `${before.clause.text.trim()} → ${shortly(out)}`;
  if (before.atom !== undefined) return `${words(before.atom)} → ${phrase(out as Phrase)}`;
  if (before.whole !== undefined) {
    const { whole = out } = out as Shown;
    return `${summarise(before.whole)} → ${shortly(whole)}`;
  }
  const after = out as Shown;
  if (after.phrases === undefined) return shortly(out);
  const timesOf = ({ bundles, phrases = [] }: Shown): readonly Phrase[] =>
    bundles?.flat() ?? phrases;
  const known = new Set(timesOf("draft" in before ? (before.draft as Shown) : before));
  const left = new Set(timesOf(after));
  const gone = [...known].filter((each) => !left.has(each)).map(phrase);
  const come = [...left].filter((each) => !known.has(each)).map(phrase);
  return gone.length + come.length === 0
    ? "as it was"
    : `${gone.join(" | ")} → ${come.join(" | ")}`;
}

function shortly(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  if (isRefused(value)) return `asks, or leaves it: ${value.refused}`;
  if ("intent" in value) return summarise(value as Interpretation);
  if ("text" in value) return String(value.text);
  return "rest" in value ? String(value.rest) : JSON.stringify(value);
}
