import type { RuleSpec } from "../times/atoms.ts";
import { composeRule, type Piece } from "../times/compose-rule.ts";

/** One piece of a recurrence, and how to read it. The expression is sticky. */
export type Reader = readonly [RegExp, (match: RegExpExecArray) => Piece | undefined];

/** How a language says when something comes again: pieces, and what may stand between two of them. */
export interface Recurrences {
  /** Each of them in the order of rank. */
  readonly first: readonly Reader[];
  /** Where another piece went before. */
  readonly later: readonly Reader[];
  /** Sticky. */
  readonly between: RegExp;
  /** Before a single day that opens or ends a series, or is one of this week. */
  readonly bound: RegExp;
}

interface Placed {
  readonly piece: Piece;
  readonly end: number;
}

const mostPieces = 4;
/** Characters of "beginning on the", and some spaces. */
const longestBound = 24;

function pieceAt(text: string, at: number, readers: readonly Reader[]): Placed | undefined {
  for (const [regex, read] of readers) {
    regex.lastIndex = at;
    const match = regex.exec(text);
    const piece = match === null ? undefined : read(match);
    if (match !== null && piece !== undefined) return { piece, end: at + match[0].length };
  }
  return undefined;
}

function piecesFrom(text: string, at: number, ways: Recurrences): readonly Placed[] {
  const found: Placed[] = [];
  let next = pieceAt(text, at, ways.first);
  while (next !== undefined && found.length < mostPieces) {
    found.push(next);
    ways.between.lastIndex = next.end;
    const gap = ways.between.exec(text)?.[0];
    next = gap === undefined ? undefined : pieceAt(text, next.end + gap.length, ways.later);
  }
  return found;
}

/** The recurrence that begins at a place: as many pieces as make one together. */
export function recurrenceAt(
  text: string,
  at: number,
  ways: Recurrences,
): { readonly rule: RuleSpec; readonly end: number } | undefined {
  const found = piecesFrom(text, at, ways);
  if (
    found[0]?.piece.repeats !== true &&
    ways.bound.test(text.slice(Math.max(0, at - longestBound), at))
  )
    return undefined;
  for (let count = found.length; count > 0; count -= 1) {
    const rule = composeRule(found.slice(0, count).map(({ piece }) => piece));
    const end = found[count - 1]?.end;
    if (rule !== undefined && end !== undefined) return { rule, end };
  }
  return undefined;
}
