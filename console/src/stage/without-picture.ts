// Apart from the words of the Stage: the first load shows faces and needs none of those.

/** The golden angle keeps the colours of similar names apart. */
const goldenAngle = 137.508;

/** A colour for a name: a character has the same one in every story, and before there is one. */
export function pickHue(name: string): number {
  let hash = 7;
  for (const char of name) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) % 3_600;
  return Math.round(hash * goldenAngle) % 360;
}

/** The first character including its combining marks. */
export const takeFirstLetter = (name: string): string =>
  name
    .trim()
    .match(/\p{L}\p{M}*|\p{N}|./u)?.[0]
    .toUpperCase() ?? "?";
