/**
 * Words that people type instead of a token have few different characters, or repeat themselves.
 */
const fewestDifferent = 10;
const fewestBits = 64;

/** Whether a text looks random: enough different characters, and no repeating pattern. */
export function looksRandom(text: string): boolean {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  if (counts.size < fewestDifferent || isRepeated(text)) return false;
  let bits = 0;
  for (const count of counts.values()) bits -= count * Math.log2(count / text.length);
  return bits >= fewestBits;
}

/** `abcabcabc`: found again in itself before its end. */
const isRepeated = (text: string): boolean => (text + text).indexOf(text, 1) < text.length;

/** Shorter ones are taken where they were set up before, with a warning. */
export const soundSecretLength = 16;
