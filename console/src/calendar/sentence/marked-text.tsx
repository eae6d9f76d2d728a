import { type ReadSpan } from "../contract.ts";
import styles from "./sentence.module.css";

interface Piece {
  readonly text: string;
  readonly kind?: string;
  readonly at: number;
}

/**
 * The text in pieces, those that were recognised with what they are. Spans are in order and lie
 * beside each other.
 */
export function piecesOf(text: string, spans: readonly ReadSpan[]): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { from, to, kind } of spans) {
    if (from < at || to > text.length) continue;
    if (from > at) pieces.push({ text: text.slice(at, from), at });
    pieces.push({ text: text.slice(from, to), kind, at: from });
    at = to;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), at });
  return pieces;
}

/** The reading of an earlier text still holds as far as both are equal. */
export function stillTrue(
  spans: readonly ReadSpan[],
  read: string,
  typed: string,
): readonly ReadSpan[] {
  if (read === typed) return spans;
  let same = 0;
  while (same < read.length && read[same] === typed[same]) same += 1;
  return spans.filter(({ to }) => to <= same);
}

/** Placed behind the field, letter under letter: only its colours are visible. */
export function MarkedText({ text, spans }: { text: string; spans: readonly ReadSpan[] }) {
  return piecesOf(text, spans).map((piece) =>
    piece.kind === undefined ? (
      <span key={piece.at}>{piece.text}</span>
    ) : (
      <mark key={piece.at} className={styles.mark} data-kind={piece.kind}>
        {piece.text}
      </mark>
    ),
  );
}
