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
