import { chinesePieces } from "./pieces-zh.ts";
import { englishPieces } from "./pieces-en.ts";
import { type Piece, type PieceTag, splitPieces } from "./pieces.ts";

/** A message and the pieces it is made of. */
export interface Said {
  readonly text: string;
  readonly isChinese: boolean;
  readonly pieces: readonly Piece[];
  /** Whether it has a piece of any of these. */
  has(...tags: readonly PieceTag[]): boolean;
}

const chinese = /\p{Script=Han}/u;

export function readPieces(text: string): Said {
  const isChinese = chinese.test(text);
  const pieces = splitPieces(text, isChinese ? chinesePieces : englishPieces);
  const tags = new Set(pieces.map(({ tag }) => tag));
  return { text, isChinese, pieces, has: (...any) => any.some((tag) => tags.has(tag)) };
}

/** What a message begins with, politeness aside. */
export const firstTag = ({ pieces }: Said): PieceTag | undefined =>
  pieces.find(({ tag }) => tag !== "filler")?.tag;

/** The piece behind this one, politeness aside. */
export const tagAfter = ({ pieces }: Said, at: number): PieceTag | undefined =>
  pieces.slice(at + 1).find(({ tag }) => tag !== "filler" && tag !== "all")?.tag;

/** Stop it, or turn it off. */
export const isStopping = ({ has }: Said): boolean => has("stop") || (has("turn") && has("off"));

/** What is said just now is one thing; what is said here, or from now on, is everything. */
export const isOfEverything = ({ pieces, has }: Said): boolean =>
  has("all", "here", "from now on") ||
  pieces.some(({ tag, text }) => tag === "said" && !/刚|\bjust\b|\blast\b/iu.test(text));

/** “Don't forget” asks for the opposite. */
export const isReminding = ({ pieces }: Said): boolean =>
  pieces.some(({ tag }, at) => tag === "not" && pieces[at + 1]?.tag === "forget");
