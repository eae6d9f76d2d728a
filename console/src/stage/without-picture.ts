// Apart from the words of the Stage: the first load shows faces and needs none of those.

/** The golden angle keeps the colours of consecutive ids apart. */
const goldenAngle = 137.508;

/** A stable colour for an id. */
export function pickHue(id: string): number {
  let hash = 7;
  for (const char of id) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) % 3_600;
  return Math.round(hash * goldenAngle) % 360;
}

/** The first character including its combining marks. */
export const takeFirstLetter = (name: string): string =>
  name
    .trim()
    .match(/\p{L}\p{M}*|\p{N}|./u)?.[0]
    .toUpperCase() ?? "?";
