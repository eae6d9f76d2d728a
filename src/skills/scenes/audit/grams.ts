import { isCjkCharacter, isStopWord, tokenise, splitUnits } from "../../../recall/tokens.ts";

/** How many words, or CJK characters, make a sequence. */
interface GramLength {
  readonly words: number;
  readonly characters: number;
}

/** Three words or four CJK characters in a row rarely coincide by chance. */
const shortGram: GramLength = { words: 3, characters: 4 };

/** Sequences within each line. Sequences across lines are not counted, because no one said them. */
export function splitGrams(text: string, length: GramLength = shortGram): string[] {
  return text.split("\n").flatMap((line) => {
    const units = splitUnits(line);
    return units.flatMap((_unit, at) => {
      const short = units.slice(at, at + length.words);
      const isCjk = short.some(isCjkCharacter);
      const gram = isCjk ? units.slice(at, at + length.characters) : short;
      return gram.length === (isCjk ? length.characters : length.words) ? [gram.join(" ")] : [];
    });
  });
}

/**
 * Words that are significant alone: numbers, invented words and names. Common words are left to the
 * sequences.
 */
export function listRareWords(text: string): string[] {
  return tokenise(text).filter((token) =>
    /\p{N}/u.test(token) ? token.length >= 3 : !isCjkCharacter(token) && token.length >= 5,
  );
}

/** Every word that says something: short ones too, and pairs of CJK characters. */
export const listSignificantWords = (text: string): string[] =>
  tokenise(text).filter((token) => token.length > 1 && !isStopWord(token));
