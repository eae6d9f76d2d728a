const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** About as many tokens as a model counts: one for each Chinese character, one for four letters. */
export function estimateTokens(text: string): number {
  const letters = text.match(wide)?.length ?? 0;
  return letters + Math.ceil((text.length - letters) / 4);
}
