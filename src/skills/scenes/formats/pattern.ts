import { type Node, readAny, UnreadPattern } from "./pattern-parse.ts";

/**
 * Patterns from files are strangers' programs. They are run here in one pass over the text, all ways at once and never back, so that
 * none of them can hold up a turn; and all of them together have so many steps.
 */
export interface Pattern {
  /** Is it anywhere in the text? Once the steps are used up, nothing is. */
  isIn(text: string, left: Steps): boolean;
}

export interface Steps {
  steps: number;
}

type Step =
  | { readonly op: "char"; is(char: string): boolean }
  | { readonly op: "place"; readonly at: "start" | "end" | "edge" | "inside" }
  | { readonly op: "both"; readonly one: number; readonly other: number }
  | { readonly op: "go"; readonly to: number }
  | { readonly op: "found" };

const longest = 1_000;
const mostSteps = 3_000;

/** The program while it is written. Repeating nothing makes it no longer, and still is work. */
interface Draft {
  readonly steps: Step[];
  writes: number;
}

/** `/words/i` as programs write it, or the pattern alone. Undefined where it can't be read in one pass. */
export function patternOf(source: string, otherwise = ""): Pattern | undefined {
  const [, inner = source, flags = otherwise] = /^\/(.+)\/([a-z]*)$/su.exec(source.trim()) ?? [];
  if (inner.length > longest || /[^dgimsuvy]/.test(flags)) return undefined;
  try {
    const on = { source: inner, flags, at: 0, depth: 0 };
    const node = readAny(on);
    if (on.at < inner.length) return undefined;
    const steps: Step[] = [];
    write({ steps, writes: 0 }, node);
    steps.push({ op: "found" });
    return {
      isIn: (text, left) => run({ steps, isLines: flags.includes("m") }, Array.from(text), left),
    };
  } catch (error) {
    if (error instanceof UnreadPattern) return undefined;
    throw error;
  }
}

export const isWrittenAsPattern = (key: string): boolean =>
  /^\/.+\/[dgimsuvy]*$/su.test(key.trim());

function write(draft: Draft, node: Node): void {
  if ((draft.writes += 1) > mostSteps) throw new UnreadPattern("too long");
  if (node.kind === "char") draft.steps.push({ op: "char", is: (char) => node.is(char) });
  else if (node.kind === "place") draft.steps.push({ op: "place", at: node.at });
  else if (node.kind === "all") for (const part of node.parts) write(draft, part);
  else if (node.kind === "any") writeAny(draft, node.parts);
  else writeRepeat(draft, node);
}

/** A place that is filled in when it is known where the ways part. */
const gap = ({ steps }: Draft): number => steps.push({ op: "found" }) - 1;

function writeAny(draft: Draft, [first, ...others]: readonly Node[]): void {
  if (first === undefined) return;
  if (others.length === 0) return write(draft, first);
  const { steps } = draft;
  const fork = gap(draft);
  write(draft, first);
  const leave = gap(draft);
  steps[fork] = { op: "both", one: fork + 1, other: steps.length };
  writeAny(draft, others);
  steps[leave] = { op: "go", to: steps.length };
}

function writeRepeat(draft: Draft, { of, least, most }: Extract<Node, { kind: "repeat" }>): void {
  const { steps } = draft;
  for (let nth = 0; nth < least; nth += 1) write(draft, of);
  if (most === Infinity) {
    const fork = gap(draft);
    write(draft, of);
    steps.push({ op: "go", to: fork });
    steps[fork] = { op: "both", one: fork + 1, other: steps.length };
    return;
  }
  const forks: number[] = [];
  for (let nth = least; nth < most; nth += 1) {
    forks.push(gap(draft));
    write(draft, of);
  }
  for (const fork of forks) steps[fork] = { op: "both", one: fork + 1, other: steps.length };
}

interface Program {
  readonly steps: readonly Step[];
  readonly isLines: boolean;
}

/** Every way at once, sign by sign. A place in the program is stood at once for each sign, so the work is bounded by their product. */
function run(program: Program, text: readonly string[], left: Steps): boolean {
  const { steps } = program;
  const seenAt = new Int32Array(steps.length).fill(-1);
  let here: number[] = [];
  for (let at = 0; at <= text.length; at += 1) {
    // It may begin anywhere.
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

const isWordSign = (char: string | undefined): boolean => char !== undefined && /\w/.test(char);

function isAt(
  { isLines }: Program,
  place: Extract<Step, { op: "place" }>["at"],
  on: { text: readonly string[]; at: number },
): boolean {
  const [before, after] = [on.text[on.at - 1], on.text[on.at]];
  if (place === "start") return before === undefined || (isLines && before === "\n");
  if (place === "end") return after === undefined || (isLines && after === "\n");
  return (isWordSign(before) !== isWordSign(after)) === (place === "edge");
}
