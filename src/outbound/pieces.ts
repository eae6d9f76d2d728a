import { graphemes } from "../domain/text.ts";

export type Measure = (text: string) => number;

/** A code block between two fence lines, or from its opening line to the end of the text. */
export interface Fence {
  readonly start: number;
  readonly end: number;
  /** The opening line with its info string, and the line that closes it. */
  readonly opener: string;
  readonly closer: string;
  /** Where the closing line begins, if there is one. */
  readonly closing: number | undefined;
}

/**
 * A unit that is not cut: a grapheme, a link, a fence line. Or white space, which vanishes where a
 * cut is made.
 */
export interface Piece {
  readonly text: string;
  readonly start: number;
  readonly size: number;
  readonly kind: "solid" | "break" | "space" | "opener" | "closing";
  readonly fence: Fence | undefined;
}

const fenceLine = /^ {0,3}(`{3,}|~{3,})([^\n]*)$/gm;

export function fencesIn(text: string): Fence[] {
  const fences: Fence[] = [];
  let open: { start: number; mark: string; opener: string } | undefined;
  for (const match of text.matchAll(fenceLine)) {
    const [line, mark = "", info = ""] = match;
    const start = match.index + line.indexOf(mark);
    if (open === undefined) {
      // A backtick in the info string makes it inline code.
      if (!(mark.startsWith("`") && info.includes("`")))
        open = { start, mark, opener: mark + info.trimEnd() };
    } else if (mark.startsWith(open.mark) && info.trim() === "") {
      fences.push({
        start: open.start,
        end: start + mark.length,
        opener: open.opener,
        closer: open.mark,
        closing: start,
      });
      open = undefined;
    }
  }
  if (open !== undefined)
    fences.push({
      start: open.start,
      end: text.length,
      opener: open.opener,
      closer: open.mark,
      closing: undefined,
    });
  return fences;
}

/** A sentence mark or a quote after a link does not belong to it. */
const link =
  /https?:\/\/[\p{L}\p{N}\p{M}\-._~:/?#[\]@!$&'()*+,;=%|^{}]*[\p{L}\p{N}\p{M}\-_~/#[\]@$&()+=%|^{}]/giu;

export interface Room {
  readonly length: number;
  readonly measure: Measure;
  readonly fences: readonly Fence[];
}

/**
 * The whole text as pieces, each small enough for a part of its own. Their borders are borders of
 * graphemes.
 */
export function piecesOf(text: string, { length, measure, fences }: Room): Piece[] {
  const pieces: Piece[] = [];
  let offset = 0;
  let fenceIndex = 0;

  const add = (part: string, kind: Piece["kind"]): void => {
    while ((fences[fenceIndex]?.end ?? Infinity) <= offset) fenceIndex += 1;
    const next = fences[fenceIndex];
    const fence = next !== undefined && next.start <= offset ? next : undefined;
    const room = fence === undefined ? length : length - fenceCost(fence, measure);
    const size = measure(part);
    if (size > room && kind === "solid" && part.length > 1) {
      // A link longer than a part falls into graphemes, a grapheme longer than a part into code
      // points.
      const smaller = graphemes(part);
      for (const one of smaller.length > 1 ? smaller : part)
        add(one, one.trim() === "" ? "space" : "solid");
      return;
    }
    pieces.push({ text: part, start: offset, size, kind, fence });
    offset += part.length;
  };

  for (const { run, kind } of runsIn(text, findUnits(text, fences))) {
    // White space up to the last line break is one piece, the indentation after it another.
    const lineEnd = kind === "space" ? run.lastIndexOf("\n") + 1 : 0;
    if (lineEnd > 0) add(run.slice(0, lineEnd), "break");
    if (lineEnd < run.length) add(run.slice(lineEnd), kind);
  }
  return pieces;
}

interface Unit {
  readonly start: number;
  readonly end: number;
  readonly kind: "solid" | "opener" | "closing";
}

/** Graphemes, gathered into white space and into what must stay together. */
function* runsIn(
  text: string,
  wholes: readonly Unit[],
): Generator<{ run: string; kind: Piece["kind"] }> {
  let open: { run: string; readonly kind: Piece["kind"]; readonly group: unknown } | undefined;
  let offset = 0;
  let index = 0;
  for (const one of graphemes(text)) {
    while ((wholes[index]?.end ?? Infinity) <= offset) index += 1;
    const next = wholes[index];
    const whole = next !== undefined && next.start < offset + one.length ? next : undefined;
    const { group, kind } = whole === undefined ? groupOf(one, offset) : groupOfWhole(whole);
    if (open !== undefined && open.group === group) open.run += one;
    else {
      if (open !== undefined) yield { run: open.run, kind: open.kind };
      open = { run: one, kind, group };
    }
    offset += one.length;
  }
  if (open !== undefined) yield { run: open.run, kind: open.kind };
}

interface Group {
  /** Pieces with the same value stay together. */
  readonly group: unknown;
  readonly kind: Piece["kind"];
}

const groupOfWhole = (whole: Unit): Group => ({ group: whole, kind: whole.kind });

const groupOf = (grapheme: string, offset: number): Group =>
  /^\s+$/u.test(grapheme) ? { group: "blank", kind: "space" } : { group: offset, kind: "solid" };

/** The length of closing a fence at the end of a part and opening it again in the next. */
export const fenceCost = (fence: Fence, measure: Measure): number =>
  measure(`${fence.opener}\n\n${fence.closer}`);

/** Links and fence lines, in order and without overlap. */
function findUnits(text: string, fences: readonly Fence[]): Unit[] {
  const lines = fences.flatMap(({ start, opener, closing, end }): Unit[] => [
    { start, end: start + opener.length, kind: "opener" },
    ...(closing === undefined ? [] : [{ start: closing, end, kind: "closing" as const }]),
  ]);
  const links = Array.from(text.matchAll(link), ({ index, 0: { length } }): Unit => ({
    start: index,
    end: index + length,
    kind: "solid",
  }));
  let reached = 0;
  return [...lines, ...links]
    .toSorted((a, b) => a.start - b.start)
    .filter(({ start, end }) => {
      const free = start >= reached;
      if (free) reached = end;
      return free;
    });
}
