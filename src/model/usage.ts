/** The cost of one call so far. Belongs to the call, so a failure in one never shows in another. */
export interface CallUsage {
  attempts: number;
  inputTokens: number;
  outputTokens: number;
  firstTokenAt: number | undefined;
}

export const startUsage = (): CallUsage => ({
  attempts: 0,
  inputTokens: 0,
  outputTokens: 0,
  firstTokenAt: undefined,
});

const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/**
 * Roughly how many tokens a text is. Used when the provider reports no usage (it reports at the end, and an aborted stream has
 * none), so that the daily cap counts what was spent and not only what was reported.
 */
export function estimateTokens(text: string): number {
  const wide = text.match(dense)?.length ?? 0;
  return wide + Math.ceil((text.length - wide) / 4);
}
