import { isSign, tokensOf, unitsOf } from "../recall/tokens.ts";

/** Three words in a row, or four signs: what two people seldom say alike by chance. */
const words = 3;
const signs = 4;

/** What stands side by side in a text. Lines are looked at one by one: where two meet, nobody said anything. */
export function gramsOf(text: string): string[] {
  return text.split("\n").flatMap((line) => {
    const units = unitsOf(line);
    return units.flatMap((_unit, at) => {
      const long = units.slice(at, at + signs);
      const short = long.slice(0, words);
      const gram = short.some(isSign) ? long : short;
      return gram.length === (short.some(isSign) ? signs : words) ? [gram.join(" ")] : [];
    });
  });
}

/** Words that carry something by themselves: numbers, made-up words, names. Everyday ones are left to the grams. */
export function rareWordsOf(text: string): string[] {
  return tokensOf(text).filter((token) =>
    /\p{N}/u.test(token) ? token.length >= 3 : !isSign(token) && token.length >= 5,
  );
}

export const hasDigit = (token: string): boolean => /\p{N}/u.test(token);
