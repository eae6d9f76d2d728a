/** What a piece of a request about the memory says. */
export type PieceTag =
  /** Politeness, particles, and words that join the others. */
  | "filler"
  /** Do not; nothing of it. */
  | "not"
  | "stop"
  | "start"
  | "turn"
  | "on"
  | "off"
  | "again"
  /** What the memory does: remember. `store` may as well be about a file. */
  | "remember"
  | "store"
  /** Forget. `delete` may as well be about a text or a reminder. */
  | "forget"
  | "delete"
  | "memory"
  | "off the record"
  | "on the record"
  | "all"
  | "things"
  /** What you know, keep, remember; what you have. */
  | "known"
  | "has"
  /** What I say, what we talk about. */
  | "said"
  | "me"
  /** “我”, which may be the subject as well. */
  | "i"
  | "here"
  | "from now on"
  | "what"
  | "show"
  /** That, this, it. */
  | "that"
  /** A place in a list: the second one. */
  | "nth"
  | "about"
  /** Words of which the lexicon knows nothing: what the request is about. */
  | "other";

export interface Piece {
  readonly tag: PieceTag;
  readonly text: string;
  readonly from: number;
}

/** Patterns by what they say; where several fit, the longest one does. */
export type Lexicon = readonly (readonly [tag: PieceTag, pattern: RegExp])[];

/** Patterns of one tag, each alternative alone, so that the longest of them is found. */
export const listPieces = (
  tag: PieceTag,
  source: string,
  toPattern: (alternative: string) => RegExp,
): Lexicon => splitAlternatives(source).map((one) => [tag, toPattern(one)] as const);

function splitAlternatives(source: string): string[] {
  const found = [""];
  let depth = 0;
  for (const letter of source) {
    if (letter === "(") depth += 1;
    if (letter === ")") depth -= 1;
    if (letter === "|" && depth === 0) found.push("");
    else found[found.length - 1] += letter;
  }
  return found;
}

/** What no piece explains is taken by the word, or by the character where words have no ends. */
const unknown = /[\p{L}\p{N}'’_-]+|\S/uy;
const skipped = /[\s\p{P}\p{S}]+/uy;
const han = /\p{Script=Han}/u;

/** The pieces of a message, in order: every character but punctuation belongs to one. */
export function splitPieces(said: string, lexicon: Lexicon): readonly Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < said.length;) {
    const gap = matchAt(skipped, said, at);
    if (gap !== "") {
      at += gap.length;
      continue;
    }
    const piece = findPiece(said, at, lexicon);
    pieces.push(piece);
    at += piece.text.length;
  }
  return pieces;
}

function findPiece(said: string, at: number, lexicon: Lexicon): Piece {
  let best: Piece | undefined;
  for (const [tag, pattern] of lexicon) {
    const text = matchAt(pattern, said, at);
    if (text.length > (best?.text.length ?? 0)) best = { tag, text, from: at };
  }
  if (best !== undefined) return best;
  const word = matchAt(unknown, said, at);
  const [first = ""] = word;
  return { tag: "other", text: han.test(first) ? first : word, from: at };
}

function matchAt(pattern: RegExp, said: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(said)?.[0] ?? "";
}
