import { type Node, parseAlternatives, UnsupportedPattern } from "./pattern-parse.ts";

/**
 * Regular expressions from untrusted files. They run as an NFA in a single pass without
 * backtracking, so none can stall a turn, and all of them share a step budget.
 */
export interface Pattern {
  /** True when the pattern matches anywhere. False once the budget is used up. */
  isIn(text: string, left: StepBudget): boolean;
}

export interface StepBudget {
  steps: number;
}

type Step =
  | { readonly op: "char"; is(char: string): boolean }
  | { readonly op: "place"; readonly at: "start" | "end" | "edge" | "inside" }
  | { readonly op: "both"; readonly one: number; readonly other: number }
  | { readonly op: "go"; readonly to: number }
  | { readonly op: "found" };

const maxLength = 1_000;
const maxSteps = 3_000;

/**
 * The program under construction. Repeating an empty pattern adds no steps but costs time, so
 * writes are counted.
 */
interface Draft {
  readonly steps: Step[];
  writes: number;
}

/** Parses `/words/i` or a bare pattern. Undefined when it cannot run in one pass. */
export function compilePattern(source: string, otherwise = ""): Pattern | undefined {
  const [, inner = source, flags = otherwise] = /^\/(.+)\/([a-z]*)$/su.exec(source.trim()) ?? [];
  if (inner.length > maxLength || /[^dgimsuvy]/.test(flags)) return undefined;
  try {
    const on = { source: inner, flags, at: 0, depth: 0 };
    const node = parseAlternatives(on);
    if (on.at < inner.length) return undefined;
    const steps: Step[] = [];
    writeNode({ steps, writes: 0 }, node);
    steps.push({ op: "found" });
    return {
      isIn: (text, left) =>
        hasMatch({ steps, isLines: flags.includes("m") }, Array.from(text), left),
    };
  } catch (error) {
    if (error instanceof UnsupportedPattern) return undefined;
    throw error;
  }
}

export const isWrittenAsPattern = (key: string): boolean =>
  /^\/.+\/[dgimsuvy]*$/su.test(key.trim());

function writeNode(draft: Draft, node: Node): void {
  if ((draft.writes += 1) > maxSteps) throw new UnsupportedPattern("too long");
  if (node.kind === "char") draft.steps.push({ op: "char", is: (char) => node.is(char) });
  else if (node.kind === "place") draft.steps.push({ op: "place", at: node.at });
  else if (node.kind === "all") for (const part of node.parts) writeNode(draft, part);
  else if (node.kind === "any") writeAny(draft, node.parts);
  else writeRepeat(draft, node);
}

/** Reserves a step that is filled in once its targets are known. */
const reserveStep = ({ steps }: Draft): number => steps.push({ op: "found" }) - 1;

function writeAny(draft: Draft, [first, ...others]: readonly Node[]): void {
  if (first === undefined) return;
  if (others.length === 0) return writeNode(draft, first);
  const { steps } = draft;
  const fork = reserveStep(draft);
  writeNode(draft, first);
  const leave = reserveStep(draft);
  steps[fork] = { op: "both", one: fork + 1, other: steps.length };
  writeAny(draft, others);
  steps[leave] = { op: "go", to: steps.length };
}

function writeRepeat(draft: Draft, { of, least, most }: Extract<Node, { kind: "repeat" }>): void {
  const { steps } = draft;
  for (let nth = 0; nth < least; nth += 1) writeNode(draft, of);
  if (most === Infinity) {
    const fork = reserveStep(draft);
    writeNode(draft, of);
    steps.push({ op: "go", to: fork });
    steps[fork] = { op: "both", one: fork + 1, other: steps.length };
    return;
  }
  const forks: number[] = [];
  for (let nth = least; nth < most; nth += 1) {
    forks.push(reserveStep(draft));
    writeNode(draft, of);
  }
  for (const fork of forks) steps[fork] = { op: "both", one: fork + 1, other: steps.length };
}

interface Program {
  readonly steps: readonly Step[];
  readonly isLines: boolean;
}

/**
 * Runs all NFA states in parallel, one character at a time: each state is entered at most once per
 * character, so the cost is O(states × length).
 */
function hasMatch(program: Program, text: readonly string[], left: StepBudget): boolean {
  const { steps } = program;
  const seenAt = new Int32Array(steps.length).fill(-1);
  let here: number[] = [];
  for (let at = 0; at <= text.length; at += 1) {
    // A match may start anywhere.
    const waiting = [...here, 0];
    const standing: number[] = [];
    while (waiting.length > 0) {
      const place = waiting.pop() ?? 0;
      if (seenAt[place] === at) continue;
      seenAt[place] = at;
      if ((left.steps -= 1) < 0) return false;
      const step = steps[place] as Step;
      if (step.op === "found") return true;
      if (step.op === "go") waiting.push(step.to);
      else if (step.op === "both") waiting.push(step.one, step.other);
      else if (step.op === "char") standing.push(place);
      else if (isAt(program, step.at, { text, at })) waiting.push(place + 1);
    }
    const char = text[at];
    here =
      char === undefined
        ? []
        : standing.filter((place) => isHere(steps[place], char)).map((place) => place + 1);
  }
  return false;
}

const isHere = (step: Step | undefined, char: string): boolean =>
  step?.op === "char" && step.is(char);

const isWordCharacter = (char: string | undefined): boolean =>
  char !== undefined && /\w/.test(char);

function isAt(
  { isLines }: Program,
  place: Extract<Step, { op: "place" }>["at"],
  on: { text: readonly string[]; at: number },
): boolean {
  const [before, after] = [on.text[on.at - 1], on.text[on.at]];
  if (place === "start") return before === undefined || (isLines && before === "\n");
  if (place === "end") return after === undefined || (isLines && after === "\n");
  return (isWordCharacter(before) !== isWordCharacter(after)) === (place === "edge");
}
