/** FNV-1a over code points: a fast, stable hash for choices that must be reproducible. */
export function hashCharacters(text: string): number {
  let hash = 2_166_136_261;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  return hash;
}

/** Fingerprints of lorebook entries, which are recorded in events: the shift must not change. */
export const hashText = (text: string): number => hashCharacters(text) >>> 3;
