import type { ParsedTurn } from "./answers.ts";

type ParsedSegment = ParsedTurn["segments"][number];

export const stripToWords = (text: string): string =>
  text.normalize("NFKC").replaceAll(/[^\p{L}\p{M}\p{N}]/gu, "");
export const collapseSpaces = (text: string): string =>
  text.normalize("NFKC").replaceAll(/\s+/gu, " ").trim();

/**
 * The parse must contain every word in order, and may mark text as out-of-character only where the
 * person did.
 */
export function isOwnWords(segments: readonly ParsedSegment[], prose: string): boolean {
  const parts = segments.map(({ text }) => text);
  const isWhole =
    stripToWords(prose) === ""
      ? collapseSpaces(parts.join(" ")) === collapseSpaces(prose)
      : stripToWords(parts.join("")) === stripToWords(prose);
  return isWhole && segments.every(({ kind, text }) => kind !== "ooc" || isMarked(text, prose));
}

const outOfCharacter =
  /\(\([\s\S]*?\)\)|（（[\s\S]*?））|[[(（【]\s*(?:ooc|场外|出戏)[\s\S]*?[\])）】]|(?:^|\n)\s*(?:\/\/|ooc\b|场外|出戏)[^\n]*/giu;

/** Out-of-character text is in double brackets or labelled as such. */
const isMarked = (text: string, prose: string): boolean =>
  [...prose.matchAll(outOfCharacter)].some(([found]) =>
    stripToWords(found).includes(stripToWords(text)),
  );
