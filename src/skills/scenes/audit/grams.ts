import { isCjkCharacter, tokenise, splitUnits } from "../../../recall/tokens.ts";

/** Three words or four CJK characters in a row rarely coincide by chance. */
const gramWords = 3;
const gramCharacters = 4;

/** Sequences within each line. Sequences across lines are not counted, because no one said them. */
export function splitGrams(text: string): string[] {
  return text.split("\n").flatMap((line) => {
    const units = splitUnits(line);
    return units.flatMap((_unit, at) => {
      const long = units.slice(at, at + gramCharacters);
      const short = long.slice(0, gramWords);
      const gram = short.some(isCjkCharacter) ? long : short;
      return gram.length === (short.some(isCjkCharacter) ? gramCharacters : gramWords)
        ? [gram.join(" ")]
        : [];
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

export const hasDigit = (token: string): boolean => /\p{N}/u.test(token);
