import type { ChannelLimits } from "../domain/channel.ts";
import { fenceCost, fencesIn, piecesOf, type Fence, type Measure, type Piece } from "./pieces.ts";

export interface PartLimit {
  readonly length: number;
  readonly unit: ChannelLimits["partUnit"];
}

/**
 * A text as the parts that a channel can carry. `characters` are code points, `bytes` are UTF-8 and
 * `utf16` are UTF-16 units.
 *
 * Every part is within the limit and none is blank. A cut falls on a paragraph, else a line, a
 * sentence, a word; never inside a grapheme, a link or a fence line. White space vanishes where a
 * cut is made. A code fence that must be cut is closed and opened again with its info string,
 * unless that alone would take half of a part. A unit that is longer than a whole part has to break: a
 * link between graphemes, a grapheme between code points.
 */
export function splitText(text: string, { length, unit }: PartLimit): string[] {
  if (length < { bytes: 4, characters: 1, utf16: 2 }[unit])
    throw new RangeError(`A part of ${length} ${unit} can't hold any character.`);
  if (text.trim() === "") return [];
  const measure = measureOf(unit);
  if (measure(text) <= length) return [text];
  const fences = fencesIn(text).filter((fence) => fenceCost(fence, measure) <= length / 2);
  const cutter: Cutter = {
    pieces: piecesOf(text, { length, measure, fences }),
    text,
    length,
    measure,
  };
  const parts: string[] = [];
  for (let at = skipBlank(cutter.pieces, 0); at < cutter.pieces.length;) {
    const taken = takePart(cutter, at);
    parts.push(taken.part);
    at = taken.next;
  }
  return parts;
}

export const measureOf = (unit: PartLimit["unit"]): Measure => measures[unit];

const bytes: Measure = (text) => Buffer.byteLength(text);
const codePoints: Measure = (text) => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};
const measures: Readonly<Record<PartLimit["unit"], Measure>> = {
  bytes,
  characters: codePoints,
  utf16: (text) => text.length,
};

interface Cutter {
  readonly pieces: readonly Piece[];
  readonly text: string;
  readonly length: number;
  readonly measure: Measure;
}

/** A place to cut: before piece `index`, `size` into the part. */
interface Cut {
  readonly index: number;
  readonly size: number;
  readonly rank: number;
}

function takePart(cutter: Cutter, from: number): { part: string; next: number } {
  const { pieces, measure, length } = cutter;
  const begin = beginAt(cutter, from);
  const found = cutsFrom(cutter, begin);
  const body = (end: number): string =>
    begin.prefix + joinPieces(pieces, begin.index, end).trimEnd();
  if (found === "rest") return { part: body(pieces.length), next: pieces.length };
  const cut = choose(cutter, found, length / 3);
  const fence = openAfter(pieces[cut.index - 1]);
  const part = body(cut.index) + (fence === undefined ? "" : `\n${fence.closer}`);
  if (measure(part) > length)
    throw new Error("A part came out too long: its pieces were measured wrongly.");
  return { part, next: nextStart(pieces, cut.index) };
}

interface Begin {
  readonly index: number;
  /** The opening line of the fence that the part begins in. */
  readonly prefix: string;
}

/**
 * A part that begins with a fence line or inside a fence begins with the fence's opening line; then
 * comes code, indented as it was.
 */
function beginAt({ pieces, measure, length }: Cutter, from: number): Begin {
  const first = pieces[from];
  const fence = first?.fence;
  const prefix = fence === undefined ? "" : `${fence.opener}\n`;
  let index = from;
  if (first?.kind === "opener") index = pieces[from + 1]?.kind === "break" ? from + 2 : from + 1;
  const indent = pieces[index];
  if (indent?.kind !== "space") return { index, prefix };
  const least =
    measure(prefix) +
    indent.size +
    (pieces[index + 1]?.size ?? 0) +
    (fence === undefined ? 0 : measure(`\n${fence.closer}`));
  return { index: least > length ? index + 1 : index, prefix };
}

/** All cuts that leave a part within the limit, or "rest" when everything that is left fits. */
function cutsFrom({ pieces, text, length, measure }: Cutter, begin: Begin): Cut[] | "rest" {
  const cuts: Cut[] = [];
  let size = measure(begin.prefix);
  for (let index = begin.index; index < pieces.length; index += 1) {
    const piece = pieces[index];
    if (piece === undefined) break;
    size += piece.size;
    if (size > length && piece.kind !== "break" && piece.kind !== "space") return cuts;
    if (piece.kind !== "solid" && piece.kind !== "closing") continue;
    const fence = openAfter(piece);
    if (size + (fence === undefined ? 0 : measure(`\n${fence.closer}`)) > length) continue;
    cuts.push({ index: index + 1, size, rank: rankOf(text, piece, pieces[index + 1]) });
  }
  return "rest";
}

const openAfter = (piece: Piece | undefined): Fence | undefined =>
  piece?.kind === "closing" ? undefined : piece?.fence;

const paragraph = 6;
const line = 5;
const sentence = 2;
const word = 1;
const sentenceEnd = /[.!?。！？…；;]["'”’)）\]】」』》]*$/u;
const closed = /[。！？…；，、：”’）】」』》]$/u;
const startsClosed = /^[\p{Pe}\p{Pf}\p{Po}]/u;

/**
 * How good a cut between two pieces is. A cut inside code is better than one inside a line, worse
 * than one before the code.
 */
function rankOf(text: string, before: Piece, after: Piece | undefined): number {
  const inside = openAfter(before) !== undefined;
  if (after === undefined) return paragraph;
  if (after.kind === "break")
    return (/\n.*\n/s.test(after.text) ? paragraph : line) - (inside ? 2 : 0);
  const end = before.start + before.text.length;
  const tail = text.slice(Math.max(0, end - 8), end);
  if (after.kind !== "space" && startsClosed.test(after.text)) return -1;
  if (after.kind !== "space" && !closed.test(tail)) return 0;
  return sentenceEnd.test(tail) && !inside ? sentence : word;
}

/**
 * The best cut that does not leave the part nearly empty; then a border between words of a script
 * without spaces; then what there is.
 */
function choose(cutter: Cutter, cuts: readonly Cut[], least: number): Cut {
  let best: Cut | undefined;
  for (const cut of cuts)
    if (cut.size >= least && cut.rank > 0 && cut.rank >= (best?.rank ?? 0)) best = cut;
  const last = (rank: number): Cut | undefined => cuts.findLast((cut) => cut.rank >= rank);
  const chosen = best ?? betweenWords(cutter, cuts, least) ?? last(word) ?? last(0) ?? cuts.at(-1);
  if (chosen === undefined)
    throw new Error("A part with nothing in it: a piece was larger than its room.");
  return chosen;
}

const words = new Intl.Segmenter("zh", { granularity: "word" });

function betweenWords(
  { pieces, text }: Cutter,
  cuts: readonly Cut[],
  least: number,
): Cut | undefined {
  const near = cuts.filter((cut) => cut.size >= least);
  const start = pieces[near[0]?.index ?? -1]?.start;
  const end = pieces[near.at(-1)?.index ?? -1]?.start;
  if (start === undefined || end === undefined) return undefined;
  const borders = new Set<number>();
  for (const { index, segment } of words.segment(text.slice(start, end + 16))) {
    // Every slice begins with a border, so the first says nothing.
    if (index > 0 && !startsClosed.test(segment)) borders.add(start + index);
  }
  return near.findLast((cut) => borders.has(pieces[cut.index]?.start ?? -1));
}

/**
 * White space at the cut vanishes, except the indentation of a new line. The line that would close
 * a fence is skipped: the cut has closed it.
 */
function nextStart(pieces: readonly Piece[], cut: number): number {
  const next = skipBlank(pieces, cut);
  const kind = pieces[next]?.kind;
  if (kind === "closing" && openAfter(pieces[cut - 1]) !== undefined)
    return skipBlank(pieces, next + 1);
  return kind === "solid" && next > cut + 1 && pieces[next - 1]?.kind === "space" ? next - 1 : next;
}

function skipBlank(pieces: readonly Piece[], from: number): number {
  let at = from;
  while (pieces[at]?.kind === "break" || pieces[at]?.kind === "space") at += 1;
  return at;
}

const joinPieces = (pieces: readonly Piece[], from: number, to: number): string =>
  pieces
    .slice(from, to)
    .map((piece) => piece.text)
    .join("");
